package announce

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"delphi/bot"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/lease"
	"delphi/storage/pause"
)

// Sender sends the announcements in the outbox for a network, in the process that serves
// that network.
type Sender struct {
	Outbox  storage.Outbox
	Network string
	Teller  bot.Teller
	Quiet   func(network, place string) bool // nothing is said there now; nil: nowhere
	MaxAge  time.Duration                    // older notes are not said
	Pace    time.Duration                    // between two lines in one place
	Every   time.Duration                    // between two looks into the outbox; 0: half a second
	Now     func() time.Time                 // nil: time.Now
	Log     *slog.Logger
}

// Run sends announcements until ctx ends. A slow place delays only itself.
func (s *Sender) Run(ctx context.Context, l *lease.Lease) {
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.Every <= 0 {
		s.Every = time.Second / 2
	}
	var mu sync.Mutex
	speaking := map[string]bool{}
	var all sync.WaitGroup
	defer all.Wait()
	failing := false
	for {
		notes, err := s.Outbox.Next(ctx, s.Network)
		if err != nil && ctx.Err() == nil && !failing {
			s.Log.Warn("the outbox cannot be read", "network", s.Network, "err", err)
		}
		failing = err != nil
		for _, n := range notes {
			mu.Lock()
			busy := speaking[n.Place]
			speaking[n.Place] = true
			mu.Unlock()
			if busy {
				continue
			}
			all.Go(func() {
				bot.Guard(func() error { s.say(ctx, l, &n); return nil })
				_ = pause.For(ctx, s.Pace)
				mu.Lock()
				delete(speaking, n.Place)
				mu.Unlock()
			})
		}
		if pause.For(ctx, s.Every) != nil {
			return
		}
	}
}

// say sends one note, or decides that it is not to be sent.
func (s *Sender) say(ctx context.Context, l *lease.Lease, n *storage.Note) {
	log := s.Log.With("network", n.Network, "place", n.Place, "about", n.Key)
	var r commands.Reply
	switch err := json.Unmarshal(n.Body, &r); {
	case err != nil:
		log.Error("an announcement cannot be read", "err", err)
		s.done(ctx, l, n)
		return
	case s.Now().Sub(n.At) > s.MaxAge, s.Quiet != nil && s.Quiet(n.Network, n.Place):
		s.done(ctx, l, n)
		return
	case !s.Teller.Ready() || !l.Held():
		return
	}
	again := !n.Since.IsZero()
	if again {
		log.Warn("an announcement was started but not finished; it is sent again where there is no sign that it arrived", "by", n.Begun, "at", n.Since)
	}
	if err := s.Outbox.Begin(ctx, l, n, l.Epoch(), s.Now()); err != nil {
		return // said by nobody, or by whoever has the lease now
	}
	if !l.Held() {
		return
	}
	err := s.Teller.Tell(ctx, n.Place, r, n.Key, again)
	switch {
	case err == nil:
	case errors.Is(err, bot.ErrNever):
		log.Warn("an announcement cannot be sent", "err", err)
	default:
		if ctx.Err() == nil {
			log.Warn("an announcement could not be sent; trying again", "err", err)
		}
		return
	}
	s.done(ctx, l, n)
}

// done deletes a note from the outbox. It does so even if ctx has ended, which may happen
// just after the note was sent.
func (s *Sender) done(ctx context.Context, l *lease.Lease, n *storage.Note) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := s.Outbox.Done(ctx, l, n); err != nil {
		s.Log.Warn("a sent announcement could not be recorded", "network", n.Network, "place", n.Place, "about", n.Key, "err", err)
	}
}
