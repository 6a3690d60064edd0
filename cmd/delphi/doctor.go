package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"delphi/bot"
)

type doctorCmd struct {
	configFile `embed:""`
	Wait       time.Duration `default:"1m" help:"How long to wait for each network."`
}

// Run tries all that a configuration asks for, and says what to change. It serves nobody and
// changes nothing.
func (c *doctorCmd) Run(e *env) error {
	if err := c.find(); err != nil {
		return err
	}
	s, err := loadSettings(c.File, e.getenv)
	if err != nil {
		return err
	}
	wrong := 0
	show := func(of string, list ...bot.Finding) {
		for _, f := range list {
			if !f.Good {
				wrong++
			}
			fmt.Fprintf(e.out, "%s: %s\n", of, bot.Redact(f.String()))
		}
	}
	for _, w := range s.warnings {
		show(c.File, bot.Finding{What: "a key is unsafe", Do: w.Error()})
	}
	at, err := s.Store.place(e)
	if err != nil {
		return err
	}
	p, err := assemble(e, s, at, nil)
	if err != nil {
		show("store", bot.Finding{What: "it cannot be opened", Do: err.Error()})
		return &exit{failed, nil}
	}
	defer p.close() //nolint:errcheck // nothing was written
	if err := p.trouble.Now(); err != nil {
		show("store", bot.Finding{What: "it cannot be used", Do: err.Error()})
	} else {
		show("store", bot.Found("it opens: %s", at))
	}
	networks := s.networks()
	if len(networks) == 0 {
		show(c.File, bot.Finding{What: "it names no network", Do: "add an [[irc]] section, or enable [discord]"})
	}
	for _, n := range networks {
		show(n.name, examine(e, p, n, s, c.Wait)...)
	}
	for _, g := range s.Games.Source {
		show("games "+g.Name, examineLog(e.ctx, g.Path, g.URL))
	}
	if wrong > 0 {
		fmt.Fprintf(e.out, "%d things to change.\n", wrong)
		return &exit{failed, nil}
	}
	_, err = fmt.Fprintln(e.out, "Nothing to change.")
	return err
}

// examineLog tries to read the beginning of a game log, in a file or at an address.
func examineLog(ctx context.Context, file, address string) bot.Finding {
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return bot.Finding{What: "the log cannot be read", Do: err.Error()}
		}
		f.Close() //nolint:errcheck // nothing was written
		return bot.Found("the log can be read: %s", file)
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return bot.Finding{What: "the log's address is not valid", Do: err.Error()}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return bot.Finding{What: "the log cannot be reached", Do: err.Error()}
	}
	resp.Body.Close() //nolint:errcheck // nothing is read
	if resp.StatusCode >= http.StatusBadRequest {
		return bot.Finding{What: "the log is not at " + address, Do: "the server says " + resp.Status}
	}
	return bot.Found("the log is there: %s", address)
}

// examine tries one network.
func examine(e *env, p *parts, n network, s Settings, most time.Duration) []bot.Finding {
	a, err := n.connect(wiring{
		router: p.router, log: slog.New(slog.DiscardHandler), source: s.About.Source, held: func() bool { return true },
		games: p.contest, rules: s.Defaults.Rules, neighbours: p.neighbours,
	})
	if err != nil {
		return []bot.Finding{{What: "it cannot be set up", Do: err.Error()}}
	}
	x, ok := a.(bot.Examiner)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(e.ctx, most)
	defer cancel()
	out := x.Examine(ctx)
	if errors.Is(e.ctx.Err(), context.Canceled) {
		out = append(out, bot.Finding{What: "stopped before the end"})
	}
	return out
}
