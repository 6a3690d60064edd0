package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"delphi/cmd/delphi/document"
	"delphi/storage/memstore"
)

// tested are the keys whose effect a test elsewhere sees, each with its directory and name. The
// rest is seen by TestEveryKey. Those of [[irc]] have a test of this name of their own.
var tested = map[string]string{
	"store.url":         "cmd/delphi TestDatabaseAway",
	"store.backup_keep": "storage/boltstore TestSchedule",

	"limits.channel_per_minute": "bot TestSharesOfChannel",
	"limits.global_per_minute":  "bot TestWorkCounts",
	"limits.flooder_minutes":    "bot TestFloodersAreIgnored",

	"web.trusted_proxies": "bot/web TestLimits",
	"web.tls":             "bot/web TestCertificates",

	"games.announce_pace":        "bot/announce TestAPauseEndsWhenTheClockIsPutBack",
	"games.source.url":           "bot/follow TestFollowURL",
	"games.source.kind":          "bot/follow TestLiveLog",
	"games.source.max_bytes":     "bot/follow TestFollowFileInPieces",
	"games.source.inprogress":    "bot/follow TestLive",
	"games.source.allow_private": "bot/follow TestFollowURLRefusals",

	"discord.token_file":       "bot/discord TestSecrets",
	"discord.message_commands": "bot/discord TestMessages",
	"discord.private":          "bot/discord TestPrivate",
	"discord.operators":        "bot/discord TestOperators",
	"discord.guilds":           "bot/discord TestGuilds",
	"discord.gateway":          "bot/discord TestNoToken",
	"discord.shard_id":         "bot/discord TestIdentifiesAsConfigured",
	"discord.shard_count":      "bot/discord TestIdentifiesAsConfigured",
	"discord.cards":            "bot/discord TestCardsStay",
	"discord.api":              "bot/discord TestOtherAddress",
	"discord.listen":           "bot/discord TestEndpoint",
	"discord.public_key":       "bot/discord TestEndpoint",
}

// everything is a configuration in which each key that TestEveryKey looks at says something
// else than the default.
const everything = `
[store]
path = %[1]q
lease = "20s"
backup_every = "1h"
backup_dir = %[2]q
[defaults]
rules = "3.4.3"
prefix = "%%"
off = ["weight"]
[limits]
user_per_minute = 0
channel_per_minute = 0
global_per_minute = 0
[about]
source = "https://example.org/source"
[metrics]
listen = %[3]q
[web]
listen = %[4]q
public = "https://example.org/delphi"
[games]
announce_max_age = "100h"
announce_pace = "0s"
templates = [%[5]q]
dumplog_hosts = ["dumps.example.net"]
[[games.source]]
name = "here"
path = %[6]q
rules = "slashem"
poll = "1s"
dumplog = "https://dumps.example.net/{name}.txt"
whereis = %[7]q
[[irc]]
name = "test"
address = %[8]q
tls = false
nick = "delphi"
channels = ["#test"]
operators = ["alice"]
lines_per_second = 0.0
`

// aGame is a game that ended at that time, in a line of a log that does not say its variant.
func aGame(name string, at time.Time) string {
	return fmt.Sprintf("version=0.0.7\tpoints=100\tdeathdnum=0\tdeathlev=1\tmaxlvl=1\thp=0\tmaxhp=12\tdeaths=1\tuid=5\tname=%s\tdeath=killed by a newt\tturns=900\trole=Yeo\trace=Hum\tgender=Fem\talign=Law\tgender0=Fem\talign0=Law\tstarttime=%d\tendtime=%d\n",
		name, at.Unix()-900, at.Unix())
}

// keysBot is a bot that serves the configuration everything.
type keysBot struct {
	irc             *smallIRC
	dir, metrics    string
	web, log, store string
}

