package main

import (
	"errors"

	"delphi/bot"
	"delphi/bot/irc"
)

type serveCmd struct {
	File string `short:"c" name:"config" required:"" type:"path" placeholder:"FILE" help:"The configuration."`
}

// Run serves every network of the configuration until the program is told to
// stop.
func (c *serveCmd) Run(e *env) error {
	s, err := loadSettings(c.File, e.getenv)
	if err != nil {
		return err
	}
	if e.cli.Rules != "" {
		s.Defaults.Rules = e.cli.Rules
	}
	path := e.cli.DB
	if path == "" {
		path = s.Store.Path
	}
	if path, err = dbPath(path, e.getenv); err != nil {
		return err
	}
	if len(s.IRC) == 0 {
		return errors.New(c.File + " names no network to serve: add an [[irc]] section")
	}
	p, err := assemble(e, s, path)
	if err != nil {
		return err
	}
	return errors.Join(serve(e, s, p), p.close())
}

// serve runs an adapter for each network.
func serve(e *env, s Settings, p *parts) error {
	var adapters []bot.Adapter
	for _, cfg := range s.IRC {
		if cfg.Prefix == "" {
			cfg.Prefix = s.Defaults.Prefix
		}
		a, err := irc.New(cfg, irc.Options{Log: e.log, Settings: p.router, Known: p.router.Known, Version: "Delphi " + version()})
		if err != nil {
			return err
		}
		adapters = append(adapters, a)
	}
	h := bot.Chain(p.router, bot.Recover(e.log), bot.Limit(s.Limits), bot.Deadline(bot.DefaultDeadline))
	return bot.Run(e.ctx, e.log, h, adapters...)
}
