package fate

import (
	"fmt"
	"slices"
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
	// Aggravates: one aggravates monsters from then on.
	Aggravates bool `json:"aggravates,omitempty"`
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
		Params: commands.Takes(commands.RuleSet, hero.Role, corpse, offered, class, hero.Race, hero.Alignment, hero.XL, hero.Luck, gifts, artifacts, named, already, worth,
			altar, converts, converted, gehennom, age, pet, record, anger, timeout, now, tries.Number, tries.Sure, chart),

		Examples: []string{
			"sac jackal as Priest human lawful xl12 luck 4 gifts 1 artifacts 2", "sac v5.0.0 value 8 Samurai xl10", "sac newt as Valkyrie human neutral xl8 altar chaotic", "sac convert xl8", "sac convert xl14 record 200 turn 20000 luck 0", "sac Val neutral Mjollnir", "sac soldier ant as Wizard elf chaotic xl5 timeout 800",
		},
		Regroup: raceBehindRole,
		Recall:  recallArtifact,
	}, tellSac)
}

// raceBehindRole takes a race right behind the role as the hero's, and not as a corpse, if a hero of
// that role may be of it: "sac Valkyrie dwarf Mjollnir".
func raceBehindRole(c *commands.Call) {
	role, offered := hero.Role.One(c), corpse.One(c)
	heroes := c.Rules.Heroes()
	if role == nil || offered == nil || heroes == nil || c.Value(hero.Race.Param).Said {
		return
	}
	race := offered.Name
	if offered.At != role.At+1 || !slices.Contains(rules.Races, race) || !heroes.Agree(role.Name, race) {
		return
	}
	*c.Value(corpse.Param) = commands.Value{}
	*c.Value(hero.Race.Param) = commands.Value{Said: true, Text: race}
}

// recallArtifact adds the artifact in a character's hand to those that exist already. Any that
// is named behind the one that is wanted does.
func recallArtifact(c, character *commands.Call) []string {
	a := hero.InHand(c.Rules, character, "")
	if a == nil || offered.In(c) {
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

func tellSac(c *commands.Call) (*commands.Story, error) {
	if offered.In(c) {
		return tellAmulet(c), nil
	}
	first := len(c.Notes)
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
	if most := dearest(c, q); a.Gifted && most > 1 {
		note := commands.Note{Kind: commands.Assumed, Text: fmt.Sprintf("a corpse of value %d or more", most)}
		c.Notes = slices.Insert(c.Notes, first, note) // the one that matters most
	}
	asked := q.Gift
	asked.Value = a.Value
	answer := sacAnswer{Gift: odds.Never, Artifacts: asked.Which(), Value: a.Value, Luck: a.Luck, Anger: a.Anger, Record: a.Record, Outcomes: a.Outcomes, Aggravates: a.Aggravates, Reduction: reduction(q)}
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

// dearest returns the value that a sacrifice must have for any artifact that may be given; 0 if
// its value is said or makes no difference.
func dearest(c *commands.Call, q *divine.Sacrifice) (most int) {
	list := q.Which()
	if q.Corpse != nil || !q.Rules.ByWorth || len(list) == 0 {
		return 0
	}
	if _, valued := worth.In(c); valued {
		return 0
	}
	for _, g := range list {
		if x := q.Rules.Gift(g.Name); x.Role == "" || x.Role != q.Role {
			most = max(most, x.Worth)
		}
	}
	return most
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
