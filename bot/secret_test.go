package bot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "",
		"nothing to hide":   "nothing to hide",
		"https://host/path": "https://host/path",
		`Get "https://host/xlogfile?key=SECRET": EOF`:     `Get "https://host/xlogfile?key=***": EOF`,
		"https://host/x?key=SECRET&b=SECRET&SECRET":       "https://host/x?key=***&b=***&***",
		"https://host/x?SECRET":                           "https://host/x?***",
		"https://host/x?":                                 "https://host/x?",
		"https://host/x#SECRET":                           "https://host/x",
		"https://host/x?a=SECRET#SECRET":                  "https://host/x?a=***",
		"https://user:SECRET@host:81/x":                   "https://***@host:81/x",
		"https://SECRET@host":                             "https://***@host",
		"https://user:SE@CRET@host/x":                     "https://***@host/x",
		"postgres://user:SE/CRET@host/x":                  "postgres://user:***@host/x",
		"postgres://user:SE#CRET@host/x":                  "postgres://user:***@host/x",
		"postgres://user:SE?CRET@host/x?a=SECRET":         "postgres://user:***@host/x?a=***",
		"postgres://user:12/SECRET@host/x":                "postgres://user:***@host/x",
		"postgres://user@host1,host2/name":                "postgres://user@host1,host2/name",
		"HTTPS://user:SECRET@host/x":                      "HTTPS://***@host/x",
		"see https://h/users/@me.":                        "see https://h/users/@me.",
		"a (https://u:SECRET@h/x), b <ftp://SECRET@h/>":   "a (https://***@h/x), b <ftp://***@h/>",
		"https://h/x?k=SECRET, then https://h/y?k=SECRET": "https://h/x?k=*** then https://h/y?k=***",
		"https://[::1]:80/x?k=SECRET":                     "https://[::1]:80/x?k=***",
	} {
		if got := Redact(text); got != want {
			t.Errorf("Redact(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzRedact(f *testing.F) {
	f.Add("https://", "user", "pass", "host/x")
	f.Add("postgres://", "", "p/w#?", "h")
	f.Fuzz(func(t *testing.T, scheme, user, secret, rest string) {
		Redact(scheme + user + ":" + secret + "@" + rest) // does not panic
		if strings.ContainsAny(secret, " \t\r\n\v\f\u0085\u00a0\"'<>`@") || len(secret) < 4 {
			return
		}
		if got := Redact("at https://u:" + secret + "@host.example/x?key=" + secret); strings.Contains(got, secret) && !strings.Contains("at https://***@host.example/x?key=***&", secret) {
			t.Errorf("%q shows %q", got, secret)
		}
	})
}

func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1": `"127.0.0.1"`, "": `""`, "a b": `"a b"`, "https://u:SECRET@h/x": "what it says", "u:SECRET@h": "what it says",
		"https//h?SECRET": "what it says", "https://h/x": `"https://h/x"`,
	} {
		if got := Quoted(text); got != want {
			t.Errorf("Quoted(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestReadSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hunter2")
	if _, err := ReadSecret(path); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("a b\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := ReadSecret(path); err != nil || string(s) != "a b" {
		t.Errorf("%q, %v", string(s), err)
	}
}
