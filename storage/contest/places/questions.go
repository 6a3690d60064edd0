package places

import (
	"context"
	"maps"
	"slices"

	"delphi/storage"
	"delphi/storage/contest/refusal"
)

// maxSaved is how many questions a place can keep.
const maxSaved = 50

func (b *Places) saved() storage.Documents {
	return storage.Documents{Store: b.Store, Kind: "query"}
}

// Questions returns the saved questions of a place by name.
func (b *Places) Questions(ctx context.Context, place Place) (map[string]string, error) {
	out := map[string]string{}
	_, err := b.saved().Get(ctx, place.key(), &out)
	return out, err
}

// KeepQuestion saves a question of a place under a name, replacing any other of that
// name; an empty one deletes it. known reports whether the name was taken.
func (b *Places) KeepQuestion(ctx context.Context, place Place, name, line string) (known bool, err error) {
	var all map[string]string
	err = b.saved().Update(ctx, place.key(), &all, func(bool) ([]any, bool, error) {
		_, known = all[name]
		if line == "" {
			delete(all, name)
			return nil, len(all) == 0, nil
		}
		if !known && len(all) >= maxSaved {
			return nil, false, refusal.New(refusal.TooMany, "This channel already keeps %d questions: %s.", maxSaved, slices.Sorted(maps.Keys(all)))
		}
		if all == nil {
			all = map[string]string{}
		}
		all[name] = line
		return nil, false, nil
	})
	return known, err
}
