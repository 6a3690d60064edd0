package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/people"
)

// A tournament is stored as a document, and its entrants and their points at the last
// count as parts of it: when thousands join and play, each change writes only the parts
// concerned. Tournaments older than parts keep entrants and points in the document
// until they are first changed.

// The kinds of parts that a tournament has.
const (
	partEntrant = "entrant" // by person
	partPoints  = "points"  // by person; who has none has no part
	partHeld    = "held"    // the keys of trophies, likewise
)

// roster holds the entrants of a tournament as they were read. They are shared, and
// never changed.
type roster struct {
	number   uint64 // Tourney.Roster
	entrants []Entrant
}

// attach adds its entrants to a tournament that was read. They must not be changed.
func (b *Book) attach(tx storage.ReadTx, id string, t *Tourney) error {
	if t.Roster == 0 {
		return nil
	}
	if r, ok := b.rosters.Load(id); ok && r.(*roster).number == t.Roster {
		t.Entrants = r.(*roster).entrants
		return nil
	}
	t.Entrants = nil
	err := b.docs().Parts(tx, id, partEntrant, func(_ string, raw []byte) error {
		var e Entrant
		err := json.Unmarshal(raw, &e)
		t.Entrants = append(t.Entrants, e)
		return err
	})
	slices.SortStableFunc(t.Entrants, func(x, y Entrant) int { return cmp.Compare(x.Number, y.Number) })
	t.Entrants = slices.Clip(t.Entrants)
	return err
}

// know caches the entrants of a tournament that was read or written, which must have
// been committed.
func (b *Book) know(id string, t *Tourney) {
	if t.Roster != 0 {
		b.rosters.Store(id, &roster{t.Roster, slices.Clip(t.Entrants)})
	}
}

// get reads a tournament by its id. Its entrants must not be changed.
func (b *Book) get(ctx context.Context, id string) (*Tourney, error) {
	t := new(Tourney)
	err := b.Games.Store.View(ctx, func(tx storage.ReadTx) error {
		*t = Tourney{}
		ok, err := b.docs().GetIn(tx, id, t)
		if err != nil || !ok {
			return cmp.Or(err, errGone)
		}
		return b.attach(tx, id, t)
	})
	if err == nil {
		b.know(id, t)
	}
	return t, err
}

// own returns a copy of the entrants, which may be changed.
func own(entrants []Entrant) []Entrant {
	n := 0
	for i := range entrants {
		n += len(entrants[i].Accounts)
	}
	accounts := make([]people.Claim, 0, n)
	out := slices.Clone(entrants)
	for i := range out {
		at := len(accounts)
		accounts = append(accounts, out[i].Accounts...)
		out[i].Accounts = slices.Clip(accounts[at:])
	}
	return out
}

// keepEntrants stores the entrants that have changed since was, and reports whether any
// of the changes can affect points.
func (b *Book) keepEntrants(tx storage.Tx, id string, t *Tourney, was []Entrant) (counts bool, err error) {
	before := make(map[string]*Entrant, len(was))
	last := int64(0)
	for i := range was {
		before[was[i].Person] = &was[i]
		last = max(last, was[i].Number)
	}
	moved := t.Roster == 0 // they leave the document
	for i := range t.Entrants {
		e := &t.Entrants[i]
		o := before[e.Person]
		delete(before, e.Person)
		if o != nil && t.Roster != 0 && o.same(e) {
			continue
		}
		if e.Number == 0 {
			last++
			e.Number = last
		}
		moved = true
		counts = counts || o == nil || !o.countsAs(e)
		if err := b.docs().PutPart(tx, id, partEntrant, e.Person, e); err != nil {
			return counts, err
		}
	}
	for person := range before {
		moved, counts = true, true
		if err := b.docs().DeletePart(tx, id, partEntrant, person); err != nil {
			return counts, err
		}
	}
	if moved {
		t.Roster++
	}
	return counts, nil
}

// same reports whether two entrants are equal in everything.
func (e *Entrant) same(o *Entrant) bool {
	return e.Person == o.Person && e.Name == o.Name && e.Clan == o.Clan && e.Joined == o.Joined && e.Number == o.Number && slices.Equal(e.Accounts, o.Accounts)
}

// countsAs reports whether two entrants are equal as far as counting is concerned.
func (e *Entrant) countsAs(o *Entrant) bool {
	return e.Person == o.Person && e.Name == o.Name && e.Clan == o.Clan && e.Joined == o.Joined && slices.Equal(e.proved(), o.proved())
}

// points returns the points of the last count by person, leaving out those without any.
func (b *Book) points(ctx context.Context, id string) (map[string]score.Points, error) {
	return partsOf[score.Points](ctx, b, id, partPoints)
}

// held returns the keys of the trophies of the last count by person, likewise.
func (b *Book) held(ctx context.Context, id string) (map[string][]string, error) {
	return partsOf[[]string](ctx, b, id, partHeld)
}

// partsOf reads the parts of a kind, by person.
func partsOf[V any](ctx context.Context, b *Book, id, kind string) (out map[string]V, err error) {
	err = b.Games.Store.View(ctx, func(tx storage.ReadTx) error {
		out = map[string]V{}
		return b.docs().Parts(tx, id, kind, func(person string, raw []byte) error {
			var v V
			err := json.Unmarshal(raw, &v)
			out[person] = v
			return err
		})
	})
	return out, err
}

// keepParts stores the parts of a kind that have changed; none: a person has no such part.
func keepParts[V any](b *Book, tx storage.Tx, id, kind string, moved map[string]V, none func(V) bool) (err error) {
	for person, v := range moved {
		if none(v) {
			err = cmp.Or(err, b.docs().DeletePart(tx, id, kind, person))
		} else {
			err = cmp.Or(err, b.docs().PutPart(tx, id, kind, person, v))
		}
	}
	return err
}

// unkept returns the points that differ from the stored ones.
func unkept(kept map[string]score.Points, now func(each func(person, name string, points score.Points))) map[string]score.Points {
	moved, there := map[string]score.Points{}, 0
	now(func(person, _ string, points score.Points) {
		was, ok := kept[person]
		if ok {
			there++
		}
		if was != points {
			moved[person] = points
		}
	})
	if there == len(kept) {
		return moved
	}
	gone := maps.Clone(kept)
	now(func(person, _ string, _ score.Points) { delete(gone, person) })
	for person := range gone {
		moved[person] = 0
	}
	return moved
}
