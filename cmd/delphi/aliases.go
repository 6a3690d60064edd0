package main

import (
	"errors"
	"fmt"

	"delphi/commands"
	"delphi/commands/route"
	"delphi/storage"
)

type aliasesCmd struct {
	Places aliasesPlacesCmd `cmd:"" help:"List the channels and users that have aliases."`
	Export aliasesExportCmd `cmd:"" help:"Write the aliases of a channel, or of a user, as the lines that make them again."`
}

func withAliases(e *env, do func(route.Aliases) error) error {
	store, err := openStore(e)
	if err != nil {
		return err
	}
	return errors.Join(do(route.Aliases{Characters: storage.NewCharacters(store)}), store.Close())
}

type aliasesPlacesCmd struct{}

// Run lists who has aliases by network and name.
func (aliasesPlacesCmd) Run(e *env) error {
	return withAliases(e, func(a route.Aliases) error {
		owners, err := a.Owners(e.ctx)
		for _, o := range owners {
			if o.User {
				fmt.Fprintln(e.out, o.Network, "user", o.Name)
			} else {
				fmt.Fprintln(e.out, o.Network, o.Name)
			}
		}
		if len(owners) == 0 && err == nil {
			fmt.Fprintln(e.errs, "nobody has made an alias yet")
		}
		return err
	})
}

type aliasesExportCmd struct {
	channel
	User bool `help:"PLACE is a user, as places lists them, whose own aliases are written."`
}

// Run writes the lines to standard output.
func (c *aliasesExportCmd) Run(e *env) error {
	o := route.AliasOwner{Network: commands.Network(c.Network), Name: c.place(), User: c.User}
	if c.User {
		o.Name = c.Place
	}
	return withAliases(e, func(a route.Aliases) error {
		lines, err := a.Lines(e.ctx, o)
		for _, line := range lines {
			fmt.Fprintln(e.out, line)
		}
		if len(lines) == 0 && err == nil {
			return fmt.Errorf("%s on %s has no aliases; delphi aliases places lists who has", c.Place, c.Network)
		}
		return err
	})
}
