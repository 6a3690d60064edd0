package lookup

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/eating"
	"delphi/engine/monster"
	"delphi/engine/names"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// The parameters of eat. The corpse is read as mon reads its monster; who eats
// is only what follows "as", since elves and wizards are monsters too.
var (
	corpse = commands.NewWords(commands.Param{
		Name: "corpse", Bare: true, Summary: "The monster, and a version if you like", Complete: completeMon,
	})
	corpseAge = commands.NewNumber(commands.Param{Name: "age", Summary: "Turns since it died", Words: []string{"aged"}, Max: eating.MaxAge})
	corpseBUC = commands.NewChoice(commands.Param{Name: "buc", Bare: true, Summary: "Blessed, uncursed or cursed", Choices: []string{"blessed", "uncursed", "cursed"}})
	tinned    = commands.NewFlag(commands.Param{Name: "tin", Summary: "Out of a tin", Words: []string{"tinned", "tins"}})
	corpses   = commands.NewNumber(commands.Param{Name: "count", Summary: "How many of them are eaten: 5 corpses", After: []string{"corpses", "bodies", "times", "of them"}, Min: 1, Max: mostEaten})
	eater     = commands.NewWords(commands.Param{Name: "as", Summary: "Race and role of the eater, such as: as orc wizard"})
)

// eaterResists holds the flags for what an eater resists, by the names that a character's
// properties have.
var eaterResists = []struct {
	flag commands.Flag
	of   func(*eating.Resists) *bool
}{
	{eaterFlag("poison-resistant", "You resist poison", "poison"), func(r *eating.Resists) *bool { return &r.Poison }},
	{eaterFlag("acid-resistant", "You resist acid", "acid"), func(r *eating.Resists) *bool { return &r.Acid }},
	{eaterFlag("stone-resistant", "You resist stoning", "stone", "stoning", "petrification"), func(r *eating.Resists) *bool { return &r.Stoning }},
	{eaterFlag("sickness-resistant", "You resist sickness", "sickness", "sick", "disease"), func(r *eating.Resists) *bool { return &r.Sickness }},
}

// eaterFlag returns the flag of a resistance to what has some names. "Poison resistance" alone
// does not say it: that is what corpses give.
func eaterFlag(name, summary string, to ...string) commands.Flag {
	var words []string
	for _, s := range to {
		if s+"-resistant" != name {
			words = append(words, s+"-resistant")
		}
		words = append(words, s+" resistant", "with "+s+" resistance", "resist "+s, "resisting "+s)
	}
	return commands.NewFlag(commands.Param{Name: name, Summary: summary, Words: words})
}

// eaterHas returns what a question says, or a character has, against corpses.
func eaterHas(c *commands.Call) (r eating.Resists) {
	for _, x := range eaterResists {
		*x.of(&r) = x.flag.In(c)
	}
	return r
}

// characterResists returns what the asker's saved character has against corpses.
func characterResists(c *commands.Call) (r eating.Resists) {
	has := hero.Having(c.Character)
	for _, x := range eaterResists {
		*x.of(&r) = slices.Contains(has, x.flag.Name)
	}
	return r
}

// mostEaten is how many corpses a question may eat.
const mostEaten = 1000

type eatEffect struct {
	What string `json:"what"`
	chance
	Percent int      `json:"percent,omitempty"` // by how much a resistance grows, where it is not gained whole
	Within  *float64 `json:"within,omitempty"`  // the chance of it at least once, of as many as were asked about
}

// chance is an exact chance in machine-readable form.
type chance struct {
	P   float64 `json:"p"`
	Num int64   `json:"num"`
	Den int64   `json:"den"`
}

type eatTin struct {
	Rotten   *chance `json:"rotten"` // null where it is not known, and the other likewise
	Explodes *chance `json:"explodes"`
}

