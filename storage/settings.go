package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// PlaceSettings is what a place has set for itself; an empty field is not set.
type PlaceSettings struct {
	Rules  string `json:"rules,omitempty"`  // the rule set an unqualified question means
	Prefix string `json:"prefix,omitempty"` // what a command begins with
}

// settingsHeld is how many places' settings are kept at hand.
const settingsHeld = 10_000

// Settings keeps each place's settings, durably: a write that returned nil is
// kept. Every question looks them up, so they are kept in memory too; nobody
// else may write them to the same store. It is safe for use by many goroutines.
type Settings struct {
	store Store
	held  *lru.Cache[string, PlaceSettings] // places without settings too

	mu     sync.Mutex // held while held is filled or emptied, never during I/O
	change uint64     // counts writes: what was read before one is not held
}

// NewSettings returns the settings in store.
func NewSettings(store Store) *Settings {
	held, err := lru.New[string, PlaceSettings](settingsHeld)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Settings{store: store, held: held}
}

func settingsKey(place string) []byte { return Key("settings", place) }

// Get returns the place's settings; the zero value where it has none.
func (s *Settings) Get(ctx context.Context, place string) (PlaceSettings, error) {
	if p, ok := s.held.Get(place); ok {
		return p, nil
	}
	s.mu.Lock()
	change := s.change
	s.mu.Unlock()

	var p PlaceSettings
	err := s.store.View(ctx, func(tx ReadTx) error {
		p = PlaceSettings{}
		v, ok, err := tx.Get(settingsKey(place))
		if err != nil || !ok {
			return err
		}
		return json.Unmarshal(v, &p)
	})
	if err != nil {
		return PlaceSettings{}, fmt.Errorf("settings of %q: %w", place, err)
	}
	s.mu.Lock()
	if s.change == change {
		s.held.Add(place, p)
	}
	s.mu.Unlock()
	return p, nil
}

// Set replaces the place's settings. Stored fields that PlaceSettings does not
// know, a later version's, are left as they are.
func (s *Settings) Set(ctx context.Context, place string, p PlaceSettings) error {
	err := s.write(ctx, place, func(fields map[string]json.RawMessage) error {
		for name, value := range map[string]string{"rules": p.Rules, "prefix": p.Prefix} {
			if value == "" {
				delete(fields, name)
				continue
			}
			encoded, err := json.Marshal(value)
			if err != nil {
				return err
			}
			fields[name] = encoded
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("settings of %q: %w", place, err)
	}
	return nil
}

// Clear removes the place's settings, whatever is stored; none is no error.
func (s *Settings) Clear(ctx context.Context, place string) error {
	if err := s.write(ctx, place, nil); err != nil {
		return fmt.Errorf("settings of %q: %w", place, err)
	}
	return nil
}

// write changes the stored fields of a place, removing those of one that has
// none left; a nil change removes all. Then what is held of it is forgotten,
// not set anew: two writes may commit in one order and come here in another.
func (s *Settings) write(ctx context.Context, place string, change func(map[string]json.RawMessage) error) error {
	err := s.store.Update(ctx, func(tx Tx) error {
		key := settingsKey(place)
		if change == nil {
			return tx.Delete(key)
		}
		fields := map[string]json.RawMessage{}
		if v, ok, err := tx.Get(key); err != nil {
			return err
		} else if ok {
			if err := json.Unmarshal(v, &fields); err != nil {
				return err
			}
		}
		if err := change(fields); err != nil {
			return err
		}
		if len(fields) == 0 {
			return tx.Delete(key)
		}
		encoded, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		return tx.Put(key, encoded)
	})
	s.mu.Lock()
	s.change++
	s.held.Remove(place)
	s.mu.Unlock()
	return err
}
