package discord

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"delphi/bot"
	"delphi/commands"
)

var _ bot.Teller = (*Adapter)(nil)

// TestTell: what is told again is said once, by its nonce while Discord knows that,
// and else because it stands in the channel.
func TestTell(t *testing.T) {
	f := newFake(t)
	a, _ := f.saying(testConfig(), nil, nil, nil)
	tell := func(text, key string, again bool) {
		t.Helper()
		if err := a.Tell(t.Context(), channelID, words(text), key, again); err != nil {
			t.Fatal(err)
		}
	}
	tell("bob quit", "game bob 1", false)
	tell("bob quit", "game bob 1", false) // as by a process that knows nothing of the other
	tell("bob quit", "game bob 1", true)
	f.Forget()
	tell("bob quit", "game bob 1", true)
	tell("amy quit", "game amy 1", true)
	tell("bob quit", "game bob 2", false)
	if got, want := f.Posted(channelID), []string{"bob quit", "amy quit", "bob quit"}; !slices.Equal(got, want) {
		t.Errorf("the channel has %q, want %q", got, want)
	}
	var sent struct {
		Nonce   string
		Enforce bool `json:"enforce_nonce"`
	}
	if err := json.Unmarshal(f.Next("/channels/").Body, &sent); err != nil || len(sent.Nonce) != nonceLength || !sent.Enforce {
		t.Errorf("sent %+v, %v", sent, err)
	}
	card := commands.Reply{Title: "eve quit", FieldsDo: true, Summary: "eve quit, 5 points", Fields: []commands.Field{{Name: "points", Value: "5"}}}
	for range 2 {
		if err := a.Tell(t.Context(), channelID, card, "game eve", true); err != nil {
			t.Fatal(err)
		}
		f.Forget()
	}
	if got := f.Posted(channelID); len(got) != 4 || got[3] != "eve quit" {
		t.Errorf("the channel has %q", got)
	}
	f.Fail(status(channelID, 403, `{"message":"no","code":50001}`, nil))
	if err := a.Tell(t.Context(), channelID, words("x"), "x", false); !errors.Is(err, bot.ErrNever) {
		t.Errorf("a channel that is closed: %v", err)
	}
	if err := a.Tell(t.Context(), "#nethack", words("x"), "x", false); !errors.Is(err, bot.ErrNever) {
		t.Errorf("what is no channel: %v", err)
	}
}
