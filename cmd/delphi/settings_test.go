package main

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"delphi/bot"
	"delphi/bot/irc"
	"delphi/cmd/delphi/document"
)

const example = "../../config.example.toml"

func noEnv(string) string { return "" }

// The example is the documentation: it holds every key, with its default.
func TestExampleIsWholeAndTrue(t *testing.T) {
	got, err := loadSettings(example, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	want := defaultSettings()
	if len(got.IRC) != 1 {
		t.Fatalf("%d networks", len(got.IRC))
	}
	network := irc.Defaults()
	network.Name, network.Address, network.Channels = got.IRC[0].Name, got.IRC[0].Address, got.IRC[0].Channels
	network.Operators, network.Ignore, network.Relays, network.Off = []string{}, []string{}, []string{}, []string{}
	want.IRC = []irc.Config{network}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the example says\n%+v, the defaults are\n%+v", got, want)
	}
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range document.Keys("", reflect.TypeFor[Settings]()) {
		found := false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "# ") // a section that is only shown
			word := strings.Trim(strings.TrimSpace(line), "[]")
			name, _, _ := strings.Cut(word, "=")
			name, _, _ = strings.Cut(strings.TrimSpace(name), "]")
			found = found || strings.TrimSpace(name) == key[strings.LastIndexByte(key, '.')+1:] || name == key
		}
		if !found {
			t.Errorf("the example lacks %s", key)
		}
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), "delphi.toml")
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

const ircSection = "[[irc]]\nname = \"test\"\naddress = \"localhost:6667\"\nchannels = [\"#test\"]\n"

func TestWrongKeysAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
		not  string
	}{
		"misspelt key":     {"[store]\npaht = \"x\"\n", []string{":2:1: unknown key store.paht", "did you mean store.path"}, ""},
		"misspelt section": {"[stroe]\npath = \"x\"\n", []string{":1:2: unknown section [stroe]", "did you mean store"}, ""},
		"unknown section":  {"[limits]\nuser_per_minute = 3\n[gopher]\nlisten = \"x\"\n", []string{":3:2: unknown section [gopher]"}, "limits"},
		"unknown section after a wrong type": {"[limits]\nuser_per_minute = \"x\"\n[gopher]\nlisten = \"x\"\n",
			[]string{":2:", "limits.user_per_minute", ":3:2: unknown section [gopher]"}, "limits.listen"},
		"unknown array of sections": {ircSection + "[[gopher]]\nlisten = \"x\"\n[[gopher]]\nlisten = \"y\"\n", []string{":5:3: unknown section [gopher]", ":7:3: unknown section [gopher]"}, "irc"},
		"a section that is no array": {"[limits]\nuser_per_minute = 3\n[[metrics]]\nlisten = \"x\"\n[store]\npaht = \"x\"\n",
			[]string{":3:3: metrics: ", ":6:1: unknown key store.paht"}, "limits"},
		"an array that is no section":       {"irc = 3\n[store]\npaht = 1\n", []string{":1:7: irc: ", ":3:1: unknown key store.paht"}, ""},
		"two of them":                       {"[limits]\nuser_per_minut = 3\n[defaults]\nrulez = \"3.4.3\"\n", []string{":2:1:", "user_per_minute", ":4:1:", "defaults.rules"}, ""},
		"wrong type":                        {"[limits]\nuser_per_minute = \"many\"\n", []string{":2:19: limits.user_per_minute: "}, ""},
		"types and keys":                    {"[limits]\nuser_per_minute = \"x\"\nchannel_per_minute = \"y\"\n[store]\npth = \"z\"\n", []string{":2:", "user_per_minute", ":3:", "channel_per_minute", ":5:1: unknown key store.pth"}, ""},
		"wrong type over many lines":        {"[games]\ntemplates = [\n  1,\n  2,\n]\n[store]\npth = 1\n", []string{":3:3: games.templates", ":7:1: unknown key store.pth"}, ""},
		"wrong type in the second of three": {ircSection + "[[irc]]\nname = 7\naddress = \"x:1\"\n" + ircSection + "nmae = 1\n", []string{":6:8: irc.name: ", ":12:1: unknown key irc.nmae", "did you mean irc.name"}, ""},
		"nothing to switch off":             {"[[irc]]\nname = \"libera\"\naddress = \"x:1\"\nchannels = [\"#a\"]\noff = [\"gopher\"]\n", []string{":5: irc[0].off", "gopher"}, ""},
		"negative limit":                    {"[limits]\nuser_per_minute = -4\n", []string{":2: limits.user_per_minute", "less than 0"}, ""},
		"no version":                        {"[defaults]\nrules = \"9.9.9\"\n", []string{":2: defaults.rules", "3.4.3"}, ""},
		"a dotted key":                      {"defaults.rules = \"9.9.9\"\n", []string{":1: defaults.rules"}, ""},
		"no TOML":                           {"[store\n", []string{":1:"}, ""},
		"a missing key":                     {"[store]\n[[irc]]\nname = \"x\"\n", []string{":2: [[irc]] \"x\": address"}, ""},
		"a wrong value": {ircSection + "[[irc]]\nname = \"b\"\naddress = \"x:1\"\nnick = \"a b\"\nburst = 0\n",
			[]string{":8: [[irc]] \"b\": nick: ", ":9: [[irc]] \"b\": burst: "}, ""},
		"a wrong source": {"[[games.source]]\nname = \"a\"\npath = \"/x\"\n[[games.source]]\nname = \"a\"\npath = \"x\"\nkind = \"y\"\n",
			[]string{":6: [[games.source]] \"a\": path: ", ":7: [[games.source]] \"a\": kind: ", ":5: games.source.name: another source"}, ""},
		"no database":   {"[store]\npath = \"x\"\nurl = \"mysql://u:secret@h/d\"\n", []string{":3: store.url", "want postgres://"}, ""},
		"twin networks": {ircSection + ircSection, []string{":6: irc[1].name: another network is already named \"test\""}, ""},
	} {
		path := write(t, c.text)
		_, err := loadSettings(path, noEnv)
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		for _, want := range append(c.want, path) {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", name, err, want)
			}
		}
		if c.not != "" && strings.Contains(err.Error(), "key "+c.not) {
			t.Errorf("%s: %q blames %s", name, err, c.not)
		}
	}
	if _, err := loadSettings(filepath.Join(t.TempDir(), "absent.toml"), noEnv); err == nil || !strings.Contains(err.Error(), "absent.toml") {
		t.Errorf("a missing file: %v", err)
	}
}

