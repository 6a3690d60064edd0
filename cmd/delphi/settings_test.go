package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"delphi/bot/irc"
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
	network.Operators, network.Ignore, network.Relays = []string{}, []string{}, []string{}
	want.IRC = []irc.Config{network}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the example says\n%+v, the defaults are\n%+v", got, want)
	}
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys("", reflect.TypeFor[Settings]()) {
		found := false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "# ") // a section that is only shown
			word := strings.Trim(strings.TrimSpace(line), "[]")
			name, _, _ := strings.Cut(word, "=")
			name, _, _ = strings.Cut(strings.TrimSpace(name), "]")
			found = found || strings.TrimSpace(name) == last(key) || name == key
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
	}{
		"misspelt key":     {"[store]\npaht = \"x\"\n", []string{":2:1: unknown key store.paht", "did you mean store.path"}},
		"misspelt section": {"[stroe]\npath = \"x\"\n", []string{":1:2: unknown key stroe", "did you mean store"}},
		"two of them":      {"[limits]\nuser_per_minut = 3\n[defaults]\nrulez = \"3.4.3\"\n", []string{":2:1:", "user_per_minute", ":4:1:", "defaults.rules"}},
		"wrong type":       {"[limits]\nuser_per_minute = \"many\"\n", []string{":2:", "user_per_minute"}},
		"types and keys":   {"[limits]\nuser_per_minute = \"x\"\nchannel_per_minute = \"y\"\n[store]\npth = \"z\"\n", []string{":2:", "user_per_minute", ":3:", "channel_per_minute", ":5:1: unknown key store.pth"}},
		"negative limit":   {"[limits]\nuser_per_minute = -4\n", []string{":2: limits.user_per_minute", "less than 0"}},
		"no version":       {"[defaults]\nrules = \"9.9.9\"\n", []string{":2: defaults.rules", "3.4.3"}},
		"no TOML":          {"[store\n", []string{":1:"}},
		"bad network":      {"[store]\n[[irc]]\nname = \"x\"\n", []string{":2: [[irc]] number 1", "address"}},
		"twin networks":    {ircSection + ircSection, []string{":5: [[irc]] number 2", "test"}},
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
	}
	if _, err := loadSettings(filepath.Join(t.TempDir(), "absent.toml"), noEnv); err == nil || !strings.Contains(err.Error(), "absent.toml") {
		t.Errorf("a missing file: %v", err)
	}
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
