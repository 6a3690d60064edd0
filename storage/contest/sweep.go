package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"github.com/cespare/xxhash/v2"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/people"
	"delphi/storage/gamelog"
)

// lateLogged is how many seconds after the end late rows are still logged as refused.
const lateLogged = 14 * 86400

// Sweep looks at every open tournament: it settles challenges that were met, logs games
// that are counted or refused, and returns what is to be announced since the last
// sweep. What it returns counts as announced: a bot that stops before announcing it
// does not announce it later. Unused link codes are deleted.
//
// Results become final once the grace time is over and every source of the tournament
// has been read to its end after that. While the clock cannot be trusted, nothing
// begins or ends.
func (b *Book) Sweep(ctx context.Context) ([]Message, error) {
	point, err := b.Games.LogEnd(ctx) // before anything is counted: what comes meanwhile is counted next time
	if err != nil {
		return nil, err
	}
	b.sweeping.Lock()
	defer b.sweeping.Unlock()
	now, steady := b.Now().Unix(), b.Steady == nil || b.Steady()
	var due []*swept
	if err := b.docs().All(ctx, func(id string, raw []byte) error {
		s, err := b.looked(id, raw)
		if err == nil && !(s.point == point && s.counted && s.t.idle(now)) {
			s.point = point
			due = append(due, s)
		}
		return err
	}); err != nil {
		return nil, err
	}
	slices.SortStableFunc(due, func(x, y *swept) int { return cmp.Compare(y.t.From, x.t.From) })
	var out []Message
	errs := []error{b.People().PurgeLinks(ctx)}
	for _, s := range due {
		t, err := s.t, error(nil)
		s.counted = true
		switch {
		case t.State == Open:
			var said []Message
			said, err = b.guarded(t.ID, func() ([]Message, error) { return b.sweep(ctx, t.ID, steady) })
			out = append(out, said...)
		case t.State == Frozen && t.Final != nil && now < t.Final.At+lateLogged:
			if t, err = b.get(ctx, t.ID); err == nil {
				err = b.logLate(ctx, t)
			}
		default:
			b.running.Delete(t.ID)
		}
		if err != nil {
			s.counted = false
			errs = append(errs, fmt.Errorf("tournament %s: %w", t.ID, err))
		}
	}
	b.keepCounts(ctx)
	return out, errors.Join(errs...)
}

// swept is a tournament as the last sweep found it.
type swept struct {
	raw     uint64 // a hash of its document
	t       *Tourney
	point   gamelog.LogPoint // the games that were counted then
	counted bool
}

// looked returns what the last sweep found about a tournament whose document is raw. If
// the document has changed since, it finds nothing.
func (b *Book) looked(id string, raw []byte) (*swept, error) {
	hash := xxhash.Sum64(raw)
	if s := b.swept[id]; s != nil && s.raw == hash {
		return s, nil
	}
	t := new(Tourney)
	if err := json.Unmarshal(raw, t); err != nil {
		return nil, err
	}
	if b.swept == nil {
		b.swept = map[string]*swept{}
	}
	b.swept[id] = &swept{raw: hash, t: t}
	return b.swept[id], nil
}

// idle reports whether nothing about a tournament changes with time alone, so that only
// new games could.
func (t *Tourney) idle(now int64) bool {
	if t.State != Open {
		return true
	}
	return len(t.Challenges) == 0 && !t.Stale && (t.Held || now < t.Until+t.Grace) && len(t.due(now, nil)) == 0
}

