package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"delphi/bot"
	"delphi/bot/admin"
	"delphi/commands/route"
	"delphi/storage"
)

// keeper runs a serving bot for the admin command and for SIGHUP: it knows the networks and
// the file that the configuration came from.
type keeper struct {
	admin.Networks
	log    *slog.Logger
	load   func() (Settings, error)
	store  storage.Store
	single map[string]bool // the networks that take one connection
}

var _ route.Keeper = (*keeper)(nil)

// Reload reads the configuration again and takes over what can be changed
// while serving: the limits, and what the adapters can take over. A file with
// an error changes nothing.
func (k *keeper) Reload(context.Context) error {
	s, err := k.load()
	if err != nil {
		k.log.Error("the configuration was not reloaded", "err", err)
		return err
	}
	k.Limit(s.Limits)
	var wrong []error
	named := map[string]bool{}
	for _, n := range s.networks() {
		named[n.name] = true
		switch a := k.Adapter(n.name).(type) {
		case nil:
			wrong = append(wrong, fmt.Errorf("network %s is new, which needs a restart", n.name))
		case bot.Reloader:
			wrong = append(wrong, a.Reload(n.section()))
		}
	}
	k.Pace()
	for _, a := range k.Adapters {
		if !named[a.Name()] {
			wrong = append(wrong, fmt.Errorf("network %s is gone from the configuration, which needs a restart", a.Name()))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		k.log.Warn("the configuration was reloaded in part", "err", err)
		return err
	}
	k.log.Info("the configuration was reloaded")
	return nil
}

// hangups reloads the configuration at each SIGHUP until ctx ends.
func (k *keeper) hangups(ctx context.Context) {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	for {
		select {
		case <-hup:
			k.Reload(ctx) // logs what is wrong
		case <-ctx.Done():
			return
		}
	}
}