// eatAnswer is an eating.Answer in machine-readable form.
type eatAnswer struct {
	Name       string            `json:"name"`
	Safe       eating.Safe       `json:"safe"`
	Deadly     bool              `json:"deadly"`
	Petrifies  bool              `json:"petrifies"`
	Slimes     bool              `json:"slimes"`
	Cures      []string          `json:"cures"`
	Poisonous  bool              `json:"poisonous"`
	Acidic     bool              `json:"acidic"`
	Vegan      bool              `json:"vegan"`
	Vegetarian bool              `json:"vegetarian"`
	Cannibal   []string          `json:"cannibal"`
	Pet        bool              `json:"aggravates_as_pet"`
	Effects    []eatEffect       `json:"effects"`
	Others     []eatEffect       `json:"others"`
	Leaves     string            `json:"leaves"`
	Corpse     chance            `json:"corpse"`
	Count      int               `json:"count,omitempty"` // how many are eaten, if it was said
	Age        int               `json:"age"`
	Poisoning  eating.Poisoning  `json:"poisoning"`
	Turns      int               `json:"eat_turns"`
	Weight     int               `json:"weight"`
	Nutrition  int               `json:"nutrition"`
	Tin        *eatTin           `json:"tin,omitempty"`
	As         map[string]string `json:"as,omitempty"`
}

func eat() *commands.Command {
	return &commands.Command{
		Name:    "eat",
		Fillers: "corpse meat turns turn old a an is it safe to eating fresh",
		Aliases: []string{"corpse"},
		Summary: "Show whether a corpse, a tripe ration or spinach is safe to eat and what it gives",
		Params:  commands.Takes(corpse, corpses, corpseAge, corpseBUC, tinned, eaterResists[0].flag, eaterResists[1].flag, eaterResists[2].flag, eaterResists[3].flag, hero.St, eater),
		Recall:  hero.Body(nil),

		Examples: []string{
			"eat floating eye", "eat v3.4.3 cockatrice", "eat newt age 40 cursed", "eat dwarf as dwarvish valkyrie", "eat tin cockatrice", "eat unnethack disenchanter", "eat spinach st18/50", "eat killer bee 5 corpses",
		},

		Public: true,
		Run:    runEat,
	}
}

func runEat(_ context.Context, c *commands.Call) (commands.Reply, error) {
	race, role, others, err := whoEats(c)
	if err != nil {
		return commands.Reply{}, err
	}
	if race == "" && role == "" {
		if race, role = characterOf(c); race+role != "" {
			c.Note(commands.Remarked, "your character: "+strings.TrimSpace(race+" "+role))
		}
	}
	words, versions, err := monVersions(c, strings.Fields(corpse.In(c)+" "+others))
	if err != nil {
		return commands.Reply{}, err
	}
	if len(versions) > 1 {
		name := strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "vs" || w == "or" || w == "and" }), " ")
		first, second := "eat v"+versions[0].Name+" "+name, "eat v"+versions[1].Name+" "+name
		return commands.Reply{}, &commands.Problem{Text: "You named two versions; ask about one at a time.", Hints: []string{first + " ;; " + second, first, second}}
	}
	b, err := monDefault(c, versions)
	if err != nil {
		return commands.Reply{}, err
	}
	count, words, err := howMany(c, words)
	if err != nil {
		return commands.Reply{}, err
	}
	name := strings.Join(words, " ")
	if name == "" {
		return commands.Reply{}, &commands.Problem{Text: "Which corpse?", Slot: "corpse", Hints: []string{"eat floating eye", "eat newt age 40"}}
	}
	if r, ok, err := eatTripe(b, unheaded(words), race, role); ok {
		return r, err
	}
	if r, ok, err := eatSpinach(c, b, unheaded(words)); ok {
		return r, err
	}
	found, query, err := findMon(c, b, name)
	if plain := unheaded(words); err != nil && plain != name { // "the corpse of the newt"
		found, query, err = findMon(c, b, plain)
	}
	if err != nil && race+role == "" {
		if m := besideEater(c, b, words); m != nil {
			found, err = []*rules.Monster{m.corpse}, nil
			race, role = m.race, m.role
			c.Note(commands.Remarked, "eaten by "+wording.Article(strings.TrimSpace(race+" "+role)))
		}
	}
	switch {
	case err != nil:
		return commands.Reply{}, cmp.Or[error](noCorpse(b, unheaded(words)), err)
	case query != nil:
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%q describes monsters. Name one, or let mon list them.", wording.Typed(name)), Hints: []string{"mon " + name}}
	}
	e := rules.EatingOf(b.Name)
	if e == nil {
		return commands.Reply{}, &commands.Problem{Text: "I don't know what corpses do in " + b.Title + ".", Hints: []string{"eat v" + rules.Default + " " + name}}
	}
	if h := c.Rules.Heroes(); h != nil && b.Name == c.Rules.Name && role != "" {
		if only := h.Race(role); race == "" && only != "" {
			race = only
			c.Note(commands.Remarked, "every "+role+" is "+wording.Article(only))
		} else if race != "" && !h.Agree(role, race) {
			c.Note(commands.Warned, fmt.Sprintf("no %s is %s", role, wording.Article(race)))
		}
	}
	if race != "" && !e.Races(race) {
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("No hero is %s in %s.", wording.Article(race), b.Title), Hints: []string{"eat v" + b.Name + " " + name + " as orc"}}
	}
	m := eating.DeadForm(b, found[0])
	if b.OtherForm(m) != nil {
		c.Note(commands.Remarked, "a lycanthrope turns back as it dies: this is the human corpse")
	}
	q := &eating.Question{Bestiary: b, Rules: e, Monster: m, BUC: bucSaid(corpseBUC.In(c)), Tin: tinned.In(c), Race: race, Role: role, Resists: eaterHas(c)}
	q.Age, _ = corpseAge.In(c)
	if q.Age == 0 && q.Ages() && oldSaid.MatchString(c.Request.Line) && !oldSaid.MatchString(m.Name) {
		return commands.Reply{}, &commands.Problem{Text: "How old is it? Give the turns since it died.", Hints: []string{"eat " + m.Name + " age 30", "eat " + m.Name + " age 60"}}
	}
	if err := q.Check(); err != nil {
		return commands.Reply{}, err
	}
	return eatReply(c, q, count), nil
}

