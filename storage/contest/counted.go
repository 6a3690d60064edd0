package contest

import (
	"context"
	"slices"

	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/storage"
)

// counted is a count of a tournament as it stood.
type counted struct {
	top     *score.Result           // the first places of everything
	at      int64                   // rows read until then are in it
	moved   map[string]score.Points // the points that are not those that are kept
	gained  map[string][]string     // the keys of somebody's trophies, where they are not those that are kept
	won     map[string][]string     // the names of those that are new
	entries []any                   // what the audit log does not say yet
	fresh   []score.Verdict         // of those entries
	logged  *Logged                 // what it says with them

	basis          basis
	roster, counts uint64
	kept           func() // after what is above was kept
}

// firsts is how many places of each standing a sweep looks at.
const firsts = 5

// holds reports whether the count is still valid for the tournament.
func (c *counted) holds(t *Tourney) bool {
	return c.basis == t.basis() && c.roster == t.Roster && c.counts == t.Counts
}

// keep stores who has how many points and which trophies.
func (c *counted) keep(b *Book, tx storage.Tx, t *Tourney) error {
	if len(c.moved)+len(c.gained) > 0 {
		t.Counts++
	}
	if err := b.keepPoints(tx, t, c.moved); err != nil {
		return err
	}
	return b.keepHeld(tx, t, c.gained)
}

// trophies notes the trophies that differ from the stored ones.
func (c *counted) trophies(rules *score.Rules, kept map[string][]uint64, now func(each func(person string, has []uint64))) {
	c.gained, c.won = map[string][]string{}, map[string][]string{}
	there := map[string]bool{} // of those who have some
	now(func(person string, has []uint64) {
		if len(kept) > 0 && kept[person] != nil {
			there[person] = true
		}
		if was := kept[person]; slices.Equal(was, has) || was == nil && !slices.ContainsFunc(has, func(w uint64) bool { return w != 0 }) {
			return
		}
		before, keys := rules.TrophyKeys(kept[person]), rules.TrophyKeys(has)
		if slices.Equal(before, keys) {
			return
		}
		c.gained[person] = keys
		for _, key := range keys {
			if !slices.Contains(before, key) {
				c.won[person] = append(c.won[person], rules.TrophyName(key))
			}
		}
	})
	for person, was := range kept {
		if !there[person] && len(rules.TrophyKeys(was)) > 0 {
			c.gained[person] = nil
		}
	}
}

// keptTrophies returns the trophies of the last count, as the rules number them.
func (b *Book) keptTrophies(ctx context.Context, id string, rules *score.Rules) (map[string][]uint64, error) {
	held, err := b.held(ctx, id)
	out := map[string][]uint64{}
	for person, keys := range held {
		out[person] = rules.TrophySet(keys)
	}
	return out, err
}

// count works out what is to be announced and stored about a tournament now.
func (b *Book) count(ctx context.Context, t *Tourney) (*counted, error) {
	known, _ := b.running.LoadOrStore(t.ID, &running{})
	r := known.(*running)
	r.mu.Lock()
	defer r.mu.Unlock()
	now := b.Now().Unix()
	inTime, err := b.bring(ctx, r, t)
	if err != nil {
		return nil, err
	}
	if !inTime {
		return b.recount(ctx, t, now)
	}
	if !r.known {
		log, err := b.Audit(ctx, t.ID)
		if err != nil {
			return nil, err
		}
		func() {
			defer b.Look()()
			r.read(log)
		}()
	}
	if r.kept == nil || r.counts != t.Counts {
		if r.kept, err = b.points(ctx, t.ID); err != nil {
			return nil, err
		}
		if r.held, err = b.keptTrophies(ctx, t.ID, r.rules); err != nil {
			return nil, err
		}
		r.counts = t.Counts
	}
	defer b.Look()()
	top, err := r.count.Result(ctx, firsts)
	if err != nil {
		return nil, r.fail(err)
	}
	c := &counted{top: top, at: now, moved: unkept(r.kept, r.count.Points), fresh: r.unsaid(), basis: t.basis(), roster: t.Roster, counts: t.Counts, logged: r.logged()}
	c.trophies(r.rules, r.held, r.count.Trophies)
	for i := range c.fresh {
		c.entries = append(c.entries, entryOf(&c.fresh[i], now))
	}
	table := r.table
	c.kept = func() { r.written(c, table) }
	return c, nil
}

// written notes that a count of a table was stored, with the entries of the audit log.
func (r *running) written(c *counted, table *query.Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range c.fresh {
		if r.table != table {
			break // the games have other rows: the log is read again
		}
		v := &c.fresh[i]
		r.say(v.Entrant, int32(v.Game.Ref), markOf(v.Entrant, v.Counted, v.Reason))
	}
	for id := range r.dirty {
		if p := r.played[id]; p == nil || !slices.ContainsFunc(p.marks, func(m mark) bool { return m.now != m.said }) {
			delete(r.dirty, id)
		}
	}
	if r.kept == nil || r.counts != c.counts {
		r.kept = nil
		return
	}
	for person, n := range c.moved {
		if r.kept[person] = n; n == 0 {
			delete(r.kept, person)
		}
	}
	for person, keys := range c.gained {
		if r.held[person] = r.rules.TrophySet(keys); len(keys) == 0 {
			delete(r.held, person)
		}
	}
	if len(c.moved)+len(c.gained) > 0 {
		r.counts++
	}
}

// recount counts a tournament from its rows alone: those that were read by the time
// seen.
func (b *Book) recount(ctx context.Context, t *Tourney, seen int64) (*counted, error) {
	res, err := b.Count(ctx, t, seen)
	if err != nil {
		return nil, err
	}
	log, err := b.Audit(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	kept, err := b.points(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	c := &counted{top: res, at: seen, basis: t.basis(), roster: t.Roster, counts: t.Counts, kept: func() { b.running.Delete(t.ID) }}
	c.moved = unkept(kept, func(each func(person, name string, points score.Points)) {
		for _, r := range res.Overall {
			each(r.Entrant, r.Name, r.Points)
		}
	})
	rules, err := RulesOf(t)
	if err != nil {
		return nil, err
	}
	held, err := b.keptTrophies(ctx, t.ID, rules)
	if err != nil {
		return nil, err
	}
	c.trophies(rules, held, res.EachTrophies)
	c.entries, c.fresh = verdictEntries(log, res, b.Now().Unix())
	return c, nil
}
