package irc

import (
	"context"
	"testing"

	"delphi/bot"
	"delphi/commands"
)

// TestRealnames: who uses a gateway that gives everybody the same user name is known by a
// realname, from WHOX, WHO or a JOIN, also under another nick; a bridge's is nobody's.
func TestRealnames(t *testing.T) {
	srv := newServer(t, nil)
	h := bot.HandlerFunc(func(_ context.Context, req commands.Request) commands.Reply {
		return commands.Reply{Summary: "<" + req.Realname + ">"}
	})
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, Relays: []string{"bridge!*@*"}}, h, nil)
	p := srv.accept()
	p.register("WHOX")
	p.admit("alice", "bob", "bridge")
	p.expect("WHO", "#nethack")
	p.send(":irc.test 354 {me} "+whoxToken+" alice H 0 :Alice in a browser", ":irc.test 354 {me} "+whoxToken+" bridge H 0 :A bridge",
		":irc.test 352 {me} #nethack web gw.example irc.test bob H :0 Bob",
		":carol!web@gw.example JOIN #nethack * :Carol")
	for _, step := range []struct{ line, want string }{
		{":alice!web@gw.example PRIVMSG #nethack :!echo", "<Alice in a browser>"},
		{":bob!web@gw.example PRIVMSG #nethack :!echo", "<Bob>"},
		{":carol!web@gw.example PRIVMSG #nethack :!echo", "<Carol>"},
		{":dave!web@gw.example PRIVMSG #nethack :!echo", "<>"},
		{":bridge!web@gw.example PRIVMSG #nethack :<eve> !echo", "eve: <>"},
	} {
		p.send(step.line)
		if _, text := p.said(); text != step.want {
			t.Errorf("%s: %s, want %s", step.line, text, step.want)
		}
	}
	p.send(":alice!web@gw.example NICK ally", ":ally!web@gw.example PRIVMSG #nethack :!echo")
	if _, text := p.said(); text != "<Alice in a browser>" {
		t.Errorf("under another nick: %s", text)
	}
}
