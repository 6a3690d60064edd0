package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"delphi/storage"
)

// trouble knows whether the store can be used.
type trouble struct {
	opening error // why it could not be opened: something else is in its place
	damage  func() error
	brief   *storage.Brief
}

// watch returns the store for what can be done without, on which it is noticed that the
// store is away. disk is the store itself.
func (t *trouble) watch(store, disk storage.Store) storage.Store {
	if d, ok := disk.(interface{ Damage() error }); ok {
		t.damage = d.Damage
	}
	t.brief = storage.NewBrief(store)
	return t.brief
}

// now returns what is wrong with the store; nil: nothing, as far as is known.
func (t *trouble) now() error {
	switch {
	case t.opening != nil:
		return t.opening
	case t.damage != nil && t.damage() != nil:
		return t.damage()
	case t.brief != nil:
		return t.brief.Away()
	}
	return nil
}

// goOn reports whether a bot does without a store that could not be opened: one that is
// damaged or, where nothing is served, away. What is served from a database is shared
// by leases in it. A store of another format, or a file that is none, is for whoever starts
// the bot to put right.
func goOn(err error, serves bool) bool {
	switch {
	case errors.Is(err, storage.ErrFormat):
		return false
	case errors.Is(err, storage.ErrAway):
		return !serves
	}
	return errors.Is(err, storage.ErrDamaged)
}

const (
	troubleEvery = 10 * time.Second // how often it is looked for
	troubleAgain = time.Hour        // how often it is told
)

// tell logs what is wrong with the store until ctx ends: at once, and then again now and
// then.
func (t *trouble) tell(ctx context.Context, log *slog.Logger) {
	look := time.NewTicker(troubleEvery)
	defer look.Stop()
	var told time.Time
	for {
		if t.brief != nil { // whether it is away is noticed when it is asked
			_ = t.brief.View(ctx, func(storage.ReadTx) error { return nil })
		}
		switch err := t.now(); {
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
