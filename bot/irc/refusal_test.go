package irc

import (
	"context"
	"strings"
	"testing"

	"delphi/bot"
	"delphi/bot/irc/render"
	"delphi/commands"
	"delphi/commands/wording"
)

// TestRefusedInOtherWords: each way in which servers refuse a line is answered with the next
// way to say it, and the channel is remembered for it.
func TestRefusedInOtherWords(t *testing.T) {
	plain := "force bolt: 47% fail (Wizard XL8)"
	for name, c := range map[string]struct {
		refusal string
		muted   bool // plain text is refused, too
		status  string
	}{
		"a bare 404":      {refusal: ":irc.test 404 {me} #nethack", status: "takes plain text only"},
		"no colours":      {refusal: ":irc.test 408 {me} #nethack :You cannot use colors on this channel.", status: "takes plain text only"},
		"registered only": {refusal: ":irc.test 477 {me} #nethack :You must identify to talk here", muted: true, status: "does not let me speak"},
		"banned":          {refusal: ":irc.test 437 {me} #nethack :Cannot speak while banned", muted: true, status: "does not let me speak"},
		"FAIL":            {refusal: ":irc.test FAIL PRIVMSG BLOCKED #nethack :No", muted: true, status: "does not let me speak"},
		"FAIL unnamed":    {refusal: ":irc.test FAIL PRIVMSG BLOCKED :No", status: "takes plain text only"},
	} {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, nil)
			a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, nil)
			p := srv.accept()
			p.register()
			p.admit("alice")
			expect := func(target, text string) {
				t.Helper()
				if to, said := p.said(); to != target || said != text {
					t.Fatalf("%s is told %q, want %q told %q", to, said, target, text)
				}
			}
			ask := func() { p.send(":" + alice + " PRIVMSG #nethack :!fail wiz") }
			ask()
			expect("#nethack", strings.Replace(plain, "47%", render.Bold+"47%"+render.Bold, 1))
			p.send(c.refusal)
			expect("#nethack", plain)
			why := ""
			if c.muted {
				p.send(c.refusal)
				to, said := p.said()
				why = said
				if to != "alice" || !strings.HasPrefix(said, plain+". (#nethack does not let me speak") {
					t.Fatalf("%s is told %q", to, said)
				}
			}
			ask() // it is remembered
			if c.muted {
				expect("alice", why)
			} else {
				expect("#nethack", plain)
			}
			p.barrier()
			eventually(t, "status shows it", func() bool {
				d := a.Detail()
				return strings.HasPrefix(d.Limited["#nethack"], c.status) && d.Counts.Weakened > 0 && d.Counts.Unsent == 0
			})
			err := a.Say("#nethack", commands.Reply{Summary: "an announcement"})
			if (err != nil) != c.muted {
				t.Errorf("Say: %v", err)
			}
			if err == nil {
				expect("#nethack", "an announcement")
			}
			p.send(":op!o@o MODE #nethack -cm") // until the channel changes
			ask()
			expect("#nethack", strings.Replace(plain, "47%", render.Bold+"47%"+render.Bold, 1))
		})
	}
}

// TestRefusedLineIsFound: an echo tells which of two lines was refused.
func TestRefusedLineIsFound(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, nil)
	p := srv.accept()
	p.capabilities("echo-message", 1)
	p.expect("CAP", "END")
	p.greet()
	p.admit("alice", "bob")
	p.send(":" + alice + " PRIVMSG #nethack :!echo first")
	p.said()
	p.send(":bob!b@b.example PRIVMSG #nethack :!fail wiz")
	p.said()
	p.send(":{me}!~delphi@host.example PRIVMSG #nethack :first", ":irc.test 404 {me} #nethack :Cannot send to channel")
	if to, text := p.said(); to != "#nethack" || !strings.HasSuffix(text, "47% fail (Wizard XL8)") {
		t.Errorf("%s is told %q", to, text)
	}
	p.barrier()
	eventually(t, "it is counted", func() bool { return a.Detail().Counts.Weakened > 0 })
}

// TestRefusedInPrivate: who takes no messages is told so in the channel.
func TestRefusedInPrivate(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, nil)
	p := srv.accept()
	p.register()
	p.admit("alice")
	p.send(":" + alice + " PRIVMSG #nethack :!secret")
	if to, text := p.said(); to != "alice" || text != "between us" {
		t.Fatalf("%s is told %q", to, text)
	}
	p.send(":irc.test 531 {me} alice :You cannot send messages to this user")
	if to, text := p.said(); to != "#nethack" || text != "alice: "+closedToUs {
		t.Errorf("%s is told %q", to, text)
	}
}

// TestHanded: the answer to a line that ends in "@ nick" is for whoever has the nick, if they
// are there.
func TestHanded(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, nil)
	p := srv.accept()
	p.register()
	p.admit("alice", "Bob")
	for line, want := range map[string]string{
		"!echo hello @ Bob": "Bob: hello", "!echo hello @bob": "bob: hello", "!echo hello @ eve": "hello @ eve", "!echo mail bob@x": "mail bob@x",
	} {
		p.send(":" + alice + " PRIVMSG #nethack :" + line)
		if _, text := p.said(); strings.ReplaceAll(text, "\u2060", "") != want {
			t.Errorf("%s: %q, want %q", line, text, want)
		}
	}
}

// TestNeighboursOverheard: a marked bot that answers twice in a row is left to answer.
func TestNeighboursOverheard(t *testing.T) {
	srv := newServer(t, nil)
	n := bot.NewNeighbours()
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) {
		a.opt.Neighbours = n
		a.opt.Known = func(network commands.Network, place commands.Place, line string) bool {
			word, _ := wording.CutWord(line)
			_, theirs := n.Theirs(network, place, word)
			return known(line) && !theirs
		}
	})
	p := srv.accept()
	p.register("BOT=B")
	p.admit("alice", "Rodney")
	for range 2 {
		p.send(":"+alice+" PRIVMSG #nethack :!fail wiz", "@bot :Rodney!r@bot.example PRIVMSG #nethack :I answer that")
		p.said()
	}
	p.quiet(alice, "#nethack", ":"+alice+" PRIVMSG #nethack :!fail wiz")
	p.send(":" + alice + " PRIVMSG #nethack :{me}: fail wiz") // by name
	if _, text := p.said(); !strings.Contains(text, "47%") {
		t.Errorf("by name: %q", text)
	}
}

// TestPlayersAreNotAlerted: whoever is there is not alerted by a list of players, or by what is
// announced of their game.
func TestPlayersAreNotAlerted(t *testing.T) {
	srv := newServer(t, nil)
	h := bot.HandlerFunc(func(context.Context, commands.Request) commands.Reply {
		return commands.Reply{Summary: "2 playing. nao: bob, stenno.", People: true}
	})
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, h, nil)
	p := srv.accept()
	p.register()
	p.admit("alice", "bob")
	p.send(":" + alice + " PRIVMSG #nethack :!echo players")
	if _, text := p.said(); text != "2 playing. nao: b\u2060ob, stenno." {
		t.Errorf("%q", text)
	}
	if err := a.Say("#nethack", commands.Reply{Summary: "bob died on level 3."}); err != nil {
		t.Fatal(err)
	}
	if _, text := p.said(); text != "b\u2060ob died on level 3." {
		t.Errorf("announced: %q", text)
	}
}
