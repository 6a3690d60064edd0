package announce_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/tourney"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
)

// corkboard is a network that can pin.
type corkboard struct {
	channel
	pinned []string // "message: what it shows"
	err    error
}

func (c *corkboard) Pin(_ context.Context, place, message string, r commands.Reply) (string, error) {
	if c.err != nil {
		return message, c.err
	}
	if message == "" {
		message = fmt.Sprint("m", len(c.pinned))
	}
	var rows []string
	if r.Table != nil {
		for _, row := range r.Table.Rows {
			rows = append(rows, strings.Join(row, " "))
		}
	}
	c.pinned = append(c.pinned, message+": "+r.Summary+" "+strings.Join(rows, ", "))
	return message, nil
}

// TestBoards: a tournament that is on has one pinned message, which is changed as
// the standings do and not more often, until they are final.
func TestBoards(t *testing.T) {
	w := commandstest.NewWorld(t)
	net := &corkboard{}
	a := announce.New(w.Book, map[string]bot.Speaker{"test": net}, announce.Options{Board: tourney.Board(w.Book)})
	pins := func(wait time.Duration, want ...string) {
		t.Helper()
		net.pinned = nil
		w.Wait(wait)
		a.Boards(t.Context())
		if len(net.pinned) != len(want) {
			t.Fatalf("pinned %q, want %q", net.pinned, want)
		}
		for i := range want {
			for _, part := range strings.Split(want[i], "|") {
				if !strings.Contains(net.pinned[i], part) {
					t.Errorf("pinned %q, want %q in it", net.pinned[i], part)
				}
			}
		}
	}
	pins(time.Minute)
	dash := w.Hold("Dash", "dash")
	w.Ask("ann", "join as ann")
	pins(time.Minute, "m0: It ends|1 entrant|1 ann 0")
	pins(time.Minute)
	w.Play("name=ann:death=ascended:points=2000000:turns=28957:role=Wiz:race=Elf:align=Cha:ago=1m:took=20m:source=nao")
	pins(time.Second) // too soon
	pins(time.Minute, "m0: |1 ann")
	if strings.Contains(net.pinned[0], "ann 0") {
		t.Errorf("the game is not counted: %q", net.pinned)
	}
	if got := w.Ask("root!", "tourney board off"); !got.Failed {
		t.Errorf("an operator who organises nothing: %s", got.Summary)
	}
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: dash.Place, Admin: true}
	if _, err := w.Book.ShowBoard(t.Context(), admin, dash.ID, false); err != nil {
		t.Fatal(err)
	}
	w.Ask("bob", "join as bob")
	pins(time.Minute)
	if _, err := w.Book.ShowBoard(t.Context(), admin, dash.ID, true); err != nil {
		t.Fatal(err)
	}
	net.err = fmt.Errorf("%w: no", bot.ErrNever)
	pins(time.Minute)
	net.err = nil
	pins(time.Minute) // refused for good: not tried again at once
	pins(time.Hour, "m0: |2 entrants")
	net.err = errors.New("the network is down")
	w.Ask("cid", "join as cid")
	pins(time.Minute)
	net.err = nil
	pins(time.Minute, "m0: |3 entrants")
	pins(23*time.Hour, "m0: It is over")
	if _, err := w.Book.Freeze(t.Context(), admin, dash.ID); err != nil {
		t.Fatal(err)
	}
	pins(time.Minute, "m0: These results are final")
	pins(time.Hour)

	other := commandstest.NewWorld(t)
	other.Hold("Dash", "dash")
	net = &corkboard{}
	a = announce.New(other.Book, map[string]bot.Speaker{"test": &net.channel}, announce.Options{Board: tourney.Board(other.Book)})
	other.Wait(time.Minute)
	a.Boards(t.Context()) // a network that cannot pin
	if len(net.pinned) > 0 {
		t.Errorf("%q", net.pinned)
	}
}
