package contest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/archive/columnstest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/contest/running"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

// rehearsal is a tournament whose program starts again and again.
type rehearsal struct {
	*testing.T
	games   gamelog.Games
	file    *columnstest.File
	program string
	id      string
	rows    int64
	rnd     *rand.Rand
}

func newRehearsal(t *testing.T, rules string) *rehearsal {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	s := &rehearsal{T: t, games: gamelog.Games{Store: memstore.New()}, file: &columnstest.File{}, program: "one", rnd: rand.New(rand.NewPCG(1, seed))}
	b := s.start()
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: places.Place{Network: "test", Place: "#test"}, Admin: true}
	made, err := b.Create(t.Context(), admin, Tourney{Name: "Dash", Rules: rules, Zone: "UTC", Proof: people.ProofNone, From: 1e9, Until: 1e9 + 80000})
	s.must(err)
	s.id = made.ID
	_, err = b.change(t.Context(), s.id, func(_ storage.Tx, t *Tourney) ([]any, error) {
		for i := range 6 {
			name := fmt.Sprint("p", i)
			t.Entrants = append(t.Entrants, Entrant{Person: name, Name: name, Clan: []string{"", "reds", "blues"}[i%3], Accounts: []people.Claim{{Account: score.Account{Name: name}, Proved: people.ProofNone}}})
		}
		return nil, nil
	})
	s.must(err)
	s.play(120)
	return s
}

func (s *rehearsal) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// play reads some games, some of which correct others.
func (s *rehearsal) play(games int) {
	var lines []string
	for range games {
		pick := func(of ...string) string { return of[s.rnd.IntN(len(of))] }
		start := 1e9 + s.rnd.Int64N(70)*100
		lines = append(lines, fmt.Sprintf("version=%s\tname=p%d\trole=%s\trace=%s\tgender=Fem\tgender0=Fem\talign=Cha\talign0=Cha\tdeath=%s\tturns=%d\trealtime=%d\tconduct=0x%x\tachieve=0x%x\ttnntachieve0=0x%x\tmaxlvl=9\tstarttime=%d\tendtime=%d\tpoints=%d",
			pick("3.6.7", "3.7.0", "EvilHack 0.8.4"), s.rnd.IntN(8), pick("Wiz", "Val", "Sam"), pick("Elf", "Hum"), pick("ascended", "ascended", "killed by a newt", "quit"),
			500+s.rnd.IntN(40)*50, 100+s.rnd.IntN(5000), s.rnd.IntN(4096), s.rnd.IntN(4096), s.rnd.IntN(1<<16), start, start+1000+s.rnd.Int64N(400), s.rnd.IntN(90000)))
	}
	columnstest.Keep(s.T, s.games, s.rows, lines...)
	s.rows += int64(games)
}

// start is a start of the program.
func (s *rehearsal) start() *Book {
	program := s.program
	return &Book{
		Columns: archive.Columns{Games: s.games, Now: func() time.Time { return time.Unix(1e9+9000, 0) }}, Templates: score.Builtin(),
		Random: func() uint64 { return 1 }, Sources: func(context.Context) ([]string, error) { return []string{"nao"}, nil },
		CountFile: s.file, Program: func() string { return program },
	}
}

// keep counts everything, and ends the program.
func (s *rehearsal) keep() {
	b := s.start()
	_, err := b.Sweep(s.Context())
	s.must(err)
	s.must(b.KeepCounts(s.Context()))
}

// standings are those of a start of the program, and what counting all games gives.
func (s *rehearsal) standings() (got, want *score.Result) {
	s.Helper()
	b := s.start()
	t, err := b.get(s.Context(), s.id)
	s.must(err)
	got, err = b.Standings(s.Context(), t)
	s.must(err)
	want, err = b.Count(s.Context(), t, b.Now().Unix())
	s.must(err)
	return got, want
}

func sameResult(a, b *score.Result) bool {
	return reflect.DeepEqual(a.Overall, b.Overall) && reflect.DeepEqual(a.Clans, b.Clans) && reflect.DeepEqual(a.Categories, b.Categories) && reflect.DeepEqual(a.Trophies, b.Trophies)
}

// forge changes what is kept so that it is whole and wrong: who goes on from it shows that.
func (s *rehearsal) forge() {
	s.Helper()
	head := s.start().head()
	kept := running.ReadKept(bytes.TrimPrefix(s.file.B, head))
	s.must(s.file.Save(func(w io.Writer) error {
		_, err := w.Write(head)
		s.must(err)
		out := running.NewKeptWriter(w)
		for id, k := range kept {
			for i := range k.Count.N {
				k.Count.N[i] += 1_000_000
			}
			s.must(out.Write(id, k))
		}
		return out.Close()
	}))
}

// TestCountsGoOn: by all rules a start goes on from what was kept, and comes to what
// counting everything does, also with more games.
func TestCountsGoOn(t *testing.T) {
	for rules := range score.Builtin() {
		t.Run(rules, func(t *testing.T) {
			s := newRehearsal(t, rules)
			s.keep()
			if got, want := s.standings(); !sameResult(got, want) {
				t.Errorf("%+v, want %+v", got, want)
			}
			s.play(3)
			if got, want := s.standings(); !sameResult(got, want) {
				t.Errorf("with more games: %+v, want %+v", got, want)
			}
			s.forge()
			if got, want := s.standings(); sameResult(got, want) {
				t.Error("it does not go on from what was kept")
			}
		})
	}
}

