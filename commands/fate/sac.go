package fate

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/eating"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// The parameters of sacrifices.
var (
	corpse    = commands.NewName[*rules.Monster](commands.Param{Name: "corpse", Noun: "a monster", Summary: "Whose corpse you offer", Ahead: "as", Vocabulary: foe.Terms})
	worth     = commands.NewNumber(commands.Param{Name: "value", Summary: "The value of what you offer, in place of a corpse", Min: 0, Max: 100})
	gifts     = commands.NewNumber(commands.Param{Name: "gifts", Summary: "Gifts that you have had from your god", Words: []string{"gift"}, After: []string{"gifts", "gift"}, Min: 0, Max: 50})
	artifacts = commands.NewNumber(commands.Param{Name: "artifacts", Summary: "Artifacts that exist in the game", Words: []string{"artifact"}, After: []string{"artifacts", "artifact"}, Min: 0, Max: 50})
	named     = commands.NewName[*rules.Gift](commands.Param{Name: "wanted", Many: true, Noun: "an artifact", Summary: "The artifact you want; with existing, those that exist already: existing Frost Brand, Fire Brand", Vocabulary: giftTerms})
	age       = commands.NewNumber(commands.Param{Name: "age", Summary: "How many turns old the corpse is", Words: []string{"aged", "old"}, Min: 0, Max: 100_000})
	already   = commands.NewFlag(commands.Param{Name: "existing", Summary: "The artifacts named exist already; otherwise the first is the one you want", Words: []string{"exist", "exists", "exists already", "already exists", "already exist", "exist already", "already have", "already got", "already made"}})
	converts  = commands.NewFlag(commands.Param{Name: "convert", Summary: "Convert another god's altar", Words: []string{"converts", "convert altar", "convert an altar", "convert the altar", "converting", "converting an altar", "converting altars", "conversion", "cross-aligned altar", "crossaligned altar", "cross aligned altar", "cross aligned", "cross-aligned"}})
	converted = commands.NewFlag(commands.Param{Name: "converted", Summary: "Your own alignment was converted before", Words: []string{"converted before", "already converted"}})
	pet       = commands.NewFlag(commands.Param{Name: "pet", Summary: "The corpse is a former pet's", Words: []string{"former pet"}})
)

func giftTerms(s *rules.Set) []commands.Term {
	a := s.Altar()
	if a == nil {
		return nil
	}
	return commands.Terms(a.Gifts, func(g *rules.Gift) commands.Term { return commands.Term{Name: g.Name, Value: g} })
}

// sacAnswer is the machine-readable answer of `sac`. Timeout, Luck, Anger and Record
// are those after a sacrifice without a gift.
type sacAnswer struct {
	Gift      odds.Fraction    `json:"gift"`
	Artifacts []divine.Given   `json:"artifacts,omitempty"`
	Value     int              `json:"value"`
	Timeout   *int             `json:"timeout,omitempty"` // nil: anger sets it anew
	Reduction int              `json:"timeout_reduction"` // what the value takes off a long timeout
	Luck      int              `json:"luck"`
	Anger     int              `json:"anger"`
	Record    int              `json:"record"`
	Outcomes  []divine.Outcome `json:"outcomes"`
	// Wanted is the chance a sacrifice of the artifact that was asked for.
	Wanted *wantedGift `json:"wanted,omitempty"`
	// Converts is the chance that another god's altar becomes yours, and Minions
	// that one of that god's minions comes then; nil on your own altar, and
	// where the turn and the record are not said.
	Converts *odds.Fraction `json:"converts,omitempty"`
	Minions  *minions       `json:"minion,omitempty"`
	// After is the hero's standing after as many consecutive offerings as were asked
	// about, if no gift comes.
	After *standing `json:"after,omitempty"`
	tries.Answer
}

// share returns the chance that a gift is an artifact.
func (a *sacAnswer) share(name string) float64 {
	for _, g := range a.Artifacts {
		if g.Name == name {
			return g.P
		}
	}
	return 0
}

// standing is how a hero stands with the god.
type standing struct {
	Timeout int `json:"timeout"`
	Luck    int `json:"luck"`
	Anger   int `json:"anger"`
	Record  int `json:"record"`
}

