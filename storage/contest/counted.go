package contest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/running"
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
	logged  *running.Logged         // what it says with them
	more    bool                    // there are more

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
	if err := keepParts(b, tx, t.ID, partPoints, c.moved, func(n score.Points) bool { return n == 0 }); err != nil {
		return err
	}
	return keepParts(b, tx, t.ID, partHeld, c.gained, func(keys []string) bool { return len(keys) == 0 })
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

// live is the count of a tournament that is kept up to date, with the points and trophies
// that are kept of it.
type live struct {
	mu    sync.Mutex
	count running.Count

	kept   map[string]score.Points
	held   map[string][]uint64 // the trophies that are kept
	counts uint64              // Tourney.Counts of kept and held; 0 and kept nil: not read
	inFile uint64              // the changes of count that the file of counts has
	rules  *score.Rules        // that number the trophies
}

// live returns the count of a tournament that is kept up to date.
func (b *Book) live(id string) *live {
	if l, ok := b.running.Load(id); ok {
		return l.(*live)
	}
	fresh := &live{}
	fresh.count.Resume(b.keptOf(id))
	l, _ := b.running.LoadOrStore(id, fresh)
	return l.(*live)
}

// bring brings the count of a tournament up to date. It reports whether only games that
// were read in time are in it: if the clock was set back, there may be later ones.
func (l *live) bring(ctx context.Context, b *Book, t *Tourney) (inTime bool, err error) {
	e, err := t.event()
	if err != nil {
		return false, err
	}
	if err := l.count.Bring(ctx, &b.Columns, e); err != nil {
		return false, err
	}
	return l.count.Seen() <= b.Now().Unix(), nil
}

// CatchUp brings the counts of open tournaments up to date, and changes nothing: so a process
// that does not sweep need not count everything when it is asked.
func (b *Book) CatchUp(ctx context.Context) error {
	b.sweeping.Lock()
	defer b.sweeping.Unlock()
	var open []string
	if err := b.docs().All(ctx, func(id string, raw []byte) error {
		s, err := b.looked(id, raw)
		if err == nil && s.t.State == Open {
			open = append(open, id)
		} else if err == nil {
			b.running.Delete(id)
		}
		return err
	}); err != nil {
		return err
	}
	var errs []error
	for _, id := range open {
		_, err := b.guarded(id, func() ([]Message, error) {
			t, err := b.get(ctx, id)
			if err != nil {
				return nil, err
			}
			l := b.live(id)
			l.mu.Lock()
			defer l.mu.Unlock()
			_, err = l.bring(ctx, b, t)
			return nil, err
		})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Standings counts a tournament from all games read so far. It only counts what has
// changed since the last time.
func (b *Book) Standings(ctx context.Context, t *Tourney) (*score.Result, error) {
	l := &live{}
	if _, ok := b.running.Load(t.ID); ok || t.State == Open {
		l = b.live(t.ID)
	} // otherwise nobody looks after it: it is counted once
	l.mu.Lock()
	defer l.mu.Unlock()
	inTime, err := l.bring(ctx, b, t)
	if err != nil {
		return nil, err
	}
	if !inTime {
		return b.Count(ctx, t, b.Now().Unix())
	}
	return l.count.Result(ctx, &b.Columns)
}

// read reads what the audit log says, and the points and trophies that are kept, where that
// is not known.
func (l *live) read(ctx context.Context, b *Book, t *Tourney) (err error) {
	if !l.count.Known() {
		log, err := b.Audit(ctx, t.ID)
		if err != nil {
			return err
		}
		said := map[string]uint32{}
		for _, e := range log {
			if e.Game != "" {
				said[e.Game] = running.Mark(e.Entrant, e.Counted, e.What)
			}
		}
		func() {
			defer b.Look()()
			l.count.Read(said)
		}()
	}
	if l.kept != nil && l.counts == t.Counts && l.rules == l.count.Rules() {
		return nil
	}
	if l.kept, err = b.points(ctx, t.ID); err != nil {
		return err
	}
	l.held, err = b.keptTrophies(ctx, t.ID, l.count.Rules())
	l.counts, l.rules = t.Counts, l.count.Rules()
	return err
}

// count works out what is to be announced and stored about a tournament now.
func (b *Book) count(ctx context.Context, t *Tourney) (*counted, error) {
	l := b.live(t.ID)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := b.Now().Unix()
	inTime, err := l.bring(ctx, b, t)
	if err != nil {
		return nil, err
	}
	if !inTime {
		return b.recount(ctx, t, now)
	}
	if err := l.read(ctx, b, t); err != nil {
		return nil, err
	}
	top, err := l.count.Top(ctx, &b.Columns, firsts)
	if err != nil {
		return nil, err
	}
	defer b.Look()()
	c := &counted{top: top, at: now, moved: unkept(l.kept, l.count.Points), basis: t.basis(), roster: t.Roster, counts: t.Counts}
	if c.fresh, c.more = l.count.Unsaid(cmp.Or(b.LogAtOnce, logAtOnce)); !c.more {
		c.logged = l.count.Logged()
	}
	c.trophies(l.count.Rules(), l.held, l.count.Trophies)
	for i := range c.fresh {
		c.entries = append(c.entries, audit.Of(&c.fresh[i], now))
	}
	table := l.count.Table()
	c.kept = func() { l.written(c, table) }
	return c, nil
}

// logAtOnce is LogAtOnce where that is not set.
const logAtOnce = 50_000

// countMost is count, with only so much left to be said in the audit log as is said at once.
func (b *Book) countMost(ctx context.Context, t *Tourney) (*counted, error) {
	for {
		c, err := b.count(ctx, t)
		if err != nil || !c.more {
			return c, err
		}
		state := t.State
		if _, err := b.change(ctx, t.ID, func(_ storage.Tx, t *Tourney) ([]any, error) {
			if t.State != state || !c.holds(t) {
				return nil, errMoved
			}
			t.Logged = nil
			return c.entries, nil
		}); err != nil {
			return nil, err
		}
		c.moved, c.gained = nil, nil // they are kept with the last entries
		c.kept()
	}
}

// written notes that a count of a table was stored, with the entries of the audit log.
func (l *live) written(c *counted, table *columns.Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count.Say(c.fresh, table)
	if l.kept == nil || l.counts != c.counts {
		l.kept = nil
		return
	}
	for person, n := range c.moved {
		if l.kept[person] = n; n == 0 {
			delete(l.kept, person)
		}
	}
	for person, keys := range c.gained {
		if l.held[person] = l.rules.TrophySet(keys); len(keys) == 0 {
			delete(l.held, person)
		}
	}
	if len(c.moved)+len(c.gained) > 0 {
		l.counts++
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
	c.entries, c.fresh = audit.Fresh(log, res, b.Now().Unix())
	return c, nil
}
