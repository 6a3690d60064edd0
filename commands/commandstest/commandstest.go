package commandstest

import (
	"context"
	"testing"
	"time"

	"delphi/commands"
	"delphi/commands/contest"
	"delphi/commands/league"
	"delphi/commands/route"
	"delphi/engine/score"
	"delphi/storage"
	"delphi/storage/memstore"
)

// New is a Router with every command on, after the changes to its options.
// Everything that it holds is closed with the test.
func New(t testing.TB, changes ...func(*route.Options)) *route.Router {
	t.Helper()
	store := memstore.New()
	asked := storage.NewLastAsked(nil, nil)
	cache := storage.NewCache(nil, storage.CacheOptions[*commands.Reply]{Name: "test", Size: commands.ReplySize})
	t.Cleanup(func() {
		asked.Close(context.Background())
		cache.Close(context.Background())
		store.Close()
	})
	opts := route.Options{
		Settings: storage.NewSettings(store), Characters: storage.Characters{Store: store},
		Asked: asked, Cache: memory{cache}, Wiki: &lazyWiki{t: t}, About: route.About{Version: "test"}, Keeper: &Keeper{},
	}
	book := Book(store)
	place := contest.Place{Network: "test", Place: "#test"}
	if _, err := book.Create(context.Background(), contest.Actor{Who: contest.User{Network: "test", User: "alice"}, Place: place, Admin: true}, contest.Tourney{
		Name: "Autumn Dash", Place: place, Rules: "dash", By: "alice", Zone: "UTC",
		From: Now.Unix() - 3600, Until: Now.Unix() + 86400, Grace: 3600,
	}); err != nil {
		t.Fatal(err)
	}
	opts.League = league.Commands(league.Options{Book: book})
	for _, change := range changes {
		change(&opts)
	}
	r, err := route.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Uncached is a change of the options that switches the answer cache off.
func Uncached(o *route.Options) { o.Cache = nil }

// memory is a cache that keeps every answer alike.
type memory struct {
	*storage.Cache[*commands.Reply]
}

func (m memory) Do(ctx context.Context, question string, work func(context.Context) (*commands.Reply, error)) (*commands.Reply, error) {
	if r, ok := m.Get(ctx, question); ok {
		return r, nil
	}
	r, err := work(ctx)
	if err == nil {
		m.Put(question, r)
	}
	return r, err
}

// Request is a line that alice, an operator, typed in #test.
func Request(line string) commands.Request {
	return commands.Request{Line: line, Network: "test", Place: "#test", User: "alice", Nick: "alice", Operator: true, At: time.Unix(0, 0)}
}

// Ask answers a line as Request has it.
func Ask(t testing.TB, r *route.Router, line string) commands.Reply {
	t.Helper()
	return r.Answer(context.Background(), Request(line))
}

// Now is what the clock of Book says.
var Now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Book keeps tournaments in a store, at Now, with the sources nao and hdf.
func Book(store storage.Store) *contest.Book {
	n := uint64(0)
	return &contest.Book{
		Games: storage.Games{Store: store}, Now: func() time.Time { return Now }, Templates: score.Builtin(),
		Random:  func() uint64 { n += 7919; return n },
		Sources: func(context.Context) ([]string, error) { return []string{"hdf", "nao"}, nil },
	}
}