// wantedGift is an artifact and its chance.
type wantedGift struct {
	Name string  `json:"name"`
	P    float64 `json:"p"`
}

// minions holds the chances that a minion attacks: overall, and after an altar was
// converted or not.
type minions struct {
	P       float64 `json:"p"`
	Success float64 `json:"after_success"`
	Failure float64 `json:"after_failure"`
}

func sac() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "sac",
		Fillers: "prayer first existing exist minion minions god's gods of chance get getting want me it how many will my likely as corpse fresh sac sacrifice sacrificing offer offering gift odds so far from my god at altar own",
		Aliases: []string{"sacrifice", "offer", "gift"},
		Summary: "Show what a sacrifice does: the gift, which artifact, timeout, Luck, altars",
		Params: commands.Takes(commands.RuleSet, hero.Role, corpse, class, hero.Race, hero.Alignment, hero.XL, hero.Luck, gifts, artifacts, named, already, worth,
			altar, converts, converted, gehennom, age, pet, record, anger, timeout, now, tries.Number, tries.Sure, chart),

		Examples: []string{
			"sac jackal as Priest human lawful xl12 luck 4 gifts 1 artifacts 2", "sac v5.0.0 value 8 Samurai xl10", "sac newt as Valkyrie human neutral xl8 altar chaotic", "sac convert xl8", "sac convert xl14 record 200 turn 20000 luck 0", "sac Val neutral Mjollnir", "sac soldier ant as Wizard elf chaotic xl5 timeout 800",
		},
		Recall: recallArtifact,
	}, tellSac)
}

// recallArtifact adds the artifact in a character's hand to those that exist already. Any that
// is named behind the one that is wanted does.
func recallArtifact(c, character *commands.Call) []string {
	a := hero.InHand(c.Rules, character, "")
	if a == nil || offersAmulet(c.Request.Line) {
		return nil
	}
	none := named.One(c) == nil
	if !hero.Put(c, named, commands.Said{Name: strings.TrimPrefix(a.Name, "The ")}) {
		return nil // no gift, so that it makes no difference
	}
	if none {
		c.Value(already.Param).Said = true
	}
	return hero.Counted(a)
}

// wantedOf returns the artifact that a call asks for, or nil, and those that already
// exist: all that are named if the line says that they exist.
func wantedOf(c *commands.Call) (wanted *rules.Gift, made []string) {
	for _, s := range named.All(c) {
		if !already.In(c) && wanted == nil {
			wanted = named.Of(s)
			continue
		}
		made = append(made, s.Name)
	}
	return wanted, made
}

// existOf fills in which artifacts exist, and how many: those that are named, and what
// the role is always given first.
func existOf(c *commands.Call, q *divine.Sacrifice, foreign bool) {
	_, q.Existing = wantedOf(c)
	count, said := artifacts.In(c)
	for _, own := range q.OwnGiven() {
		if said && count <= len(q.Existing) { // all that exist are named: another gift came first
			break
		}
		q.Existing = append(q.Existing, own)
		if !foreign {
			c.Note(commands.Assumed, own+" exists: a "+q.Role+"'s god gives it first")
		}
	}
	if q.Artifacts = max(count, len(q.Existing)); !said {
		q.Artifacts = max(q.Gifts, len(q.Existing))
		if !foreign {
			c.Note(commands.Assumed, wording.Count(q.Artifacts, "artifact")+" in the game")
		}
	}
}

