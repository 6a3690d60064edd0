package contest

import (
	"context"
	"fmt"
	"strings"

	"delphi/engine/score"
	"delphi/storage"
)

// Drawing is a draw in a place: its hash is published first, its seed later.
type Drawing struct {
	Kind  string // "order", "pairs" or "some"
	N     int    // how many, of "some"
	Items []string
	Seed  string
	Hash  string
	By    string
	Told  bool // the seed
}

func (b *Book) drawings() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "draw"}
}

// Draw makes a draw: its outcome is settled, but only its hash is known.
func (b *Book) Draw(ctx context.Context, p Place, d Drawing) (Drawing, error) {
	d.Seed = fmt.Sprintf("%016x%016x", b.Random(), b.Random())
	d.Hash = score.Commitment(d.Seed, d.Items)
	if _, err := score.Draw(d.Seed, d.Items); err != nil {
		return d, refuse(BadDraw, "A draw needs two or more different things.")
	}
	was := new(Drawing)
	err := b.drawings().Update(ctx, p.key(), was, func(ok bool) ([]any, bool, error) {
		if ok && !was.Told {
			return nil, false, refuse(DrawWaits, "A draw here is still waiting to be revealed.")
		}
		*was = d
		return nil, false, nil
	})
	return d, err
}

// Reveal publishes the seed of a place's last draw. It may be called again.
func (b *Book) Reveal(ctx context.Context, p Place) (Drawing, error) {
	d := new(Drawing)
	err := b.drawings().Update(ctx, p.key(), d, func(ok bool) ([]any, bool, error) {
		if !ok {
			return nil, false, refuse(NoDraw, "Nothing has been drawn here.")
		}
		d.Told = true
		return nil, false, nil
	})
	return *d, err
}

// Words returns the outcome of a drawing in words.
func (d *Drawing) Words() string {
	order, err := score.Draw(d.Seed, d.Items)
	if err != nil {
		return err.Error()
	}
	switch d.Kind {
	case "pairs":
		var pairs []string
		for i := 0; i < len(order); i += 2 {
			if i+1 == len(order) {
				pairs = append(pairs, order[i]+" alone")
				continue
			}
			pairs = append(pairs, order[i]+" and "+order[i+1])
		}
		return strings.Join(pairs, "; ")
	case "some":
		return strings.Join(order[:min(d.N, len(order))], ", ")
	}
	return strings.Join(order, ", ")
}
