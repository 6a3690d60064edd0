package irc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestValidateNamesTheKey(t *testing.T) {
	good := func() Config {
		return Config{Name: "libera", Address: "irc.libera.chat:6697", Channels: []string{"#nethack", "#secret key"}}
	}
	if err := good().Validate(); err != nil {
		t.Fatalf("a good one: %v", err)
	}
	notPEM := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(notPEM, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	no, minus, none := false, -1.0, 0
	for key, change := range map[string]func(*Config){
		"name":             func(c *Config) { c.Name = "" },
		"address":          func(c *Config) { c.Address = "irc.libera.chat" },
		"bind":             func(c *Config) { c.Bind = "eth0" },
		"nick":             func(c *Config) { c.Nick = "7 of nine" },
		"user":             func(c *Config) { c.User = "a b" },
		"channels":         func(c *Config) { c.Channels = []string{"nethack"} },
		"nickserv":         func(c *Config) { c.NickServ, c.SASLUser, c.Password = "NickServ", "x", "y" },
		"require_account":  func(c *Config) { c.RequireAccount = true },
		"sasl_user":        func(c *Config) { c.SASL, c.Password = "plain", "x" },
		"tls_ca":           func(c *Config) { c.TLSCA = notPEM },
		"tls_cert":         func(c *Config) { c.TLSCert = notPEM },
		"sasl":             func(c *Config) { c.SASL, c.TLS = "external", &no },
		"lines_per_second": func(c *Config) { c.LinesPerSecond = &minus },
		"burst":            func(c *Config) { c.Burst = &none },
		"prefix":           func(c *Config) { c.Prefix = "! " },
		"reply_with":       func(c *Config) { c.ReplyWith = "carrier pigeon" },
		"invites":          func(c *Config) { c.Invites = "always" },
	} {
		c := good()
		change(&c)
		err := c.Validate()
		if err == nil || !strings.Contains(err.Error(), ": "+key+": ") {
			t.Errorf("%s: %v", key, err)
		}
		if _, err := New(c, Options{}); err == nil {
			t.Errorf("%s: New took it", key)
		}
	}
}

// TestRequiredAccountNeedsAWay: a password that nothing may use is none.
func TestRequiredAccountNeedsAWay(t *testing.T) {
	c := Config{Name: "libera", Address: "irc.libera.chat:6697", Password: "x", RequireAccount: true}
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "require_account") {
		t.Errorf("%v", err)
	}
	c.NickServ = "NickServ@services.libera.chat"
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	c := Config{Name: "x", Password: "hunter2", ServerPassword: "hunter2"}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("configured", "config", c, "password", c.Password)
	slog.New(slog.NewTextHandler(&log, nil)).Info("configured", "config", c, "password", c.Password)
	j, _ := json.Marshal(c)
	for _, s := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v %s %q %v", c, c, c.Password, c.Password, &c), log.String(), string(j)} {
		if strings.Contains(s, "hunter2") {
			t.Errorf("shows the password: %s", s)
		}
	}
}

func TestLoadSecrets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("from file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"DELPHI_IRC_MY_NET_2_SERVER_PASSWORD": "from env"}
	c := Config{Name: "my.net-2", SASLPasswordFile: file, ServerPasswordFile: "not read"}
	if err := c.LoadSecrets(func(k string) string { return env[k] }); err != nil || c.Password != "from file" || c.ServerPassword != "from env" {
		t.Errorf("%q %q %v", string(c.Password), string(c.ServerPassword), err)
	}
	c.SASLPasswordFile = file + ".missing"
	if err := c.LoadSecrets(func(string) string { return "" }); err == nil || !strings.Contains(err.Error(), "sasl_password_file") {
		t.Errorf("missing file: %v", err)
	}
}

func TestDefaultsAreValid(t *testing.T) {
	d := Defaults()
	d.Name, d.Address = "libera", "irc.libera.chat:6697"
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
}
