package contest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/engine/truthtest"
	"delphi/storage"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/archive/columnstest"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

// storyRules are rules of every kind: with points, boards, trophies, clans and achievements of
// their own.
var storyRules = []string{"dash", "league", "deaths", "tnnt", "junethack"}

// eventBegin is when the event of a story begins.
const eventBegin = int64(1e9)

// story is a tournament to which things happen.
type story struct {
	*rapid.T
	book   *Book
	store  storage.Store
	now    int64
	id     string
	file   *columnstest.File
	counts *columnstest.File
	offset map[string]int64
	lines  []string
}

func newStory(t *rapid.T) *story {
	s := &story{T: t, store: memstore.New(), now: eventBegin, file: &columnstest.File{}, counts: &columnstest.File{}, offset: map[string]int64{}}
	s.restart()
	made, err := s.book.Create(context.Background(), boss, Tourney{Name: "Dash", Rules: rapid.SampledFrom(storyRules).Draw(t, "rules"), Zone: "UTC", Proof: people.ProofNone, From: eventBegin, Until: eventBegin + 86400, Grace: 3600})
	s.must(err)
	s.id = made.ID
	return s
}

var boss = places.Actor{Who: people.User{Network: "test", User: "boss"}, Place: places.Place{Network: "test", Place: "#test"}, Admin: true}

// restart is what is left of a book after the program was started again.
func (s *story) restart() {
	s.book = &Book{
		Columns: archive.Columns{Games: gamelog.Games{Store: s.store}, Now: func() time.Time { return time.Unix(s.now, 0) }, File: s.file, SaveEvery: 1}, Templates: score.Builtin(),
		Random: func() uint64 { return 1 }, Sources: func(context.Context) ([]string, error) { return []string{"nao", "eu"}, nil },
		CountFile: s.counts, Program: func() string { return "story" }, KeepEvery: 30_000, LogAtOnce: 2,
	}
}

func (s *story) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// read reads a line at a source.
func (s *story) read(source, line string) {
	rec, err := xlog.Parse(line)
	s.must(err)
	x, err := xlog.Decode(rec, "")
	s.must(err)
	at := s.offset[source]
	k := archive.Kept(source, x, rec.Append(nil))
	k.Pos, k.Seen = at, s.now
	_, err = s.book.Games.Add(context.Background(), source, &gamelog.GameBatch{Where: source, From: at, To: gamelog.Position{Offset: at + 1}, Games: []gamelog.Game{k}, Seen: s.now, Whole: true})
	s.must(err)
	s.offset[source] = at + 1
}

// game reads a new game, or another row of one that was read.
func (s *story) game() {
	source := rapid.SampledFrom([]string{"nao", "eu"}).Draw(s.T, "source")
	if len(s.lines) > 0 && rapid.IntRange(0, 5).Draw(s.T, "correction") == 0 {
		s.read(source, rapid.SampledFrom(s.lines).Draw(s.T, "row")+fmt.Sprintf("\tpoints=%d", rapid.IntRange(1, 9999).Draw(s.T, "corrected")))
		return
	}
	start := eventBegin + rapid.Int64Range(-20, 90).Draw(s.T, "start")*1000
	end := start + rapid.Int64Range(1, 9).Draw(s.T, "long")*1000
	death := rapid.SampledFrom([]string{"killed by a newt", "quit", "ascended", "escaped", "killed by a soldier ant"}).Draw(s.T, "death")
	line := fmt.Sprintf("version=3.6.7\tname=%s\trole=%s\trace=Elf\tgender=Fem\tgender0=Fem\talign=Cha\talign0=Cha\tdeath=%s\tturns=%d\trealtime=%d\tconduct=0x%x\tachieve=0x%x\tstarttime=%d\tendtime=%d\tpoints=%d",
		rapid.SampledFrom([]string{"ann", "Ann", "bob", "cid", "dee", "eve"}).Draw(s.T, "name"), rapid.SampledFrom([]string{"Wiz", "Val", "Sam"}).Draw(s.T, "role"), death,
		rapid.IntRange(1, 40).Draw(s.T, "turns")*500, rapid.IntRange(1, 50).Draw(s.T, "realtime")*100, rapid.IntRange(0, 4095).Draw(s.T, "conduct"), rapid.IntRange(0, 4095).Draw(s.T, "achieve"),
		start*rapid.Int64Range(0, 1).Draw(s.T, "start known"), end, rapid.IntRange(0, 100).Draw(s.T, "points")*100)
	s.lines = append(s.lines, line)
	s.read(source, line)
}