// FuzzSettings: no file makes reading panic, and what is not TOML is refused.
func FuzzSettings(f *testing.F) {
	f.Add("[limits]\nuser_per_minute = \"x\"\n[[metrics]]\nlisten = 1\n")
	f.Add("irc = [{name = 1}, {name = \"a\"}]\na.\"b.c\".d = 3\n")
	f.Add("[[games.source]]\n[games.source.x]\ny = \"\"\"\n\"\"\"\n")
	if text, err := os.ReadFile(example); err == nil {
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := document.New("x.toml", []byte(text))
		s, wrong := document.Decode(d, defaultSettings)
		var v map[string]any
		if err := toml.Unmarshal([]byte(text), &v); err != nil && len(wrong) == 0 {
			t.Errorf("accepted %q: %v", text, err)
		}
		d.Place("irc[0]", errors.Join(bot.WrongKey("[[irc]]", "name", "is missing"), errors.New("x")))
		_ = s
	})
}

// Defaults, over them the file, over that the environment.
func TestPrecedence(t *testing.T) {
	path := write(t, "[defaults]\nrules = \"3.4.3\"\n[limits]\nuser_per_minute = 7\n"+ircSection)
	env := map[string]string{"DELPHI_LIMITS_USER_PER_MINUTE": "9", "DELPHI_IRC_TEST_PASSWORD": "hunter2"}
	s, err := loadSettings(path, func(k string) string { return env[k] })
	if err != nil {
		t.Fatal(err)
	}
	if s.Defaults.Rules != "3.4.3" || s.Limits.UserPerMinute != 9 || s.Limits.ChannelPerMinute != 60 || s.Defaults.Prefix != "!" {
		t.Errorf("%+v", s)
	}
	env["DELPHI_LIMITS_USER_PER_MINUTE"] = "lots"
	if _, err := loadSettings(path, func(k string) string { return env[k] }); err == nil || !strings.Contains(err.Error(), "DELPHI_LIMITS_USER_PER_MINUTE") {
		t.Errorf("a wrong value in the environment: %v", err)
	}
}
