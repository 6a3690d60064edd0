package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // tournaments are in time zones; not every system has them

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/bot/cluster"
	"delphi/bot/fetch"
	"delphi/bot/follow"
	"delphi/bot/metrics"
	"delphi/cmd/delphi/document"
	"delphi/cmd/delphi/scorefiles"
	"delphi/cmd/delphi/wikifiles"
	"delphi/commands/league"
	"delphi/commands/tourney"
	"delphi/storage"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/clock"
	"delphi/storage/contest/refusal"
	"delphi/storage/gamelog"
	"delphi/storage/lease"
	"delphi/storage/shared"
)

// GamesSettings is where games come from and how they are announced.
type GamesSettings struct {
	Source         []follow.Source `toml:"source"`
	AnnounceMaxAge follow.Duration `toml:"announce_max_age"` // older games are not announced
	AnnouncePace   follow.Duration `toml:"announce_pace"`    // between two announcements in a place
	Templates      []string        `toml:"templates"`        // files of scoring rules beside the built-in ones
	DumplogHosts   []string        `toml:"dumplog_hosts"`    // from which dumplogs are fetched for game; see fetch.NewPages
}

// pace returns how an announcer is told of the pause between two lines.
func (g *GamesSettings) pace() time.Duration {
	if g.AnnouncePace <= 0 {
		return -1
	}
	return time.Duration(g.AnnouncePace)
}

// check says everything that is wrong with the section, each with its place.
func (g *GamesSettings) check(d *document.Document) (wrong []error) {
	named := map[string]bool{}
	for i, s := range g.Source {
		section := fmt.Sprintf("games.source[%d]", i)
		wrong = append(wrong, d.Place(section, s.Validate())...)
		if named[s.Name] {
			wrong = append(wrong, d.At(section+".name", fmt.Errorf("games.source.name: another source is already named %q", s.Name)))
		}
		named[s.Name] = true
	}
	for _, host := range g.DumplogHosts {
		if err := fetch.CheckHost(host); err != nil {
			wrong = append(wrong, d.At("games.dumplog_hosts", fmt.Errorf("games.dumplog_hosts: %w", err)))
		}
	}
	if _, err := scorefiles.Templates(g.Templates); err != nil {
		wrong = append(wrong, d.At("games.templates", fmt.Errorf("games.templates: %w", err)))
	}
	return wrong
}

// warnings names the sources that are one log under two names, as far as the
// configuration and the files show it. Each of its lines counts once, in whichever
// source is read first.
func (g *GamesSettings) warnings(d *document.Document) (out []error) {
	for i, s := range g.Source {
		for _, o := range g.Source[:i] {
			if s.SameLog(o) {
				key := fmt.Sprintf("games.source[%d].name", i)
				out = append(out, d.At(key, fmt.Errorf("games.source.name: %q reads the same log as %q: each line counts once, under the name that is read first; remove one of the two", s.Name, o.Name)))
			}
		}
	}
	return out
}

// newContest returns what the commands about games work with.
// at is where the store is.
func newContest(store storage.Store, at place, s GamesSettings) (*league.Options, error) {
	rules, err := scorefiles.Templates(s.Templates)
	if err != nil {
		return nil, err
	}
	games, told := gamelog.Games{Store: store}, clock.System()
	c := &league.Options{
		Tells: storage.NewTells(store),
		Book:  &contest.Book{Columns: archive.Columns{Games: games, Now: told.Now}, Random: random, Templates: rules, Steady: told.Steady, Past: told.Past},
	}
	if at.file != "" {
		c.Book.File, c.Book.CountFile = storage.File{Path: at.beside("columns")}, storage.File{Path: at.beside("counts")}
		c.Book.Program = sync.OnceValue(identity)
	}
	c.Book.Followed = func() (names []string) {
		for _, src := range s.Source {
			if src.WithDefaults().Kind == follow.XLog {
				names = append(names, src.Name)
			}
		}
		return names
	}
	c.Book.Sources = func(ctx context.Context) ([]string, error) {
		known, err := games.Sources(ctx)
		var out []string
		for _, k := range known {
			if k.Games > 0 {
				out = append(out, k.Name)
			}
		}
		return out, err
	}
	c.Dumplogs = map[string]string{}
	for _, src := range s.Source {
		c.Dumplogs[src.Name] = src.Dumplog
	}
	if live := (&follow.Live{Sources: s.Source}); live.Any() {
		c.Live = live
	}
	return c, nil
}

// beside returns the file that something made of a store's games is in. That of a database
// does not stand in the way of that of a file.
func (p place) beside(what string) string {
	if p.url != "" {
		return p.file + ".postgres." + what
	}
	return p.file + "." + what
}

