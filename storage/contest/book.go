package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"delphi/storage"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
)

// Book holds the tournaments of a store. Its methods may be called from many
// goroutines. Games, Now, Random, Templates and Sources must be set.
type Book struct {
	archive.Columns // the games, and the time

	Random    func() uint64 // for challenges and draws; unpredictable
	Templates map[string][]byte
	Sources   func(ctx context.Context) ([]string, error) // the names of the sources there are

	// Followed lists the configured sources of ended games that are polled; it may be
	// nil. Results are not final before each has been read once after the end.
	Followed func() []string
	// Steady reports whether Now can be trusted; see package clock. If it is nil, Now always
	// can. While it cannot, nothing happens because of the time alone.
	Steady func() bool
	// Past informs whatever is behind Steady of a moment in the past; see package clock. It may
	// be nil.
	Past func(time.Time)

	// CountFile keeps what open tournaments have counted from one start of Program to the
	// next. If it is nil, each start counts everything.
	CountFile archive.File
	// Program tells a program from any other that may count otherwise. It must be set where
	// CountFile is.
	Program func() string
	// KeepEvery is after how many seconds counts that have changed are written again; 0:
	// ten minutes.
	KeepEvery int64

	// LogAtOnce is about how many lines are written into an audit log at once; 0: 50,000.
	LogAtOnce int

	// Announce takes what is to be announced, in the transaction that makes it true;
	// Sweep then returns none of it. If Announce is nil, Sweep returns it. Announce may
	// run more than once.
	Announce func(tx storage.Tx, said []Message) error

	keeping keeping

	acquainted sync.Once
	persons    *people.People

	rosters  sync.Map // of *roster, by id
	sweeping sync.Mutex
	swept    map[string]*swept // by id
	running  sync.Map          // of *live, by id

	awaiting struct {
		sync.Mutex
		at, asked int64 // when it was last looked up
	}
}

func (b *Book) docs() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "tourney"}
}

// All returns all tournaments, the latest to begin first. Their entrants must not be
// changed.
func (b *Book) All(ctx context.Context) ([]*Tourney, error) {
	var out []*Tourney
	err := b.Games.Store.View(ctx, func(tx storage.ReadTx) error {
		out = nil
		if err := b.docs().AllIn(tx, func(_ string, raw []byte) error {
			out = append(out, new(Tourney))
			return json.Unmarshal(raw, out[len(out)-1])
		}); err != nil {
			return err
		}
		for _, t := range out {
			if err := b.attach(tx, t.ID, t); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		for _, t := range out {
			b.know(t.ID, t)
		}
	}
	slices.SortStableFunc(out, func(x, y *Tourney) int { return cmp.Compare(y.From, x.From) })
	return out, err
}

// Find returns the tournament that a name or id means in a place: the place's own one
// of that name, else the only one elsewhere. If several other places have one, the
// Refusal lists their ids.
//
// Without a name it is the place's tournament that is on, else the next one,
// else the last one. Archived and cancelled ones must be named.
func (b *Book) Find(ctx context.Context, place places.Place, name string) (*Tourney, error) {
	all, err := b.All(ctx)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return b.meant(all, place)
	}
	var names, ids []string
	var elsewhere *Tourney
	for _, t := range all {
		switch {
		case strings.EqualFold(t.ID, name):
			return t, nil
		case slug(t.Name) != slug(name):
			if t.Place == place {
				names = append(names, t.Name)
			}
		case t.Place == place:
			return t, nil
		default:
			elsewhere, ids = t, append(ids, t.ID)
		}
	}
	switch {
	case len(ids) == 1:
		return elsewhere, nil
	case len(ids) > 1:
		slices.Sort(ids)
		return nil, refusal.New(refusal.Ambiguous, "%d channels have a tournament called %s.", len(ids), elsewhere.Name).About(name, ids...)
	}
	return nil, refusal.New(refusal.NoTournament, "There is no tournament called %q.", name).About(name, names...)
}

// Others lists the names of the tournaments that are on in a place at the same time as
// the one that Find returns if none is named.
func (b *Book) Others(ctx context.Context, place places.Place) (names []string, err error) {
	all, err := b.All(ctx)
	if err != nil {
		return nil, err
	}
	meant, err := b.meant(all, place)
	if err != nil {
		return nil, err
	}
	now := b.Now().Unix()
	for _, t := range all {
		if t.Place == place && t.ID != meant.ID && t.State != Archived && t.State != Cancelled && t.rank(now) == meant.rank(now) && t.rank(now) > 1 {
			names = append(names, t.Name)
		}
	}
	return names, nil
}

// rank says how likely a tournament is to be meant: one that is on comes first, then
// one that is yet to begin.
func (t *Tourney) rank(now int64) int {
	switch t.Phase(now) {
	case On, Late:
		return 3
	case Ahead:
		return 2
	}
	return 1
}

// meant returns the tournament of a place that is meant if none is named.
func (b *Book) meant(all []*Tourney, place places.Place) (*Tourney, error) {
	now := b.Now().Unix()
	rank := func(t *Tourney) int { return t.rank(now) }
	var best *Tourney
	for _, t := range all {
		if t.Place != place || t.State == Archived || t.State == Cancelled {
			continue
		}
		if best == nil || rank(t) > rank(best) || rank(t) == 2 && rank(best) == 2 && t.From < best.From {
			best = t
		}
	}
	if best == nil {
		return nil, refusal.New(refusal.NoneHere, "There is no tournament in this channel.")
	}
	return best, nil
}

// errGone means that the tournament to change does not exist.
var errGone = errors.New("the tournament is gone")

// change changes a tournament in one transaction; log goes to its audit log.
func (b *Book) change(ctx context.Context, id string, change func(tx storage.Tx, t *Tourney) (log []any, err error)) (*Tourney, error) {
	t := new(Tourney)
	var entrants []Entrant
	err := b.docs().UpdateWith(ctx, id, t, func(tx storage.Tx, ok bool) ([]any, bool, error) {
		if !ok {
			return nil, false, errGone
		}
		if err := b.attach(tx, id, t); err != nil {
			return nil, false, err
		}
		was, basis := t.Entrants, t.basis()
		t.Entrants = own(was)
		log, err := change(tx, t)
		if err != nil {
			return nil, false, err
		}
		counts, err := b.keepEntrants(tx, id, t, was)
		if counts || basis != t.basis() {
			t.Stale = true
		}
		entrants, t.Entrants = t.Entrants, nil // they are kept apart
		return log, false, err
	})
	if t.Entrants = entrants; err == nil {
		b.know(id, t)
	}
	return t, err
}

// basis is what a count rests on besides games and entrants.
type basis struct {
	from, until, grace int64
	template           string
}

func (t *Tourney) basis() basis { return basis{t.From, t.Until, t.Grace, t.Template} }

// run is change for things that only organisers may do. The right is checked in the
// transaction of the change.
func (b *Book) run(ctx context.Context, a places.Actor, id string, change func(t *Tourney) (log []any, err error)) (*Tourney, error) {
	return b.change(ctx, id, func(tx storage.Tx, t *Tourney) ([]any, error) {
		if err := b.mayChange(tx, a, t); err != nil {
			return nil, err
		}
		return change(t)
	})
}

// note returns an audit-log line for what somebody did now.
func (b *Book) note(entrant, what string) audit.Entry {
	return audit.Entry{At: b.Now().Unix(), Entrant: entrant, What: what}
}