// TestEveryKey sets each key of the configuration outside of [[irc]] and sees what a running
// bot does for it, or knows the test that does; no key is left out.
func TestEveryKey(t *testing.T) {
	dir := t.TempDir()
	b := keysBot{irc: newSmallIRC(t), dir: dir, metrics: freeAddress(t), web: freeAddress(t), log: filepath.Join(dir, "xlogfile"), store: filepath.Join(dir, "kept", "bot.db")}
	rules, err := os.ReadFile("../../engine/games/score/builtin/dash.toml")
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"mine.toml":           strings.Replace(string(rules), `"dash"`, `"sprint"`, 1),
		"xlogfile":            aGame("ann", time.Now().Add(-200*time.Hour)),
		"whereis/bob.whereis": "player=bob:depth=5:dnum=0:dname=The Dungeons of Doom:turns=900:playing=1\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := fmt.Sprintf(everything, b.store, filepath.Join(dir, "copies"), b.metrics, b.web,
		filepath.Join(dir, "mine.toml"), b.log, filepath.Join(dir, "whereis"), b.irc.listener.Addr())
	config := write(t, text)
	ctx, cancel := context.WithCancel(t.Context())
	var errs bytes.Buffer
	served := make(chan error, 1)
	go func() { served <- run(ctx, []string{"serve", "-c", config}, strings.NewReader(""), io.Discard, &errs) }()
	seen := map[string]bool{}
	for _, s := range seeKeys {
		t.Run(s.key, func(t *testing.T) { s.see(t, &b) })
		seen[s.key] = true
	}
	cancel()
	if err := <-served; err != nil {
		t.Errorf("%v\n%s", err, errs.String())
	}
	t.Run("store.lease", func(t *testing.T) { seeLease(t, config) })
	t.Run("discord.enabled", seeDiscord)
	seen["store.lease"], seen["discord.enabled"] = true, true

	for _, key := range leaves("", reflect.TypeFor[Settings]()) {
		where, elsewhere := tested[key]
		if strings.HasPrefix(key, "irc.") {
			where, elsewhere = "bot/irc TestEveryKey", true
		}
		switch {
		case seen[key] == elsewhere:
			t.Errorf("%s: one test sees what comes of it, not two or none", key)
		case elsewhere && !isTest(t, where):
			t.Errorf("%s is seen by %s, which does not exist", key, where)
		}
	}
}

// leaves are the keys that have a value.
func leaves(prefix string, of reflect.Type) (out []string) {
	all := document.Keys(prefix, of)
	for i, key := range all {
		if i+1 == len(all) || !strings.HasPrefix(all[i+1], key+".") {
			out = append(out, key)
		}
	}
	return out
}

// isTest reports whether there is a test, by its directory and name.
func isTest(t *testing.T, where string) bool {
	t.Helper()
	dir, name, _ := strings.Cut(where, " ")
	files, err := filepath.Glob(filepath.Join("../..", dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("\nfunc "+name+"(t *testing.T) {")) {
			return true
		}
	}
	return false
}