// sacrificeOf returns the question that a call describes, and notes what it assumes.
func sacrificeOf(c *commands.Call) (*divine.Sacrifice, error) {
	q := &divine.Sacrifice{Prayer: c.Rules.Prayer(), Die: c.Rules.Luck()}
	if q.Rules = c.Rules.Altar(); q.Rules == nil {
		return nil, rules.No[rules.Altar](c.Rules)
	}
	q.Alignment, q.Race = hero.AlignmentOf(c), hero.Race.In(c)
	if s := hero.Role.One(c); s != nil {
		q.Role = s.Name
	}
	foreign := converts.In(c) || gehennom.In(c) && altar.In(c) == "" || altar.In(c) != "" && altar.In(c) != divine.NoAltar && altar.In(c) != q.Alignment
	_, one := corpse.In(c)
	_, all := class.In(c)
	offered := one || all
	if q.Race == "" {
		q.Race = rules.Races[0]
		if !foreign || offered {
			c.Note(commands.Assumed, q.Race)
		}
	}
	var ok bool
	if q.XL, ok = hero.XL.In(c); !ok {
		q.XL = q.Rules.GiftXL
		c.Note(commands.Assumed, fmt.Sprintf("XL %d", q.XL)+map[bool]string{true: " or more"}[!foreign])
	}
	if q.Luck, ok = hero.Luck.In(c); !ok && !foreign {
		c.Note(commands.Assumed, "Luck 0")
	}
	q.Gifts, _ = gifts.In(c)
	existOf(c, q, foreign)
	q.Age, _ = age.In(c)
	if m, ok := corpse.In(c); ok {
		b := c.Rules.Bestiary()
		q.Corpse = eating.DeadForm(b, m)
		e := rules.EatingOf(c.Rules.Name)
		if left := eating.Left(e, b, q.Corpse); left.Old {
			q.Corpse, q.Age = b.Named(left.Corpse), q.Age+e.OldBy
			c.Note(commands.Warned, fmt.Sprintf("%s leaves %s corpse, %d turns old already", foe.Some(m), wording.Article(left.Corpse), e.OldBy))
		}
	} else {
		q.Value, _ = worth.In(c)
	}
	q.Pet = pet.In(c)
	if q.Record, ok = record.In(c); !ok {
		q.Record = 10
	}
	q.Anger, _ = anger.In(c)
	q.Timeout, _ = timeout.In(c)
	q.Turn, _ = now.In(c)
	q.Gehennom, q.Converted = gehennom.In(c), converted.In(c)
	switch q.Altar = altar.In(c); {
	case q.Gehennom && q.Altar == "": // all that the game makes there are
		q.Altar = divine.Moloch
		if q.Alignment == "" { // to Moloch all are strangers
			q.Alignment = rules.Alignments[0]
		}
		c.Note(commands.Assumed, "an altar of Moloch, as all in Gehennom are")
	case converts.In(c) && (q.Altar == "" || q.Altar == divine.NoAltar):
		if q.Alignment == "" {
			q.Alignment = rules.Alignments[0]
		}
		q.Altar = rules.Alignments[(slices.Index(rules.Alignments, q.Alignment)+1)%len(rules.Alignments)]
	case q.Altar == "" || q.Altar == divine.NoAltar:
		q.Altar = q.Alignment
	case q.Altar == divine.Moloch && q.Alignment == "": // to Moloch all are strangers
		q.Alignment = rules.Alignments[0]
	case q.Alignment == "":
		return nil, &commands.Problem{Text: "What is your alignment?", Hints: rules.Alignments}
	}
	if _, said := timeout.In(c); !said && !foreign {
		c.Note(commands.Assumed, "prayer timeout 0")
	}
	return q, q.Check()
}

// amuletOffered matches a line that offers the Amulet itself, of Yendor if it says of what.
var amuletOffered = regexp.MustCompile(`(?i)\b(?:sac|sacrific(?:e|ing)|offer(?:ing)?|gift) (?:up )?(?:the |my |real |fake )*amulet\b(?: of (\w+))?`)

// offersAmulet reports whether a line offers the Amulet of Yendor.
func offersAmulet(line string) bool {
	m := amuletOffered.FindStringSubmatch(line)
	return m != nil && (m[1] == "" || strings.EqualFold(m[1], "yendor"))
}

// amuletAnswer is the machine-readable answer of `sac` about the Amulet, which brings no gift.
type amuletAnswer struct {
	Amulet string `json:"amulet"` // what it brings on the right altar
}

// tellAmulet tells what the Amulet is offered for.
func tellAmulet(c *commands.Call) *commands.Story {
	r := commands.Reply{Headline: "ascension", Data: amuletAnswer{"ascension"}}
	r.Summary = "The Amulet of Yendor is offered to win, not for a gift: on your own god's altar on the Astral Plane the game ends with your ascension; on another god's there you escape without it. Offer it on no other altar."
	r.Cite(c.Rules, rules.CiteSacrifice)
	d := steps.New(c.Rules)
	d.Given(rules.CiteSacrifice, "the Amulet", "ends the game on the Astral Plane")
	return &commands.Story{Reply: r, Steps: d}
}