// guarded turns a panic into an error: a tournament whose games make the program panic
// must not keep the others from being counted.
func (b *Book) guarded(id string, sweep func() ([]Message, error)) (out []Message, err error) {
	defer func() {
		if r := recover(); r != nil {
			b.running.Delete(id) // it may be half done
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return sweep()
}

// logLate logs the rows that came after a tournament was final.
func (b *Book) logLate(ctx context.Context, t *Tourney) error {
	c, err := b.countMost(ctx, t)
	if errors.Is(err, errMoved) {
		return nil
	}
	if err != nil || len(c.entries) == 0 {
		return err
	}
	_, err = b.change(ctx, t.ID, func(_ storage.Tx, t *Tourney) ([]any, error) {
		t.Logged = c.logged
		return c.entries, nil
	})
	if err == nil {
		c.moved, c.gained = nil, nil // nobody's points change any more
		c.kept()
	}
	return err
}

// errMoved means that somebody changed a tournament while it was being counted: the
// next sweep counts it again.
var errMoved = errors.New("the tournament changed meanwhile")

func (b *Book) sweep(ctx context.Context, id string, steady bool) ([]Message, error) {
	now := b.Now().Unix()
	out, err := b.settle(ctx, id, now, steady)
	if err != nil {
		return out, err
	}
	t, err := b.get(ctx, id)
	if err != nil {
		return out, err
	}
	closed, missing, err := b.closing(ctx, t, now)
	if err != nil {
		return out, err
	}
	moved := !maps.Equal(closed, t.Closed)
	t.Closed = closed
	var due []news
	if steady {
		due = t.due(now, missing)
	}
	c, err := b.countMost(ctx, t)
	if errors.Is(err, errMoved) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	records := t.records(c.top, c.fresh)
	if len(c.entries) == 0 && len(due) == 0 && !moved && t.Last != nil && !t.Stale && len(c.moved)+len(c.gained) == 0 && records == "" {
		return out, nil
	}
	var said []Message
	_, err = b.change(ctx, id, func(tx storage.Tx, t *Tourney) ([]any, error) {
		if t.State != Open || !c.holds(t) {
			return nil, errMoved
		}
		log := t.take(c, due, closed, now)
		if err := c.keep(b, tx, t); err != nil {
			return nil, err
		}
		said, err = b.announce(tx, t.say(c, records, due))
		return log, err
	})
	if errors.Is(err, errMoved) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	c.kept()
	return append(out, said...), nil
}

// announce hands on what is to be announced, and returns it if there is nobody to take
// it.
func (b *Book) announce(tx storage.Tx, said []Message) ([]Message, error) {
	if b.Announce == nil || len(said) == 0 {
		return said, nil
	}
	return nil, b.Announce(tx, said)
}

// counted records a count as the last one.
func (t *Tourney) counted(c *counted) {
	t.Last, t.Logged, t.Stale = &Tally{At: c.at}, c.logged, false
}

// take writes a count and what has become due into a tournament, and returns what its
// audit log is to say.
func (t *Tourney) take(c *counted, due []news, closed map[string]int64, now int64) []any {
	t.counted(c)
	t.Closed = closed
	if t.Said == nil {
		t.Said = map[string]int64{}
	}
	if t.Records == nil {
		t.Records = map[string]Record{}
	}
	for _, s := range c.top.Categories {
		if len(s.Rows) > 0 {
			t.Records[s.Key] = Record{s.Rows[0].Entrant, s.Rows[0].Value}
		}
	}
	log := slices.Clip(c.entries)
	for _, n := range due {
		t.Said[n.key] = now
		if n.final {
			t.State, t.Final = Frozen, t.Last
			log = append(log, audit.Entry{At: now, What: "final"})
		}
	}
	return log
}

// closing returns when each source of a tournament was first read to its end after the
// grace time, and the sources that were not.
func (b *Book) closing(ctx context.Context, t *Tourney, now int64) (closed map[string]int64, missing []string, err error) {
	end := t.Until + t.Grace
	if t.Held || now < end {
		return t.Closed, nil, nil
	}
	reads, err := b.reads(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	closed = maps.Clone(t.Closed)
	for _, name := range slices.Sorted(maps.Keys(reads)) {
		if at := reads[name]; at < end || at > now { // what is ahead of now was dated by a clock that was wrong
			if closed[name] == 0 {
				missing = append(missing, name)
			}
		} else if closed[name] == 0 {
			if closed == nil {
				closed = map[string]int64{}
			}
			closed[name] = at
		}
	}
	return closed, missing, nil
}

// awaitedFor is for how many seconds Awaited returns the same.
const awaitedFor = 5

// Awaited returns the latest moment after which all sources must have been read so that
// the results of some tournament are final; 0: none waits.
func (b *Book) Awaited(ctx context.Context) int64 {
	b.awaiting.Lock()
	defer b.awaiting.Unlock()
	now := b.Now().Unix()
	if since := now - b.awaiting.asked; since >= 0 && since < awaitedFor {
		return b.awaiting.at
	}
	at := int64(0)
	err := b.docs().All(ctx, func(_ string, raw []byte) error {
		t := new(Tourney)
		err := json.Unmarshal(raw, t)
		if end := t.Until + t.Grace; t.State == Open && !t.Held && end <= now {
			at = max(at, end)
		}
		return err
	})
	if err != nil {
		return 0 // the next read asks again
	}
	b.awaiting.at, b.awaiting.asked = at, now
	return at
}

// reads returns when each source of a tournament was last read to its end: of
// the sources that its entrants' accounts are on, those that are followed, and
// those that were read since it began.
func (b *Book) reads(ctx context.Context, t *Tourney) (map[string]int64, error) {
	all, named := false, map[string]bool{}
	for _, e := range t.scoring() {
		for _, a := range e.Accounts {
			all = all || a.Source == ""
			named[a.Source] = true
		}
	}
	known, err := b.Games.Sources(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	if b.Followed != nil {
		for _, name := range b.Followed() {
			if all || named[name] {
				out[name] = 0
			}
		}
	}
	for _, s := range known {
		_, followed := out[s.Name]
		if followed || (all || named[s.Name]) && s.Games > 0 && s.Read >= t.From {
			out[s.Name] = s.Read
		}
	}
	return out, nil
}

// Missing lists the sources whose games may not all be known yet, so that the
// results of a tournament that is over are not final.
func (b *Book) Missing(ctx context.Context, t *Tourney) ([]string, error) {
	if t.State != Open {
		return nil, nil
	}
	_, missing, err := b.closing(ctx, t, b.Now().Unix())
	return missing, err
}

// settle looks for the games that challenges ask for, and returns what is to be
// announced about those that were met. A challenge only expires by a clock that can be
// trusted.
func (b *Book) settle(ctx context.Context, id string, now int64, steady bool) (out []Message, err error) {
	t, err := b.get(ctx, id)
	if err != nil || len(t.Challenges) == 0 {
		return nil, err
	}
	met := map[Pending]bool{}
	for _, c := range t.Challenges {
		err := b.Latest(ctx, columns.Wanted{Player: c.Account.Name, From: c.From, Until: c.Until + 1}, func(g *score.Game) bool {
			if c.Met(g) {
				met[c] = true
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	// Rows come late: an unmet challenge stays open for the grace time.
	old := func(c Pending) bool { return steady && now > c.Until+max(t.Grace, 3600) }
	if len(met) == 0 && !slices.ContainsFunc(t.Challenges, old) {
		return nil, nil
	}
	var proved []Pending
	_, err = b.change(ctx, id, func(tx storage.Tx, t *Tourney) ([]any, error) {
		var log []any
		log, proved = t.meet(met, now)
		t.Challenges = slices.DeleteFunc(t.Challenges, func(c Pending) bool { return met[c] || old(c) })
		var said []Message
		for _, c := range proved {
			if e := t.entrant(c.Person); e != nil {
				said = append(said, Message{Place: t.Place, Text: fmt.Sprintf("%s: %s has proved to be %s.", t.Name, e.Name, c.Account)})
			}
		}
		var err error
		out, err = b.announce(tx, said)
		return log, err
	})
	if err != nil {
		return nil, err
	}
	for _, c := range proved {
		if err := b.People().Remember(ctx, c.Person, people.Claim{Account: c.Account, Proved: people.ProofChallenge, At: now}); err != nil {
			return out, err
		}
	}
	return out, nil
}

// meet proves the accounts whose challenges were met, and returns them and what the
// audit log is to say.
func (t *Tourney) meet(met map[Pending]bool, now int64) (log []any, proved []Pending) {
	for _, c := range slices.Clone(t.Challenges) {
		e := t.entrant(c.Person)
		if !met[c] || e == nil || t.held(c.Person, c.Account) != nil {
			continue
		}
		for k := range e.Accounts {
			if a := &e.Accounts[k]; a.Account == c.Account && a.Proved == "" {
				log = append(log, audit.Entry{At: now, Entrant: c.Person, What: a.String() + " proved by challenge"})
				log = append(log, t.prove(e, a, people.ProofChallenge, now)...)
				proved = append(proved, c)
			}
		}
	}
	return log, proved
}