// seeKeys are the keys with what is seen of the running bot, in this order.
var seeKeys = []struct {
	key string
	see func(*testing.T, *keysBot)
}{
	{"defaults.prefix", func(t *testing.T, b *keysBot) { b.says(t, "%odds 1/6", "16.7%") }},
	{"defaults.rules", func(t *testing.T, b *keysBot) { b.says(t, "%fail wiz xl8 int16 force bolt", "3.4.3") }},
	{"defaults.off", func(t *testing.T, b *keysBot) { b.says(t, "delphi: weight", "off") }},
	{"about.source", func(t *testing.T, b *keysBot) { b.says(t, "%about", "https://example.org/source") }},
	{"metrics.listen", func(t *testing.T, b *keysBot) { holds(t, "http://"+b.metrics+"/metrics", "delphi_") }},
	{"web.listen", func(t *testing.T, b *keysBot) { holds(t, "http://"+b.web+"/delphi/", "Delphi") }},
	{"web.public", func(t *testing.T, b *keysBot) {
		holds(t, "http://"+b.web+"/delphi/", "https://example.org/delphi")
	}},
	{"limits.user_per_minute", func(t *testing.T, b *keysBot) { // by default five at once
		for range 10 {
			b.says(t, "%odds 1/6", "16.7%")
		}
	}},
	{"store.path", func(t *testing.T, b *keysBot) { exists(t, b.store) }},
	{"store.backup_dir", func(t *testing.T, b *keysBot) { exists(t, filepath.Join(b.dir, "copies", "*")) }},
	{"store.backup_every", func(t *testing.T, b *keysBot) {
		s := StoreSettings{}
		if p := (&parts{backups: s.schedule(nil, b.store, slog.Default())}); p.backups.Every != 0 {
			t.Error("without a span there are backups")
		}
	}},
	{"games.dumplog_hosts", func(t *testing.T, b *keysBot) {
		b.says(t, "delphi: game https://alt.org/x.txt", "only to dumps.example.net")
	}},
	{"games.templates", func(t *testing.T, b *keysBot) {
		b.says(t, `delphi: tourney new "Fast" from fri 18:00 to sun 18:00 UTC rules sprint`, "Fast")
	}},
	{"games.source.name", func(t *testing.T, b *keysBot) { b.says(t, "delphi: last here", "ann (Yeo") }},
	{"games.source.path", func(t *testing.T, b *keysBot) { b.says(t, "delphi: last ann", "ann (Yeo") }},
	{"games.source.rules", func(t *testing.T, b *keysBot) { b.says(t, "delphi: last variant=slashem", "ann (Yeo") }},
	{"games.source.dumplog", func(t *testing.T, b *keysBot) {
		b.says(t, "delphi: last ann", "https://dumps.example.net/ann.txt")
	}},
	{"games.source.whereis", func(t *testing.T, b *keysBot) { b.says(t, "delphi: whereis bob", "bob") }},
	{"games.source.poll", func(t *testing.T, b *keysBot) {
		b.says(t, "delphi: announce deaths", "")
		if err := appendTo(b.log, aGame("old", time.Now().Add(-50*time.Hour))); err != nil {
			t.Fatal(err)
		}
		b.hears(t, "old (Yeo") // long before the minute that is the default
	}},
	{"games.announce_max_age", func(t *testing.T, b *keysBot) { // 50 hours were not too old, 200 are
		if err := appendTo(b.log, aGame("older", time.Now().Add(-199*time.Hour))+aGame("newer", time.Now().Add(-time.Hour))); err != nil {
			t.Fatal(err)
		}
		b.hears(t, "newer (Yeo")
	}},
}

// says asks in the channel and wants an answer that holds a text.
func (b *keysBot) says(t *testing.T, line, want string) {
	t.Helper()
	got := b.irc.ask(t, line)
	for range 10 { // the first question makes the reader, which takes long with -race
		if !strings.Contains(got, "That took too long") {
			break
		}
		got = b.irc.ask(t, line)
	}
	for len(b.irc.said) > 0 {
		got += " " + <-b.irc.said
	}
	if !strings.Contains(got, want) {
		t.Errorf("%s: %s, want %q", line, got, want)
	}
}

// hears waits for a line that the bot says by itself.
func (b *keysBot) hears(t *testing.T, want string) {
	t.Helper()
	select {
	case got := <-b.irc.said:
		if !strings.Contains(got, want) {
			t.Errorf("heard %s, want %q", got, want)
		}
	case <-time.After(20 * time.Second):
		t.Errorf("%q was not said", want)
	}
}

func holds(t *testing.T, url, want string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%s: %v, %.300s, want %q", url, err, text, want)
	}
}

func exists(t *testing.T, pattern string) {
	t.Helper()
	if files, err := filepath.Glob(pattern); len(files) == 0 || err != nil {
		t.Errorf("there is no %s, %v", pattern, err)
	}
}

// seeLease: a process that shares its store holds its work for as long as it is told.
func seeLease(t *testing.T, config string) {
	s, err := loadSettings(config, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	usual, store := defaultSettings(), memstore.New()
	defer store.Close()
	e, p, at := &env{ctx: t.Context(), log: slog.New(slog.DiscardHandler)}, &parts{store: store}, place{url: "postgres://h/d"}
	if long, short := newCluster(e, s, p, at).Yield(), newCluster(e, usual, p, at).Yield(); long != 4*short {
		t.Errorf("looked at each %v with 20 s, each %v with 5 s", long, short)
	}
}

// seeDiscord: Discord is served where it is switched on.
func seeDiscord(t *testing.T) {
	s := defaultSettings()
	if n := s.networks(); len(n) != 0 {
		t.Errorf("not enabled: %d networks", len(n))
	}
	s.Discord.Enabled = true
	if n := s.networks(); len(n) != 1 || n[0].name != "discord" {
		t.Errorf("enabled: %d networks", len(n))
	}
}
