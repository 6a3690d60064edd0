package divine

import (
	"cmp"
	"slices"

	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// Prayer asks for the results of a prayer.
type Prayer struct {
	Rules *rules.Prayer
	Die   *rules.Luck // for rnl

	Alignment string // the hero's: one of rules.Alignments
	Altar     string // under the hero: an alignment, Moloch's, or none
	Shrine    bool   // the altar is in a temple
	Gehennom  bool
	Form      Form

	Majors, Minors int // how many troubles of each kind
	Punished       bool

	Timeout Timeout
	Luck    int
	Anger   int // how angry the hero's god is
	Record  int // alignment record

	XL        int
	Kick      int // as in Timeout, for the one after this prayer
	Crowned   bool
	TuneKnown bool // the castle's tune is known, or its drawbridge was opened
}

// Altars other than those of an alignment.
const (
	NoAltar = "none"
	Moloch  = "unaligned"
)

// Form is the hero's polymorphed form, as far as gods care.
type Form string

const (
	Ordinary Form = "normal"
	Undead   Form = "undead"
	Demon    Form = "demon"
)

// Timeout is what is known of the prayer timeout.
type Timeout struct {
	Known int // the timeout, where Since is negative

	// Since is how many turns ago a successful prayer ended, by a hero of level
	// XL, with Kick of: crowned, Wizard killed or invoked. Late is what the
	// game's turn added.
	Since, XL, Kick, Late int
}

// KnownTimeout returns a timeout of exactly n.
func KnownTimeout(n int) Timeout { return Timeout{Known: n, Since: -1} }

// NeverPrayed returns the timeout on a turn of a hero who has never prayed.
func NeverPrayed(p *rules.Prayer, turn int) Timeout {
	return KnownTimeout(max(0, p.Start-max(0, turn-1)))
}

// AtMost returns the chance that the timeout is at most n.
func (t Timeout) AtMost(p *rules.Prayer, n int) odds.Fraction {
	switch {
	case t.Since < 0 && t.Known <= n:
		return odds.Always
	case t.Since < 0:
		return odds.Never
	}
	return AfterSuccess(p, t.XL, t.Kick).AtMost(n + t.Since - t.Late)
}

// AfterSuccess returns the timeout after a successful prayer, without the amount that
// depends on the game's turn.
func AfterSuccess(p *rules.Prayer, xl, kick int) rnd.Stretched {
	return rnd.Stretched{Base: p.Timeout, Kick: kick, KickBase: p.KickTimeout, XL: xl}
}

// LateTimeout returns the amount that depends on the turn, which a prayer adds to the
// timeout after it.
func LateTimeout(p *rules.Prayer, turn int) int {
	if p.LateStep == 0 {
		return 0
	}
	return max(0, (turn-p.LateTurns)/p.LateStep)
}

// Prayed is the result of a prayer.
type Prayed struct {
	// Refused means that the game does not let the hero pray. The rest is then empty.
	Refused bool
	Classes []Class // likeliest first
	Safe    odds.Fraction

	Outcomes []Outcome // of every class, likeliest first; they add up to 1
	Fixed    []Fixed   // given success: what is fixed, likeliest first
	Smiting  *Smiting  // nil: there is none
}

// Smiting is how a god's anger is rolled: a die of Sides sides, which is Wrath
// and Fortune together, within 1 and rules.Prayer.SmiteMost. Fortune is what
// Luck adds.
type Smiting struct{ Sides, Wrath, Fortune, Luck int }

// Class is the class of a prayer (the game's p_type) and its chance.
type Class struct {
	Class int `json:"class"`
	odds.Fraction
}

// Outcome is one thing that may come of it.
type Outcome = dice.Case[string]

// Fixed is how many troubles a god fixes, and what the pat on the head is.
type Fixed struct {
	Major int     `json:"major_fixed"`
	Minor int     `json:"minor_fixed"`
	Pat   string  `json:"pat,omitempty"`
	P     float64 `json:"p"`
}

// Classes of prayers.
const (
	ToMoloch   = -2
	IntoUndead = -1
	TooSoon    = 0
	Smitten    = 1
	NotYours   = 2
	Answered   = 3
)

// MaxTimeout bounds prayer timeouts, and the turns since a prayer.
const MaxTimeout = 100_000_000

// Trouble returns the worst trouble.
func (q *Prayer) Trouble() rules.Trouble {
	switch {
	case q.Majors > 0:
		return rules.MajorTrouble
	case q.Minors > 0:
		return rules.MinorTrouble
	}
	return rules.NoTrouble
}

// Check refuses what is out of range. Its errors are a *problem.Problem.
func (q *Prayer) Check() error {
	switch {
	case q.Timeout.Known < 0 || max(q.Timeout.Known, q.Timeout.Since) > MaxTimeout:
		return problem.Newf("A prayer timeout is between 0 and %d.", MaxTimeout).Try("pray timeout 200 trouble major")
	case q.Luck < rules.MinLuck || q.Luck > rules.MaxLuck:
		return problem.Newf("Luck is between %d and %d.", rules.MinLuck, rules.MaxLuck).Try("pray timeout 200 luck 0")
	case max(q.Record, -q.Record) > rules.MaxRecord || q.Anger < 0 || q.Anger > rules.MaxRecord:
		return problem.Newf("An alignment record is between -%d and %d, and anger is not negative.", rules.MaxRecord, rules.MaxRecord).Try("pray timeout 200 record 10")
	}
	return nil
}

// God returns the alignment of the god prayed to.
func (q *Prayer) God() string {
	if q.Altar == NoAltar {
		return q.Alignment
	}
	return q.Altar
}

// ours reports whether the hero prays to their own god.
func (q *Prayer) ours() bool { return q.God() == q.Alignment }

// Refused reports whether the game does not let the hero pray at all.
func (q *Prayer) Refused() bool { return q.Form == Demon && q.God() != q.Rules.DemonGod }

// Standing returns the alignment record that counts with the god prayed to.
func (q *Prayer) Standing() int {
	switch {
	case q.ours():
		return q.Record
	case q.Alignment != "neutral" && slices.Contains(rules.Alignments, q.God()) && q.God() != "neutral":
		return -q.Record // of the opposite sign
	}
	return q.Record / 2
}

// inTime returns the class of a prayer that is not too soon.
func (q *Prayer) inTime() int {
	switch {
	case q.Luck < 0 || q.Anger > 0 || q.Standing() < 0:
		return Smitten
	case !q.ours():
		return NotYours
	}
	return Answered
}

// Classes lists the classes that the prayer may have, likeliest first.
func (q *Prayer) Classes() []Class {
	undead := odds.Never
	if q.Form == Undead && !q.Gehennom {
		switch q.God() {
		case "lawful":
			undead = odds.Always
		case "neutral":
			undead = odds.Of(1, int64(q.Rules.UndeadOneIn))
		}
	}
	ready := q.Timeout.AtMost(q.Rules, q.Rules.Limit[q.Trouble()])
	list := []Class{{q.inTime(), ready}, {TooSoon, ready.Not()}}
	if q.Rules.MolochClass && q.God() == Moloch {
		list = []Class{{ToMoloch, odds.Always}}
	}
	var out []Class
	for _, c := range append(list, Class{IntoUndead, undead}) {
		if c.Class != IntoUndead {
			c.Fraction = c.Times(undead.Not())
		}
		if c.Num > 0 {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Class) int { return cmp.Compare(b.P, a.P) })
	return out
}

// Answer answers a question that passes Check.
func (q *Prayer) Answer() Prayed {
	if q.Refused() {
		return Prayed{Refused: true, Safe: odds.Never}
	}
	out := Prayed{Classes: q.Classes(), Safe: odds.Never}
	sum := sums{}
	for _, c := range out.Classes {
		switch {
		case c.Class == ToMoloch:
			sum.add(c.P, whatMoloch)
			if q.Gehennom {
				sum.addAll(c.P, q.inGehennom(&out))
			}
		case c.Class == IntoUndead:
			sum.add(c.P, whatUndead)
		case q.Gehennom:
			sum.addAll(c.P, q.inGehennom(&out))
		case c.Class == TooSoon:
			sum.addAll(c.P, q.smiting(&out, max(rules.MinLuck, q.Luck+q.Rules.SoonLuck), q.upset()))
		case c.Class == Smitten:
			sum.addAll(c.P, q.smiting(&out, q.Luck, q.Anger))
		case c.Class == NotYours:
			sum.add(c.P, whatForeign)
		default:
			out.Safe = c.Fraction
			out.Fixed = q.Fixes()
			for _, f := range out.Fixed {
				sum.add(c.P*f.P, q.fixedWords(f))
			}
		}
	}
	out.Outcomes = sum.list()
	return out
}

// The results of a prayer that is neither punished nor answered.
const (
	whatMoloch   = "strange forbidding: alignment record -2, nothing else"
	whatUndead   = "you return to human form and take 1d20 damage"
	whatForeign  = "the other god is satisfied: alignment record -1, nothing is fixed"
	whatGehennom = "your god cannot help you in Gehennom"
)

// inGehennom returns the results of a prayer in Gehennom: anger, or nothing if the record
// is good and rnl of it is 0.
func (q *Prayer) inGehennom(out *Prayed) []Outcome {
	calm := odds.Never
	if q.Record > 0 {
		calm = rnd.RnlZero(q.Die, q.Record, q.Luck)
	}
	var s sums
	s.add(calm.P, whatGehennom)
	if calm.P < 1 {
		own := *q
		own.Altar = NoAltar // the hero's own god is angered
		s.addAll(1-calm.P, own.smiting(out, q.Luck, q.Anger))
	}
	return s.list()
}

// upset returns the anger of the hero's god after a prayer that was too soon.
func (q *Prayer) upset() int {
	if q.ours() {
		return q.Anger + q.Rules.SoonAnger
	}
	return max(0, q.Anger-1)
}

// SmittenBy returns how the god's anger is rolled.
func (q *Prayer) SmittenBy(luck, anger int) *Smiting {
	out := &Smiting{Wrath: 3 * anger, Fortune: -luck, Luck: luck}
	if luck > 0 || q.ours() && q.Record >= q.Rules.Strident {
		out.Fortune = -luck / 3
	}
	if !q.ours() {
		out.Wrath = q.Record / 2
	}
	out.Sides = min(max(out.Wrath+out.Fortune, 1), q.Rules.SmiteMost)
	return out
}

// smiting returns the acts of an angry god.
func (q *Prayer) smiting(out *Prayed, luck, anger int) []Outcome {
	out.Smiting = q.SmittenBy(luck, anger)
	return dice.Cases(func(d *dice.Dice) string { return q.Face(d.Rn2(out.Smiting.Sides)) })
}

// Smites returns what the god's anger does, and how it is rolled.
func (q *Prayer) Smites(luck, anger int) (*Smiting, []Outcome) {
	var out Prayed
	list := q.smiting(&out, luck, anger)
	return out.Smiting, list
}

// Face returns what a face of the die of the smiting does, from 0 on.
func (q *Prayer) Face(n int) string {
	what := q.Rules.Smite[min(n, len(q.Rules.Smite)-1)]
	if what == rules.SmitePunish && q.Punished {
		return q.Rules.Smite[n-1]
	}
	return what
}

// sums adds up the chances of results.
type sums struct {
	order []string
	p     map[string]float64
}

func (s *sums) add(p float64, what string) {
	if p <= 0 {
		return
	}
	if s.p == nil {
		s.p = map[string]float64{}
	}
	if _, ok := s.p[what]; !ok {
		s.order = append(s.order, what)
	}
	s.p[what] += p
}

func (s *sums) addAll(p float64, list []Outcome) {
	for _, o := range list {
		s.add(p*o.P, o.What)
	}
}

func (s *sums) list() []Outcome {
	out := make([]Outcome, len(s.order))
	for i, what := range s.order {
		out[i] = Outcome{What: what, Chance: dice.Chance{P: s.p[what]}}
	}
	slices.SortStableFunc(out, func(a, b Outcome) int { return cmp.Compare(b.P, a.P) })
	return out
}
