package embed

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/discordtest"
	"delphi/commands"
)

func TestWeaker(t *testing.T) {
	r := newRouter(t)
	reply := r.Answer(t.Context(), commands.Request{Line: "fail wiz xl8 int16 basic force bolt plate mail chart", Network: "discord", Place: "1", User: discordtest.AliceID})
	m := Render(&reply, Look{Private: true, Owner: discordtest.AliceID, Codec: NewCodec(r.Commands())})
	m.Reference, m.Nonce = &discordgo.MessageReference{MessageID: "1"}, "n"

	for _, code := range []int{50035, 160002, 10008} {
		if w := Weaker(m, &api.Refusal{Code: code}); w == nil || w.Reference != nil || w.Embeds[0] != m.Embeds[0] || m.Reference == nil {
			t.Errorf("%d: %+v", code, w)
		}
	}
	w := Weaker(m, &api.Refusal{Code: discordgo.ErrCodeMissingPermissions})
	if w == nil || len(w.Embeds)+len(w.Attachments)+len(w.Components)+len(w.Chart) > 0 || w.Reference != nil || !w.Ephemeral() || w.Nonce != "n" {
		t.Fatalf("%+v", w)
	}
	for _, want := range []string{"**47% fail**", "Force bolt: 47% fail", "spell.c"} {
		if !strings.Contains(w.Content, want) {
			t.Errorf("no %q in %q", want, w.Content)
		}
	}
	if again := Weaker(w, &api.Refusal{Code: discordgo.ErrCodeMissingPermissions}); again != nil {
		t.Errorf("something weaker than text: %+v", again)
	}
	long := &api.Message{Embeds: []*discordgo.MessageEmbed{{Description: strings.Repeat("x", 4000)}}}
	if w := Weaker(long, &api.Refusal{}); api.Length(w.Content) > api.MaxContent {
		t.Errorf("%d characters", api.Length(w.Content))
	}
}

// TestNoCommandsForOtherBots: the text of a message, which other bots read, begins
// with none of their commands, and our own texts are left as they are.
func TestNoCommandsForOtherBots(t *testing.T) {
	for said, want := range map[string]string{
		"!kick bob": bot.WordJoiner + "!kick bob", ".op x": bot.WordJoiner + ".op x", "d echo": bot.WordJoiner + "d echo",
		"> quoted": bot.WordJoiner + "> quoted", "*bold*": bot.WordJoiner + "*bold*",
		"[a b] 1": "[a b] 1", "47% fail": "47% fail",
	} {
		shown := func(m *api.Message) string { return strings.ReplaceAll(m.Content, `\`, "") }
		if got := shown(News(&commands.Reply{Summary: said}, nil, "d ")); got != want {
			t.Errorf("said unasked: %q, want %q", got, want)
		}
		if said == "d echo" { // a question's answer goes with the embed, where the place's prefix is not known
			continue
		}
		m := Render(&commands.Reply{Summary: said}, Look{})
		if got := shown(Weaker(m, &api.Refusal{})); got != want {
			t.Errorf("without its embed: %q, want %q", got, want)
		}
	}
}