// random returns a number that nobody can foresee.
func random() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// follow reads the sources and announces what they bring until ctx ends.
func (k *keeper) follow(ctx context.Context, b *beside, e *env, shared *cluster.Cluster, s GamesSettings, c *league.Options, speakers map[string]bot.Speaker) {
	// A machine may start with the time of when it was last on. What has ended since is not
	// of the future.
	if len(s.Source) > 0 {
		var read time.Time
		for _, src := range gameSources(e, c.Book, s) {
			if src.Read.After(read) {
				read = src.Read
			}
		}
		if c.Book.Past(read); !c.Book.Steady() {
			e.log.Warn("the clock is earlier than when game logs were last read: they are read again once it is right, or has run evenly for ten minutes", "last_read", read)
		}
	}
	a := announce.New(c.Book, speakers, announce.Options{Dumplogs: c.Dumplogs, MaxAge: time.Duration(s.AnnounceMaxAge), Pace: s.pace(), Quiet: k.Silent, Log: e.log, Board: tourney.Board(c.Book)})
	f := &follow.Follower{Games: c.Book.Games, Sources: s.Source, Log: e.log, Steady: c.Book.Steady, Fresh: a.Fresh, Awaited: c.Book.Awaited}
	if !shared.Alone {
		f.Fresh, f.Note, f.Hold = nil, a.Note, func(ctx context.Context, source string, work func(context.Context, storage.Guard) error) error {
			return shared.Leases.Run(ctx, "source "+source, func(ctx context.Context, l *lease.Lease) error { return work(ctx, l) })
		}
		k.share(ctx, b, e, shared, s, c.Book, a)
		b.Go("following game logs", func() { f.Run(ctx) })
		return
	}
	b.Go("announcements", func() {
		bot.Supervise(ctx, e.log, "announcements", func(ctx context.Context) error { a.Run(ctx); return nil })
	})
	b.Go("following game logs", func() { f.Run(ctx) })
}

// gameSources returns how the followed sources are doing.
func gameSources(e *env, b *contest.Book, s GamesSettings) []metrics.Source {
	known, err := b.Games.Sources(e.ctx)
	if err != nil {
		e.log.Warn("the game sources could not be read", "err", err)
		return nil
	}
	out := make([]metrics.Source, len(s.Source))
	for i, src := range s.Source {
		out[i].Name = src.Name
		for _, k := range known {
			if k.Name != src.Name {
				continue
			}
			out[i].Failing, out[i].Aside, out[i].Reasons = k.Failure != "", k.Aside, k.Reasons
			if k.Read > 0 {
				out[i].Read = time.Unix(k.Read, 0)
			}
		}
	}
	return out
}

// prepare makes the games ready to be asked about before somebody asks.
func prepare(ctx context.Context, log *slog.Logger, b *contest.Book) error {
	began := time.Now()
	_, release, err := b.Table(ctx)
	if err != nil {
		return err
	}
	release()
	if out := b.LeftOut(); len(out) > 0 {
		log.Warn("some stored games cannot be true and are left out of all answers", "games", bot.Reasons(out))
	}
	if took := time.Since(began); took > time.Second {
		log.Info("the games are ready for questions", "took", took.Round(time.Millisecond))
	}
	return nil
}

// meanwhile calls do and makes beside it what questions need: the games, where there is a
// store that has some, and a wiki that an earlier program imported.
func (p *parts) meanwhile(e *env, b *beside, do func() error) error {
	ctx, cancel := context.WithCancel(e.ctx)
	defer b.Wait()
	defer cancel()
	begin := func(name, failed string, work func() error) {
		b.Go(name, func() {
			if err := bot.Guard(work); err != nil && ctx.Err() == nil {
				e.log.Error(failed, "err", err)
			}
		})
	}
	if p.trouble.Opening == nil {
		begin("the games", "questions about games cannot be answered", func() error { return prepare(ctx, e.log, p.contest.Book) })
	}
	if p.wiki != nil {
		begin("the wiki", "the imported wiki cannot be used", func() error { return wikifiles.Renew(ctx, e.log, p.wiki) })
	}
	return do()
}

// openBook opens the store for what is done with its games, with the columns beside
// it.
func openBook(e *env) (*contest.Book, storage.Store, error) {
	at, err := placeOf(e.cli.DB, e.getenv)
	if err != nil {
		return nil, nil, err
	}
	store, err := at.open(e.ctx, shared.Options{Log: e.log})
	if err != nil {
		return nil, nil, err
	}
	c, err := newContest(store, at, GamesSettings{})
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return c.Book, store, nil
}

func withBook(e *env, do func(*contest.Book) error) error {
	b, store, err := openBook(e)
	if err != nil {
		return err
	}
	err = do(b)
	var no *refusal.Refusal
	if errors.As(err, &no) && len(no.Options) > 0 {
		err = fmt.Errorf("%w There are: %s", err, strings.Join(no.Options, ", "))
	}
	return errors.Join(err, store.Close())
}
