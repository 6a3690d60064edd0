package spell

import (
	"strconv"
	"strings"

	"delphi/engine/rules"
)

// ChangeKind is what a Change touches.
type ChangeKind uint8

// Changes that help equally are preferred in this order, what takes only a
// moment first.
const (
	TakeOff ChangeKind = iota
	PutOn
	Wield
	Train
	GainLevel
	GainStat
)

var changeNames = [...]string{"take off", "put on", "wield", "skill", "xl", "stat"}

func (k ChangeKind) String() string { return changeNames[k] }

// Change is one single change to a Question, and what the cast does after it.
type Change struct {
	Kind    ChangeKind
	Thing   string // what is taken off, put on or wielded
	Instead string // what must go for it; empty: nothing
	Or      string // TakeOff: what may be worn in its place with the same result; empty: not looked for, or none
	Skill   rules.Skill
	Stat    rules.Stat
	Value   int // the new XL or attribute
	Fail    int // percent after the change, as in Answer
	Cost    int
}

// String says the change in a few words: "plate mail off", "XL 12", "advance
// to Skilled".
func (c Change) String() string {
	instead := ""
	if c.Instead != "" {
		instead = " instead of " + c.Instead
	}
	switch c.Kind {
	case TakeOff:
		if c.Or != "" {
			return c.Thing + " off (or " + c.Or + " instead)"
		}
		return c.Thing + " off"
	case PutOn:
		return c.Thing + " on" + instead
	case Wield:
		return c.Thing + " in hand" + instead
	case Train:
		return "advance to " + strings.ToUpper(c.Skill.String()[:1]) + c.Skill.String()[1:]
	case GainLevel:
		return "XL " + strconv.Itoa(c.Value)
	}
	return string(c.Stat) + " " + strconv.Itoa(c.Value)
}

// option is a change to what is worn or held, with what the cast does after it.
type option struct {
	kind  ChangeKind // TakeOff, PutOn or Wield
	helps bool       // it brings the cast nearer to succeeding
	slot  rules.Slot // of what is taken off or put on
	worn  *rules.Worn
	held  *rules.Held
	after outcome
}

// change makes the change to q.
func (o *option) change(q *Question) {
	if o.kind == Wield {
		q.Held = o.held
	} else {
		q.Worn[o.slot] = Piece{Worn: o.worn}
	}
}

// of returns the change as one of q.
func (o *option) of(q *Question) Change {
	c := Change{Kind: o.kind, Fail: o.after.fail, Cost: o.after.cost}
	switch old := q.Worn[o.slot].Worn; {
	case o.kind == TakeOff:
		c.Thing = old.Name
	case o.kind == PutOn:
		if c.Thing = o.worn.Name; old != nil {
			c.Instead = old.Name
		}
	default:
		if c.Thing = o.held.Name; q.Held != nil {
			c.Instead = q.Held.Name
		}
	}
	return c
}

// clashes reports whether two changes are about the same place: the hand, or a
// slot.
func (o *option) clashes(with *option) bool {
	if o.kind == Wield || with.kind == Wield {
		return o.kind == with.kind
	}
	return o.slot == with.slot
}

// gear lists each single thing to take off, put on or wield.
func (q *Question) gear() []option {
	out := make([]option, 0, 8)
	for s := range q.Worn {
		if q.Worn[s].Worn != nil {
			out = append(out, option{kind: TakeOff, slot: rules.Slot(s)})
		}
	}
	for _, w := range q.Rules.Robes() {
		if q.Worn[w.Slot].Worn != w {
			out = append(out, option{kind: PutOn, slot: w.Slot, worn: w})
		}
	}
	for _, h := range q.Rules.Aids() {
		if h != q.Held && !(h.TwoHanded && q.Worn[rules.Shield].Worn != nil) && q.matters(h) {
			out = append(out, option{kind: Wield, held: h})
		}
	}
	return out
}

