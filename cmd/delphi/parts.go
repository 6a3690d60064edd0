package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"delphi/bot"
	"delphi/bot/answers"
	"delphi/bot/fetch"
	"delphi/bot/metrics"
	"delphi/commands"
	"delphi/commands/entries/book"
	"delphi/commands/league"
	"delphi/commands/route"
	"delphi/commands/tourney"
	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/cache"
	"delphi/storage/memstore"
	"delphi/storage/pgstore"
	"delphi/storage/shared"
	"delphi/storage/wikistore"
)

// parts is what every way of running the bot is made of.
type parts struct {
	router  *route.Router
	store   storage.Store
	trouble *storage.Trouble    // with the store
	file    string              // the store's, or beside which the rest lies; empty: it is in memory
	backups *boltstore.Schedule // of the file; nil: the store is not in one
	cache   *answers.Cache
	asked   *cache.LastAsked
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
	p := &parts{file: at.file, trouble: new(storage.Trouble), neighbours: bot.NewNeighbours()}
	brief, behind, err := p.open(e, s, at, keep != nil)
	if err != nil {
		return nil, err
	}
	settings, characters := storage.NewSettings(brief), storage.NewCharacters(brief)
	p.cache = answers.New(behind, version(), e.log)
	p.asked = cache.NewLastAsked(behind, e.log)
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
		Entries:    &book.Book{Topics: storage.Topics{Store: p.store}},
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
		Plays:      league.Plays(p.contest.Book),
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

// open opens the store. brief is the store for what can be done without, and behind the one
// that the cache is written to; nil if it is not.
func (p *parts) open(e *env, s Settings, at place, serves bool) (brief, behind storage.Store, err error) {
	if at == (place{}) {
		p.store = memstore.New()
		return p.store, nil, nil
	}
	disk, err := at.open(e.ctx, shared.Options{Own: serves, Log: e.log})
	switch {
	case err == nil:
		p.store = disk
		if at.url != "" { // other bots write to it
			p.store = storage.Guarded(storage.Once(disk))
		}
		if m, ok := disk.(storage.Maintainer); ok {
			p.backups = s.Store.schedule(m, at.file, e.log)
		}
		brief = p.trouble.Watch(p.store, disk)
		return brief, brief, nil
	case goOn(err, serves):
		e.log.Error("the store cannot be used; questions that do not need it are still answered", "err", err)
		p.store, p.trouble.Opening = storage.Unavailable(err), err
		return p.store, nil, nil
	}
	return nil, nil, err
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
	failing := p.trouble.Now() != nil
	info, err := os.Stat(p.file)
	if err != nil || p.backups == nil {
		return metrics.Store{Failing: failing}
	}
	last, _ := p.backups.Last()
	return metrics.Store{Bytes: info.Size(), Backup: last, Failing: failing}
}

// keepCounts writes what tournaments have counted for the next start.
func (p *parts) keepCounts(log *slog.Logger) {
	if p.trouble.Opening != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := p.contest.Book.KeepCounts(ctx); err != nil {
		log.Warn("the counts of tournaments could not be written: the next start counts everything", "err", err)
	}
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

// goOn reports whether a bot does without a store that could not be opened: one that is
// damaged or, where nothing is served, away. What is served from a database is shared
// by leases in it. A store of another format, or a file that is none, is for whoever starts
// the bot to put right.
func goOn(err error, serves bool) bool {
	switch {
	case errors.Is(err, storage.ErrFormat):
		return false
	case errors.Is(err, storage.ErrAway):
		return !serves
	}
	return errors.Is(err, storage.ErrDamaged)
}
