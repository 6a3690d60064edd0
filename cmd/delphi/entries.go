package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"delphi/commands"
	"delphi/commands/entries/book"
	"delphi/commands/wording"
	"delphi/storage"
)

type entriesCmd struct {
	Places entriesPlacesCmd `cmd:"" help:"List the channels that have entries."`
	Export entriesExportCmd `cmd:"" help:"Write the entries of a channel as lines of text."`
	Import entriesImportCmd `cmd:"" help:"Read entries from a file into a channel; its other entries stay."`
}

// channel is the place that a command line names.
type channel struct {
	Network string `arg:"" help:"The network, as the configuration calls it: libera, discord."`
	Place   string `arg:"" help:"The channel: #nethack, or the id of a channel on Discord."`
}

// place returns the channel as the store knows it; IRC's are in lower case.
func (c channel) place() string {
	if strings.HasPrefix(c.Place, "#") {
		return strings.ToLower(c.Place)
	}
	return c.Place
}

// key returns the place as entries are kept for it.
func (c channel) key() string {
	return commands.PlaceKey(commands.Network(c.Network), commands.Place(c.place()))
}

func withEntries(e *env, do func(*book.Book) error) error {
	store, err := openStore(e)
	if err != nil {
		return err
	}
	return errors.Join(do(&book.Book{Topics: storage.Topics{Store: store}}), store.Close())
}

type entriesPlacesCmd struct{}

// Run lists the places by network and channel.
func (entriesPlacesCmd) Run(e *env) error {
	return withEntries(e, func(b *book.Book) error {
		places, err := b.Topics.Places(e.ctx)
		for _, p := range places {
			network, place, _ := strings.Cut(p, "\x00")
			fmt.Fprintln(e.out, network, place)
		}
		if len(places) == 0 && err == nil {
			fmt.Fprintln(e.errs, "no channel has entries")
		}
		return err
	})
}

type entriesExportCmd struct{ channel }

// Run writes the file to standard output.
func (c *entriesExportCmd) Run(e *env) error {
	return withEntries(e, func(b *book.Book) error {
		n, err := b.Export(e.ctx, c.key(), e.out)
		if n == 0 && err == nil {
			return fmt.Errorf("%s on %s has no entries; delphi entries places lists those that have", c.Place, c.Network)
		}
		return err
	})
}

type entriesImportCmd struct {
	channel
	File string `arg:"" type:"existingfile" help:"A file that export wrote, or lines of TERM, text, what it means, with tabs between them."`
}

// Run reads the file, all of it or nothing.
func (c *entriesImportCmd) Run(e *env) error {
	f, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer f.Close()
	return withEntries(e, func(b *book.Book) error {
		n, nowhere, err := b.Import(e.ctx, book.Actor{Place: c.key(), Name: "import", Operator: true}, f)
		if err != nil {
			return fmt.Errorf("%s: nothing was imported: %w", c.File, err)
		}
		fmt.Fprintf(e.out, "%s imported into %s on %s.\n", wording.Count(n, "term"), c.Place, c.Network)
		for _, term := range nowhere {
			fmt.Fprintf(e.errs, "%s redirects to a term that does not exist\n", term)
		}
		return nil
	})
}
