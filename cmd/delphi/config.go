package main

import (
	"errors"
	"fmt"
	"strings"

	"delphi/engine/seq"
)

type configCmd struct {
	Init  initCmd  `cmd:"" help:"Write a commented configuration to start from."`
	Check checkCmd `cmd:"" help:"Report every unknown or wrong key with its line, and warn about what is unsafe."`
}

type checkCmd struct {
	configFile `embed:""`
}

// Run checks the configuration and says what it would serve.
func (c *checkCmd) Run(e *env) error {
	if err := c.find(); err != nil {
		return err
	}
	s, err := loadSettings(c.File, e.getenv)
	if err != nil {
		return err
	}
	for _, w := range s.warnings {
		fmt.Fprintln(e.errs, "warning:", w)
	}
	names := seq.Map(s.networks(), func(n network) string { return n.name })
	if len(names) == 0 {
		return &exit{failed, errors.New(c.File + " has no wrong key, but names no network to serve: add an [[irc]] section, enable [discord], or set listen in [web]")}
	}
	_, err = fmt.Fprintf(e.out, "%s has no errors. It serves %s. \"delphi doctor\" tries it out.\n", c.File, strings.Join(names, ", "))
	return err
}
