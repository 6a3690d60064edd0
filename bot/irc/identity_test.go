package irc

import (
	"regexp"
	"strings"
	"testing"

	"delphi/bot"
	"delphi/bot/irc/render"
	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestCharactersOfNicks: without an account what is saved belongs to the nick and the
// host, whoever takes the nick, and goes along by a code that no channel reads.
func TestCharactersOfNicks(t *testing.T) {
	srv := newServer(t, nil)
	r := commandstest.New(t)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, Relays: []string{"bridge!*@relay.example"}}, r, func(a *Adapter) {
		a.opt.Known = func(n commands.Network, p commands.Place, line string) bool { return r.Known(n, p, line) }
	})
	p := srv.accept()
	p.capabilities("account-tag", 1)
	p.expect("CAP", "END")
	p.greet()
	p.admit("alice", "bridge")
	const home, away, account = ":Alice!a@Home.example ", ":alice!a@away.example ", "@account=Alice :other!o@x.example "
	ask := func(line, target, want string) string {
		t.Helper()
		p.send(line)
		to, text := p.said()
		if !strings.EqualFold(to, target) || !strings.Contains(text, want) {
			t.Fatalf("%s\ngot  %s: %s\nwant %s: %s", line, to, text, target, want)
		}
		return text
	}
	ask(home+"PRIVMSG #nethack :!me wiz xl12 int18", "#nethack", "kept for Alice@Home.example; log in to services")
	ask(home+"PRIVMSG #nethack :!me", "#nethack", "Wizard, xl12")
	ask(away+"PRIVMSG #nethack :!me", "#nethack", "not saved")
	ask(account+"PRIVMSG #nethack :!me", "#nethack", "not saved")
	code := regexp.MustCompile(`me move (\S+)`)
	given := code.FindStringSubmatch(ask(home+"PRIVMSG #nethack :!me code", "Alice", "me move "))[1]
	ask(away+"PRIVMSG {me} :me move "+given, "alice", "kept for alice@away.example")
	ask(home+"PRIVMSG #nethack :!me", "#nethack", "not saved")
	given = code.FindStringSubmatch(ask(away+"PRIVMSG {me} :me xl13", "alice", "me move "))[1]
	ask(account+"PRIVMSG #nethack :!me move "+given, "other", "Your character is here now: Wizard, xl13 int18.")
	ask(account+"PRIVMSG #nethack :!me", "#nethack", "Wizard, xl13")
	ask(":bridge!b@relay.example PRIVMSG #nethack :<zed> !me wiz xl3", "#nethack", "kept for zed, the name a bridge gives you")
	ask(":bridge!b@relay.example PRIVMSG #nethack :<zed> !me code", "#nethack", "no code")

	// A question asked in private is told to nobody who takes the nick.
	ask(home+"PRIVMSG {me} :odds 1/12 20 tries", "Alice", "82.5%")
	ask(home+"PRIVMSG {me} :why", "Alice", "82.5%")
	ask(away+"PRIVMSG {me} :why", "alice", "I have no answer here to go back to")
}

// TestChosenCommands: what somebody has the bot choose from is no other bot's command,
// though the answer begins with it and is set off.
func TestChosenCommands(t *testing.T) {
	srv := newServer(t, nil)
	r := commandstest.New(t)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, r, func(a *Adapter) {
		a.opt.Known = func(n commands.Network, p commands.Place, line string) bool { return r.Known(n, p, line) }
	})
	p := srv.accept()
	p.register()
	p.admit("alice")
	for _, said := range []string{".op x", "!kick y", "?learn z"} {
		p.send(":" + alice + " PRIVMSG #nethack :!rng " + said + " | " + said)
		if _, text := p.said(); !strings.HasPrefix(text, bot.WordJoiner) || !strings.HasPrefix(strings.ReplaceAll(text, render.Bold, ""), bot.WordJoiner+said) {
			t.Errorf("%q", text)
		}
	}
}
