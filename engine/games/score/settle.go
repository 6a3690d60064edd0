package score

import (
	"context"
	"math"
	"math/big"
	"slices"

	"delphi/engine/seq"
)

// clan is a clan as counted.
type clan struct {
	party
	members []*player // the best first
}

// Clan is some players who count together.
type Clan struct {
	Name    string   `json:"name" toml:"name"`
	Members []string `json:"members" toml:"members"`
}

// Former says how clans were before, by the IDs of their members, the oldest first:
// rules may leave to a clan what its former members brought.
func (c *Count) Former(clans ...[]Clan) {
	if c.rules.Clans.Leavers == "leave" {
		c.former, c.stale = clans, true
	}
}

// settle works out what follows from the figures of single players: those of clans, and
// the points where places that are shared or trophies give some.
func (c *Count) settle(ctx context.Context) (err error) {
	if !c.stale {
		return nil
	}
	c.meter.w.ctx = ctx
	defer c.meter.w.stopped(&err)
	if err := c.join(ctx); err != nil {
		return err
	}
	for i, l := range c.ladders {
		l.clan = l.clan[:0]
		for _, g := range c.clans {
			if r := g.rungs[i]; r != nil && r.listed {
				l.clan = append(l.clan, r)
			}
		}
		slices.SortFunc(l.clan, l.compare)
	}
	if c.rules.priced {
		if err := c.price(ctx); err != nil {
			return err
		}
	}
	for _, g := range c.clans {
		slices.SortFunc(g.members, c.overall)
	}
	c.stale = false
	return nil
}

// join makes the clans from their members, and measures those that have changed, several at
// the same time.
func (c *Count) join(ctx context.Context) error {
	var changed []*clan
	members := map[string][]*player{}
	if c.rules.clanned {
		for _, p := range c.order {
			if p.Clan != "" {
				members[p.Clan] = append(members[p.Clan], p)
			}
		}
	}
	for name := range c.clans {
		if members[name] == nil {
			delete(c.clans, name)
		}
	}
	for name, in := range members {
		g := c.clans[name]
		if g == nil || c.dirty[name] || len(c.former) > 0 {
			g = &clan{party: partyOf(name, name)}
			c.clans[name] = g
			g.members = in
			changed = append(changed, g)
			continue
		}
		g.members = in
	}
	if err := parallel(ctx, changed, func() func(*clan) {
		m := newMeter(ctx, c.rules, c.span)
		return func(g *clan) { c.measure(m, g) }
	}); err != nil {
		return err
	}
	clear(c.dirty)
	return nil
}

// measure measures a clan.
func (c *Count) measure(m *meter, g *clan) {
	g.rungs, g.has = make([]*rung, len(c.ladders)), c.rules.noTrophies()
	var pool *hand
	if c.rules.pooled {
		ids := make([]string, len(g.members))
		for i, p := range g.members {
			ids[i] = p.ID
		}
		pool = c.pool(m, ids)
		g.counted = len(pool.all)
		var before trophySet
		for _, clans := range c.former {
			if i := slices.IndexFunc(clans, func(o Clan) bool { return o.Name == g.name }); i >= 0 {
				before = m.trophies(c.pool(m, clans[i].Members), true, before)
			}
		}
		g.has = m.trophies(pool, true, before)
	}
	for i, l := range c.ladders {
		if !l.clans {
			continue
		}
		v, listed := value{}, false
		if l.clan0() {
			v, listed = l.of(m, pool)
		} else {
			v = l.together(g.members, i)
			listed = l.lists(&v, pool.games(l.variant))
		}
		if listed {
			g.rungs[i] = newRung(&g.party, v, true)
			g.rungs[i].value.games, g.rungs[i].games = nil, nil
		}
	}
}

// clan0 reports whether a clan's figure is that of all games of its members.
func (l *ladder) clan0() bool { return l.part.clan == "pool" }

// takes says which figure of its members a clan has.
func (l *ladder) takes() string {
	if l.part.clan == "best" {
		return map[bool]string{true: "min", false: "max"}[l.low]
	}
	return l.part.clan
}

// together returns the figure of a clan that is made of those of its members.
func (l *ladder) together(members []*player, part int) (v value) {
	for _, p := range members {
		r := p.rungs[part]
		switch {
		case r == nil || !r.ok:
			continue
		case l.part.clan == "sum" && v.ok:
			sum := r.rat()
			x := value{ok: true, at: max(v.at, r.at)}
			x.rational(new(big.Rat).Add(sum, v.rat()))
			v = x
		case !v.ok, l.takes() == "min" && compareValues(&v, &r.value) < 0, l.takes() == "max" && compareValues(&v, &r.value) > 0:
			v = r.value
		case compareValues(&v, &r.value) == 0:
			v.at = min(v.at, r.at) // whoever is looked at first
		}
		v.ok = true
	}
	return v
}

// pool returns the games of some players together.
func (c *Count) pool(m *meter, ids []string) *hand {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return c.players[id] == nil })
	var all []*look
	if len(ids) > 0 {
		for i, games := range c.games(ids) {
			all = append(all, m.looks(c.rules.verdicts(m.w, c.span, &c.players[ids[i]].Entrant, games))...)
		}
	}
	slices.SortStableFunc(all, func(a, b *look) int { return byEnd(a.Game, b.Game) })
	return newHand(c.rules, all)
}

