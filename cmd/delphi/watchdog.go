package main

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"delphi/bot"
)

// standstill is how long an adapter's loop may stand still before the watchdog
// is starved, so that systemd restarts the process. Discord's gateway is quiet
// for up to a minute.
const standstill = 2 * time.Minute

// watched is an adapter that knows whether it still runs: one that has stopped
// for good has no pulse, and the others go on without it.
type watched struct {
	bot.Adapter
	run     func(context.Context, bot.Handler) error // runs it while this process is to; nil: its own Run
	stopped atomic.Bool
}

// Run implements bot.Adapter.
func (w *watched) Run(ctx context.Context, h bot.Handler) error {
	defer w.stopped.Store(true)
	if w.run != nil {
		return w.run(ctx, h)
	}
	return w.Adapter.Run(ctx, h)
}

// still names the adapters whose loops have stood still for too long.
func still(all []*watched, now time.Time) []string {
	var out []string
	for _, w := range all {
		if p, ok := w.Adapter.(bot.Pulse); ok && !w.stopped.Load() && now.Sub(p.Beat()) > standstill {
			out = append(out, w.Name())
		}
	}
	return out
}

// watchdog tells systemd that the process lives, as often as systemd wants to
// hear it and as long as every adapter's loop turns, until ctx ends.
func watchdog(ctx context.Context, log *slog.Logger, all []*watched) {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil || every <= 0 {
		return
	}
	t := time.NewTicker(every / 2)
	defer t.Stop()
	for {
		select {
		case now := <-t.C:
			if stuck := still(all, now); len(stuck) > 0 {
				log.Error("a connection's loop is stuck; the watchdog is no longer notified", "networks", stuck)
				continue
			}
			notify(log, daemon.SdNotifyWatchdog)
		case <-ctx.Done():
			return
		}
	}
}

// notify tells systemd how the service is doing, if systemd started it.
func notify(log *slog.Logger, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("systemd could not be notified", "state", state, "err", err)
	}
}
