package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/bot"
)

// secretWhere are configurations with "hunter2" where a secret is, or where somebody may
// have put one, each wrong in some way, and the key that the error names.
var secretWhere = map[string]struct{ text, key string }{
	"a password for a file":        {"[[irc]]\nname = \"x\"\nsasl_password_file = \"hunter2\"\n", "sasl_password_file: "},
	"a server password for a file": {"[[irc]]\nname = \"x\"\nserver_password_file = \"hunter2\"\n", "server_password_file: "},
	"a password for a directory":   {"[[irc]]\nname = \"x\"\nserver_password_file = \"/tmp/hunter2/\"\n", "server_password_file: "},
	"a token for a file":           {"[discord]\nenabled = true\ntoken_file = \"MTIz.hunter2.abc\"\n", "token_file: "},
	"a long token for a file":      {"[discord]\nenabled = true\ntoken_file = \"" + strings.Repeat("hunter2", 900) + "\"\n", "token_file: "},
	"a token with a zero byte":     {"[discord]\nenabled = true\ntoken_file = \"hunter2\\u0000\"\n", "token_file: "},
	"a key for a file":             {"[[irc]]\nname = \"x\"\naddress = \"x:1\"\ntls_cert = \"main.go\"\ntls_key = \"hunter2\"\n", "tls_key: "},
	"a certificate for a file":     {"[[irc]]\nname = \"x\"\naddress = \"x:1\"\ntls_cert = \"-----BEGIN hunter2\"\n", "tls_cert: "},
	"an authority for a file":      {"[[irc]]\nname = \"x\"\naddress = \"x:1\"\ntls_ca = \"-----BEGIN hunter2\"\n", "tls_ca: "},
	"a password for a mechanism":   {"[[irc]]\nname = \"x\"\naddress = \"x:1\"\nsasl = \"hunter2\"\n", "sasl: "},
	"a password for NickServ":      {"[[irc]]\nname = \"x\"\naddress = \"x:1\"\nnickserv = \"hunter2\"\n", "nickserv: "},
	"a password in an address":     {"[[irc]]\nname = \"x\"\naddress = \"ircs://bob:hunter2@x:6697\"\n", "address: "},
	"a channel's key":              {"[[irc]]\nname = \"x\"\naddress = \"x:1\"\nchannels = [\"nethack hunter2\", \"#nethack hunter2 hunter2\"]\n", "channels: "},

	"a store's port":                {"[store]\nurl = \"postgres://u:hunter2@h:port/x\"\n", "store.url: "},
	"a store's mode":                {"[store]\nurl = \"postgres://u:hunter2@h/x?sslmode=hunter2\"\n", "store.url: "},
	"a store's parameter":           {"[store]\nurl = \"postgres://u@h/x?password=hunter2&sslmode=bad\"\n", "store.url: "},
	"a store's number":              {"[store]\nurl = \"postgres://u:hunter2@h/x?connect_timeout=hunter2\"\n", "store.url: "},
	"a store's pool":                {"[store]\nurl = \"postgres://u:hunter2@h/x?pool_max_conns=hunter2\"\n", "store.url: "},
	"a store's key":                 {"[store]\nurl = \"postgres://u@h/x?sslkey=hunter2&sslcert=y\"\n", "store.url: "},
	"a store's sign":                {"[store]\nurl = \"postgres://u:hun#hunter2@h/x\"\n", "store.url: "},
	"a store's slash":               {"[store]\nurl = \"postgres://u:1/hunter2@h/x?sslmode=bad\"\n", "store.url: "},
	"a store's hash":                {"[store]\nurl = \"postgres://u:1#hunter2@h/x?sslmode=bad\"\n", "store.url: "},
	"a store without a colon":       {"[store]\nurl = \"postgres//u:hunter2@h/x\"\n", "store.url: "},
	"a store of another kind":       {"[store]\nurl = \"mysql://u:hunter2@h/x\"\n", "store.url: "},
	"a store in words":              {"[store]\nurl = \"host=h user=u password=hunter2\"\n", "store.url: "},
	"a store's address, for a file": {"[store]\npath = \"postgres://u:hunter2@h/x\"\n", "store.path: "},
	"where the source is to be had": {"[about]\nsource = \"https://u:hunter2@h/x\"\n", "about.source: "},
	"a source's password":           {"[[games.source]]\nname = \"x\"\nurl = \"https://u:hunter2@h/x\"\n", "url: "},
	"a source without a colon":      {"[[games.source]]\nname = \"x\"\nurl = \"https//u:hunter2@h/x\"\n", "url: "},
	"a source's key":                {"[[games.source]]\nname = \"x\"\nurl = \"gopher://h/x?key=hunter2\"\n", "url: "},
	"a source's path":               {"[[games.source]]\nname = \"x\"\npath = \"https://u:hunter2@h/x\"\n", "path: "},
	"whereis":                       {"[[games.source]]\nname = \"x\"\npath = \"/x\"\nwhereis = \"https://u:hunter2@h/x\"\n", "whereis: "},
	"inprogress":                    {"[[games.source]]\nname = \"x\"\npath = \"/x\"\ninprogress = \"https://h/x?key=hunter2\"\n", "inprogress: "},
	"a host of dumplogs":            {"[games]\ndumplog_hosts = [\"https://u:hunter2@h/x\"]\n", "games.dumplog_hosts: "},
	"pages":                         {"[web]\nlisten = \"127.0.0.1:1\"\npublic = \"https://u:hunter2@h/?x\"\n", "public: "},
	"pages with a password":         {"[web]\nlisten = \"127.0.0.1:1\"\npublic = \"https://u:hunter2@h/\"\n", "public: "},
	"pages at":                      {"[web]\nlisten = \"http://u:hunter2@h:1:1\"\n", "listen: "},
	"metrics":                       {"[metrics]\nlisten = \"https://u:hunter2@h:90\"\n", "metrics.listen: "},
	"Discord's address":             {"[discord]\nenabled = true\napi = \"https://u:hunter2@x/\"\n", "api: "},
	"Discord's endpoint":            {"[discord]\nenabled = true\nlisten = \"https://u:hunter2@x/\"\n", "listen: "},

	"no quotes":      {"[[irc]]\nsasl_password_file = hunter2\n", ":2:22: "},
	"half a quote":   {"[[irc]]\nsasl_password_file = \"hunter2\n", ":2:30: "},
	"a wrong escape": {"[[irc]]\nsasl_password_file = \"hunter2\\x\"\n", ":2:32: "},
	"behind a quote": {"[[irc]]\nsasl_password_file = \"a\" hunter2\n", ":2:26: "},
	"a colon":        {"[[irc]]\nsasl_password_file: hunter2\n", ":2:19: "},
	"a list":         {"[[irc]]\nsasl_password_file = [\"hunter2\"]\n", "irc.sasl_password_file: "},
	"a list's end":   {"[[irc]]\nsasl_password_file = [\"hunter2\"\n", ":2:32: "},
	"a table":        {"[[irc]]\nsasl_password_file = {a = \"hunter2\"}\n", "irc.sasl_password_file: "},
	"twice":          {"[[irc]]\nserver_password_file = \"hunter2\"\nserver_password_file = \"hunter2\"\n", ":3:1: "},
	"another key":    {"[[irc]]\nsasl_password = \"hunter2\"\n", "irc.sasl_password; did you mean irc.sasl_password_file?"},
	"a token's key":  {"[discord]\ntoken = \"hunter2\"\n", "discord.token"},
}