// TestCountsOfOthers: what was kept is left alone where it is damaged, another program's, or
// of other games, entrants, rules or times.
func TestCountsOfOthers(t *testing.T) {
	edit := func(change func(*Tourney)) func(*rehearsal) {
		return func(s *rehearsal) {
			_, err := s.start().change(context.Background(), s.id, func(_ storage.Tx, t *Tourney) ([]any, error) { change(t); return nil, nil })
			s.must(err)
		}
	}
	for what, do := range map[string]func(*rehearsal){
		"another program": func(s *rehearsal) { s.program = "two" },
		"an empty file":   func(s *rehearsal) { s.file.B = nil },
		"rubbish":         func(s *rehearsal) { s.file.B = []byte("rubbish") },
		"the head alone":  func(s *rehearsal) { s.file.B = s.start().head() },
		"cut short":       func(s *rehearsal) { s.file.B = s.file.B[:len(s.file.B)-1] },
		"cut to half":     func(s *rehearsal) { s.file.B = s.file.B[:len(s.file.B)/2] },
		"something behind": func(s *rehearsal) {
			s.file.B = append(slices.Clone(s.file.B), "more"...)
		},
		"another store": func(s *rehearsal) {
			kept := s.file
			*s = *newRehearsal(s.T, "dash")
			s.file = kept
		},
		"its games removed": func(s *rehearsal) {
			_, err := s.games.RemoveSource(s.Context(), "nao")
			s.must(err)
		},
		"other rules":  edit(func(t *Tourney) { t.Template += "\n# changed\n" }),
		"another time": edit(func(t *Tourney) { t.From += 10 }),
		"another end":  edit(func(t *Tourney) { t.Until -= 10 }),
		"a source is closed": edit(func(t *Tourney) {
			t.Closed = map[string]int64{"nao": 1}
		}),
		"somebody new": edit(func(t *Tourney) {
			t.Entrants = append(t.Entrants, Entrant{Person: "p7", Name: "p7", Accounts: []people.Claim{{Account: score.Account{Name: "p7"}, Proved: people.ProofNone}}})
		}),
		"somebody left": edit(func(t *Tourney) { t.Entrants = t.Entrants[1:] }),
		"another name":  edit(func(t *Tourney) { t.Entrants[1].Name = "zoe" }),
		"another clan":  edit(func(t *Tourney) { t.Entrants[1].Clan = "greens" }),
		"an account more": edit(func(t *Tourney) {
			t.Entrants[1].Accounts = append(t.Entrants[1].Accounts, people.Claim{Account: score.Account{Name: "p7"}, Proved: people.ProofNone})
		}),
		"joined at a time":    edit(func(t *Tourney) { t.Entrants[1].Joined = 5 }),
		"points by a referee": edit(func(t *Tourney) { t.Rulings = append(t.Rulings, Ruling{Kind: Award, Person: "p1", Points: 5}) }),
		"somebody is out":     edit(func(t *Tourney) { t.Rulings = append(t.Rulings, Ruling{Kind: Disqualify, Person: "p1"}) }),
	} {
		t.Run(what, func(t *testing.T) {
			s := newRehearsal(t, "dash")
			s.keep()
			s.forge()
			do(s)
			if got, want := s.standings(); !sameResult(got, want) {
				t.Errorf("%+v\nwant\n%+v", got, want)
			}
		})
	}
	s := newRehearsal(t, "dash")
	s.keep()
	whole := slices.Clone(s.file.B)
	for range 200 {
		s.file.B = slices.Clone(whole)
		s.file.B[s.rnd.IntN(len(whole))] ^= 1 << s.rnd.IntN(8)
		if got, want := s.standings(); !sameResult(got, want) {
			t.Fatalf("a bit was flipped: %+v\nwant\n%+v", got, want)
		}
	}
}

// TestCatchUp: a process that does not sweep has the counts of open tournaments all the
// same, and lets go of those that are over.
func TestCatchUp(t *testing.T) {
	s := newRehearsal(t, "dash")
	b := s.start()
	s.must(b.CatchUp(t.Context()))
	if len(b.lives()) != 1 || b.lives()[s.id].count.Table().Len() != 120 {
		t.Errorf("it keeps %v", b.lives())
	}
	s.play(2)
	s.must(b.CatchUp(t.Context()))
	before := b.lives()[s.id].count.Changes()
	now, err := b.get(t.Context(), s.id)
	s.must(err)
	got, err := b.Standings(t.Context(), now)
	s.must(err)
	want, err := b.Count(t.Context(), now, b.Now().Unix())
	if err != nil || !sameResult(got, want) || b.lives()[s.id].count.Changes() != before {
		t.Errorf("%v: %+v, want %+v", err, got, want)
	}
	_, err = b.change(t.Context(), s.id, func(_ storage.Tx, t *Tourney) ([]any, error) { t.State = Cancelled; return nil, nil })
	s.must(err)
	s.must(b.CatchUp(t.Context()))
	if len(b.lives()) > 0 {
		t.Errorf("it still keeps %v", b.lives())
	}
}