func tellSac(c *commands.Call) (*commands.Story, error) {
	if offersAmulet(c.Request.Line) {
		return tellAmulet(c), nil
	}
	q, err := sacrificeOf(c)
	if err != nil {
		return nil, err
	}
	if h, ok := class.In(c); ok && q.Corpse == nil {
		return tellClass(c, q, h)
	}
	if q.Corpse != nil {
		if left := eating.Left(rules.EatingOf(c.Rules.Name), c.Rules.Bestiary(), q.Corpse); left.Corpse == "" {
			return tellCorpseless(c, q.Corpse, left), nil
		}
	}
	valueUnsaid(c, q)
	if q.Altar == divine.Moloch && !q.Gehennom && gehennomMatters(q) {
		c.Note(commands.Assumed, "outside Gehennom")
	}
	a, d := q.Answer(), steps.New(c.Rules)
	asked := q.Gift
	asked.Value = a.Value
	answer := sacAnswer{Gift: odds.Never, Artifacts: asked.Which(), Value: a.Value, Luck: a.Luck, Anger: a.Anger, Record: a.Record, Outcomes: a.Outcomes, Reduction: reduction(q)}
	if t := a.Timeout; t >= 0 {
		answer.Timeout = &t
	}
	if a.Gifted {
		answer.Gift = asked.Chance(answer.Artifacts)
	}
	try := answer.Gift.P
	formula := answer.Gift.String()
	r := commands.Reply{}
	switch {
	case !a.Gifted && len(a.Outcomes) == 2 && q.Altar != q.Alignment && !q.Pet:
		p := q.Converts()
		answer.Converts = &odds.Fraction{P: p.P, Num: p.Num, Den: p.Den}
		try, formula = p.P, answer.Converts.String()
		r.Headline = wording.Share(p.P)
		r.Summary = convertSummary(c, d, q, &answer)
	case !a.Gifted:
		d.Given(rules.CiteSacrifice, "the corpse", "counted").Of("value %d", a.Value)
		r.Summary = sacSummary(q, &a)
	default:
		if tellGift(c, d, q, &answer, &r); answer.Wanted != nil {
			try, formula = answer.Wanted.P, wording.Trim(answer.Wanted.P)
		}
	}
	var sentence string
	trial := tries.Alike(try, formula, "sacrifice")
	if a.Accepted {
		trial = inRow(c, q, &answer, &r)
	} else if answer.Converts == nil {
		trial.What = "a gift"
	}
	answer.Answer, sentence = trial.Of(c, d)
	if sentence == "" && answer.Wanted != nil {
		sentence = tries.Usually(answer.Needed, "sacrifice")
		r.Aside(sentence)
	}
	r.Summary += sentence
	r.Data = answer
	if chart.In(c) && a.Gifted {
		what := "a gift"
		if answer.Wanted != nil {
			what = answer.Wanted.Name
		}
		r.Chart = giftChart(c.Rules, q, what, try)
	}
	if a.Gifted {
		r.Cite(c.Rules, rules.CiteGift, rules.CiteWhichGift)
	} else {
		r.Cite(c.Rules, rules.CiteSacrifice)
	}
	return &commands.Story{Reply: r, Steps: d}, nil
}

// valueUnsaid assumes the value of a corpse of which neither that nor the monster is said. A
// corpse has its own value, whatever is said.
func valueUnsaid(c *commands.Call, q *divine.Sacrifice) {
	if q.Corpse != nil {
		return
	}
	if _, valued := worth.In(c); valued {
		return
	}
	q.Value = q.Rules.MaxValue // more than any artifact is worth
	if q.Altar != q.Alignment {
		q.Value = 1 // any will do
	}
}

// tellCorpseless tells of a monster that leaves nothing to offer.
func tellCorpseless(c *commands.Call, m *rules.Monster, left eating.Remains) *commands.Story {
	leaves := "no corpse"
	if left.Glob != "" {
		leaves = wording.Article(left.Glob) + ", which is no corpse"
	}
	r := commands.Reply{Summary: fmt.Sprintf("%s leaves %s: there is nothing to sacrifice.", wording.Capital(foe.SomeCalled(c.Rules, m)), leaves), Data: corpseless{m.Name}}
	r.Cite(c.Rules, rules.CiteSacrifice)
	d := steps.New(c.Rules)
	d.Given(rules.CiteSacrifice, "its corpse", "none")
	return &commands.Story{Reply: r, Steps: d}
}