// howMany returns how many are eaten, 0 if that was not said, and the words without the
// number that may stand before the name: "5 killer bees".
func howMany(c *commands.Call, words []string) (int, []string, error) {
	n, said := corpses.In(c)
	if said || len(words) < 2 {
		return n, words, nil
	}
	n, err := strconv.Atoi(words[0])
	switch {
	case err != nil:
		return 0, words, nil
	case n < 1 || n > mostEaten:
		return 0, nil, &commands.Problem{Text: fmt.Sprintf("From 1 to %d corpses.", mostEaten), Slot: "count", Hints: []string{"eat killer bee 5 corpses"}}
	}
	return n, words[1:], nil
}

// within returns the chance of something at least once in n corpses, nil where it is certain
// of each or no number was said.
func within(p float64, n int) *float64 {
	if n < 2 || p <= 0 || p >= 1 {
		return nil
	}
	p = odds.AtLeast(n, 1, p)
	return &p
}

// ofSeveral says what n corpses give at least once: " Of 5, at least one gives poison
// resistance 83.2% of the time." It is empty if that is the same as of one.
func ofSeveral(a *eating.Answer, n int) string {
	var says []string
	for _, g := range a.Gains {
		if p := within(g.P, n); p != nil {
			says = append(says, "gives "+g.Name()+" "+wording.Share(*p)+" of the time")
		}
	}
	for _, o := range a.Others[:min(1, len(a.Others))] { // a SLASH'EM wraith's first is what it is eaten for
		if p := within(o.P, n); p != nil {
			says = append(says, o.What+" "+wording.Share(*p)+" of the time")
		}
	}
	if p := within(a.Poisoning.Deadly, n); p != nil {
		says = append(says, "is deadly "+wording.Share(*p)+" of the time")
	}
	if len(says) == 0 {
		return ""
	}
	return fmt.Sprintf(" Of %d, at least one %s.", n, wording.And(says))
}

// oldSaid says that a corpse is old, but not how old.
var oldSaid = regexp.MustCompile(`(?i)\b(?:old|older|ancient|stale|rotten|rotting)\b`)

// unheaded returns a name without the small words before it, which a name may have
// inside: "of the Wizard of Yendor".
func unheaded(words []string) string {
	i := 0
	for i < len(words)-1 && slices.Contains([]string{"of", "the"}, strings.ToLower(words[i])) {
		i++
	}
	return strings.Join(words[i:], " ")
}

// meal is a monster and who eats it.
type meal struct {
	corpse     *rules.Monster
	race, role string
}

// besideEater reads "valkyrie dog" and "dog orc": who eats stands first or last,
// and the other words name a monster. Nil: it does not.
func besideEater(c *commands.Call, b *rules.Bestiary, words []string) *meal {
	if len(words) < 2 {
		return nil
	}
	last := len(words) - 1
	for _, x := range []struct {
		who  string
		rest []string
	}{{words[0], words[1:]}, {words[last], words[:last]}} {
		who := names.Fold(x.who)
		m := meal{race: rules.RaceWords[who]}
		if r := roleNamed(c.Rules, who); r != nil {
			m.race, m.role = "", r.Name
		}
		if m.race+m.role == "" {
			continue
		}
		if found, query, err := findMon(c, b, strings.Join(x.rest, " ")); err == nil && query == nil {
			m.corpse = found[0]
			return &m
		}
	}
	return nil
}