// step is one thing that happens. What is refused does not.
func (s *story) step() {
	ctx := context.Background()
	who := people.User{Network: "test", User: rapid.SampledFrom([]string{"u1", "u2", "u3", "u4", "u5"}).Draw(s.T, "who")}
	switch rapid.SampledFrom([]string{"join", "join", "join", "leave", "clan", "game", "game", "game", "game", "game", "time", "restart", "keep", "rules", "edit", "freeze", "reopen", "sweep", "rule", "rule", "undo"}).Draw(s.T, "what") {
	case "join":
		_, _ = s.book.Join(ctx, s.id, who, who.User, score.Account{Name: rapid.SampledFrom([]string{"ann", "bob", "cid", "dee", "eve"}).Draw(s.T, "account"), Source: rapid.SampledFrom([]string{"", "", "nao", "eu"}).Draw(s.T, "on")})
	case "leave":
		_, _ = s.book.Leave(ctx, s.id, who)
	case "clan":
		_, _ = s.book.SetClan(ctx, boss, s.id, who.User, rapid.SampledFrom([]string{"", "reds", "blues"}).Draw(s.T, "clan"))
	case "game":
		s.game()
	case "time":
		s.now += rapid.Int64Range(1, 40000).Draw(s.T, "later")
	case "restart":
		s.restart()
	case "keep":
		s.must(s.book.KeepCounts(ctx))
		s.restart()
	case "rules":
		_, _ = s.book.Edit(ctx, boss, s.id, func(t *Tourney) error {
			t.Rules = rapid.SampledFrom(storyRules).Draw(s.T, "other rules")
			return nil
		})
	case "edit":
		_, _ = s.book.Edit(ctx, boss, s.id, func(t *Tourney) error {
			t.From += rapid.Int64Range(-5, 5).Draw(s.T, "earlier") * 1000
			return nil
		})
	case "freeze":
		s.now++
		_, _ = s.book.Freeze(ctx, boss, s.id)
	case "reopen":
		_, _ = s.book.Reopen(ctx, boss, s.id)
	case "sweep":
		_, err := s.book.Sweep(ctx)
		s.must(err)
	case "rule":
		s.rule(who.User)
	case "undo":
		_, _ = s.book.Undo(ctx, boss, s.id, rapid.IntRange(1, 4).Draw(s.T, "ruling"))
	}
}

// rule makes a ruling about an entrant, or a game of theirs.
func (s *story) rule(who string) {
	ctx := context.Background()
	t, err := s.book.get(ctx, s.id)
	s.must(err)
	r := Ruling{Kind: rapid.SampledFrom([]string{Strike, Hold, Move, Move, Award, Disqualify, Rename, Extend}).Draw(s.T, "kind"), Why: "so"}
	e, _ := t.called(who)
	switch r.Kind {
	case Award:
		r.Points = score.Whole(rapid.Int64Range(-5, 5).Draw(s.T, "points"))
	case Rename:
		r.What, r.Was, r.Is = rapid.SampledFrom([]string{TheTourney, AnEntrant, AClan}).Draw(s.T, "renamed"), "reds", rapid.SampledFrom([]string{"u9", "reds", "greens"}).Draw(s.T, "new name")
	case Extend:
		who, r.Later = "", rapid.Int64Range(1, 9000).Draw(s.T, "later end")
	case Strike, Hold, Move:
		res, err := s.book.Standings(ctx, t)
		s.must(err)
		if e == nil || len(res.Verdicts(e.Person)) == 0 {
			return
		}
		g := rapid.SampledFrom(res.Verdicts(e.Person)).Draw(s.T, "game").Game
		r.Game, r.Same = g.ID, score.Same(g)
		if r.Kind == Move {
			r.To = rapid.SampledFrom([]string{"u1", "u2", "u3", "u4", "u5"}).Draw(s.T, "to")
		}
	}
	_, _ = s.book.Rule(ctx, boss, s.id, who, r)
}

