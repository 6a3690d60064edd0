package discord

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"delphi/bot/discord/embed"
	"delphi/commands"
)

// ended is the end of a game as it is announced.
func ended(who string, tone commands.Tone) commands.Reply {
	at := time.Unix(1604188800, 0)
	return commands.Reply{
		Summary: who + " (Wiz-Elf-Fem-Cha), killed by a newt, T:1,500: https://x.org/" + who + ".txt",
		Title:   who + " (Wiz-Elf-Fem-Cha) killed by a newt", FieldsDo: true, Tone: tone,
		Fields:  []commands.Field{{Name: "turns", Value: "1,500"}, {Name: "ended", Value: "then"}},
		Moments: []commands.Moment{{At: at, Text: "then"}},
		Links:   []commands.Link{{Label: "dumplog", URL: "https://x.org/" + who + ".txt"}},
	}
}

// TestGamesAreCards: the end of a game is an embed with its own colour, the time
// for each reader, and a button that opens its dumplog; several are as many
// embeds in one message; where embeds are refused the line is said.
func TestGamesAreCards(t *testing.T) {
	f := newFake(t)
	a, _ := f.saying(testConfig(), nil, nil, nil)
	say := func(r commands.Reply) (got gotResponse, body string) {
		t.Helper()
		if err := a.Say(channelID, r); err != nil {
			t.Fatal(err)
		}
		s := f.Next("/channels/")
		if err := json.Unmarshal(s.Body, &got.Message); err != nil {
			t.Fatal(err)
		}
		return got, string(s.Body)
	}
	one, body := say(ended("mia", commands.Bad))
	if e := one.embed(t); e.Title != `mia (Wiz-Elf-Fem-Cha) killed by a newt` || e.Description != "" || e.Color != embed.Colours[commands.Bad] || !strings.Contains(body, "1604188800:f") {
		t.Errorf("%s", body)
	}
	if len(one.Components) != 1 || one.Components[0].Components[0].URL != "https://x.org/mia.txt" || one.Components[0].Components[0].Label != "dumplog" {
		t.Errorf("no link: %s", body)
	}
	two, body := say(commands.Reply{Summary: "mia | ann", Parts: []commands.Reply{ended("mia", commands.Bad), ended("ann", commands.Good)}})
	if len(two.Embeds) != 2 || two.Embeds[1].Color != embed.Colours[commands.Good] || two.Components[0].Components[1].Label != "ann: dumplog" {
		t.Errorf("%s", body)
	}
	// In a few words each: a line.
	short, body := say(commands.Reply{Summary: "mia | ann", Parts: []commands.Reply{{Summary: "mia"}, {Summary: "ann"}}})
	if len(short.Embeds) != 0 || *short.Content != `mia \| ann` {
		t.Errorf("%s", body)
	}
	f.Fail(status("/channels/", 403, `{"code":50013,"message":"Missing Permissions"}`, nil))
	weak, body := say(ended("mia", commands.Bad))
	if len(weak.Embeds) != 0 || weak.Flags != 4 || !strings.HasPrefix(*weak.Content, "mia (Wiz-Elf-Fem-Cha), killed") {
		t.Errorf("%s", body)
	}
}

// TestInvitation: whoever reads that a tournament begins may press the button that
// opens the form to join it; a button that belongs to somebody stays theirs.
func TestInvitation(t *testing.T) {
	f := newFake(t)
	a, _ := f.saying(testConfig(), nil, nil, nil)
	if err := a.Say(channelID, commands.Reply{Summary: "Autumn Dash begins.", Hints: []string{"join as ACCOUNT", "standings"}}); err != nil {
		t.Fatal(err)
	}
	var got gotResponse
	if err := json.Unmarshal(f.Next("/channels/").Body, &got.Message); err != nil {
		t.Fatal(err)
	}
	if labels := got.offered(); len(labels) != 1 || labels[0] != "join…" {
		t.Fatalf("%q", labels)
	}
	for _, who := range []string{aliceID, bobID} {
		i, err := decode(mustJSON(pressing(got.button(t, "join…"), 0).by(who)))
		if err != nil {
			t.Fatal(err)
		}
		if r := a.button(t.Context(), nil, i); r.Type != 9 {
			t.Errorf("%s: type %d", who, r.Type)
		}
	}
	id, _ := a.codec.Encode(embed.Press{Action: embed.Ask, Owner: embed.Anybody, Line: "help"})
	i, err := decode(mustJSON(pressing(id, 0)))
	if err != nil {
		t.Fatal(err)
	}
	if r := a.button(t.Context(), nil, i); r.Message() == nil || !r.Message().Ephemeral() {
		t.Error("anybody may change what all see")
	}
}
