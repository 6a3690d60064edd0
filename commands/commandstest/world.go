package commandstest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/commands"
	"delphi/commands/entries/book"
	"delphi/commands/league"
	"delphi/commands/route"
	"delphi/commands/tourney"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage"
	"delphi/storage/cache"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

// Dumplog is where the dump logs of the source nao are.
const Dumplog = "https://example.org/{name:1}/{name}/{starttime}.txt"

// Now is the time at which the clock of a World starts.
var Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// World is a bot with every command switched on, games from the sources hdf and nao,
// and a clock that only Wait moves. Its methods may be called by one goroutine.
type World struct {
	Router *route.Router
	Book   *contest.Book
	Tells  *storage.Tells
	Now    time.Time

	t     testing.TB
	store storage.Store
	asked *counted
	read  map[string]int64 // by source: how many bytes were read
}

// counted counts the questions that are remembered.
type counted struct {
	*cache.LastAsked
	puts int
}

func (c *counted) Put(key string, a cache.Asked) {
	c.puts++
	c.LastAsked.Put(key, a)
}

// Kept returns all that the bot keeps, byte for byte, and how often it kept a question.
func (w *World) Kept() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d questions\n", w.asked.puts)
	err := w.store.View(context.Background(), func(tx storage.ReadTx) error {
		for e, err := range tx.Scan(nil, nil) {
			if err != nil {
				return err
			}
			fmt.Fprintf(&out, "%q %q\n", e.Key, e.Value)
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out.String()
}

// live is what the servers of a World say about games in progress: alice plays on nao,
// which does not say where she is; bob is not playing, but his game on hdf is in the
// Mines.
type live struct{}

func (live) Players(context.Context) (games []xlog.Live, failed []string) {
	return []xlog.Live{{Source: "nao", Name: "alice", Since: Now.Unix() - 7200}, {Source: "nao", Name: "Zoe"}, {Source: "hdf", Name: "carl"}}, []string{"eu"}
}

func (live) Whereis(_ context.Context, name string) (games []xlog.Live, failed []string) {
	switch strings.ToLower(name) {
	case "alice":
		games = []xlog.Live{{Source: "nao", Name: "alice", Since: Now.Unix() - 7200}}
	case "bob":
		games = []xlog.Live{
			{Source: "nao", Name: "bob", Where: &xlog.Whereis{Name: "bob", Turns: 90, Depth: 1}},
			{Source: "hdf", Name: "Bob", Where: &xlog.Whereis{Name: "Bob", Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", Dungeon: "The Gnomish Mines", Depth: 11, HP: 23, MaxHP: 40, Turns: 3000, Amulet: true}},
		}
	}
	return games, nil
}

// NewWorld returns a World without games and tournaments. changes modify the options of
// its Router. Everything in it is closed when the test ends.
func NewWorld(t testing.TB, changes ...func(*route.Options)) *World {
	t.Helper()
	store := memstore.New()
	asked := &counted{LastAsked: cache.NewLastAsked(nil, nil)}
	cache := cache.New(nil, cache.Options[*commands.Reply]{Name: "test", Size: commands.ReplySize})
	t.Cleanup(func() {
		asked.Close(context.Background())
		cache.Close(context.Background())
		store.Close()
	})
	w := &World{Now: Now, t: t, store: store, asked: asked, read: map[string]int64{}}
	n := uint64(0)
	w.Book = &contest.Book{
		Columns: archive.Columns{Games: gamelog.Games{Store: store}, Now: func() time.Time { return w.Now }}, Templates: score.Builtin(),
		Random:  func() uint64 { n += 7919; return n },
		Sources: func(context.Context) ([]string, error) { return []string{"hdf", "nao"}, nil },
	}
	played := league.Options{Book: w.Book, Dumplogs: map[string]string{"nao": Dumplog}, Live: live{}, Tells: storage.NewTells(store)}
	w.Tells = played.Tells
	w.Tells.Now = func() time.Time { return w.Now }
	characters, codes := storage.NewCharacters(store), 0
	characters.Now = func() time.Time { return w.Now }
	characters.Random = func() string { codes++; return fmt.Sprintf("CODE-%04d", codes) }
	opts := route.Options{
		Settings: storage.NewSettings(store), Characters: characters, Sessions: storage.Sessions{Store: store, Kind: "identify"},
		Entries: &book.Book{Topics: storage.Topics{Store: store}, Now: func() time.Time { return w.Now }},
		Asked:   asked, Cache: memory{cache}, Wiki: newWiki(t), About: route.About{Version: "test"}, Keeper: &Keeper{},
		Plays:  league.Plays(w.Book),
		League: append(tourney.Commands(w.Book), league.Commands(played)...), Organises: tourney.Organises(w.Book),
	}
	for _, change := range changes {
		change(&opts)
	}
	var err error
	if w.Router, err = route.New(opts); err != nil {
		t.Fatal(err)
	}
	return w
}

// Hold makes a tournament of one day in #test, which began an hour ago.
func (w *World) Hold(name, rules string) *contest.Tourney {
	w.t.Helper()
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: places.Place{Network: "test", Place: "#test"}, Admin: true}
	t, err := w.Book.Create(context.Background(), admin, contest.Tourney{
		Name: name, Rules: rules, Zone: "UTC", Proof: people.ProofNone, From: w.Now.Unix() - 3600, Until: w.Now.Unix() + 86400, Grace: 3600,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return t
}

// Ask answers a line of somebody: "ann" has that services account on the
// network test and asks in #test; "~ann" has none, and "~ann%home" is at the host
// home; after the name "!" makes an operator, "&7" gives the role 7, "?" asks in private, "+" goes on
// with what was asked before, and "@net" is another network, in the channel #net. Nobody at all is alice!.
func (w *World) Ask(who, line string) commands.Reply {
	line, text, _ := strings.Cut(line, "\n")
	req := Request(line)
	req.At, req.Text = w.Now, text
	if who != "" {
		i := strings.IndexAny(who, "!&?@%+")
		if i < 0 {
			i = len(who)
		}
		req.User, req.Nick, req.Operator = commands.User(who[:i]), strings.TrimPrefix(who[:i], "~"), false
		for rest := who[i:]; rest != ""; {
			end := 1 + max(strings.IndexAny(rest[1:]+"!", "!&?@%+"), 0)
			switch mark, value := rest[0], rest[1:end]; mark {
			case '!':
				req.Operator = true
			case '&':
				req.Roles = append(req.Roles, value)
			case '?':
				req.Private = true
			case '+':
				req.Alone = false
			case '%':
				req.Host, req.User = value, req.User+commands.User("@"+value)
			case '@':
				req.Network, req.Place = commands.Network(value), commands.Place("#"+value)
			}
			rest = rest[end:]
		}
	}
	return w.Router.Answer(context.Background(), req)
}

// Wait moves the clock and returns what is then announced about tournaments.
func (w *World) Wait(d time.Duration) (said []string) {
	w.t.Helper()
	w.Now = w.Now.Add(d)
	messages, err := w.Book.Sweep(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range messages {
		said = append(said, m.Text)
	}
	return said
}

// played holds the fields of a game that Play fills in.
var played = []string{"version=3.6.7", "role=Val", "race=Hum", "gender=Fem", "align=Neu", "points=1000", "turns=1000", "realtime=3600", "conduct=0x0"}

// Play keeps games, one a row of an xlogfile with a colon between fields. Fields that a
// row lacks are filled in. Three fields are of the tests: source (nao if not said),
// ago, how long ago the game ended (10m), and took, how long it lasted (5m).
func (w *World) Play(rows ...string) {
	w.t.Helper()
	for _, row := range rows {
		fields := map[string]string{"source": "nao", "ago": "10m", "took": "5m"}
		var record []string
		for field := range strings.SplitSeq(row, ":") {
			key, value, _ := strings.Cut(field, "=")
			if fields[key] != "" {
				fields[key] = value
				continue
			}
			record = append(record, field)
		}
		for _, field := range played {
			key, _, _ := strings.Cut(field, "=")
			if !slices.ContainsFunc(record, func(f string) bool { return strings.HasPrefix(f, key+"=") }) {
				record = append(record, field)
			}
		}
		end := w.Now.Add(-w.span(fields["ago"]))
		record = append(record, fmt.Sprintf("starttime=%d", end.Add(-w.span(fields["took"])).Unix()), fmt.Sprintf("endtime=%d", end.Unix()))
		w.keep(fields["source"], strings.Join(record, "\t"))
	}
}

func (w *World) span(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

// keep puts one row of a source into the store.
func (w *World) keep(source, row string) {
	w.t.Helper()
	rec, err := xlog.Parse(row)
	if err != nil {
		w.t.Fatal(err)
	}
	g, err := xlog.Decode(rec, "")
	if err != nil {
		w.t.Fatal(err)
	}
	from := w.read[source]
	w.read[source] += int64(len(row)) + 1
	kept := archive.Kept(source, g, rec.Append(nil))
	kept.Seen, kept.Pos = w.Now.Unix(), from
	_, err = w.Book.Games.Add(context.Background(), source, &gamelog.GameBatch{
		Where: source, From: from, To: gamelog.Position{Offset: w.read[source]}, Lines: 1, Seen: w.Now.Unix(), Whole: true,
		Games: []gamelog.Game{kept},
	})
	if err != nil {
		w.t.Fatal(err)
	}
}
