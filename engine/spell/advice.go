package spell

import (
	"slices"
	"strconv"

	"delphi/engine/rules"
)

// Advice is what each single change of gear does to a cast. Best and Ways choose
// among them.
type Advice struct {
	q    *Question
	now  Figures
	gear []option // in the order of Question.gear
}

// Advise looks at what a hero may take off, put on or wield for a cast. q must
// pass Check.
func Advise(q *Question) Advice {
	a := Advice{q, q.figures(), q.gear()}
	for i := range a.gear {
		o, to := &a.gear[i], *q
		o.change(&to)
		after := to.figures()
		o.after, o.helps = after.outcome(), helps(&after, &a.now)
	}
	return a
}

// Ways lists what lowers the failure, or else the power cost, each better than
// those before it. What the hero can do at once comes first: one thing to take
// off, put on or wield, then two of them, then all that hampers off; then the
// lowest skill that is worth training, alone and with gear; then a helm of
// brilliance, which must be found. One level or one point of the stat is listed
// where nothing else helps.
func (a Advice) Ways() []Way {
	w := ways{best: a.now.outcome(), fails: a.now.Fails}
	q := a.q
	if o, i := a.one(); i >= 0 && o.better(w.best) {
		w.add(o, a.gear[i].of(q))
	}
	if w.more() {
		a.two(&w, q)
	}
	if w.more() {
		if o, off := q.bare(); len(off) > 2 && o.better(w.best) {
			w.add(o, off...)
		}
	}
	if w.more() {
		if to, c, ok := a.trained(); ok {
			w.change(&to, c)
			if w.more() {
				a.with(&w, &to, c)
			}
			if w.more() {
				a.two(&w, &to, c)
			}
		}
	}
	if w.more() {
		if to, c, ok := q.brilliant(); ok {
			w.change(&to, c)
			if w.more() {
				a.with(&w, &to, c)
			}
		}
	}
	if len(w.found) > 0 {
		q.substitutes(w.found)
		return w.found
	}
	if q.XL < MaxXL {
		to := *q
		to.XL++
		w.change(&to, Change{Kind: GainLevel, Value: to.XL})
	}
	if v := q.asked(); v < MaxStat {
		to := q.withStat(v + 1)
		w.change(&to, Change{Kind: GainStat, Stat: q.Role.Stat, Value: v + 1})
	}
	return w.found[max(0, len(w.found)-1):] // the better of the two
}

// ways collects what helps, each better than what was found before.
type ways struct {
	found []Way
	best  outcome
	fails bool // casts can fail
}

// more reports whether something better may still be found.
func (w *ways) more() bool { return w.best.fail > 0 || !w.fails }

// add adds changes that lead to a better outcome.
func (w *ways) add(o outcome, changes ...Change) {
	for i := range changes {
		changes[i].Fail, changes[i].Cost = o.fail, o.cost
	}
	w.found, w.best = append(w.found, Way{changes, o.fail, o.cost}), o
}

// change adds a change that makes the question to, if it leads to a better
// outcome.
func (w *ways) change(to *Question, c Change) {
	if after := to.figures(); after.outcome().better(w.best) {
		w.add(after.outcome(), c)
	}
}

// one returns the best single change of gear that helps, by its place among them; -1
// if none does.
func (a Advice) one() (best outcome, first int) {
	first = -1
	for i := range a.gear {
		if g := &a.gear[i]; g.helps && (first < 0 || g.after.better(best)) {
			to := *a.q
			if g.change(&to); to.holdable() {
				best, first = g.after, i
			}
		}
	}
	return best, first
}

// with adds the best of the changes of gear that help together with another
// change, which makes the question to.
func (a Advice) with(w *ways, to *Question, other Change) {
	var best outcome
	first := -1
	for i := range a.gear {
		if !a.gear[i].helps {
			continue
		}
		one := *to
		a.gear[i].change(&one)
		if after := one.figures(); one.holdable() && (first < 0 || after.outcome().better(best)) {
			best, first = after.outcome(), i
		}
	}
	if first >= 0 && best.better(w.best) {
		w.add(best, a.gear[first].of(a.q), other)
	}
}

