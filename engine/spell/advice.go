package spell

import (
	"fmt"
	"slices"

	"delphi/engine/rules"
)

// Advice is what each single change of gear does to a cast. Best and Ways choose
// among them.
type Advice struct {
	q    *Question
	now  Answer
	gear []option // in the order of Question.gear
}

// Advise looks at what a hero may take off, put on or wield for a cast. q must
// pass Check.
func Advise(q *Question) Advice {
	a := Advice{q, Fail(q), q.gear()}
	for i := range a.gear {
		o, to := &a.gear[i], *q
		o.change(&to)
		after := Fail(&to)
		o.Fail, o.Cost, o.helps = after.Fail, after.Cost, helps(&after, &a.now)
	}
	return a
}

// Ways lists what lowers the failure, or else the power cost, each better than
// those before it. What the hero can do at once comes first: one thing to take
// off, put on or wield, then two of them, then all that hampers off; then the
// lowest skill that is worth training, alone and with gear; then a helm of
// brilliance, which must be found. One level or one point of the stat is listed
// where nothing else helps.
func (a Advice) Ways() (ways []Way) {
	q, best := a.q, a.now.outcome()
	more := func() bool { return best.fail > 0 || !a.now.Fails }
	add := func(o outcome, changes ...Change) {
		if !o.better(best) {
			return
		}
		for i := range changes {
			changes[i].Fail, changes[i].Cost = o.fail, o.cost
		}
		ways, best = append(ways, Way{changes, o.fail, o.cost}), o
	}
	if o, c, ok := a.one(); ok {
		add(o, c)
	}
	if more() {
		a.two(q, add)
	}
	if more() {
		if o, off := q.bare(); len(off) > 2 {
			add(o, off...)
		}
	}
	if more() {
		if to, c, ok := q.trained(); ok {
			after := Fail(to)
			add(after.outcome(), c)
			if more() {
				a.with(to, c, add)
			}
			if more() {
				a.two(to, func(o outcome, both ...Change) { add(o, append(both, c)...) })
			}
		}
	}
	if more() {
		if to, c, ok := q.brilliant(); ok {
			after := Fail(to)
			add(after.outcome(), c)
			if more() {
				a.with(to, c, add)
			}
		}
	}
	if len(ways) > 0 {
		q.substitutes(ways)
		return ways
	}
	if q.XL < MaxXL {
		to := *q
		to.XL++
		after := Fail(&to)
		add(after.outcome(), Change{Kind: GainLevel, Value: to.XL})
	}
	if v := q.asked(); v < MaxStat {
		to := q.withStat(v + 1)
		after := Fail(&to)
		add(after.outcome(), Change{Kind: GainStat, Stat: q.Role.Stat, Value: v + 1})
	}
	return ways[max(0, len(ways)-1):] // the better of the two
}

// one is the best single change of gear that helps; ok is false if none does.
func (a Advice) one() (best outcome, c Change, ok bool) {
	for i := range a.gear {
		g := &a.gear[i]
		if o := (outcome{g.Fail, g.Cost}); g.helps && (!ok || o.better(best)) {
			to := *a.q
			if g.change(&to); to.holdable() {
				best, c, ok = o, g.Change, true
			}
		}
	}
	return best, c, ok
}

// with calls yield with the best of the changes of gear that help together with
// another change, which makes the question to.
func (a Advice) with(to *Question, other Change, yield func(outcome, ...Change)) {
	var best outcome
	first := -1
	for i := range a.gear {
		if !a.gear[i].helps {
			continue
		}
		one := *to
		a.gear[i].change(&one)
		if after := Fail(&one); one.holdable() && (first < 0 || after.outcome().better(best)) {
			best, first = after.outcome(), i
		}
	}
	if first >= 0 {
		yield(best, a.gear[first].Change, other)
	}
}

// two calls yield with the best pair of the changes of gear that help, which can
// be made together, for a hero as in to.
func (a Advice) two(to *Question, yield func(outcome, ...Change)) {
	var best outcome
	first, second := -1, -1
	for i := range a.gear {
		if !a.gear[i].helps {
			continue
		}
		one := *to
		a.gear[i].change(&one)
		for k := i + 1; k < len(a.gear); k++ {
			if !a.gear[k].helps || clash(&a.gear[i].Change, &a.gear[k].Change) {
				continue
			}
			both := one
			a.gear[k].change(&both)
			if after := Fail(&both); both.holdable() && (first < 0 || after.outcome().better(best)) {
				best, first, second = after.outcome(), i, k
			}
		}
	}
	if second >= 0 {
		yield(best, a.gear[first].Change, a.gear[second].Change)
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
func (q *Question) bare() (outcome, []Change) {
	to := *q
	for s := range to.Worn {
		if w := to.Worn[s].Worn; w != nil && !w.Robe {
			to.Worn[s] = Piece{}
		}
	}
	after := Fail(&to)
	best := after.outcome()
	var off []Change
	for s := range to.Worn {
		if to.Worn[s] == q.Worn[s] {
			continue
		}
		to.Worn[s] = q.Worn[s]
		if a := Fail(&to); best.better(a.outcome()) {
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
		if a := Fail(&at); a.outcome().better(best.outcome()) || skill == q.best() && !ok && helps(&a, &best) {
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
func (a Advice) Best() (best Change, ok bool) {
	q := a.q
	best.Fail, best.Cost = a.now.Fail, a.now.Cost
	low := a.now.outcome()
	take := func(c *Change) {
		if o := (outcome{c.Fail, c.Cost}); o.better(low) {
			low, best, ok = o, *c, true
		}
	}
	for i := range a.gear {
		take(&a.gear[i].Change)
	}
	consider := func(c Change, to *Question) {
		after := Fail(to)
		c.Fail, c.Cost = after.Fail, after.Cost
		take(&c)
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
