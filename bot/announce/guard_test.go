package announce_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/bot/follow"
	"delphi/commands"
	"delphi/engine/games/xlog"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

// fragile is a network that panics at the first thing it is to say.
type fragile struct {
	said  chan string
	first bool
}

func (f *fragile) Busy() bool { return false }

func (f *fragile) Say(_ string, r commands.Reply) error {
	if !f.first {
		f.first = true
		panic("no voice")
	}
	f.said <- r.Summary
	return nil
}

// TestAPanicEndsNoAnnouncements: after a panic the next thing is still said.
func TestAPanicEndsNoAnnouncements(t *testing.T) {
	now := time.Now()
	b := &contest.Book{Columns: archive.Columns{Games: gamelog.Games{Store: memstore.New()}, Now: func() time.Time { return now }}}
	op := places.Actor{Place: places.Place{Network: "libera", Place: "#nethack"}, Operator: true}
	if err := b.Places().Subscribe(t.Context(), op, places.Subscription{Events: true}); err != nil {
		t.Fatal(err)
	}
	voice := &fragile{said: make(chan string)}
	a := announce.New(b, map[string]bot.Speaker{"libera": voice}, announce.Options{Pace: -1})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { a.Run(ctx); close(done) }()
	before := bot.Panics()
	for _, what := range []string{"entered the Gnomish Mines", "entered Sokoban"} {
		for bot.Panics() == before && what == "entered Sokoban" {
			time.Sleep(time.Millisecond) // until the first was lost
		}
		a.Fresh(ctx, follow.Fresh{Source: &follow.Source{Name: "nao"}, Events: []*xlog.Event{{Name: "ann", Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", At: now.Unix(), Message: what}}})
	}
	if got := <-voice.said; got != "ann (Wiz-Elf-Fem-Cha) entered Sokoban, T:0" {
		t.Errorf("heard %q", got)
	}
	cancel()
	<-done
}

// TestAPauseEndsWhenTheClockIsPutBack: a place that was told something while the clock
// was ahead need not wait for that time.
func TestAPauseEndsWhenTheClockIsPutBack(t *testing.T) {
	now := time.Now().Round(0)
	b := &contest.Book{Columns: archive.Columns{Games: gamelog.Games{Store: memstore.New()}, Now: func() time.Time { return now }}}
	op := places.Actor{Place: places.Place{Network: "libera", Place: "#nethack"}, Operator: true}
	if err := b.Places().Subscribe(t.Context(), op, places.Subscription{Events: true}); err != nil {
		t.Fatal(err)
	}
	voice := &fragile{said: make(chan string, 2), first: true}
	a := announce.New(b, map[string]bot.Speaker{"libera": voice}, announce.Options{Pace: time.Minute})
	tell := func(what string) int {
		a.Fresh(t.Context(), follow.Fresh{Source: &follow.Source{Name: "nao"}, Events: []*xlog.Event{{Name: "ann", Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", At: now.Unix(), Message: what}}})
		return a.Flush()
	}
	if tell("entered Sokoban") != 1 || tell("entered the Gnomish Mines") != 0 {
		t.Fatal("there is no pause")
	}
	now = now.AddDate(-1, 0, 0)
	if a.Flush() != 1 {
		t.Error("the place is told nothing for a year")
	}
}

// TestOneLogOfEventsTwice: an event that two sources have is told once.
func TestOneLogOfEventsTwice(t *testing.T) {
	now := time.Now()
	b := &contest.Book{Columns: archive.Columns{Games: gamelog.Games{Store: memstore.New()}, Now: func() time.Time { return now }}}
	op := places.Actor{Place: places.Place{Network: "libera", Place: "#nethack"}, Operator: true}
	if err := b.Places().Subscribe(t.Context(), op, places.Subscription{Events: true}); err != nil {
		t.Fatal(err)
	}
	voice := &fragile{said: make(chan string, 10), first: true}
	a := announce.New(b, map[string]bot.Speaker{"libera": voice}, announce.Options{Pace: -1})
	for _, what := range []string{"entered Sokoban", "entered the Gnomish Mines"} {
		for _, source := range []string{"nao", "mirror"} {
			a.Fresh(t.Context(), follow.Fresh{Source: &follow.Source{Name: source}, Events: []*xlog.Event{{Name: "ann", Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", At: now.Unix(), Message: what}}})
		}
	}
	for a.Flush() > 0 {
	}
	var said []string
	for len(voice.said) > 0 {
		said = append(said, <-voice.said)
	}
	if got, want := strings.Join(said, "; "), "ann (Wiz-Elf-Fem-Cha) entered Sokoban, T:0 | ann (Wiz-Elf-Fem-Cha) entered the Gnomish Mines, T:0"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}
