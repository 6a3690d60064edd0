package embed

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/bot/discord/api"
	"delphi/bot/discord/discordtest"
	"delphi/commands"
)

func TestCodecRoundTrip(t *testing.T) {
	c := NewCodec(newRouter(t).Commands())
	line := rapid.OneOf(rapid.StringN(1, 60, -1), rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(append([]string{"xl12", "5", ",", ":", "without", "+3", "robe,"}, c.words...)), 1, 12).Draw(t, "words"), " ")
	}))
	rapid.Check(t, func(t *rapid.T) {
		p := Press{Action: rapid.SampledFrom(actions).Draw(t, "action"), Owner: discordtest.AliceID, Line: line.Draw(t, "line")}
		if p.Action == Turn {
			p.Page = rapid.IntRange(0, 99).Draw(t, "page")
		}
		id, ok := c.Encode(p)
		if !ok {
			t.Skip("too long")
		}
		if len(id) > api.MaxCustomID {
			t.Fatalf("%d bytes", len(id))
		}
		if got, err := c.Decode(id); err != nil || got != p {
			t.Fatalf("%+v, %v; want %+v", got, err, p)
		}
	})
}

// TestQuestionsFit: what players ask fits in a button, with a whole wardrobe.
func TestQuestionsFit(t *testing.T) {
	r := newRouter(t)
	c := NewCodec(r.Commands())
	for _, line := range []string{
		"fail wiz xl8 int16 basic force bolt plate mail",
		"fail v3.4.3 pri xl14 wis18 restricted create familiar, +2 blessed helm of brilliance, cloak of magic resistance, crystal plate mail, small shield, gauntlets of power, kicking boots <20%",
	} {
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: "discord", Place: "1", User: discordtest.AliceID})
		if reply.Failed {
			t.Fatalf("%s: %s", line, reply.Summary)
		}
		lines := []string{reply.Question}
		for _, n := range reply.Next {
			lines = append(lines, n.Line)
		}
		for _, l := range lines {
			if id, ok := c.Encode(Press{Action: Explain, Owner: discordtest.AliceID, Line: l}); !ok {
				t.Errorf("%q does not fit", l)
			} else {
				t.Logf("%3d bytes of question in an id of %d", len(l), len(id))
			}
		}
	}
	if _, ok := c.Encode(Press{Action: Explain, Owner: discordtest.AliceID, Line: strings.Repeat("x", 200)}); ok {
		t.Error("200 letters fit")
	}
	if _, ok := c.Encode(Press{Action: Explain, Owner: "alice", Line: "fail"}); ok {
		t.Error("an owner who is no number")
	}
	long := commands.Reply{Summary: "x", Question: strings.Repeat("x", 200), Fields: []commands.Field{{Name: "a", Value: "b"}}}
	if b, _ := buttons(&long, Look{Owner: discordtest.AliceID, Codec: c}); len(b) != 0 {
		t.Errorf("buttons for a question that does not fit: %v", b)
	}
}

func TestCodecOld(t *testing.T) {
	c := NewCodec(newRouter(t).Commands())
	id, _ := c.Encode(Press{Action: Ask, Owner: discordtest.AliceID, Line: "fail wiz force bolt"})
	more := NewCodec(append([]*commands.Command{{Name: "another", Summary: "x"}}, newRouter(t).Commands()...))
	if _, err := more.Decode(id); !errors.Is(err, ErrOld) {
		t.Errorf("an id of a smaller vocabulary: %v", err)
	}
	if again := NewCodec(newRouter(t).Commands()); again.tag != c.tag {
		t.Error("the same commands give another vocabulary")
	}
	if n := len(c.words); n < 300 || n >= maxWords {
		t.Errorf("%d words", n)
	}
}

func FuzzDecode(f *testing.F) {
	c := NewCodec(newRouter(f).Commands())
	id, _ := c.Encode(Press{Action: Ask, Owner: discordtest.AliceID, Line: "fail wiz force bolt, robe"})
	f.Add(id)
	f.Add("")
	f.Add("AQAAYQAAAAAAAAAAAAH_")
	f.Fuzz(func(t *testing.T, id string) {
		p, err := c.Decode(id)
		if err != nil {
			return
		}
		if p.Line == "" || len(p.Line) > commands.MaxLine {
			t.Errorf("%q decodes to %d bytes", id, len(p.Line))
		}
		if again, ok := c.Encode(p); ok {
			if q, err := c.Decode(again); err != nil || q != p {
				t.Errorf("%+v becomes %+v, %v", p, q, err)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	c := NewCodec(newRouter(b).Commands())
	p := Press{Action: Ask, Owner: discordtest.AliceID, Line: "fail v5.0.0 force bolt, Wizard, xl8 int16 skill:basic robe, plate mail"}
	b.ReportAllocs()
	for b.Loop() {
		c.Encode(p)
	}
}
