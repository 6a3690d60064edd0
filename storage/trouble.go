package storage

import (
	"context"
	"log/slog"
	"time"
)

// Trouble knows whether the store can be used.
type Trouble struct {
	Opening error // why it could not be opened: something else is in its place
	damage  func() error
	brief   *Brief
}

// Watch returns the store for what can be done without, on which it is noticed that the
// store is away. disk is the store itself.
func (t *Trouble) Watch(store, disk Store) Store {
	if d, ok := disk.(interface{ Damage() error }); ok {
		t.damage = d.Damage
	}
	t.brief = NewBrief(store)
	return t.brief
}

// Now returns what is wrong with the store; nil: nothing, as far as is known.
func (t *Trouble) Now() error {
	switch {
	case t.Opening != nil:
		return t.Opening
	case t.damage != nil && t.damage() != nil:
		return t.damage()
	case t.brief != nil:
		return t.brief.Away()
	}
	return nil
}

const (
	troubleEvery = 10 * time.Second // how often it is looked for
	troubleAgain = time.Hour        // how often it is told
)

// Tell logs what is wrong with the store until ctx ends: at once, and then again now and
// then.
func (t *Trouble) Tell(ctx context.Context, log *slog.Logger) {
	look := time.NewTicker(troubleEvery)
	defer look.Stop()
	var told time.Time
	for {
		if t.brief != nil { // whether it is away is noticed when it is asked
			_ = t.brief.View(ctx, func(ReadTx) error { return nil })
		}
		switch err := t.Now(); {
		case err != nil && time.Since(told) >= troubleAgain:
			log.Error("the store cannot be used: settings, characters, games and tournaments are not available, and nothing is written; other questions are answered", "err", err)
			told = time.Now()
		case err == nil && !told.IsZero():
			log.Info("the store can be used again")
			told = time.Time{}
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}
