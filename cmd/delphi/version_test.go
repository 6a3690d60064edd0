package main

import (
	"bytes"
	"os"
	"regexp"
	"testing"
)

// The newest version in CHANGELOG.md is the program's, which delphi version says first.
func TestReleaseIsInTheChangelog(t *testing.T) {
	changes, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)$`).FindSubmatch(changes)
	if m == nil || string(m[1]) != Release {
		t.Errorf("the newest section of CHANGELOG.md is %q, the program's version %s", m, Release)
	}
	var out bytes.Buffer
	if err := (versionCmd{}).Run(&env{out: &out}); err != nil || !bytes.HasPrefix(out.Bytes(), []byte("delphi "+Release)) {
		t.Errorf("%v %q", err, out.String())
	}
}