// corpseless is the machine-readable answer of `sac` about a monster that leaves no corpse.
type corpseless struct {
	Monster string `json:"corpseless"`
}

// tellGift tells of a sacrifice for which a god may give something: the artifact that the
// call asks for, if any.
func tellGift(c *commands.Call, d *steps.Derivation, q *divine.Sacrifice, answer *sacAnswer, r *commands.Reply) {
	wanted, _ := wantedOf(c)
	asked := q.Gift
	asked.Value = answer.Value
	giftSteps(d, q, answer.Gift)
	r.Headline = wording.Share(answer.Gift.P)
	r.Summary = giftSummary(q, answer)
	switch {
	case wanted == nil:
	case q.Alignment == "":
		r.Headline = ""
		var same bool
		if r.Summary, same = byAlignment(asked, wanted.Name); !same {
			r.Summary += " Say your alignment to see which artifacts may come."
		}
	default:
		answer.Wanted = wantSteps(d, answer, wanted.Name)
		r.Headline = wording.Share(answer.Wanted.P)
		r.Summary = fmt.Sprintf("%s of %s per sacrifice. %s%s", wording.Capital(wording.Chance(answer.Wanted.P)), wanted.Name, r.Summary, later(d, asked, answer, wanted.Name))
	}
}

// giftSteps adds the steps to the chance of a gift.
func giftSteps(d *steps.Derivation, q *divine.Sacrifice, p odds.Fraction) {
	switch {
	case q.XL < q.Rules.GiftXL:
		d.Work(rules.CiteGift, "gift", "0%", "0").Of("only from XL %d on", q.Rules.GiftXL)
	case q.Luck < 0:
		d.Work(rules.CiteGift, "gift", "0%", "0").Of("never with bad Luck")
	case p.Num == 0:
		d.Work(rules.CiteWhichGift, "gift", "0%", "0").Of("no artifact is left that a sacrifice of that value may bring")
	default:
		d.Work(rules.CiteGift, "gift", wording.Share(p.P), "1/(%d + 2*%d*%d)", q.Rules.GiftOneIn, q.Gifts, q.Artifacts).Of("%s, %s in the game", wording.Count(q.Gifts, "gift"), wording.Count(q.Artifacts, "artifact"))
	}
}

// giftSummary leads with the chance of a gift, then says which.
func giftSummary(q *divine.Sacrifice, a *sacAnswer) string {
	out := wording.Capital(wording.Chance(a.Gift.P)) + " of a gift per sacrifice"
	if a.Gift.Num > 0 {
		out += fmt.Sprintf(" (%s)", a.Gift)
	}
	switch {
	case q.XL < q.Rules.GiftXL:
		out += fmt.Sprintf(": it takes XL %d", q.Rules.GiftXL)
	case q.Luck < 0:
		out += ": your Luck is bad"
	case q.Alignment == "":
		out += "; say your alignment to see which artifact"
	case a.Gift.Num > 0:
		list, _ := wording.List(seq.Map(a.Artifacts, func(g divine.Given) string { return wording.Share(g.P) + " " + g.Name }), ", ", 150)
		out += "; if one comes: " + list
	}
	out += "."
	if gain := a.Luck - q.Luck; gain != 0 && q.Corpse != nil {
		out += fmt.Sprintf(" Otherwise Luck becomes %d.", a.Luck)
	}
	return out
}

// byAlignment says how often an artifact is given to each alignment, if the asker's is
// not known; same means equally often to all.
func byAlignment(g divine.Gift, name string) (says string, same bool) {
	var chances []string
	whose := map[string][]string{}
	for _, alignment := range rules.Alignments {
		g.Alignment = alignment
		list, p := g.Which(), 0.0
		for _, given := range list {
			if given.Name == name {
				p = g.Chance(list).P * given.P
			}
		}
		text := wording.Chance(p)
		if whose[text] == nil {
			chances = append(chances, text)
		}
		whose[text] = append(whose[text], alignment)
	}
	if len(chances) == 1 {
		return fmt.Sprintf("%s of %s per sacrifice, whatever your alignment.", wording.Capital(chances[0]), name), true
	}
	for i, text := range chances {
		chances[i] = text + " if you are " + strings.Join(whose[text], " or ")
	}
	return fmt.Sprintf("%s per sacrifice: %s.", name, strings.Join(chances, "; ")), false
}

