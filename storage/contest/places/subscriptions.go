package places

import (
	"context"
	"encoding/json"

	"delphi/storage"
)

// Subscription says which games a place wants announced as they end.
type Subscription struct {
	Place      Place
	Deaths     bool // games that ended in any other way than by ascension
	Ascensions bool
	Events     bool   // livelog
	Entrants   bool   // only of those who take part in a tournament of the place
	Filter     string // only games that are like this: "turns>1000 not quit"
	Digest     int    // where more games than this wait to be told, each gets a few words; 0: DefaultDigest
}

// DefaultDigest is how many waiting games are announced in full, unless a place has set
// another number.
const DefaultDigest = 8

func (b *Places) subscriptions() storage.Documents {
	return storage.Documents{Store: b.Store, Kind: "announce"}
}

// Subscribe sets what the actor's place wants announced; the zero value means nothing.
// Only its operators and organisers may.
func (b *Places) Subscribe(ctx context.Context, a Actor, s Subscription) error {
	s.Place = a.Place
	was := new(Subscription)
	return b.subscriptions().UpdateWith(ctx, a.Place.key(), was, func(tx storage.Tx, _ bool) ([]any, bool, error) {
		if !a.Operator || a.Private {
			if err := b.MayRun(tx, a, a.Place); err != nil {
				return nil, false, err
			}
		}
		*was = s
		return nil, !s.Deaths && !s.Ascensions && !s.Events, nil
	})
}

// Subscription returns what a place wants announced; ok is false if that is nothing.
func (b *Places) Subscription(ctx context.Context, p Place) (s Subscription, ok bool, err error) {
	ok, err = b.subscriptions().Get(ctx, p.key(), &s)
	return s, ok, err
}

// Subscriptions returns what all places want announced.
func (b *Places) Subscriptions(ctx context.Context) (out []Subscription, err error) {
	err = b.subscriptions().All(ctx, func(_ string, raw []byte) error {
		var s Subscription
		err := json.Unmarshal(raw, &s)
		out = append(out, s)
		return err
	})
	return out, err
}
