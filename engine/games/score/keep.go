package score

import (
	"context"
	"maps"
	"math/big"
	"slices"
)

// Kept is what a count has found out, in a form that is written and read fast: a later count
// by the same rules, of the same span and entrants, goes on from it. Its lists have an
// entry for each player and then each clan, or for each of their figures, one player
// after another.
type Kept struct {
	Players, Clans []string // sorted
	Counted        []int32
	Has            []uint64 // as many words for each

	Figures []int32 // how many each has
	Parts   []int32 // whose these are, of the rules
	Flags   []uint8
	N, At   []int64
	Bonus   []Points // of those with flagBonus
	Exact   []string // of those with flagExact
	Text    []string // of those with flagText

	// The games of a figure, as runs: how far each begins behind the end of the last one,
	// and how many are in it.
	Runs       []int32
	Gap, Games []int32
}

// What there is of a figure.
const (
	flagOK = 1 << iota
	flagListed
	flagBonus
	flagExact
	flagText
)

// Keep returns what is counted, for Resume. Its only error is that of a cancelled ctx.
func (c *Count) Keep(ctx context.Context) (*Kept, error) {
	if err := c.settle(ctx); err != nil {
		return nil, err
	}
	k := &Kept{Players: slices.Sorted(maps.Keys(c.players)), Clans: slices.Sorted(maps.Keys(c.clans))}
	for _, id := range k.Players {
		k.add(&c.players[id].party)
	}
	for _, name := range k.Clans {
		k.add(&c.clans[name].party)
	}
	return k, nil
}

func (k *Kept) add(p *party) {
	k.Counted, k.Has = append(k.Counted, int32(p.counted)), append(k.Has, p.has...)
	n := int32(0)
	for part, r := range p.rungs {
		if r == nil {
			continue
		}
		n++
		flags := uint8(0)
		set := func(flag uint8, is bool) bool {
			if is {
				flags |= flag
			}
			return is
		}
		set(flagOK, r.ok)
		set(flagListed, r.listed)
		if set(flagBonus, r.bonus != 0) {
			k.Bonus = append(k.Bonus, r.bonus)
		}
		if set(flagExact, r.exact != nil) {
			k.Exact = append(k.Exact, r.exact.RatString())
		}
		if set(flagText, r.text != "") {
			k.Text = append(k.Text, r.text)
		}
		k.Parts, k.Flags = append(k.Parts, int32(part)), append(k.Flags, flags)
		k.N, k.At = append(k.N, r.n), append(k.At, r.at)
		runs, next := int32(0), int32(0)
		for i := 0; i < len(r.games); runs++ {
			from := i
			for i++; i < len(r.games) && r.games[i] == r.games[i-1]+1; i++ {
			}
			k.Gap, k.Games = append(k.Gap, r.games[from]-next), append(k.Games, int32(i-from))
			next = r.games[i-1] + 1
		}
		k.Runs = append(k.Runs, runs)
	}
	k.Figures = append(k.Figures, n)
}

// Resume makes a count of entered entrants go on from what is kept. It reports false, and
// the count is of no use any more, if that is of others.
func (c *Count) Resume(k *Kept) bool {
	u := &unpacked{Kept: *k, parts: len(c.ladders), words: len(c.rules.noTrophies())}
	if !u.whole() || !slices.Equal(k.Players, slices.Sorted(maps.Keys(c.players))) {
		return false
	}
	for _, id := range k.Players {
		u.fill(&c.players[id].party)
	}
	for _, name := range k.Clans {
		g := &clan{party: partyOf(name, name)}
		u.fill(&g.party)
		c.clans[name] = g
		delete(c.dirty, name)
	}
	c.rank()
	return true
}

// unpacked is what is left of something kept.
type unpacked struct {
	Kept
	parts, words int
	rungs        []rung // to take from
	games        []int32
}

// whole reports whether the lists are as long as each other says.
func (u *unpacked) whole() bool {
	parties, figures, runs := len(u.Players)+len(u.Clans), 0, 0
	for _, n := range u.Figures {
		figures += int(n)
	}
	for _, n := range u.Runs {
		runs += int(n)
	}
	of := map[uint8]int{}
	for _, flags := range u.Flags {
		for _, flag := range []uint8{flagBonus, flagExact, flagText} {
			of[flag] += int((flags & flag) / flag)
		}
	}
	return len(u.Counted) == parties && len(u.Has) == parties*u.words && len(u.Figures) == parties &&
		len(u.Parts) == figures && len(u.Flags) == figures && len(u.N) == figures && len(u.At) == figures && len(u.Runs) == figures &&
		len(u.Gap) == runs && len(u.Games) == runs && len(u.Bonus) == of[flagBonus] && len(u.Exact) == of[flagExact] && len(u.Text) == of[flagText] &&
		!slices.ContainsFunc(u.Parts, func(p int32) bool { return int(p) >= u.parts })
}

// shift takes the first of a list.
func shift[T any](list *[]T) T {
	x := (*list)[0]
	*list = (*list)[1:]
	return x
}

// fill gives somebody what is kept of them.
func (u *unpacked) fill(p *party) {
	p.counted, p.rungs = int(shift(&u.Counted)), make([]*rung, u.parts)
	p.has, u.Has = slices.Clone(u.Has[:u.words:u.words]), u.Has[u.words:]
	for range shift(&u.Figures) {
		if len(u.rungs) == 0 {
			u.rungs = make([]rung, 1024)
		}
		r := &u.rungs[0]
		u.rungs = u.rungs[1:]
		p.rungs[shift(&u.Parts)] = r
		flags := shift(&u.Flags)
		*r = rung{of: p, listed: flags&flagListed != 0, value: value{n: shift(&u.N), at: shift(&u.At), ok: flags&flagOK != 0}}
		if flags&flagBonus != 0 {
			r.bonus = shift(&u.Bonus)
		}
		if flags&flagExact != 0 {
			r.exact, _ = new(big.Rat).SetString(shift(&u.Exact))
		}
		if flags&flagText != 0 {
			r.text = shift(&u.Text)
		}
		r.games = u.runs(int(shift(&u.Runs)))
	}
}

// runs returns the games of a figure.
func (u *unpacked) runs(n int) []int32 {
	if n == 0 {
		return nil
	}
	all := 0
	for _, games := range u.Games[:n] {
		all += int(games)
	}
	if len(u.games) < all {
		u.games = make([]int32, max(all, 1<<16))
	}
	out, next := u.games[:0:all], int32(0)
	u.games = u.games[all:]
	for range n {
		next += shift(&u.Gap)
		for range shift(&u.Games) {
			out = append(out, next)
			next++
		}
	}
	return out
}

// KeptFound is what a Looker has found in a row.
type KeptFound struct {
	Variant string
	Bits    []uint64
	Earned  []int32
}

// Keep returns what was found, by number, for Refind.
func (l *Looker) Keep() (out []KeptFound) {
	for _, more := range l.Found() {
		f := more.(*found)
		out = append(out, KeptFound{Variant: f.variant, Bits: f.bits, Earned: f.earned})
	}
	return out
}

// Refind takes over what another Looker has found, with its numbers, before this one finds
// anything. It reports false if that cannot be.
func (l *Looker) Refind(kept []KeptFound) bool {
	for _, k := range kept {
		l.share(found{variant: k.Variant, bits: k.Bits, earned: k.Earned})
	}
	return len(l.all) == len(kept)
}