// matters reports whether holding h can change how the cast goes.
func (q *Question) matters(h *rules.Held) bool {
	c := &q.Rules.Casting
	switch {
	case h.Quarterstaff:
		return c.Quarterstaff != 0 || c.Power.AidsHalve || c.Power.Aid != 0
	case h.Nothing:
		return c.Power.AidsHalve
	case h.Wand != "":
		return c.Power.Wand != 0 && h.Wand == q.Spell.Name
	case h.Staff != "":
		return c.Staff != 0 && (h.Staff == rules.Any || h.Staff == q.Rules.School(q.Role, q.Spell))
	case h.Book != "":
		return c.Power.BookHalves && h.Book == q.Spell.Name
	}
	return false
}

// best returns the highest skill the hero may train to.
func (q *Question) best() rules.Skill {
	if best, known := q.Role.Reach(q.Rules.School(q.Role, q.Spell)); known {
		return max(best, q.Skill)
	}
	return rules.Expert
}

// withStat returns q with another value of the attribute the role casts with.
func (q *Question) withStat(v int) Question {
	out := *q
	if q.Role.Stat == rules.Wis {
		out.Wis = v
	} else {
		out.Int = v
	}
	return out
}

// asked returns the value of the casting attribute before anything worn.
func (q *Question) asked() int {
	if q.Role.Stat == rules.Wis {
		return q.Wis
	}
	return q.Int
}

// Way is changes made together, at most one of them of skill, and what the cast
// does after them.
type Way struct {
	Changes []Change
	Fail    int // percent, as in Answer
	Cost    int
}

// String says the changes: "plate mail off", "robe on and advance to Expert".
func (w Way) String() string {
	parts := make([]string, len(w.Changes))
	for i, c := range w.Changes {
		parts[i] = c.String()
	}
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}

// outcome is what of the Figures tells which of two changes is better.
type outcome struct{ fail, cost int }

func (a *Figures) outcome() outcome { return outcome{a.Fail, a.Cost} }

// better reports whether an outcome is better than another: the failure is
// lower, or equal at a lower cost.
func (o outcome) better(than outcome) bool {
	return o.fail < than.fail || o.fail == than.fail && o.cost >= 0 && (o.cost < than.cost || than.cost < 0)
}

// helps reports whether a change brings a cast nearer to succeeding, even if
// only another one as well would show it: where the chance stays at 0.
func helps(a, now *Figures) bool {
	return a.outcome().better(now.outcome()) || a.uncut > now.uncut
}

// Reach returns every change that by itself brings the failure down to at most
// limit percent: each thing to take off, put on or wield, and the lowest skill
// that the role can train, XL and stat above the present ones. The lowest skill
// to train is Basic, because no hero advances from Restricted to Unskilled. The
// result is empty if no single change is enough, or none is needed.
func Reach(q *Question, limit int) []Change {
	var out []Change
	if q.figures().Fail <= limit {
		return nil
	}
	reaches := func(c Change, to *Question) bool {
		a := to.figures()
		if a.Fail > limit {
			return false
		}
		c.Fail, c.Cost = a.Fail, a.Cost
		out = append(out, c)
		return true
	}
	for _, o := range q.gear() {
		to := *q
		o.change(&to)
		reaches(o.of(q), &to)
	}
	to := *q
	for to.Skill = max(q.Skill, rules.Unskilled) + 1; to.Skill <= q.best(); to.Skill++ {
		if reaches(Change{Kind: Train, Skill: to.Skill}, &to) {
			break
		}
	}
	to = *q
	for to.XL = q.XL + 1; to.XL <= MaxXL; to.XL++ {
		if reaches(Change{Kind: GainLevel, Value: to.XL}, &to) {
			break
		}
	}
	for v := q.asked() + 1; v <= MaxStat; v++ {
		to := q.withStat(v)
		if reaches(Change{Kind: GainStat, Stat: q.Role.Stat, Value: v}, &to) {
			break
		}
	}
	return out
}
