package places

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/draw"
	"delphi/storage"
	"delphi/storage/contest/refusal"
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

	// What is mixed in is announced with the hash: a word of each of some people, or a value
	// that nobody knows yet and everybody will.
	People []string `json:",omitempty"`
	Public string   `json:",omitempty"`
	Mix    []string `json:",omitempty"` // the words of People, in that order, empty until they are said; or the value
}

// Mixes reports whether anything is mixed in.
func (d *Drawing) Mixes() bool { return len(d.People) > 0 || d.Public != "" }

// Silent lists the people whose words are still missing.
func (d *Drawing) Silent() (out []string) {
	for i, p := range d.People {
		if d.Mix[i] == "" {
			out = append(out, p)
		}
	}
	return out
}

func (b *Places) drawings() storage.Documents {
	return storage.Documents{Store: b.Store, Kind: "draw"}
}

// Draw makes a draw: its outcome is settled, but for what is mixed in, and only its hash is
// known.
func (b *Places) Draw(ctx context.Context, p Place, d Drawing) (Drawing, error) {
	d.Seed = fmt.Sprintf("%016x%016x", b.Random(), b.Random())
	d.Hash = draw.Commitment(d.Seed, d.Items)
	if _, err := draw.Order(d.Seed, d.Items); err != nil {
		return d, refusal.New(refusal.BadDraw, "A draw needs two or more different things.")
	}
	d.Mix = make([]string, len(d.People))
	was := new(Drawing)
	err := b.drawings().Update(ctx, p.key(), was, func(ok bool) ([]any, bool, error) {
		if ok && !was.Told {
			return nil, false, refusal.New(refusal.DrawWaits, "A draw here is still waiting to be revealed.")
		}
		*was = d
		return nil, false, nil
	})
	return d, err
}

// longestWord is how long a word may be that is mixed in, in bytes.
const longestWord = 100

// Mix mixes the word of one of the people that a draw names, who is known by some names,
// into it. Nobody can change their word.
func (b *Places) Mix(ctx context.Context, p Place, names []string, word string) (Drawing, error) {
	d := new(Drawing)
	err := b.drawings().Update(ctx, p.key(), d, func(ok bool) ([]any, bool, error) {
		i := slices.IndexFunc(d.People, func(one string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, one) })
		})
		switch {
		case !ok || d.Told:
			return nil, false, refusal.New(refusal.NoDraw, "No draw is waiting here.")
		case i < 0:
			return nil, false, refusal.New(refusal.NoWord, "This draw does not mix in a word of yours.")
		case d.Mix[i] != "":
			return nil, false, refusal.New(refusal.NoWord, "Your word is %q already, and it stays.", d.Mix[i])
		case word == "" || len(word) > longestWord || strings.Contains(word, "\n"):
			return nil, false, refusal.New(refusal.NoWord, "A word to mix in has 1 to %d characters.", longestWord)
		}
		d.Mix[i] = word
		return nil, false, nil
	})
	return *d, err
}

// Reveal publishes the seed of a place's last draw. It may be called again. value is the
// value that a draw waits for; the first that is given counts.
func (b *Places) Reveal(ctx context.Context, p Place, value string) (Drawing, error) {
	d := new(Drawing)
	err := b.drawings().Update(ctx, p.key(), d, func(ok bool) ([]any, bool, error) {
		switch {
		case !ok:
			return nil, false, refusal.New(refusal.NoDraw, "Nothing has been drawn here.")
		case d.Public == "" && value != "":
			return nil, false, refusal.New(refusal.NoWord, "This draw waits for no value.")
		case d.Told:
		case len(d.Silent()) > 0:
			return nil, false, refusal.New(refusal.NeedsWords, "The draw waits for a word of %s.", strings.Join(d.Silent(), ", "))
		case d.Public != "" && value == "":
			return nil, false, refusal.New(refusal.NeedsValue, "The draw waits for %s. Say the value.", d.Public)
		case d.Public != "":
			d.Mix = []string{value}
		}
		d.Told = true
		return nil, false, nil
	})
	return *d, err
}

// Revealed returns a place's last draw, if its seed was revealed.
func (b *Places) Revealed(ctx context.Context, p Place) (Drawing, error) {
	d := new(Drawing)
	err := b.drawings().Update(ctx, p.key(), d, func(ok bool) ([]any, bool, error) {
		switch {
		case !ok:
			return nil, false, refusal.New(refusal.NoDraw, "Nothing has been drawn here.")
		case !d.Told:
			return nil, false, refusal.New(refusal.DrawWaits, "The draw here is not revealed yet, and until then its seed is secret.")
		}
		return nil, false, nil
	})
	return *d, err
}

// Words returns the outcome of a drawing in words.
func (d *Drawing) Words() string {
	order, err := draw.Order(draw.Mixed(d.Seed, d.Mix), d.Items)
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
