package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/bot"
)

func TestConfig(t *testing.T) {
	good := func() Config { c := Defaults(); c.Enabled, c.Token = true, "a.b.c"; return c }
	if err := good().Validate(); err != nil {
		t.Errorf("the defaults and a token: %v", err)
	}
	if err := Defaults().Validate(); err != nil {
		t.Errorf("the defaults: %v", err)
	}
	key := strings.Repeat("0f", 32)
	overHTTP := good()
	overHTTP.Token, overHTTP.Gateway, overHTTP.Listen, overHTTP.PublicKey = "", false, ":8080", key
	if err := overHTTP.Validate(); err != nil {
		t.Errorf("over HTTP alone, without a token: %v", err)
	}
	for name, c := range map[string]struct {
		change func(*Config)
		want   string
	}{
		"no token":                 {func(c *Config) { c.Token = "" }, "DELPHI_DISCORD_TOKEN"},
		"a token of two lines":     {func(c *Config) { c.Token = "a\nb" }, "token_file"},
		"an operator's name":       {func(c *Config) { c.Operators = []string{"alice"} }, `"alice"`},
		"a server's name":          {func(c *Config) { c.Guilds = []string{"NetHack"} }, `"NetHack"`},
		"shard without count":      {func(c *Config) { c.ShardID = 0 }, "shard_count"},
		"shard above count":        {func(c *Config) { c.ShardID, c.ShardCount = 2, 2 }, "shard_id"},
		"shard below":              {func(c *Config) { c.ShardID = -2 }, "shard_id"},
		"count below":              {func(c *Config) { c.ShardCount = -1 }, "shard_count"},
		"listen without port":      {func(c *Config) { c.Listen, c.PublicKey = "localhost", key }, "listen"},
		"listen without key":       {func(c *Config) { c.Listen = ":8080" }, "public_key"},
		"half a key":               {func(c *Config) { c.Listen, c.PublicKey = ":8080", key[:32] }, "public_key"},
		"an address of no kind":    {func(c *Config) { c.API = "localhost:3001" }, "api"},
		"neither way":              {func(c *Config) { c.Gateway = false }, "gateway"},
		"messages without gateway": {func(c *Config) { c.Gateway, c.MessageCommands, c.Listen, c.PublicKey = false, true, ":1", key }, "message_commands"},
	} {
		cfg := good()
		c.change(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
		cfg.Enabled = false
		if err := cfg.Validate(); err != nil {
			t.Errorf("%s, but switched off: %v", name, err)
		}
	}
}

func TestSecrets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("Bot from.the.file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	none := func(string) string { return "" }
	env := func(k string) string { return map[string]string{"DELPHI_DISCORD_TOKEN": " from.the.env "}[k] }
	for _, c := range []struct {
		getenv func(string) string
		file   string
		want   bot.Secret
	}{{none, file, "from.the.file"}, {env, file, "from.the.env"}, {none, "", ""}} {
		cfg := Config{TokenFile: c.file}
		if err := cfg.LoadSecrets(c.getenv); err != nil || cfg.Token != c.want {
			t.Errorf("%q, %v; want %q", string(cfg.Token), err, string(c.want))
		}
	}
	cfg := Config{TokenFile: file + "x"}
	if err := cfg.LoadSecrets(none); err == nil || !strings.Contains(err.Error(), "token_file") {
		t.Errorf("a file that is not there: %v", err)
	}

	cfg = Config{Token: "hush"}
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("x", "token", cfg.Token, "cfg", cfg)
	j, _ := json.Marshal(cfg)
	fmt.Fprintf(&b, "%v %+v %#v %s %s", cfg, cfg, cfg, cfg.Token, j)
	if strings.Contains(b.String(), "hush") {
		t.Errorf("the token shows: %s", b.String())
	}
}

func TestInvite(t *testing.T) {
	// See, send, send in threads, embed, attach, read what is replied to, and pin.
	want := fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=123&permissions=%d&scope=bot+applications.commands", 1<<10|1<<11|1<<38|1<<14|1<<15|1<<16|1<<51)
	if got := Invite("123"); got != want {
		t.Errorf("%s", got)
	}
}

// TestOtherAddress: with api all requests go to that address, under its path,
// and nothing goes to Discord.
func TestOtherAddress(t *testing.T) {
	f := newFake(t)
	cfg := testConfig()
	cfg.API = f.Server.URL
	r := newRouter(t)
	a, err := New(cfg, Options{Router: r, Transport: f.Transport()}) // which reaches no Discord
	if err != nil {
		t.Fatal(err)
	}
	quick(a)
	f.run(a, plainHandler(r))
	g := f.Up()
	e := invoke("help")
	g.Send(opDispatch, "INTERACTION_CREATE", e)
	f.Next("/interactions/" + e["id"].(string))
	if hosts := cfg.FileHosts(); hosts[len(hosts)-1] != "127.0.0.1" {
		t.Errorf("files come from %q", hosts)
	}
}

// TestSecretsStayOut: an interaction's token is in the address of its answer,
// and must not get into a log with it.
func TestSecretsStayOut(t *testing.T) {
	var b bytes.Buffer
	f := newFake(t)
	r := newRouter(t)
	a := f.adapter(testConfig(), r, slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug})))
	stop := f.run(a, plainHandler(r))
	g := f.Up()
	for i := range 5 {
		f.Fail(status("/callback", 500+i%2, "", nil))
	}
	e := invoke("help")
	g.Send(opDispatch, "INTERACTION_CREATE", e)
	waitFor(t, func() bool { return a.Stats().Unsent == 1 })
	if err := stop(); err != nil {
		t.Error(err)
	}
	f.Server.Close() // what cannot be dialled names its address too
	ctx, cancel := contextWithTimeout(t, 0)
	defer cancel()
	a.sent(a.callback(&interaction{ID: "1", Token: e["token"].(string)})(ctx, say("x")))
	if s := b.String(); !strings.Contains(s, "not sent") || strings.Contains(s, e["token"].(string)) || strings.Contains(s, token) {
		t.Errorf("%s", s)
	}
}