// TestRunningCountIsARecount lets things happen to a tournament: joins and leaves,
// clans, games of any time and corrections of them, other rules, restarts that go on from kept
// counts, the end.
// Whenever the standings are asked for they are what counting all games gives; after
// a sweep the audit log says what became of each game, and the points that are kept
// are right.
func TestRunningCountIsARecount(t *testing.T) {
	ctx := context.Background()
	truthtest.Tries(t, 40)
	rapid.Check(t, func(t *rapid.T) {
		s := newStory(t)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			s.step()
			now, err := s.book.get(ctx, s.id)
			s.must(err)
			want, err := s.book.Count(ctx, now, s.now)
			s.must(err)
			if rapid.Bool().Draw(t, "asked") {
				got, err := s.book.Standings(ctx, now)
				s.must(err)
				if !reflect.DeepEqual(got.Overall, want.Overall) || !reflect.DeepEqual(got.Clans, want.Clans) || !reflect.DeepEqual(got.Categories, want.Categories) {
					t.Fatalf("%+v\n%+v, want\n%+v\n%+v", got.Overall, got.Categories, want.Overall, want.Categories)
				}
				sameVerdicts(t, got.AllVerdicts(), want.AllVerdicts())
			}
			if !rapid.Bool().Draw(t, "swept") {
				continue
			}
			_, err = s.book.Sweep(ctx)
			s.must(err)
			log, err := s.book.Audit(ctx, s.id)
			s.must(err)
			now, err = s.book.get(ctx, s.id)
			s.must(err)
			if now.Stale {
				t.Fatal("a sweep left it stale")
			}
			want, err = s.book.Count(ctx, now, s.now)
			s.must(err)
			if missing, _ := audit.Fresh(log, want, s.now); len(missing) > 0 {
				t.Fatalf("the log lacks %+v", missing)
			}
			if r, err := s.book.Replay(ctx, s.id); err != nil || len(r.Differs) > 0 {
				t.Fatalf("replayed: %v, %v", r.Differs, err)
			}
		}
	})
}

func sameVerdicts(t *rapid.T, got, want []score.Verdict) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d verdicts, want %d", len(got), len(want))
	}
	for i := range got {
		g, w := *got[i].Game, *want[i].Game
		g.Ref, w.Ref = 0, 0
		if audit.Line(&g) != audit.Line(&w) || g.ID != w.ID || g.Start != w.Start || g.Pos != w.Pos || g.Seen != w.Seen || !slices.Equal(g.Conducts, w.Conducts) || !slices.Equal(g.Achieved, w.Achieved) ||
			got[i].Entrant != want[i].Entrant || got[i].Counted != want[i].Counted || got[i].Reason != want[i].Reason {
			t.Fatalf("%+v of %+v, want %+v of %+v", got[i], g, want[i], w)
		}
	}
}

// TestEntrantsLeaveTheDocument: a tournament that was kept as one document, with its
// last count, goes on; its entrants and points are records of their own from its
// first change on, in the order in which they joined.
func TestEntrantsLeaveTheDocument(t *testing.T) {
	ctx := t.Context()
	b, _ := idleBook(t, 0)
	all, err := b.All(ctx)
	if err != nil {
		t.Fatal(err)
	}
	id := all[0].ID
	old := *all[0]
	old.Roster, old.Stale = 0, false
	for _, name := range []string{"zoe", "ann", "bob"} {
		old.Entrants = append(old.Entrants, Entrant{Person: "test/" + name, Name: name, Accounts: []people.Claim{{Account: score.Account{Name: name}, Proved: people.ProofNone}}})
	}
	old.Last = &Tally{At: 1e9 + 1000, Rows: []TallyRow{{"test/ann", "ann", score.Whole(7)}, {"test/zoe", "zoe", 0}, {"test/bob", "bob", 0}}}
	if err := b.docs().Update(ctx, id, new(Tourney), func(bool) ([]any, bool, error) { return nil, false, nil }); err != nil {
		t.Fatal(err)
	}
	kept := new(Tourney)
	if err := b.docs().Update(ctx, id, kept, func(bool) ([]any, bool, error) { *kept = old; return nil, false, nil }); err != nil {
		t.Fatal(err)
	}
	if r, err := b.Replay(ctx, id); err != nil || len(r.Differs) != 1 || r.Differs[0] != "ann: kept 7 points, recounted 0" {
		t.Errorf("replayed as it was: %+v, %v", r, err)
	}
	if _, err := b.Join(ctx, id, people.User{Network: "test", User: "cid"}, "cid", score.Account{Name: "cid"}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Leave(ctx, id, people.User{Network: "test", User: "bob"}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	raw := new(Tourney)
	if _, err := b.docs().Get(ctx, id, raw); err != nil || len(raw.Entrants) > 0 || raw.Roster == 0 || len(raw.Last.Rows) > 0 {
		t.Errorf("the document still has %+v, %v", raw, err)
	}
	for _, b := range []*Book{b, {Columns: archive.Columns{Games: b.Games, Now: b.Now}, Templates: b.Templates}} { // with what is remembered, and without
		now, err := b.get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range now.Entrants {
			names = append(names, e.Name)
		}
		if !slices.Equal(names, []string{"zoe", "ann", "cid"}) {
			t.Errorf("entrants %q", names)
		}
		if r, err := b.Replay(ctx, id); err != nil || len(r.Differs) > 0 || r.Kept == nil {
			t.Errorf("replayed: %+v, %v", r, err)
		}
	}
}
