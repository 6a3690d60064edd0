package places

import (
	"context"
	"time"

	"delphi/storage"
)

// Place is a channel: where a tournament belongs, and whoever asks is.
type Place struct{ Network, Place string }

func (p Place) key() string { return p.Network + "\x00" + p.Place }

// Places holds what a store keeps for each place. It may be used by many goroutines.
type Places struct {
	Store  storage.Store
	Random func() uint64 // for draws; unpredictable
}

// zones keeps the time zones of places.
func (b *Places) zones() storage.Documents {
	return storage.Documents{Store: b.Store, Kind: "zone"}
}

// Zone returns the time zone that a place has set, or UTC.
func (b *Places) Zone(ctx context.Context, p Place) (*time.Location, error) {
	var name string
	if _, err := b.zones().Get(ctx, p.key(), &name); err != nil {
		return nil, err
	}
	return time.LoadLocation(name)
}

// SetZone sets the time zone of the actor's place.
func (b *Places) SetZone(ctx context.Context, a Actor, zone *time.Location) error {
	var name string
	return b.zones().UpdateWith(ctx, a.Place.key(), &name, func(tx storage.Tx, _ bool) ([]any, bool, error) {
		name = zone.String()
		return nil, false, b.MayRun(tx, a, a.Place)
	})
}
