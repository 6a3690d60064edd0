package route_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/storage"
	"delphi/storage/boltstore"
)

// forgetful returns a router whose settings and characters are in a store.
func forgetful(t *testing.T, s storage.Store, log *strings.Builder) *route.Router {
	return commandstest.NewWorld(t, func(o *route.Options) {
		settings, characters := storage.NewSettings(s), storage.NewCharacters(s)
		o.Settings, o.Characters = settings, characters
		o.Sessions = storage.Sessions{Store: s, Kind: "identify"}
		if log != nil {
			o.Log = slog.New(slog.NewTextHandler(log, nil))
		}
	}).Router
}

const notRemembered = "what I remember, such as this channel's settings and your character, is not available just now"

// TestUnreadableStore: what needs no store is answered, with a note where settings or a
// character may make a difference; what needs it says so.
func TestUnreadableStore(t *testing.T) {
	for name, err := range map[string]error{"damaged": storage.ErrDamaged, "away": storage.ErrAway, "of another format": storage.Stamp{Format: 99}.Check()} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			r := forgetful(t, storage.Unavailable(err), &log)
			for line, noted := range map[string]bool{
				"fail wiz xl8 int16 force bolt":       true,
				"fail 3.4.3 wiz xl8 int16 force bolt": true, // the character might be another
				"what does a cockatrice resist":       true,
				"monster cockatrice":                  true,
				"item lamp":                           true,
				"item 3.4.3 lamp":                     false,
				"odds 1/6 10 tries":                   false,
				"help":                                false,
				"help fail":                           false,
				"about":                               false,
			} {
				reply := commandstest.Ask(t, r, line)
				if reply.Failed || reply.Silent {
					t.Errorf("%s: %s", line, reply.Summary)
				}
				if strings.Contains(strings.Join(reply.Warnings(), " "), notRemembered) != noted {
					t.Errorf("%s: the notes are %v; noted should be %v", line, reply.Notes, noted)
				}
			}
			reply := commandstest.Ask(t, r, "fail wiz xl8 int16 force bolt")
			if reply.Headline == "" || !strings.Contains(strings.Join(reply.Assumptions(), " "), "5.0.0 (the default)") || !strings.Contains(reply.OneLine(commands.LineBudget, "!"), "not available just now") {
				t.Errorf("%s %v", reply.OneLine(commands.LineBudget, "!"), reply.Notes)
			}
			if commandstest.Ask(t, r, "why"); commandstest.Ask(t, r, "why").Failed {
				t.Error("why is not answered")
			}
			for _, line := range []string{"me wiz xl8", "me", "me forget", "set version 3.4.3", "set"} {
				reply := commandstest.Ask(t, r, line)
				if !reply.Failed || !strings.Contains(reply.Summary, "What I remember is not available just now, and "+strings.Fields(line)[0]) || !strings.Contains(reply.Summary, "log") {
					t.Errorf("%s: %s", line, reply.Summary)
				}
			}
			if reply := commandstest.Ask(t, r, "game Dlvl:1 $:0 HP:1(1) Pw:1(1) AC:1 Xp:1/1 T:1"); !reply.Failed || !strings.Contains(reply.Summary, "Ask me in private") {
				t.Errorf("game, which a channel may have forbidden: %s", reply.Summary)
			}
			if reply := commandstest.Ask(t, r, "fail force bolt"); !reply.Failed || !strings.HasPrefix(reply.Summary, "Your character is not available just now") {
				t.Errorf("without a character: %s", reply.Summary)
			}
			if n := strings.Count(log.String(), "settings and characters cannot be read"); n != 1 {
				t.Errorf("that they cannot be read is logged %d times", n)
			}
		})
	}
}

// TestStoreDamagedWhileOpen: settings that were read go on to hold, and what the damage
// took is done without.
func TestStoreDamagedWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := boltstore.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	before := forgetful(t, s, nil)
	for _, line := range []string{"set version 3.4.3", "me val xl3 st 18 dex 10 con 10 int 10 wis 10 small shield"} {
		if reply := commandstest.Ask(t, before, line); reply.Failed {
			t.Fatalf("%s: %s", line, reply.Summary)
		}
	}
	const line = "fail wiz xl8 int16 force bolt"
	want := commandstest.Ask(t, before, line)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i := 2 * os.Getpagesize(); i < len(content); i += 8 { // all but the headers
		content[i] ^= 0xff
	}
	if _, err := f.WriteAt(content, 0); err != nil {
		t.Fatal(err)
	}
	if got := commandstest.Ask(t, before, line); got.Summary != want.Summary {
		t.Errorf("what was read no longer holds: %s, want %s", got.Summary, want.Summary)
	}
	after := forgetful(t, s, nil)
	got := after.Answer(context.Background(), commandstest.Request(line))
	if got.Failed || got.Version != "5.0.0" || !strings.Contains(strings.Join(got.Warnings(), " "), notRemembered) {
		t.Errorf("%s %v", got.Summary, got.Notes)
	}
	if s.Damage() == nil {
		t.Error("the store does not say that it is damaged")
	}
}
