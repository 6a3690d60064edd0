package irc

import (
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"delphi/bot/irc/render"
)

// seen are the keys of a network, each with what a running bot does for it that it does not do
// otherwise. ask says a line in #nethack as alice.
var seen = map[string]struct {
	set func(*Config)
	see func(t *testing.T, p *peer, ask func(line string) (to, text string))
}{
	"address": {func(*Config) {}, func(*testing.T, *peer, func(string) (string, string)) {}}, // it came
	"bind": {func(c *Config) {
		if c.Bind = "127.0.0.2"; runtime.GOOS != "linux" { // where the loopback network has one address
			c.Bind = "127.0.0.1"
		}
	}, func(t *testing.T, p *peer, _ func(string) (string, string)) {
		host, _, _ := net.SplitHostPort(p.conn.RemoteAddr().String())
		same(t, host, map[bool]string{true: "127.0.0.2", false: "127.0.0.1"}[runtime.GOOS == "linux"])
	}},
	"nick": {func(c *Config) { c.Nick = "oracle" }, func(t *testing.T, p *peer, _ func(string) (string, string)) { same(t, p.nick, "oracle") }},
	"name": {func(c *Config) { c.Name = "libera" }, func(t *testing.T, p *peer, ask func(string) (string, string)) {
		_, text := ask("!network")
		same(t, text, "libera")
	}},
	"channels": {func(c *Config) { c.Channels = []string{"#nethack", "#other"} }, func(t *testing.T, p *peer, _ func(string) (string, string)) {
		p.send(":alice!a@a PRIVMSG #other :!echo there")
		to, _ := p.said()
		same(t, to, "#other")
	}},
	"prefix": {func(c *Config) { c.Prefix = "@" }, func(t *testing.T, p *peer, ask func(string) (string, string)) {
		_, text := ask("@echo x")
		same(t, text, "x")
	}},
	"formatting": {func(c *Config) { c.Formatting = new(bool) }, func(t *testing.T, p *peer, ask func(string) (string, string)) {
		if _, text := ask("!fail"); strings.Contains(text, render.Bold) {
			t.Errorf("%q is formatted", text)
		}
	}},
	"address_asker": {func(c *Config) { c.AddressAsker = true }, func(t *testing.T, p *peer, ask func(string) (string, string)) {
		_, text := ask("!echo x")
		same(t, text, "alice: x")
	}},
	"reply_with": {func(c *Config) { c.ReplyWith = "notice" }, func(t *testing.T, p *peer, _ func(string) (string, string)) {
		p.send(":" + alice + " PRIVMSG #nethack :!echo x")
		p.expect("NOTICE", "#nethack", "x")
	}},
	"operators": {func(c *Config) { c.Operators = []string{"alice"} }, func(t *testing.T, p *peer, ask func(string) (string, string)) {
		p.send(":alice!a@a ACCOUNT alice")
		_, text := ask("!admin")
		same(t, text, "admin=true")
	}},
	"ignore": {func(c *Config) { c.Ignore = []string{"eve!*@*"} }, func(t *testing.T, p *peer, ask func(string) (string, string)) {
		p.send(":eve!e@e PRIVMSG #nethack :!echo eve")
		_, text := ask("!echo x")
		same(t, text, "x")
	}},
	"relays": {func(c *Config) { c.Relays = []string{"bridge!*@*"} }, func(t *testing.T, p *peer, _ func(string) (string, string)) {
		p.send(":bridge!b@b PRIVMSG #nethack :<carol> !echo x")
		_, text := p.said()
		same(t, text, "carol: x")
	}},
	"invites": {func(c *Config) { c.Invites = "anyone" }, func(t *testing.T, p *peer, _ func(string) (string, string)) {
		p.send(":" + alice + " INVITE {me} :#party")
		p.expect("JOIN", "#party")
	}},
	"quit_message": {func(c *Config) { c.QuitMessage = "so long" }, nil}, // seen at the end
	"user":         {func(c *Config) { c.User = "oracle" }, nil},         // seen at the beginning
	"realname":     {func(c *Config) { c.RealName = "An oracle" }, nil},
	"bot_mode": {func(c *Config) { c.BotMode = new(bool) }, func(t *testing.T, p *peer, _ func(string) (string, string)) {
		p.send(":" + alice + " PRIVMSG #nethack :!echo x")
		for { // the mode would come before the answer
			m, err := p.next()
			if err != nil {
				t.Fatal(err)
			}
			if m.Command == "MODE" {
				t.Errorf("it sets %q", m.Params)
			}
			if m.Command == "PRIVMSG" {
				return
			}
		}
	}},
}

// elsewhere are the keys that another test sees the effect of.
var elsewhere = map[string]string{
	"tls": "TestTLSAndSASLExternal", "tls_ca": "TestTLSAndSASLExternal", "tls_insecure": "TestTLSRefusesAnUnknownCertificate", "tls_cert": "TestTLSAndSASLExternal", "tls_key": "TestTLSAndSASLExternal",
	"sasl": "TestServices", "sasl_user": "TestServices", "nickserv": "TestServices", "require_account": "TestServices",
	"sasl_password_file": "TestLoadSecrets", "server_password_file": "TestLoadSecrets", "lines_per_second": "TestNgircdFlood", "burst": "TestRefusedTogether",
	"off": "TestSwitchedOffOnNetwork", // commands/route
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestEveryKey sets each key of a network and sees what a running bot does for it; no key is
// left out.
func TestEveryKey(t *testing.T) {
	for key, s := range seen {
		t.Run(key, func(t *testing.T) {
			srv := newServer(t, nil)
			cfg := Config{Address: srv.addr(), Channels: []string{"#nethack"}}
			s.set(&cfg)
			_, stop := start(t, cfg, nil, nil)
			p := srv.accept()
			p.expect("CAP", "LS")
			p.nick = p.expect("NICK").Params[0]
			user := p.expect("USER")
			switch key {
			case "user":
				same(t, user.Params[0], "oracle")
			case "realname":
				same(t, user.Params[3], "An oracle")
			}
			p.send("CAP * LS :account-notify")
			p.send("CAP * ACK :" + p.expect("CAP", "REQ").Params[1])
			p.expect("CAP", "END")
			p.greet("BOT=B")
			p.admit("alice", "bridge", "eve")
			if key != "bot_mode" {
				p.expect("MODE", p.nick, "+B")
			}
			if s.see != nil {
				s.see(t, p, func(line string) (string, string) {
					p.send(":" + alice + " PRIVMSG #nethack :" + line)
					return p.said()
				})
			}
			if key == "quit_message" {
				go stop()
				same(t, p.expect("QUIT").Params[0], "so long")
			}
		})
	}
	fields := reflect.TypeFor[Config]()
	for i := range fields.NumField() {
		key := fields.Field(i).Tag.Get("toml")
		if _, here := seen[key]; key != "-" && !here && elsewhere[key] == "" {
			t.Errorf("no test sets %s and sees what comes of it", key)
		}
	}
	tests := ""
	for _, pattern := range []string{"*_test.go", "../../commands/route/*_test.go"} {
		files, _ := filepath.Glob(pattern)
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			tests += string(b)
		}
	}
	for key, name := range elsewhere {
		if !strings.Contains(tests, "func "+name+"(t *testing.T)") {
			t.Errorf("%s is seen by %s, which does not exist", key, name)
		}
	}
}