// bucSaid returns the BUC of a corpse; uncursed if nothing was said.
func bucSaid(said string) rules.BUC {
	switch said {
	case "blessed":
		return rules.Blessed
	case "cursed":
		return rules.Cursed
	}
	return rules.Uncursed
}

// whoEats reads what follows "as". Words that name no race or role are returned as
// others: they belong to the corpse.
func whoEats(c *commands.Call) (race, role, others string, err error) {
	var rest []string
	for _, w := range strings.Fields(eater.In(c)) {
		folded := names.Fold(w)
		r := roleNamed(c.Rules, folded)
		switch {
		case rules.RaceWords[folded] != "" && race == "":
			race = rules.RaceWords[folded]
		case r != nil && role == "":
			role = r.Name
		case folded == "a" || folded == "an" || folded == "the":
		default:
			rest = append(rest, w)
		}
	}
	if race == "" && role == "" && eater.In(c) != "" {
		return "", "", "", &commands.Problem{Text: fmt.Sprintf("%q is not a race or role.", wording.Typed(eater.In(c))), Hints: []string{"eat dwarf as dwarf", "eat dwarf as caveman"}}
	}
	return race, role, strings.Join(rest, " "), nil
}

// characterOf returns the race and role of the asker's saved character; both may be
// empty.
func characterOf(c *commands.Call) (race, role string) {
	if c.Character == nil {
		return "", ""
	}
	if r, ok := hero.Role.In(c.Character); ok {
		role = r.Name
	}
	return hero.Race.In(c.Character), role
}

// forCharacter says how eating a monster differs for the asker's character. It is empty
// if it does not, or if there is no character.
func forCharacter(c *commands.Call, b *rules.Bestiary, m *rules.Monster) string {
	race, role := characterOf(c)
	e, plain := rules.EatingOf(b.Name), monster.Corpse(b, m)
	resists := characterResists(c)
	if race+role == "" && resists == (eating.Resists{}) || e == nil || plain == nil || race != "" && !e.Races(race) {
		return ""
	}
	a := eating.Of(&eating.Question{Bestiary: b, Rules: e, Monster: m, Race: race, Role: role, Resists: resists})
	cannibal := race != "" && len(a.Cannibal) > 0
	if a.Safe == plain.Safe && !cannibal || a.Eaten == nil {
		return ""
	}
	if cannibal {
		return "eaten by your " + strings.TrimSpace(race+" "+role) + ": cannibalism"
	}
	text := map[eating.Safe]string{eating.Yes: "safe", eating.No: "not safe", eating.Depends: "it depends"}[a.Safe]
	if risks := eatRisks(a); risks != "" {
		text += ": " + risks
	}
	return "eaten by your " + cmp.Or(strings.TrimSpace(race+" "+role), "character") + ": " + text
}

// roleNamed finds a role by its name, its first three letters or an alias.
func roleNamed(set *rules.Set, word string) *rules.Role {
	for _, r := range set.Roles {
		if word == names.Fold(r.Name) || word == names.Fold(r.Female) && r.Female != "" || word == names.Fold(r.Name[:3]) || slices.Contains(r.Aliases, word) {
			return r
		}
	}
	return nil
}

// effects lists what a corpse gives, in machine-readable form.
func effects(a *eating.Answer) []eatEffect {
	out := []eatEffect{}
	for _, g := range a.Gains {
		out = append(out, eatEffect{What: g.Name(), chance: chance(g.Fraction), Percent: g.Percent})
	}
	return out
}

