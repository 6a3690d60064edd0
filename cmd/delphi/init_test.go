package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"delphi"
)

// TestFirstConfig writes the configuration of some answers, and reads it.
func TestFirstConfig(t *testing.T) {
	for _, tt := range []struct {
		name, typed string
		asked       firstAnswers
		serves      []string
	}{
		{"nothing", "\n\n", firstAnswers{}, nil},
		{"irc", "irc.libera.chat:6697\noracle\n#nethack, help\n\n\nn\n",
			firstAnswers{address: "irc.libera.chat:6697", nick: "oracle", channels: []string{"#nethack", "#help"}}, []string{"libera"}},
		{"a test network", "127.0.0.1:6697\n\n\nn\n\n\n", firstAnswers{address: "127.0.0.1:6697", channels: []string{}, plain: true}, []string{"irc"}},
		{"an account", "irc.libera.chat\n\n\ny\noracle\n\n", firstAnswers{address: "irc.libera.chat:6697", channels: []string{}, account: "oracle"}, []string{"libera"}},
		{"the defaults of irc", "irc.hardfought.org\n\n\n\n\n\n", firstAnswers{address: "irc.hardfought.org:6697", channels: []string{}}, []string{"hardfought"}},
		{"what is wrong is asked again", "irc libera\nirc.test.example:6667\na b\na\n#x\n\n\nwhat\nyes\n",
			firstAnswers{address: "irc.test.example:6667", nick: "a", channels: []string{"#x"}, plain: true, discord: true}, []string{"test", "discord"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := askFirst(&env{ctx: t.Context(), in: strings.NewReader(tt.typed), out: io.Discard})
			if err != nil || !reflect.DeepEqual(got, tt.asked) {
				t.Fatalf("asked %+v, %v, want %+v", got, err, tt.asked)
			}
			text, err := firstConfig(delphi.ConfigExample, got)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), configName)
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := loadSettings(path, func(name string) string {
				return map[string]string{"DELPHI_DISCORD_TOKEN": "t", "DELPHI_IRC_LIBERA_PASSWORD": "p"}[name]
			})
			if err != nil {
				t.Fatal(err)
			}
			var serves []string
			for _, n := range s.networks() {
				serves = append(serves, n.name)
			}
			if !reflect.DeepEqual(serves, tt.serves) {
				t.Errorf("it serves %q, want %q", serves, tt.serves)
			}
			if got.address == "" {
				return
			}
			want := got.nick
			if want == "" {
				want = "delphi"
			}
			if n := s.IRC[0]; n.Address != got.address || n.Nick != want || *n.TLS == got.plain || n.SASLUser != got.account || len(n.Channels) != len(got.channels) {
				t.Errorf("it serves %+v", n)
			}
			if strings.Count(string(text), "\n") != strings.Count(string(delphi.ConfigExample), "\n") {
				t.Error("lines of the example are missing")
			}
		})
	}
	stopped, stop := context.WithCancel(t.Context())
	stop() // with Ctrl-C
	waiting, end := io.Pipe()
	defer end.Close()
	if _, err := askFirst(&env{ctx: stopped, in: waiting, out: io.Discard}); err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("stopped: %v", err)
	}
	if _, err := askFirst(&env{ctx: t.Context(), in: strings.NewReader("irc.libera.chat\n"), out: io.Discard}); err == nil {
		t.Error("half of the answers are enough")
	}
}
