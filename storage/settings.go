package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// PlaceSettings is what a place has set for itself; an empty field is not set.
type PlaceSettings struct {
	Rules    string `json:"rules,omitempty"`    // the rule set an unqualified question means
	Prefix   string `json:"prefix,omitempty"`   // what a command begins with
	NoGame   bool   `json:"no_game,omitempty"`  // the game command is switched off
	Entries  bool   `json:"entries,omitempty"`  // entries are switched on
	Terse    bool   `json:"terse,omitempty"`    // answers show no more than is needed
	Spoilers string `json:"spoilers,omitempty"` // how much of an answer is told
	Off      string `json:"off,omitempty"`      // commands and groups that are switched off here, blanks between them
	On       string `json:"on,omitempty"`       // likewise switched on, against a default
}

// settingsFields holds the stored fields of PlaceSettings.
var settingsFields = []string{"rules", "prefix", "no_game", "entries", "terse", "spoilers", "off", "on"}

// Settings keeps each place's settings, durably: a write that returned nil is
// kept. Every question looks them up, so they are held in memory too; where somebody
// else may write them to the same store, its Fresh says for how long, by its Now.
// It is safe for use by many goroutines.
type Settings struct {
	store Store
	readings[heldSettings]
}

// heldSettings holds a place's settings in memory.
type heldSettings struct {
	PlaceSettings
	used int64 // when a use was last noted, where the place is Fleeting
}

// NewSettings returns the settings in store.
func NewSettings(store Store) *Settings {
	return &Settings{store, newReadings[heldSettings]()}
}

func settingsKey(place string) []byte { return Key("settings", place) }

// Get returns the place's settings; the zero value where it has none. Those of a
// Fleeting place are noted as used, once a day.
func (s *Settings) Get(ctx context.Context, place string) (PlaceSettings, error) {
	h, err := s.get(place, func() (heldSettings, error) { return s.read(ctx, place) })
	if err != nil {
		return PlaceSettings{}, fmt.Errorf("settings of %q: %w", place, err)
	}
	if h.PlaceSettings != (PlaceSettings{}) && Fleeting(place) && stale(h.used, s.Now()) {
		if err := s.touch(ctx, place); !forgivable(ctx, err) {
			return PlaceSettings{}, fmt.Errorf("settings of %q: %w", place, err)
		}
	}
	return h.PlaceSettings, nil
}

// read reads a place's settings.
func (s *Settings) read(ctx context.Context, place string) (h heldSettings, err error) {
	err = s.store.View(ctx, func(tx ReadTx) error {
		h = heldSettings{}
		v, ok, err := tx.Get(settingsKey(place))
		if err != nil || !ok {
			return err
		}
		fields := map[string]json.RawMessage{}
		if err := json.Unmarshal(v, &fields); err != nil {
			return err
		}
		h.used = usedOf(fields)
		return json.Unmarshal(v, &h.PlaceSettings)
	})
	return h, err
}

// touch notes that the place's settings are used, if there still are any.
func (s *Settings) touch(ctx context.Context, place string) error {
	return s.write(ctx, place, func(fields map[string]json.RawMessage) error { return nil })
}

// usedField is the stored field that says when a Fleeting place's settings were
// last used, in seconds since 1970.
const usedField = "used"

// usedOf returns the time in usedField, or 0 if there is none.
func usedOf(fields map[string]json.RawMessage) (used int64) {
	_ = json.Unmarshal(fields[usedField], &used) // what cannot be read counts as none
	return used
}

func setUsed(fields map[string]json.RawMessage, now time.Time) {
	fields[usedField] = json.RawMessage(strconv.FormatInt(now.Unix(), 10))
}

// Set replaces the place's settings. Stored fields that PlaceSettings does not
// know, a later version's, are left as they are.
func (s *Settings) Set(ctx context.Context, place string, p PlaceSettings) error {
	err := s.write(ctx, place, func(fields map[string]json.RawMessage) error {
		encoded, err := json.Marshal(p)
		if err != nil {
			return err
		}
		known := map[string]json.RawMessage{}
		if err := json.Unmarshal(encoded, &known); err != nil {
			return err
		}
		for _, name := range settingsFields {
			if value, set := known[name]; set {
				fields[name] = value
			} else {
				delete(fields, name)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("settings of %q: %w", place, err)
	}
	return nil
}

// Clear deletes the place's settings, whatever is stored. Deleting missing ones
// is not an error.
func (s *Settings) Clear(ctx context.Context, place string) error {
	if err := s.write(ctx, place, nil); err != nil {
		return fmt.Errorf("settings of %q: %w", place, err)
	}
	return nil
}

// write changes the stored fields of a place, removing those of one that has
// none left; a nil change removes all.
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
		delete(fields, usedField)
		if len(fields) == 0 {
			return tx.Delete(key)
		}
		if Fleeting(place) {
			setUsed(fields, s.Now())
		}
		encoded, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		return tx.Put(key, encoded)
	})
	s.forget(place)
	return err
}
