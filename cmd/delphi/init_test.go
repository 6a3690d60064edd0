package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"delphi/cmd/delphi/firstconfig"

	"delphi"
)

// TestFirstConfig writes the configuration of some answers, and reads it.
func TestFirstConfig(t *testing.T) {
	for _, tt := range []struct {
		name, typed string
		asked       firstconfig.Answers
		serves      []string
	}{
		{"nothing", "\n\n", firstconfig.Answers{}, nil},
		{"irc", "irc.libera.chat:6697\noracle\n#nethack, help\n\n\nn\n",
			firstconfig.Answers{Address: "irc.libera.chat:6697", Nick: "oracle", Channels: []string{"#nethack", "#help"}}, []string{"libera"}},
		{"a test network", "127.0.0.1:6697\n\n\nn\n\n\n", firstconfig.Answers{Address: "127.0.0.1:6697", Channels: []string{}, Plain: true}, []string{"irc"}},
		{"an account", "irc.libera.chat\n\n\ny\noracle\n\n", firstconfig.Answers{Address: "irc.libera.chat:6697", Channels: []string{}, Account: "oracle"}, []string{"libera"}},
		{"the defaults of irc", "irc.hardfought.org\n\n\n\n\n\n", firstconfig.Answers{Address: "irc.hardfought.org:6697", Channels: []string{}}, []string{"hardfought"}},
		{"what is wrong is asked again", "irc libera\nirc.test.example:6667\na b\na\n#x\n\n\nwhat\nyes\n",
			firstconfig.Answers{Address: "irc.test.example:6667", Nick: "a", Channels: []string{"#x"}, Plain: true, Discord: true}, []string{"test", "discord"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := firstconfig.Ask(t.Context(), strings.NewReader(tt.typed), io.Discard)
			if err != nil || !reflect.DeepEqual(got, tt.asked) {
				t.Fatalf("asked %+v, %v, want %+v", got, err, tt.asked)
			}
			text, err := firstconfig.Write(delphi.ConfigExample, got)
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
			if got.Address == "" {
				return
			}
			want := got.Nick
			if want == "" {
				want = "delphi"
			}
			if n := s.IRC[0]; n.Address != got.Address || n.Nick != want || *n.TLS == got.Plain || n.SASLUser != got.Account || len(n.Channels) != len(got.Channels) {
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
	if _, err := firstconfig.Ask(stopped, waiting, io.Discard); err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("stopped: %v", err)
	}
	if _, err := firstconfig.Ask(t.Context(), strings.NewReader("irc.libera.chat\n"), io.Discard); err == nil {
		t.Error("half of the answers are enough")
	}
}
