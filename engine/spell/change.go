package spell

import (
	"fmt"
	"slices"
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
		return fmt.Sprintf("XL %d", c.Value)
	}
	return fmt.Sprintf("%s %d", c.Stat, c.Value)
}

// option is a change to what is worn or held.
type option struct {
	Change
	slot  int // of piece; where nothing is wielded
	piece Piece
	held  *rules.Held
}

// change makes the change to q.
func (o *option) change(q *Question) {
	if o.Kind == Wield {
		q.Held = o.held
	} else {
		q.Worn[o.slot] = o.piece
	}
}

// gear lists each single thing to take off, put on or wield.
func (q *Question) gear() []option {
	out := make([]option, 0, 12)
	for s := range q.Worn {
		if q.Worn[s].Worn != nil {
			out = append(out, option{Change: Change{Kind: TakeOff, Thing: q.Worn[s].Name}, slot: s})
		}
	}
	for _, w := range q.Rules.Robes() {
		if old := q.Worn[w.Slot]; old.Worn != w {
			c := Change{Kind: PutOn, Thing: w.Name}
			if old.Worn != nil {
				c.Instead = old.Name
			}
			out = append(out, option{Change: c, slot: int(w.Slot), piece: Piece{Worn: w}})
		}
	}
	for _, h := range q.Rules.Aids() {
		if h == q.Held || h.TwoHanded && q.Worn[rules.Shield].Worn != nil || !q.matters(h) {
			continue
		}
		c := Change{Kind: Wield, Thing: h.Name}
		if q.Held != nil {
			c.Instead = q.Held.Name
		}
		out = append(out, option{Change: c, held: h})
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

// better reports whether an outcome is better than another: the failure is
// lower, or equal at a lower cost.
func better(a, than *Answer) bool {
	return a.Fail < than.Fail || a.Fail == than.Fail && a.Cost >= 0 && (a.Cost < than.Cost || than.Cost < 0)
}

// helps reports whether a change brings a cast nearer to succeeding, even if
// only another one as well would show it: where the chance stays at 0.
func helps(a, now *Answer) bool {
	raw := func(a *Answer) int {
		if !a.Fails {
			return a.Chance
		}
		sum := a.Chance*(20-a.Penalty)/15 - a.Penalty
		for _, s := range a.Steps.All() {
			if s.What == DexterityStep || s.What == StaffHeld || s.What == BodyArmour {
				sum += s.Value
			}
		}
		return sum
	}
	return better(a, now) || raw(a) > raw(now)
}

// options lists the changes to gear that help, in the order of gear.
func (q *Question) options(now *Answer) []option {
	return slices.DeleteFunc(q.gear(), func(o option) bool {
		to := *q
		o.change(&to)
		a := Fail(&to)
		return !helps(&a, now)
	})
}

// Ways lists what lowers the failure, or else the power cost, each better than
// those before it. What the hero can do at once comes first: one thing to take
// off, put on or wield, then two of them, then all that hampers off; then the
// lowest skill that is worth training, alone and with gear; then a helm of
// brilliance, which must be found. One level or one point of the stat is listed
// where nothing else helps.
func Ways(q *Question) (ways []Way) {
	now := Fail(q)
	best := now
	add := func(a Answer, changes ...Change) {
		if better(&a, &best) {
			for i := range changes {
				changes[i].Fail, changes[i].Cost = a.Fail, a.Cost
			}
			ways, best = append(ways, Way{changes, a.Fail, a.Cost}), a
		}
	}
	gear := q.options(&now)
	withGear := func(q *Question, more ...Change) {
		q.bestGear(gear, 1, func(a Answer, c ...Change) { add(a, append(c, more...)...) })
		if best.Fail > 0 || !best.Fails {
			q.bestGear(gear, 2, func(a Answer, c ...Change) { add(a, append(c, more...)...) })
		}
	}
	withGear(q)
	more := func() bool { return best.Fail > 0 || !best.Fails }
	if more() {
		if a, off := q.bare(); len(off) > 2 {
			add(a, off...)
		}
	}
	if more() {
		if to, c, ok := q.trained(); ok {
			add(Fail(to), c)
			if more() {
				withGear(to, c)
			}
		}
	}
	if to, c, ok := q.brilliant(); ok && more() {
		add(Fail(to), c)
		if more() {
			to.bestGear(gear, 1, func(a Answer, with ...Change) { add(a, append(with, c)...) })
		}
	}
	if len(ways) > 0 {
		q.substitutes(ways)
		return ways
	}
	if q.XL < MaxXL {
		to := *q
		to.XL++
		add(Fail(&to), Change{Kind: GainLevel, Value: to.XL})
	}
	if v := q.asked(); v < MaxStat {
		to := q.withStat(v + 1)
		add(Fail(&to), Change{Kind: GainStat, Stat: q.Role.Stat, Value: v + 1})
	}
	return ways[max(0, len(ways)-1):] // the better of the two
}

// bestGear calls yield with the best of the ways to make n of the changes, 1 or
// 2, that can be made together.
func (q *Question) bestGear(gear []option, n int, yield func(Answer, ...Change)) {
	best, first, second := Answer{}, -1, -1
	for i := range gear {
		one := *q
		gear[i].change(&one)
		if n == 1 {
			if a := Fail(&one); one.holdable() && (first < 0 || better(&a, &best)) {
				best, first = a, i
			}
			continue
		}
		for k := i + 1; k < len(gear); k++ {
			if clash(&gear[i].Change, &gear[k].Change) {
				continue
			}
			two := one
			gear[k].change(&two)
			if a := Fail(&two); two.holdable() && (first < 0 || better(&a, &best)) {
				best, first, second = a, i, k
			}
		}
	}
	switch {
	case second >= 0:
		yield(best, gear[first].Change, gear[second].Change)
	case first >= 0:
		yield(best, gear[first].Change)
	}
}

// holdable reports whether a hand is free for what is held beside a shield.
func (q *Question) holdable() bool {
	return q.Held == nil || !q.Held.TwoHanded || q.Worn[rules.Shield].Worn == nil
}

// clash reports whether two changes are about the same place: the hand, or a
// slot whose piece the one takes off and the other replaces.
func clash(a, b *Change) bool {
	return a.Kind == Wield && b.Kind == Wield || a.Thing == b.Instead || b.Thing == a.Instead || a.Instead != "" && a.Instead == b.Instead
}

// bare is what the cast does without anything that hampers it, and the changes:
// what may be kept on is.
func (q *Question) bare() (Answer, []Change) {
	to := *q
	for s := range to.Worn {
		if w := to.Worn[s].Worn; w != nil && !w.Robe {
			to.Worn[s] = Piece{}
		}
	}
	best := Fail(&to)
	var off []Change
	for s := range to.Worn {
		if to.Worn[s] == q.Worn[s] {
			continue
		}
		to.Worn[s] = q.Worn[s]
		if a := Fail(&to); better(&best, &a) {
			to.Worn[s] = Piece{}
			off = append(off, Change{Kind: TakeOff, Thing: q.Worn[s].Name})
		}
	}
	return best, off
}

// hopedFor is the enchantment of a helm of brilliance that is worth looking for.
const hopedFor = 3

// brilliant is q with a helm of brilliance, which adds to Int and Wis; ok is
// false where the version has none, or one is worn.
func (q *Question) brilliant() (to *Question, c Change, ok bool) {
	helm, old := q.Rules.WornNamed("helm of brilliance"), q.Worn[rules.Helmet]
	if helm == nil || !helm.Mind || old.Worn == helm {
		return nil, c, false
	}
	c = Change{Kind: PutOn, Thing: fmt.Sprintf("+%d %s", hopedFor, helm.Name)}
	if old.Worn != nil {
		c.Instead = old.Name
	}
	at := *q
	at.Worn[rules.Helmet] = Piece{Worn: helm, Enchant: hopedFor}
	return &at, c, true
}

// usual is what casters wear in a slot instead of metal, the best first.
var usual = [len(Question{}.Worn)][]string{
	rules.Body:   {"gray dragon scale mail", "gray dragon scales", "leather armor"},
	rules.Helmet: {"helm of brilliance", "elven leather helm"},
	rules.Gloves: {"gauntlets of dexterity", "leather gloves"},
	rules.Boots:  {"speed boots", "high boots"},
}

// substitutes names what may be worn in the place of what is to be taken off,
// where that is first said.
func (q *Question) substitutes(ways []Way) {
	var said [len(usual)]bool
	for _, w := range ways {
		for i := range w.Changes {
			c := &w.Changes[i]
			slot := slices.IndexFunc(q.Worn[:], func(p Piece) bool { return p.Worn != nil && p.Name == c.Thing })
			if c.Kind != TakeOff || slot < 0 || said[slot] {
				continue
			}
			said[slot] = true
			without, with := *q, *q
			without.Worn[slot] = Piece{}
			for _, name := range usual[slot] {
				if other := q.Rules.WornNamed(name); other != nil && int(other.Slot) == slot && other != q.Worn[slot].Worn {
					with.Worn[slot] = Piece{Worn: other}
					if a, b := Fail(&with), Fail(&without); a.Fail == b.Fail && a.Penalty == b.Penalty && a.Cost == b.Cost {
						c.Or = name
						break
					}
				}
			}
		}
	}
}

// trained is q with the lowest skill above the present one that leaves the
// failure as low as training can; ok is false if none lowers it.
func (q *Question) trained() (to *Question, c Change, ok bool) {
	best := Fail(q)
	for skill := max(q.Skill, rules.Unskilled) + 1; skill <= q.best(); skill++ {
		at := *q
		at.Skill = skill
		if a := Fail(&at); better(&a, &best) || skill == q.best() && !ok && helps(&a, &best) {
			best, to, ok = a, &at, true
			c = Change{Kind: Train, Skill: skill}
		}
	}
	return to, c, ok
}

// Best returns the single change that lowers the failure most: a thing to take
// off, put on or wield, a skill that the role can reach, or one step of XL or the
// stat. If none lowers the failure, it returns the one that lowers the power
// cost most; ok is false if none does that either.
func Best(q *Question) (best Change, ok bool) {
	now := Fail(q)
	best.Fail, best.Cost = now.Fail, now.Cost
	low := now
	consider := func(c Change, to *Question) {
		if a := Fail(to); better(&a, &low) {
			low = a
			c.Fail, c.Cost = a.Fail, a.Cost
			best, ok = c, true
		}
	}
	for _, o := range q.gear() {
		to := *q
		o.change(&to)
		consider(o.Change, &to)
	}
	to := *q
	for to.Skill = max(q.Skill, rules.Unskilled) + 1; to.Skill <= q.best(); to.Skill++ {
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
	for _, o := range q.gear() {
		to := *q
		o.change(&to)
		reaches(o.Change, &to)
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
