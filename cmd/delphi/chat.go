package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"delphi/bot"
	"delphi/bot/console"
	"delphi/storage"
)

type chatCmd struct{}

// inTerminal is how long an answer in the terminal may take. Nobody else waits there, and
// Ctrl-C ends it sooner; the first sentence waits for the reader to be made, too.
const inTerminal = 20 * time.Second

// Run is the terminal chat.
func (chatCmd) Run(e *env) error {
	s := defaultSettings()
	if e.cli.Rules != "" {
		s.Defaults.Rules = e.cli.Rules
	}
	at, err := placeOf(e.cli.DB, e.getenv)
	if errors.Is(err, errNoPlace) {
		fmt.Fprintf(e.errs, "%v\nThis chat keeps its state in memory.\n", err)
		at, err = place{}, nil
	}
	if err != nil {
		return err
	}
	p, err := assemble(e, s, at, nil)
	if errors.Is(err, storage.ErrInUse) && e.cli.DB == "" {
		// The bot is serving beside us: chat all the same.
		fmt.Fprintf(e.errs, "%v\nThis chat keeps its state in memory.\n", err)
		p, err = assemble(e, s, place{}, nil)
	}
	if err != nil {
		return err
	}
	history := ""
	if _, ok := e.in.(*os.File); ok && at.file != "" {
		history = filepath.Join(filepath.Dir(at.file), "history")
	}
	c := console.New(console.Config{In: e.in, Out: e.out, Complete: p.router.Complete, HistoryFile: history})
	h := bot.Chain(p.router, bot.Recover(e.log), bot.Deadline(inTerminal))
	return errors.Join(p.meanwhile(e, &beside{}, func() error { return c.Run(e.ctx, h) }), p.close())
}