func eatReply(c *commands.Call, q *eating.Question, count int) commands.Reply {
	a, m := eating.Of(q), q.Monster
	answer := &eatAnswer{
		Name: m.Name, Safe: a.Safe, Deadly: a.FirstBite.Kills || a.FirstBite.Petrifies, Petrifies: a.FirstBite.Petrifies, Slimes: a.FirstBite.Slimes,
		Cures: []string{}, Poisonous: a.Poisonous, Acidic: a.Acidic, Vegan: a.Vegan, Vegetarian: a.Vegetarian, Cannibal: append([]string{}, a.Cannibal...), Pet: a.Pet,
		Effects: effects(a), Others: []eatEffect{}, Leaves: a.Remains.String(), Corpse: chance(a.Chance), Count: count, Age: a.Age, Poisoning: a.Poisoning,
		Turns: a.Turns, Weight: a.Weight, Nutrition: a.Nutrition,
	}
	for _, o := range a.Others {
		answer.Others = append(answer.Others, eatEffect{What: o.What, chance: chance(o.Fraction), Within: within(o.P, count)})
	}
	for i := range answer.Effects {
		answer.Effects[i].Within = within(answer.Effects[i].P, count)
	}
	if a.FirstBite.CuresStoning {
		answer.Cures = append(answer.Cures, "stoning")
	}
	if a.Tin != nil {
		answer.Tin = &eatTin{}
		if rotten, explodes := chance(a.Tin.Rotten), chance(a.Tin.Explodes); !a.Tin.Unknown {
			answer.Tin.Rotten, answer.Tin.Explodes = &rotten, &explodes
		}
	}
	r := commands.Reply{Data: answer, Version: q.Bestiary.Name, Tone: map[eating.Safe]commands.Tone{eating.Yes: commands.Good, eating.Depends: commands.Fair, eating.No: commands.Bad}[a.Safe]}
	r.Summary, r.Headline = eatSummary(q, a)
	r.Summary += ofSeveral(a, count)
	eatNotes(c, &r, q, a)
	eatFields(&r, a)
	cited := []string{rules.CiteConvey, rules.CiteCorpseAge}
	switch {
	case a.Eaten == nil:
		cited = []string{rules.CiteCorpseLeft}
	case q.Tin:
		cited = []string{rules.CiteConvey, rules.CiteTins}
	case q.Age > 0 || a.Old:
		slices.Reverse(cited)
	}
	for _, rule := range cited {
		if at, ok := q.Bestiary.Cite(rule); ok {
			r.Notes = append(r.Notes, commands.Note{Kind: commands.Cited, Text: at.String()})
		}
	}
	r.Question = eatLine(c, q, count) + eatStrength(c, &r, q, a)
	return r
}

// eatLine returns the question in full.
func eatLine(c *commands.Call, q *eating.Question, count int) string {
	line := "eat v" + q.Bestiary.Name + " " + q.Monster.Name
	if count > 0 {
		line += fmt.Sprintf(" count %d", count)
	}
	if q.Age > 0 {
		line += fmt.Sprintf(" age %d", q.Age)
	}
	if said := corpseBUC.In(c); said != "" {
		line += " " + said
	}
	if q.Tin {
		line += " tin"
	}
	for _, x := range eaterResists {
		if x.flag.In(c) {
			line += " " + x.flag.Name
		}
	}
	if as := strings.TrimSpace(q.Race + " " + q.Role); as != "" {
		line += " as " + as
	}
	return line
}

// eatSummary leads with whether it is safe.
func eatSummary(q *eating.Question, a *eating.Answer) (summary, headline string) {
	m := q.Monster
	if a.Eaten == nil {
		if !a.Things.None() {
			return fmt.Sprintf("Nothing to eat: no corpse, but %s leaves %s.", wording.Article(m.Name), a.Things), "nothing to eat"
		}
		return fmt.Sprintf("Nothing to eat: %s leaves no corpse.", wording.Article(m.Name)), "nothing to eat"
	}
	headline = map[eating.Safe]string{eating.Yes: "Safe", eating.No: "Not safe", eating.Depends: "It depends"}[a.Safe]
	what := a.Eaten.Name + " corpse"
	switch {
	case a.Tin != nil:
		what = "tin of " + a.Eaten.Name + " meat"
	case a.Glob != "":
		what = a.Glob
		if a.Age > 0 {
			what += fmt.Sprintf(", %d turns old,", a.Age)
		}
	case q.Age > 0:
		what += fmt.Sprintf(", %d turns old,", a.Age)
	}
	if q.BUC != rules.Uncursed {
		what = corpseWord(q.BUC) + " " + what
	}
	parts := []string{}
	if q.Resists.Stoning && q.Rules.Has(a.Eaten, rules.Petrify) {
		parts = append(parts, "petrifying, which you resist")
	}
	if risks := eatRisks(a); risks != "" {
		parts = append(parts, risks)
	}
	gives, does := a.Gives(), a.Does()
	if len(gives) > 0 {
		does = append([]string{"gives " + strings.Join(gives, ", ")}, does...)
	}
	switch {
	case a.FirstBite.Kills:
	case len(does) == 0 || a.Poisoning.Gone == 1:
		parts = append(parts, "gives nothing")
	default:
		parts = append(parts, strings.Join(does, "; "))
	}
	if a.Tin == nil {
		parts = append(parts, fmt.Sprintf("weight %d, nutrition %d, %d turns to eat", a.Weight, a.Nutrition, a.Turns))
	}
	is := map[eating.Safe]string{eating.Yes: " is safe: ", eating.No: " is not safe: ", eating.Depends: " may be unsafe: "}[a.Safe]
	return wording.Capital(wording.Article(what)) + is + strings.Join(parts, "; ") + ".", headline
}

