package main

import (
	"fmt"
	"strings"
)

type configCmd struct {
	Init  initCmd  `cmd:"" help:"Write a commented configuration to begin with."`
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
	var names []string
	for _, n := range s.networks() {
		names = append(names, n.name)
	}
	serves := "It names no network to serve yet: add an [[irc]] section, or enable [discord]."
	if len(names) > 0 {
		serves = "It serves " + strings.Join(names, ", ") + "."
	}
	_, err = fmt.Fprintf(e.out, "%s has no errors. %s\n", c.File, serves)
	return err
}
