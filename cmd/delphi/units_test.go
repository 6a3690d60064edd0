package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// unitLines are the lines of a systemd unit below its comment, each with what differs
// in the unit for several processes on one machine made alike.
func unitLines(t *testing.T, name string, same *strings.Replacer) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs", name))
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "[Unit]")
	return strings.Split(same.Replace(body), "\n")
}

// The unit for several processes denies what the other one denies.
func TestUnitsAreAlike(t *testing.T) {
	one := unitLines(t, "delphi.service", strings.NewReplacer())
	many := unitLines(t, "delphi@.service", strings.NewReplacer(
		" (%i)", "", "/etc/delphi/%i.toml", "/etc/delphi/delphi.toml", "/var/lib/delphi-%i", "/var/lib", "StateDirectory=delphi-%i", "StateDirectory=delphi"))
	if len(one) < 20 || len(one) != len(many) {
		t.Fatalf("%d lines and %d", len(one), len(many))
	}
	for i, line := range one {
		if line != many[i] {
			t.Errorf("delphi.service has %q, delphi@.service %q", line, many[i])
		}
	}
}

// systemd understands every line of the units.
func TestUnitsAreValid(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not on PATH (Debian package systemd)")
	}
	root := t.TempDir()
	put := func(name string, text []byte, mode os.FileMode) {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, program := range []string{"usr/local/bin/delphi", "bin/kill"} {
		put(program, []byte("#!/bin/sh\n"), 0o755)
	}
	for _, name := range []string{"delphi.service", "delphi@.service"} {
		text, err := os.ReadFile(filepath.Join("../../docs", name))
		if err != nil {
			t.Fatal(err)
		}
		put("etc/systemd/system/"+name, text, 0o644)
	}
	cmd := exec.Command(analyze, "verify", "--recursive-errors=no", "--root="+root, "delphi.service", "delphi@a.service")
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "unrecognized option") {
		t.Skipf("this systemd-analyze is too old: %s", out)
	}
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