// two adds the best pair of the changes of gear that help, which can be made
// together, for a hero as in to, whom other changes have made so.
func (a Advice) two(w *ways, to *Question, others ...Change) {
	var best outcome
	first, second := -1, -1
	for i := range a.gear {
		if !a.gear[i].helps {
			continue
		}
		one := *to
		a.gear[i].change(&one)
		for k := i + 1; k < len(a.gear); k++ {
			if !a.gear[k].helps || a.gear[i].clashes(&a.gear[k]) {
				continue
			}
			both := one
			a.gear[k].change(&both)
			if after := both.figures(); both.holdable() && (first < 0 || after.outcome().better(best)) {
				best, first, second = after.outcome(), i, k
			}
		}
	}
	if second >= 0 && best.better(w.best) {
		w.add(best, append([]Change{a.gear[first].of(a.q), a.gear[second].of(a.q)}, others...)...)
	}
}

// holdable reports whether a hand is free for what is held beside a shield.
func (q *Question) holdable() bool {
	return q.Held == nil || !q.Held.TwoHanded || q.Worn[rules.Shield].Worn == nil
}

// bare returns what the cast does without anything that hampers it, and the changes:
// what may be kept on is.
func (q *Question) bare() (outcome, []Change) {
	to := *q
	for s := range to.Worn {
		if w := to.Worn[s].Worn; w != nil && !w.Robe {
			to.Worn[s] = Piece{}
		}
	}
	after := to.figures()
	best := after.outcome()
	var off []Change
	for s := range to.Worn {
		if to.Worn[s] == q.Worn[s] {
			continue
		}
		to.Worn[s] = q.Worn[s]
		if a := to.figures(); best.better(a.outcome()) {
			to.Worn[s] = Piece{}
			off = append(off, Change{Kind: TakeOff, Thing: q.Worn[s].Name})
		}
	}
	return best, off
}

// hopedFor is the enchantment of a helm of brilliance that is worth looking for.
const hopedFor = 3

// brilliant returns q with a helm of brilliance, which adds to Int and Wis; ok is false
// if the version has none, or one is worn.
func (q *Question) brilliant() (to Question, c Change, ok bool) {
	helm, old := q.Rules.WornNamed("helm of brilliance"), q.Worn[rules.Helmet]
	if helm == nil || !helm.Mind || old.Worn == helm {
		return to, c, false
	}
	c = Change{Kind: PutOn, Thing: "+" + strconv.Itoa(hopedFor) + " " + helm.Name}
	if old.Worn != nil {
		c.Instead = old.Name
	}
	to = *q
	to.Worn[rules.Helmet] = Piece{Worn: helm, Enchant: hopedFor}
	return to, c, true
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
			to := *q
			to.Worn[slot] = Piece{}
			without := to.figures()
			for _, name := range usual[slot] {
				if other := q.Rules.WornNamed(name); other != nil && int(other.Slot) == slot && other != q.Worn[slot].Worn {
					to.Worn[slot] = Piece{Worn: other}
					if with := to.figures(); with.outcome() == without.outcome() && with.Penalty == without.Penalty {
						c.Or = name
						break
					}
				}
			}
		}
	}
}

// trained returns the question with the lowest skill above the present one that leaves the
// failure as low as training can; ok is false if none lowers it.
func (a Advice) trained() (to Question, c Change, ok bool) {
	q, best := a.q, a.now
	at, reach := *q, q.best()
	for at.Skill = max(q.Skill, rules.Unskilled) + 1; at.Skill <= reach; at.Skill++ {
		if f := at.figures(); f.outcome().better(best.outcome()) || at.Skill == reach && !ok && helps(&f, &best) {
			best, to, ok = f, at, true
			c = Change{Kind: Train, Skill: at.Skill}
		}
	}
	return to, c, ok
}

// Best returns the single change that lowers the failure most: a thing to take
// off, put on or wield, a skill that the role can reach, or one step of XL or the
// stat. If none lowers the failure, it returns the one that lowers the power
// cost most; ok is false if none does that either.
func (a Advice) Best() (best Change, ok bool) {
	q, low, first := a.q, a.now.outcome(), -1
	for i := range a.gear {
		if o := a.gear[i].after; o.better(low) {
			low, first = o, i
		}
	}
	if ok = first >= 0; ok {
		best = a.gear[first].of(q)
	} else {
		best.Fail, best.Cost = low.fail, low.cost
	}
	consider := func(c Change, to *Question) {
		if after := to.figures(); after.outcome().better(low) {
			low, best, ok = after.outcome(), c, true
			best.Fail, best.Cost = low.fail, low.cost
		}
	}
	to, reach := *q, q.best()
	for to.Skill = max(q.Skill, rules.Unskilled) + 1; to.Skill <= reach; to.Skill++ {
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
