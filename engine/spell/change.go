package spell

import (
	"fmt"
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
		return c.Thing + " off"
	case PutOn:
		return c.Thing + " on" + instead
	case Wield:
		return c.Thing + " in hand" + instead
	case Train:
		return "advance to " + strings.ToUpper(c.Skill.String()[:1]) + c.Skill.String()[1:]
	case GainLevel:
		return fmt.Sprintf("XL %d", c.Value)
	}
	return fmt.Sprintf("%s %d", c.Stat, c.Value)
}

// gear calls yield for each single thing to take off, put on or wield, with
// the changed question. The question passed is valid only during the call.
func (q *Question) gear(yield func(Change, *Question)) {
	try := *q
	for s := range q.Worn {
		if q.Worn[s].Worn != nil {
			try.Worn[s] = Piece{}
			yield(Change{Kind: TakeOff, Thing: q.Worn[s].Name}, &try)
			try.Worn[s] = q.Worn[s]
		}
	}
	for _, w := range q.Rules.Worn {
		if old := q.Worn[w.Slot]; w.Robe && old.Worn != w {
			c := Change{Kind: PutOn, Thing: w.Name}
			if old.Worn != nil {
				c.Instead = old.Name
			}
			try.Worn[w.Slot] = Piece{Worn: w}
			yield(c, &try)
			try.Worn[w.Slot] = old
		}
	}
	for _, h := range q.Rules.Held {
		if h == q.Held || h.TwoHanded && q.Worn[rules.Shield].Worn != nil || !q.matters(h) {
			continue
		}
		c := Change{Kind: Wield, Thing: h.Name}
		if q.Held != nil {
			c.Instead = q.Held.Name
		}
		try.Held = h
		yield(c, &try)
	}
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

// best is the highest skill the hero may train to.
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

// asked is the value of the casting attribute before anything worn.
func (q *Question) asked() int {
	if q.Role.Stat == rules.Wis {
		return q.Wis
	}
	return q.Int
}

// Best returns the single change that lowers the failure most: a thing to take
// off, put on or wield, or one step of skill, XL or the stat. If none lowers the
// failure, it returns the one that lowers the power cost most; ok is false if
// none does that either.
func Best(q *Question) (best Change, ok bool) {
	now := Fail(q)
	best.Fail, best.Cost = now.Fail, now.Cost
	consider := func(c Change, to *Question) {
		a := Fail(to)
		c.Fail, c.Cost = a.Fail, a.Cost
		if c.Fail < best.Fail || c.Fail == best.Fail && c.Cost >= 0 && (c.Cost < best.Cost || best.Cost < 0) {
			best, ok = c, true
		}
	}
	q.gear(consider)
	if q.Skill < q.best() {
		to := *q
		to.Skill = max(q.Skill, rules.Unskilled) + 1
		consider(Change{Kind: Train, Skill: to.Skill}, &to)
	}
	if q.XL < MaxXL {
		to := *q
		to.XL++
		consider(Change{Kind: GainLevel, Value: to.XL}, &to)
	}
	if v := q.asked(); v < MaxStat {
		to := q.withStat(v + 1)
		consider(Change{Kind: GainStat, Stat: q.Role.Stat, Value: v + 1}, &to)
	}
	return best, ok
}

// Reach returns every change that by itself brings the failure down to at most
// limit percent: each thing to take off, put on or wield, and the lowest skill
// that the role can train, XL and stat above the present ones. The lowest skill
// to train is Basic, because no hero advances from Restricted to Unskilled. The
// result is empty if no single change is enough, or none is needed.
func Reach(q *Question, limit int) []Change {
	var out []Change
	if Fail(q).Fail <= limit {
		return nil
	}
	reaches := func(c Change, to *Question) bool {
		a := Fail(to)
		if a.Fail > limit {
			return false
		}
		c.Fail, c.Cost = a.Fail, a.Cost
		out = append(out, c)
		return true
	}
	q.gear(func(c Change, to *Question) { reaches(c, to) })
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
