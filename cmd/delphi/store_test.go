package main

import (
	"bytes"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// damageCmd runs "damage FILE TEXT": it flips a bit in every place where the
// text stands in the file.
func damageCmd(ts *testscript.TestScript, neg bool, args []string) {
	name := ts.MkAbs(args[0])
	content, err := os.ReadFile(name)
	ts.Check(err)
	text := []byte(args[1])
	if !bytes.Contains(content, text) {
		ts.Fatalf("%s holds no %q", args[0], text)
	}
	changed := bytes.Clone(text)
	changed[0] ^= 1
	ts.Check(os.WriteFile(name, bytes.ReplaceAll(content, text, changed), 0o600))
}
