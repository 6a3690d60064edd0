package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"delphi/bot"
	"delphi/bot/answers"
	"delphi/bot/fetch"
	"delphi/bot/metrics"
	"delphi/commands"
	"delphi/commands/entries"
	"delphi/commands/league"
	"delphi/commands/route"
	"delphi/commands/tourney"
	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/memstore"
	"delphi/storage/pgstore"
	"delphi/storage/shared"
	"delphi/storage/wikistore"
)

// parts is what every way of running the bot is made of.
type parts struct {
	router  *route.Router
	store   storage.Store
	trouble *trouble            // with the store
	file    string              // the store's, or beside which the rest lies; empty: it is in memory
	backups *boltstore.Schedule // of the file; nil: the store is not in one
	cache   *answers.Cache
	asked   *storage.LastAsked
	wiki    *wikistore.Index

	contest *league.Options

	neighbours *bot.Neighbours // what other bots answer
}

// errNoPlace means that this user has no home in which the store could be.
var errNoPlace = errors.New("no place for the store")

// stateDir returns where a bot keeps what it must not lose.
func stateDir(getenv func(string) string) (string, error) {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "delphi"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("%w: set --db or XDG_STATE_HOME (%v)", errNoPlace, err)
	}
	return filepath.Join(home, ".local", "state", "delphi"), nil
}

// dbPath returns the store's file, and where what lies beside it is: as said, else in
// the state directory.
func dbPath(said string, getenv func(string) string) (string, error) {
	if said != "" && !pgstore.Is(said) {
		return said, nil
	}
	dir, err := stateDir(getenv)
	return filepath.Join(dir, "delphi.db"), err
}

// assemble opens the store and puts the router on it. keep runs the bot for the
// admin command; nil where nothing is served.
func assemble(e *env, s Settings, at place, keep route.Keeper) (*parts, error) {
	p := &parts{file: at.file, trouble: new(trouble), neighbours: bot.NewNeighbours()}
	brief, behind := storage.Store(nil), storage.Store(nil) // what can be done without; where the cache is written to
	if at == (place{}) {
		p.store = memstore.New()
		brief = p.store
	} else {
		disk, err := at.open(e.ctx, shared.Options{Own: keep != nil, Log: e.log})
		switch {
		case err == nil:
			p.store = disk
			if at.url != "" { // other bots write to it
				p.store = storage.Guarded(storage.Once(disk))
			}
			if m, ok := disk.(storage.Maintainer); ok {
				p.backups = s.Store.schedule(m, at.file, e.log)
			}
			brief = p.trouble.watch(p.store, disk)
			behind = brief
		case goOn(err, keep != nil):
			e.log.Error("the store cannot be used; questions that do not need it are still answered", "err", err)
			p.store = storage.Unavailable(err)
			p.trouble.opening, brief = err, p.store
		default:
			return nil, err
		}
	}
	settings, characters := storage.NewSettings(brief), storage.NewCharacters(brief)
	p.cache = answers.New(behind, version(), e.log)
	p.asked = storage.NewLastAsked(behind, e.log)
	if behind != nil { // another process may write to it
		settings.Fresh, characters.Fresh = followed, followed
	}
	if at.url != "" { // and so does each of several bots
		p.asked.Follow(followed)
	}
	// Without a store of its own, too, the wiki that others imported is read.
	var wiki storage.Wiki
	beside, err := dbPath(at.file, e.getenv)
	switch {
	case err == nil:
		p.wiki = wikistore.Open(wikiDir(beside))
		wiki = p.wiki
	case at != (place{}) || !errors.Is(err, errNoPlace):
		return nil, errors.Join(err, p.close())
	}
	if p.contest, err = newContest(p.store, at, s.Games); err != nil {
		return nil, errors.Join(err, p.close())
	}
	pages := fetch.NewPages(s.Games.DumplogHosts, false)
	pages.Log = e.log
	router, err := route.New(route.Options{
		Settings:   settings,
		Characters: characters,
		Sessions:   storage.Sessions{Store: p.store, Kind: "identify"},
		Asked:      p.asked,
		Cache:      p.cache,
		Wiki:       wiki,
		Entries:    &entries.Book{Topics: storage.Topics{Store: p.store}},
		Pages:      pages,
		About:      route.About{Version: version(), Source: s.About.Source, Status: p.status},
		Rules:      s.Defaults.Rules,
		Prefix:     s.Defaults.Prefix,
		Off:        s.Defaults.Off,
		OffOn:      s.offOn,
		PrefixOn:   s.prefixOn,
		Crowded:    s.crowded,
		Neighbours: p.neighbours,
		Has:        p.contest.Has,
		Keeper:     keep,
		League:     append(tourney.Commands(p.contest.Book), league.Commands(*p.contest)...),
		Organises:  tourney.Organises(p.contest.Book),
		Log:        e.log,
	})
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	p.router = router
	return p, nil
}

// status returns what about shows of the running bot.
func (p *parts) status() []commands.Field {
	c := p.cache.Stats()
	return []commands.Field{{
		Name:  "cache",
		Value: fmt.Sprintf("%d answers in %d KB, %d hits, %d misses", c.Entries, c.Bytes>>10, c.Hits+c.DiskHits, c.Misses),
	}}
}

// figures returns the store's, for metrics.
func (p *parts) figures() metrics.Store {
	failing := p.trouble.now() != nil
	info, err := os.Stat(p.file)
	if err != nil || p.backups == nil {
		return metrics.Store{Failing: failing}
	}
	last, _ := p.backups.Last()
	return metrics.Store{Bytes: info.Size(), Backup: last, Failing: failing}
}

// close writes what is still in memory and closes the store.
func (p *parts) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := errors.Join(p.asked.Close(ctx), p.cache.Close(ctx), p.store.Close())
	if p.wiki != nil {
		err = errors.Join(err, p.wiki.Close())
	}
	return err
}
