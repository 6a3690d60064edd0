package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"

	"delphi/storage"
	"delphi/storage/pgstore"
	"delphi/storage/shared"
)

// place says where a store is. The zero value is a store in memory.
type place struct {
	url  string // of a PostgreSQL database; empty: the store is in the file
	file string // the store's, beside which the wiki and the like lie
}

// address is the beginning of what is meant as an address; a drive has one letter.
var address = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:/`)

// placeOf returns the place that --db names; empty is the usual file. What lies beside a
// database is where DELPHI_STORE_PATH says, as for a bot that is served so.
func placeOf(said string, getenv func(string) string) (place, error) {
	p := place{}
	switch {
	case pgstore.Is(said):
		p.url, said = said, getenv("DELPHI_STORE_PATH")
	case address.MatchString(said):
		return p, fmt.Errorf("a store is a file, or a database of PostgreSQL as in postgres://user@host/name; %s is neither", address.FindString(said)+"...")
	}
	var err error
	p.file, err = dbPath(said, getenv)
	return p, err
}

// place returns the place of the store of a configuration, unless the command
// line says another.
func (s *StoreSettings) place(e *env) (place, error) {
	if e.cli.DB != "" {
		p, err := placeOf(e.cli.DB, e.getenv)
		if p.url != "" && s.Path != "" {
			p.file = s.Path
		}
		return p, err
	}
	p, err := placeOf(s.Path, e.getenv)
	p.url = s.URL
	return p, err
}

// String returns the place as it may be shown: without a password.
func (p place) String() string {
	switch {
	case p.url != "":
		return pgstore.Redacted(p.url)
	case p.file != "":
		return p.file
	}
	return "memory"
}

// open opens the store.
func (p place) open(ctx context.Context, o shared.Options) (storage.Store, error) {
	if p.url != "" {
		return pgstore.Open(ctx, p.url)
	}
	return shared.Open(ctx, p.file, o)
}

// isFile refuses a store in PostgreSQL, for what only files need.
func (p place) isFile() error {
	if p.url == "" {
		return nil
	}
	return &exit{wrongUse, fmt.Errorf("the store is in PostgreSQL (%s), which has its own tools: pg_dump backs it up, and \"delphi store copy %s FILE\" copies it to a file", p, p)}
}

// openStore opens the store that the command line names, through the bot where
// one serves from it.
func openStore(e *env) (storage.Store, error) {
	p, err := placeOf(e.cli.DB, e.getenv)
	if err != nil {
		return nil, err
	}
	return p.open(e.ctx, shared.Options{Log: e.log})
}

type storeCopyCmd struct {
	Replace bool   `help:"Delete what is in TO first."`
	From    string `arg:"" help:"The store to read: a file, or postgres://user@host/name."`
	To      string `arg:"" help:"The store to write, of either kind; it must be empty."`
}

// Run copies a whole store.
func (c *storeCopyCmd) Run(e *env) (err error) {
	from, to, err := c.open(e)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close(), to.Close()) }()
	n, err := storage.Copy(e.ctx, to, from, c.Replace)
	switch {
	case errors.Is(err, storage.ErrNotEmpty):
		return fmt.Errorf("%s: %w; add --replace to delete what is there first", show(c.To), err)
	case err != nil && n > 0:
		return fmt.Errorf("%s has %d of the entries now; copy again with --replace: %w", show(c.To), n, err)
	case err != nil:
		return err
	}
	fmt.Fprintf(e.out, "%d entries of %s are in %s now.\n", n, show(c.From), show(c.To))
	return nil
}

// show returns a place of the command line as it may be shown.
func show(said string) string {
	if pgstore.Is(said) {
		return pgstore.Redacted(said)
	}
	return said
}

func (c *storeCopyCmd) open(e *env) (from, to storage.Store, err error) {
	if c.From == c.To {
		return nil, nil, &exit{wrongUse, errors.New("FROM and TO are the same store")}
	}
	if !pgstore.Is(c.From) {
		if err := mustExist(c.From); err != nil {
			return nil, nil, err
		}
	}
	for said, store := range map[string]*storage.Store{c.From: &from, c.To: &to} {
		p, err := placeOf(said, e.getenv)
		if err == nil {
			*store, err = p.open(e.ctx, shared.Options{Log: e.log})
		}
		if err != nil {
			for _, s := range []storage.Store{from, to} {
				if s != nil {
					err = errors.Join(err, s.Close())
				}
			}
			return nil, nil, fmt.Errorf("%s: %w", show(said), err)
		}
	}
	return from, to, nil
}

// mustExist refuses to make a store that was to be read.
func mustExist(file string) error {
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("there is no store to copy: %w", err)
	}
	return nil
}
