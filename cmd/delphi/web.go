package main

import (
	"errors"
	"path/filepath"

	"delphi/bot"
	"delphi/bot/web"
)

type webCmd struct {
	Listen string `default:"127.0.0.1:8080" placeholder:"ADDR" help:"Where to listen (${default})."`
	Public string `placeholder:"URL" help:"Where people reach the pages, as https://example.org/delphi. Without it links are relative."`
}

// Run serves pages until the program is told to stop. Without --db there are
// answers and lookups only; with it, tournaments too, read beside a serving bot.
func (c *webCmd) Run(e *env) error {
	s := defaultSettings()
	if e.cli.Rules != "" {
		s.Defaults.Rules = e.cli.Rules
	}
	s.Web.Listen, s.Web.Public = c.Listen, c.Public
	if err := s.Web.Validate(); err != nil {
		return &exit{wrongUse, err}
	}
	at := place{}
	if e.cli.DB != "" {
		var err error
		if at, err = placeOf(e.cli.DB, e.getenv); err != nil {
			return err
		}
	}
	p, err := assemble(e, s, at, nil)
	if err != nil {
		return err
	}
	o := web.Options{Router: p.router, Rules: s.Defaults.Rules, Version: version(), Source: s.About.Source, Log: e.log}
	if e.cli.DB != "" {
		o.Book, o.State, o.Dumplogs, o.Live = p.contest.Book, filepath.Dir(at.file), p.contest.Dumplogs, p.contest.Live
	}
	a, err := web.New(s.Web, o)
	if err != nil {
		return errors.Join(err, p.close())
	}
	h := &bot.Gate{
		Limiter: bot.NewLimiter(s.Limits),
		Next:    bot.Chain(p.router, bot.Recover(e.log), bot.Deadline(bot.DefaultDeadline)),
	}
	return errors.Join(p.meanwhile(e, &beside{}, func() error { return a.Run(e.ctx, h) }), p.close())
}
