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
	"delphi/engine/names"
	"delphi/engine/odds"
	"delphi/engine/rules"
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
	if r, ok, err := eatEgg(b, unheaded(words)); ok {
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
