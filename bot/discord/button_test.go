package discord

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/commands"
)

func TestCodecRoundTrip(t *testing.T) {
	c := newCodec(newRouter(t).Commands())
	line := rapid.OneOf(rapid.StringN(1, 60, -1), rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(append([]string{"xl12", "5", ",", ":", "without", "+3", "robe,"}, c.words...)), 1, 12).Draw(t, "words"), " ")
	}))
	rapid.Check(t, func(t *rapid.T) {
		p := press{rapid.SampledFrom([]action{ask, explain, share}).Draw(t, "action"), aliceID, line.Draw(t, "line")}
		id, ok := c.encode(p)
		if !ok {
			t.Skip("too long")
		}
		if len(id) > maxCustomID {
			t.Fatalf("%d bytes", len(id))
		}
		if got, err := c.decode(id); err != nil || got != p {
			t.Fatalf("%+v, %v; want %+v", got, err, p)
		}
	})
}

// TestQuestionsFit: what players ask fits in a button, with a whole wardrobe.
func TestQuestionsFit(t *testing.T) {
	r := newRouter(t)
	c := newCodec(r.Commands())
	for _, line := range []string{
		"fail wiz xl8 int16 basic force bolt plate mail",
		"fail v3.4.3 pri xl14 wis18 restricted create familiar, +2 blessed helm of brilliance, cloak of magic resistance, crystal plate mail, small shield, gauntlets of power, kicking boots <20%",
	} {
		reply := r.Answer(t.Context(), commands.Request{Line: line, Network: network, Place: "1", User: aliceID})
		if reply.Failed {
			t.Fatalf("%s: %s", line, reply.Summary)
		}
		lines := []string{reply.Question}
		for _, n := range reply.Next {
			lines = append(lines, n.Line)
		}
		for _, l := range lines {
			if id, ok := c.encode(press{explain, aliceID, l}); !ok {
				t.Errorf("%q does not fit", l)
			} else {
				t.Logf("%3d bytes of question in an id of %d", len(l), len(id))
			}
		}
	}
	if _, ok := c.encode(press{explain, aliceID, strings.Repeat("x", 200)}); ok {
		t.Error("200 letters fit")
	}
	if _, ok := c.encode(press{explain, "alice", "fail"}); ok {
		t.Error("an owner who is no number")
	}
	long := commands.Reply{Summary: "x", Question: strings.Repeat("x", 200), Fields: []commands.Field{{Name: "a", Value: "b"}}}
	if b := buttons(&long, look{owner: aliceID, codec: c}); len(b) != 0 {
		t.Errorf("buttons for a question that does not fit: %v", b)
	}
}

func TestCodecOld(t *testing.T) {
	c := newCodec(newRouter(t).Commands())
	id, _ := c.encode(press{ask, aliceID, "fail wiz force bolt"})
	more := newCodec(append([]*commands.Command{{Name: "another", Summary: "x"}}, newRouter(t).Commands()...))
	if _, err := more.decode(id); !errors.Is(err, errOldID) {
		t.Errorf("an id of a smaller vocabulary: %v", err)
	}
	if again := newCodec(newRouter(t).Commands()); again.tag != c.tag {
		t.Error("the same commands give another vocabulary")
	}
	if n := len(c.words); n < 300 || n >= maxWords {
		t.Errorf("%d words", n)
	}
}

func FuzzDecode(f *testing.F) {
	c := newCodec(newRouter(f).Commands())
	id, _ := c.encode(press{ask, aliceID, "fail wiz force bolt, robe"})
	f.Add(id)
	f.Add("")
	f.Add("AQAAYQAAAAAAAAAAAAH_")
	f.Fuzz(func(t *testing.T, id string) {
		p, err := c.decode(id)
		if err != nil {
			return
		}
		if p.line == "" || len(p.line) > commands.MaxLine {
			t.Errorf("%q decodes to %d bytes", id, len(p.line))
		}
		if again, ok := c.encode(p); ok {
			if q, err := c.decode(again); err != nil || q != p {
				t.Errorf("%+v becomes %+v, %v", p, q, err)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	c := newCodec(newRouter(b).Commands())
	p := press{ask, aliceID, "fail v5.0.0 force bolt, Wizard, xl8 int16 skill:basic robe, plate mail"}
	b.ReportAllocs()
	for b.Loop() {
		c.encode(p)
	}
}
