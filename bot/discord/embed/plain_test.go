package embed

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

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
	for _, want := range []string{"**47%**", "Force bolt: 47% fail", "spell.c"} {
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