// TestSecretsStayOut: whatever is wrong with a configuration, its errors quote no secret,
// and name the key or the place.
func TestSecretsStayOut(t *testing.T) {
	for name, c := range secretWhere {
		path := write(t, c.text)
		out, err := runWith(t, "config", "check", "-c", path)
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		out += err.Error()
		if strings.Contains(out, "hunter2") || strings.Contains(out, "'h'") || strings.Contains(out, "hun#") || strings.Contains(out, "'x'") {
			t.Errorf("%s: %s", name, out)
		}
		if !strings.Contains(out, c.key) {
			t.Errorf("%s: %s does not name %s", name, out, c.key)
		}
		if out, err := runWith(t, "serve", "-c", path); err == nil || strings.Contains(out+err.Error(), "hunter2") {
			t.Errorf("%s: serve says %v %s", name, err, out)
		}
	}
}

// TestStartErrorsNameNoPassword: a store that cannot be reached, and what is on the command
// line, are shown without their secrets.
func TestStartErrorsNameNoPassword(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	path := write(t, "[store]\nurl = \"postgres://u:hunter2@127.0.0.1:1/x?connect_timeout=1&sslpassword=hunter2\"\n[web]\nlisten = \"127.0.0.1:0\"\n")
	for _, args := range [][]string{
		{"serve", "-c", path},
		{"--db", "postgres://u:hunter2@127.0.0.1:1/x?connect_timeout=1&sslpassword=hunter2", "ask", "me"},
		{"--db", "postgres://u@127.0.0.1:1/x?password=hunter2&connect_timeout=1", "store", "check"},
		{"store", "copy", filepath.Join(t.TempDir(), "none"), "postgres://u:hunter2@127.0.0.1:1/x?password=hunter2"},
		{"store", "postgres://u:hunter2@127.0.0.1:1/x"},
	} {
		var out, errs bytes.Buffer
		err := run(context.Background(), args, strings.NewReader(""), &out, &errs)
		if all := out.String() + errs.String(); err == nil || strings.Contains(all, "hunter2") || all == "" {
			t.Errorf("%v: %v, %s", args, err, all)
		}
	}
}

// TestLogsAreRedacted: the program's log shows no key or password of an address, whoever
// logs it.
func TestLogsAreRedacted(t *testing.T) {
	var out bytes.Buffer
	log := newLog(&out, slog.LevelInfo)
	_, err := os.Open("https://h/x?key=hunter2")
	log.With("at", "https://u:hunter2@h/a").WithGroup("g").Error("went to postgres://u:hunter2@h/d", "err", err, "secret", bot.Secret("hunter2"), "n", 3)
	for _, want := range []string{"https://***@h/a", "postgres://u:***@h/d", "https://h/x?key=***", "n=3", "(set)"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "hunter2") {
		t.Error(out.String())
	}
}

// TestSourceOfTheBot: what about and the pages show may be any address that has no
// password in it, and words.
func TestSourceOfTheBot(t *testing.T) {
	for source, ok := range map[string]bool{
		"":                               true,
		"ask the operator":               true,
		"https://example.org/delphi?h=a": true,
		"git@example.org:delphi.git":     true,
		"ssh://git@example.org/delphi":   true,
		"ssh://git:hunter2@example.org/": false,
		"https://token@example.org/":     false,
		"https://u:hun#ter2@example.org": false,
	} {
		if err := (AboutSettings{source}).check(); (err == nil) != ok || err != nil && strings.Contains(err.Error(), source) {
			t.Errorf("%q: %v", source, err)
		}
	}
}
