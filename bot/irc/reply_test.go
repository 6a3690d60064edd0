package irc

import (
	"context"
	"strings"
	"testing"

	"github.com/ergochat/irc-go/ircmsg"

	"delphi/bot"
	"delphi/bot/irc/desk"
	"delphi/bot/irc/queue"
	"delphi/bot/irc/render"
	"delphi/commands"
)

// modern starts an adapter on a server with capabilities and plays it into
// #nethack.
func modern(t *testing.T, h bot.Handler, offered string, requests int, isupport ...string) *peer {
	t.Helper()
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, h, nil)
	p := srv.accept()
	p.capabilities(offered, requests)
	p.expect("CAP", "END")
	p.greet(isupport...)
	p.admit("alice", "bob")
	return p
}

func tag(t *testing.T, m ircmsg.Message, name string) string {
	t.Helper()
	_, value := m.GetTag(name)
	return value
}

// An answer says which message it is to, where the network lets it.
func TestReplyTag(t *testing.T) {
	for _, c := range []struct{ caps, isupport, want string }{
		{"message-tags", "WHOX", "a;b c"},
		{"message-tags", "CLIENTTAGDENY=typing", "a;b c"},
		{"message-tags", "CLIENTTAGDENY=*,-draft/reply", "a;b c"},
		{"message-tags", "CLIENTTAGDENY=*", ""},
		{"message-tags", "CLIENTTAGDENY=draft/react,draft/reply", ""},
		{"multi-prefix", "WHOX", ""},
	} {
		t.Run(c.caps+" "+c.isupport, func(t *testing.T) {
			p := modern(t, nil, c.caps, 1, c.isupport)
			p.send(`@msgid=a\:b\sc :` + alice + " PRIVMSG #nethack :!echo hello")
			m := p.expect("PRIVMSG", "#nethack", "hello")
			if got := tag(t, m, "+draft/reply"); got != c.want {
				t.Errorf("a reply to %q, want %q", got, c.want)
			}
			p.send(":" + alice + " PRIVMSG #nethack :!echo no name")
			if m := p.expect("PRIVMSG", "#nethack", "no name"); tag(t, m, "+draft/reply") != "" {
				t.Error("a reply to nothing")
			}
			p.send(`@msgid=x :` + alice + " PRIVMSG #nethack :!secret")
			if m := p.expect("PRIVMSG", "alice", "between us"); tag(t, m, "+draft/reply") != "" {
				t.Error("a reply in private to what was said elsewhere")
			}
		})
	}
}

// A long answer is one message where the network takes those.
func TestMultiline(t *testing.T) {
	p := modern(t, nil, "message-tags batch draft/multiline=max-bytes=4096,max-lines=5", 3)
	p.send("@msgid=q :" + alice + " PRIVMSG #nethack :!long")
	begin := p.expect("BATCH")
	if len(begin.Params) != 3 || begin.Params[1] != "draft/multiline" || begin.Params[2] != "#nethack" || tag(t, begin, "+draft/reply") != "q" {
		t.Fatalf("the batch begins with %v %v", begin.Params, begin.AllTags())
	}
	ref := strings.TrimPrefix(begin.Params[0], "+")
	whole := ""
	for i := range 5 {
		m := p.expect("PRIVMSG", "#nethack")
		if concat, _ := m.GetTag("draft/multiline-concat"); concat != (i > 0) || tag(t, m, "batch") != ref {
			t.Errorf("line %d: %v", i, m.AllTags())
		}
		whole += m.Params[1]
	}
	p.expect("BATCH", "-"+ref)
	wholeWords(t, []string{whole})
	if n := len(strings.Fields(whole)); n < 200 {
		t.Errorf("%d words", n)
	}
	p.send(":" + alice + " PRIVMSG #nethack :!echo short")
	p.expect("PRIVMSG", "#nethack", "short")

	// Without it, and after it went away, the rest goes to the asker alone.
	p.send("CAP {me} DEL :draft/multiline", ":"+alice+" PRIVMSG #nethack :!long")
	if target, text := p.said(); target != "#nethack" || !strings.HasSuffix(text, render.InPrivate) {
		t.Errorf("to %s: %q", target, text)
	}
}

func TestMultilineOf(t *testing.T) {
	for value, want := range map[string]multiline{
		"max-bytes=4096,max-lines=24": {4096, mostBatched}, "max-bytes=4096": {4096, mostBatched}, "max-lines=3": {0, 3}, "": {0, mostBatched}, "max-lines=x": {0, mostBatched},
	} {
		if got := multilineOf(value); got != want {
			t.Errorf("%q: %+v, want %+v", value, got, want)
		}
	}
	if n := (multiline{1000, 8}).fit(400); n != 2 {
		t.Errorf("%d lines of 400 in 1000 bytes", n)
	}
}

// held answers each line once it is let go.
type held map[string]chan struct{}

func (h held) Answer(ctx context.Context, req commands.Request) commands.Reply {
	name, rest, _ := strings.Cut(req.Line, " ")
	if h[rest] != nil {
		select {
		case <-h[rest]:
		case <-ctx.Done():
		}
	}
	return commands.Reply{Summary: name + " " + rest}
}

// While two people wait in a channel, answers say whom they are for.
func TestTwoWait(t *testing.T) {
	h := held{"a": make(chan struct{}), "b": make(chan struct{})}
	p := modern(t, h, "message-tags", 1)
	p.send(":"+alice+" PRIVMSG #nethack :!echo a", ":bob!b@x.example PRIVMSG #nethack :!echo b")
	p.send(":carol!c@x.example PRIVMSG {me} :echo c") // answered once both are known
	p.expect("PRIVMSG", "carol", "echo c")
	close(h["a"])
	p.expect("PRIVMSG", "#nethack", "alice: echo a")
	p.send(":" + alice + " PRIVMSG #nethack :!echo d")
	p.expect("PRIVMSG", "#nethack", "alice: echo d")
	close(h["b"])
	p.expect("PRIVMSG", "#nethack")
	p.send(":bob!b@x.example PRIVMSG {me} :echo e") // answered once the one before is done with
	p.expect("PRIVMSG", "bob", "echo e")
	p.send(":" + alice + " PRIVMSG #nethack :!echo alone")
	p.expect("PRIVMSG", "#nethack", "echo alone")
}

// A batch is as many lines as it has.
func TestBatchesCost(t *testing.T) {
	if line := batch("PRIVMSG", "#c", "", []string{"one", "two", "three"}); queue.Parts(line) != 5 {
		t.Fatalf("%q has %d parts", line, queue.Parts(line))
	}
}

// TestPrivateIsOnePlace: what is answered in private takes turns as one channel.
func TestPrivateIsOnePlace(t *testing.T) {
	s := &session{}
	j := desk.Job{Target: "alice", Nick: "alice", Folded: "alice"}
	j.Req.Place = "alice"
	if all := s.answers(j, []string{"x"}); len(all) != 1 || all[0].Target != "" || all[0].Nick != "alice" {
		t.Errorf("%+v", all)
	}
	j.Target, j.Req.Place = "#a", "#a"
	if all := s.answers(j, []string{"x"}); len(all) != 1 || all[0].Target != "#a" {
		t.Errorf("%+v", all)
	}
}
