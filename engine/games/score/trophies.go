package score

import (
	"slices"
)

// trophySet says which trophies somebody has, by their numbers.
type trophySet []uint64

func (s trophySet) has(n int) bool { return n>>6 < len(s) && s[n>>6]>>(n&63)&1 == 1 }
func (s trophySet) add(n int)      { s[n>>6] |= 1 << (n & 63) }

// trophies returns those that the games of a player or a clan have earned, and those of
// before. clan: a clan asks.
func (m *meter) trophies(h *hand, clan bool, before trophySet) trophySet {
	r := m.rules
	if len(r.trophies) == 0 {
		return nil
	}
	has := make(trophySet, (len(r.trophies)+63)/64)
	copy(has, before)
	for i := range r.trophies {
		t := &r.trophies[i]
		if clan && t.For == "players" || !clan && t.For == "clans" || t.variant != "" && len(h.games(t.variant)) == 0 {
			continue
		}
		if t.earnedBy(m, h, has) && !slices.ContainsFunc(t.holds, func(k int) bool { return !has.has(k) }) {
			has.add(i)
		}
	}
	return has
}

// earnedBy reports whether games meet what a trophy asks for, other trophies aside.
func (t *Trophy) earnedBy(m *meter, h *hand, has trophySet) bool {
	games := h.games(t.variant)
	switch {
	case t.earned > 0:
		return slices.ContainsFunc(games, func(g *look) bool { return slices.Contains(g.found.earned, int32(t.earned-1)) })
	case t.Each == trophyVariant:
		return m.rules.trophyVariants(has, t.among) >= max(t.Distinct, t.Different)
	case t.Across:
		games = until(h.all, games)
	}
	games = fits(games, t.where)
	if t.none != nil && slices.ContainsFunc(games, func(g *look) bool { return g.meets(t.none) }) {
		return false
	}
	if len(games) < max(t.Least, 1) && len(t.Holds) == 0 {
		return false
	}
	for _, c := range t.set {
		if !slices.ContainsFunc(games, func(g *look) bool { return g.meets(c) }) {
			return false
		}
	}
	return t.values(m, games) && t.united(m.rules, games)
}

// values reports whether the values of Each are those that are asked for.
func (t *Trophy) values(m *meter, games []*look) bool {
	if t.Each == "" {
		return true
	}
	m.turn++
	n := 0
	for _, g := range games {
		if m.fresh(m.code(g, t.each)) {
			n++
		}
	}
	if t.Distinct > 0 && n != t.Distinct || n < t.Different {
		return false
	}
	return !slices.ContainsFunc(t.All, func(v string) bool {
		code := m.number(v)
		return int(code) >= len(m.seen) || m.seen[code] != m.turn
	})
}

// united reports whether games have together what a trophy asks for.
func (t *Trophy) united(r *Rules, games []*look) bool {
	switch of := t.Of; t.Union {
	case "conduct":
		kept := map[string]bool{}
		for _, g := range games {
			for _, c := range g.Conducts {
				kept[c] = true
			}
		}
		return len(kept) == of
	case "achieve":
		if of == 0 && r.feats != nil {
			of = r.feats.Size
		}
		return r.union(games) == of
	}
	return true
}

// until returns the games that had ended when the last of some games did.
func until(all, some []*look) (out []*look) {
	last := int64(0)
	for _, g := range some {
		last = max(last, g.End)
	}
	for _, g := range all {
		if g.End <= last {
			out = append(out, g)
		}
	}
	return out
}

// trophyVariants returns for how many of some variants somebody has a trophy.
func (r *Rules) trophyVariants(has trophySet, among []string) int {
	seen := map[string]bool{}
	for i := range r.trophies {
		if v := r.trophies[i].variant; v != "" && has.has(i) && slices.Contains(among, v) {
			seen[v] = true
		}
	}
	return len(seen)
}

// TrophyPoints holds the points that trophies give.
func (r *Rules) trophyPoints(has trophySet) (sum Points) {
	for i := range r.trophies {
		if r.trophies[i].Points != 0 && has.has(i) {
			sum += pointsOf(rat(r.trophies[i].Points))
		}
	}
	return sum
}