func corpseWord(b rules.BUC) string {
	if b == rules.Blessed {
		return "blessed"
	}
	return "cursed"
}

// eatRisks names what is bad about it: its flesh, then its age.
func eatRisks(a *eating.Answer) string {
	out := seq.Filter(a.Dangers(), func(d string) bool { return !strings.HasPrefix(d, "already old") })
	p := a.Poisoning
	for _, x := range []struct {
		p    float64
		what string
	}{{p.Deadly, "deadly food poisoning"}, {p.Mild, "mild sickness (d8 damage)"}, {p.Rotten, "rotten"}} {
		if x.p > 0 && (x.what[0] != 'r' || p.Deadly+p.Mild > 0 && a.RotsAway() == 0) {
			out = append(out, wording.Share(x.p)+" "+x.what)
		}
	}
	if p := a.Spoiled(); p > 0 {
		out = append(out, wording.Share(p)+" tainted, and then nothing of it is eaten")
	}
	if p := a.RotsAway(); p > 0 {
		out = append(out, wording.Share(p)+" rotten, and then it rots away and gives nothing")
	}
	if t := a.Tin; t != nil && t.Unknown {
		out = append(out, "I don't know how often it is rotten")
	} else if t != nil {
		if t.Rotten.P > 0 {
			out = append(out, wording.Share(t.Rotten.P)+" rotten")
		}
		if t.Explodes.P > 0 {
			out = append(out, wording.Share(t.Explodes.P)+" explodes")
		}
	}
	return strings.Join(out, ", ")
}

// eatNotes says what was assumed.
func eatNotes(c *commands.Call, r *commands.Reply, q *eating.Question, a *eating.Answer) {
	note := func(text string) { r.Notes = append(r.Notes, commands.Note{Kind: commands.Assumed, Text: text}) }
	if a.Eaten == nil {
		return
	}
	if !q.Tin && (a.Glob == "" || !q.Rules.GlobsAgeless) {
		switch {
		case a.Old:
			note(fmt.Sprintf("the corpse of %s counts as %d turns older", wording.Article(q.Monster.Name), q.Rules.OldBy))
		case !q.Ages():
			note("it never rots")
		case q.Age == 0:
			note("fresh")
		}
	}
	if corpseBUC.In(c) == "" && (q.Age > 0 || q.Tin) {
		note("uncursed")
	}
	if q.Race == "" && len(a.Cannibal) > 0 {
		note("race not said")
	}
	if a.Spared {
		note("your race or role may eat its own kind and pets")
	}
	if a.Poisonous || a.Acidic || a.Poisoning.Deadly > 0 || a.FirstBite.Petrifies {
		besides := ""
		if q.Resists != (eating.Resists{}) {
			besides = "those said and "
		}
		note("no resistance but " + besides + "what race and role begin with")
	}
	if a.Tin != nil {
		note("a tin that you did not make")
	}
}

func eatFields(r *commands.Reply, a *eating.Answer) {
	if a.Eaten == nil {
		return
	}
	r.Field("leaves", "%s", wording.Fraction(a.Chance))
	if dangers := a.Dangers(); len(dangers) > 0 {
		r.Field("dangers", "%s", strings.Join(dangers, ", "))
	}
	for _, g := range a.Gains {
		r.Field(g.Name(), "%s", wording.Fraction(g.Fraction))
	}
	p := a.Poisoning
	if a.Tin == nil {
		r.Field("age", "%d: deadly %s, mild %s, acid %s, poison %s, rotten %s", a.Age,
			wording.Share(p.Deadly), wording.Share(p.Mild), wording.Share(p.Acid), wording.Share(p.Poison), wording.Share(p.Rotten))
	}
	if a.Vegan {
		r.Field("conduct", "vegan")
	} else if a.Vegetarian {
		r.Field("conduct", "vegetarian")
	}
}