// gehennomMatters reports whether it would make a difference to an offering if the
// altar were in Gehennom.
func gehennomMatters(q *divine.Sacrifice) bool {
	there := *q
	there.Gehennom = true
	return there.Answer().Outcomes[0].What != q.Answer().Outcomes[0].What
}

// wantSteps adds the chance of one artifact.
func wantSteps(d *steps.Derivation, a *sacAnswer, name string) *wantedGift {
	share := a.share(name)
	out := &wantedGift{name, a.Gift.P * share}
	if a.Gift.P == 0 {
		return out
	}
	given := wording.Share(share)
	d.Counted(rules.CiteWhichGift, "given a gift, "+name, given, "every artifact that may be kept")
	d.Work("", name, wording.Share(out.P), "%s * %s", a.Gift, given)
	return out
}

// convertSummary says how likely an altar is converted, and a minion comes, and
// adds the steps.
func convertSummary(c *commands.Call, d *steps.Derivation, q *divine.Sacrifice, a *sacAnswer) string {
	d.Work(rules.CiteSacrifice, "the altar is converted", wording.Share(a.Converts.P), "(%d + %d)/(%d + %d)", q.Rules.ConvertDie-q.Rules.ConvertOver-1, q.XL, q.Rules.ConvertDie, q.XL)
	whose := "another god's altar"
	if q.Altar == divine.Moloch {
		whose = "an altar of Moloch"
	}
	out := fmt.Sprintf("%s to convert %s at XL %d (%s): Luck +1, else Luck -1.", wording.Capital(wording.Chance(a.Converts.P)), whose, q.XL, a.Converts)
	_, turned := now.In(c)
	if _, recorded := record.In(c); !turned || !recorded {
		return out + " Say your alignment record and the turn to see how often a minion comes."
	}
	a.Minions = &minions{Success: q.Minion(true), Failure: q.Minion(false)}
	a.Minions.P = a.Converts.P*a.Minions.Success + (1-a.Converts.P)*a.Minions.Failure
	d.Work(rules.CiteSacrifice, "a minion", wording.Share(a.Minions.P), "%s*%s + (1 - %s)*%s", a.Converts, wording.Trim(a.Minions.Success), a.Converts, wording.Trim(a.Minions.Failure))
	return out + fmt.Sprintf(" A minion of its god comes %s of the time.", wording.Share(a.Minions.P))
}

// sacSummary lists the effects of a sacrifice without a gift.
func sacSummary(q *divine.Sacrifice, a *divine.Offered) string {
	var parts []string
	for _, o := range a.Outcomes {
		what := o.What
		for _, same := range []string{"; luck +0", "; record +0", "; anger +0", "; timeout +0"} {
			what = strings.Replace(what, same, "", 1)
		}
		what = strings.TrimSuffix(what, "; altar "+q.Altar) // it stays as it is
		what = strings.Replace(strings.Replace(what, "; luck", "; Luck", 1), "; ", ", ", -1)
		switch {
		case what == "accepted":
			what = "accepted, which makes no difference"
		case a.Value == 0 && q.Corpse != nil && what == "nothing happens":
			what = "nothing happens: the corpse is too old"
		}
		if o.P < 1 {
			what = wording.Share(o.P) + " " + what
		}
		parts = append(parts, what)
	}
	return wording.Capital(strings.Join(parts, "; ")) + " (value " + strconv.Itoa(a.Value) + ")."
}

// giftChart returns the chance of a gift over the number of sacrifices.
func giftChart(set *rules.Set, q *divine.Sacrifice, what string, p float64) *commands.Chart {
	who := wording.Count(q.Gifts, "gift") + " so far"
	if q.Role != "" {
		who = q.Role + ", " + who
	}
	return commands.Plot(fmt.Sprintf("The chance of %s by the number of sacrifices: %s, %s", what, who, set.Title), "sacrifices", "chance %", 100, commands.Points(1, 40, func(n int) float64 { return 100 * odds.AtLeast(n, 1, p) }))
}