// price works out the points of everybody.
func (c *Count) price(ctx context.Context) error {
	for _, p := range c.players {
		p.points, p.at = p.Extra+c.rules.trophyPoints(p.has), 0
	}
	for _, g := range c.clans {
		g.points, g.at = c.rules.trophyPoints(g.has), 0
	}
	for i, l := range c.ladders {
		if l.later == "" {
			c.earn(l, i)
		}
	}
	for _, measures := range [][]string{{"trophies"}, {"points", "hundredths"}} {
		for i, l := range c.ladders {
			if !slices.Contains(measures, l.later) {
				continue
			}
			if err := c.later(ctx, l, i); err != nil {
				return err
			}
			if l.later == "trophies" {
				c.earn(l, i)
			}
		}
	}
	for i, l := range c.ladders { // what the points of others give comes after all points
		if l.later == "points" || l.later == "hundredths" {
			c.earn(l, i)
		}
	}
	slices.SortFunc(c.order, c.overall)
	return nil
}

// earn gives the points of a ladder, but those that it only repeats.
func (c *Count) earn(l *ladder, part int) {
	repeats := len(l.award) == 0 && (l.later == "points" || l.later == "hundredths")
	for _, list := range [][]*rung{l.rungs, l.clan} {
		c.placed(l, part, list, math.MaxInt)
		for _, r := range list {
			if r.gives != 0 && !repeats {
				r.of.points += r.gives
				r.of.at = max(r.of.at, r.at)
			}
		}
	}
}

// placed gives rungs of players, or after those the rungs of clans, their places, up to a
// limit, and what those places give.
func (c *Count) placed(l *ladder, part int, rungs []*rung, most int) {
	l.placed(rungs, c.rules.Define.Places == "dense", most)
	if l.part.clan != "best" {
		return
	}
	for _, r := range rungs {
		g := c.clans[r.of.id]
		if g == nil || &g.party != r.of {
			continue
		}
		r.gives = 0
		for _, p := range g.members {
			if own := p.rungs[part]; own != nil && own.listed {
				r.gives += own.gives
			}
		}
	}
}

// later fills a ladder of what others and the trophies give.
func (c *Count) later(ctx context.Context, l *ladder, part int) error {
	var now map[string][]string
	if l.later == "trophies" {
		now = c.firsts()
	}
	fill := func(r *rung, members []*player, firsts map[string][]string) {
		r.value = value{ok: true}
		switch l.later {
		case "trophies":
			r.n = int64(c.variantTrophies(members, firsts))
		case "hundredths":
			r.n = int64(r.of.points)
		default:
			r.rational(r.of.points.rat())
		}
	}
	l.rungs, l.clan = l.rungs[:0], l.clan[:0]
	add := func(to *[]*rung, r *rung) {
		if l.listed != "" || r.rat().Sign() != 0 {
			*to = append(*to, r)
		}
	}
	for _, p := range c.players {
		if r := p.rungs[part]; r != nil && r.listed {
			fill(r, []*player{p}, now)
			add(&l.rungs, r)
		}
	}
	for _, g := range c.clans {
		if g.rungs[part] == nil {
			continue
		}
		firsts := now
		if l.later == "trophies" && c.rules.Clans.Records == "last-game" {
			var err error
			if firsts, err = c.firstsThen(ctx, g); err != nil {
				return err
			}
		}
		fill(g.rungs[part], g.members, firsts)
		add(&l.clan, g.rungs[part])
	}
	slices.SortFunc(l.rungs, l.compare)
	slices.SortFunc(l.clan, l.compare)
	return nil
}

// firsts returns the leaderboards of variants that players lead, by their IDs.
func (c *Count) firsts() map[string][]string {
	out := map[string][]string{}
	for _, l := range c.ladders {
		if l.variant == "" || !l.players || l.later != "" {
			continue
		}
		for _, r := range l.rungs {
			if compareValues(&r.value, &l.rungs[0].value) != 0 {
				break
			}
			out[r.of.id] = append(out[r.of.id], l.key)
		}
	}
	return out
}

// firstsThen returns those when a member of a clan last ended a game.
func (c *Count) firstsThen(ctx context.Context, g *clan) (map[string][]string, error) {
	ids, last := make([]string, len(g.members)), int64(math.MinInt64)
	for i, p := range g.members {
		ids[i] = p.ID
	}
	for _, x := range c.pool(c.meter, ids).all {
		last = max(last, x.End)
	}
	then := NewCount(c.rules, c.span, func(ids []string) [][]*Game {
		out := c.games(ids)
		for i := range out {
			out[i] = slices.DeleteFunc(slices.Clone(out[i]), func(x *Game) bool { return x.End > last })
		}
		return out
	})
	err := then.Fill(ctx, [][]string{then.Enter(seq.Map(c.order, func(p *player) Entrant { return p.Entrant }))}, func(string, []Verdict) {})
	return then.firsts(), err
}

// variantTrophies returns how many trophies, and first places of variants' leaderboards,
// players have together.
func (c *Count) variantTrophies(members []*player, firsts map[string][]string) int {
	seen := map[string]bool{}
	for i := range c.rules.trophies {
		t := &c.rules.trophies[i]
		if t.variant != "" && slices.ContainsFunc(members, func(p *player) bool { return p.has.has(i) }) {
			seen[t.Key] = true
		}
	}
	for _, p := range members {
		for _, key := range firsts[p.ID] {
			seen[key] = true
		}
	}
	return len(seen)
}
