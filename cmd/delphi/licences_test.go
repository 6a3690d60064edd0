package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"delphi/cmd/internal/modules"
	"delphi/commands/commandstest"
)

// allowed are the licences that a module in the binary may have. Those beside
// the permissive ones ask for nothing that a user of unchanged modules must do.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MPL-2.0"}

// spdx tells which licence a text is by phrases that only it has; empty if it
// is none of those known here.
func spdx(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	has := func(phrases ...string) bool {
		return !slices.ContainsFunc(phrases, func(p string) bool { return !strings.Contains(text, p) })
	}
	switch {
	case has("GNU GENERAL PUBLIC LICENSE"), has("GNU AFFERO"), has("GNU LESSER"):
		return "" // none of these may come in
	case has("Apache License", "Version 2.0, January 2004"):
		return "Apache-2.0"
	case has("Mozilla Public License, version 2.0"), has("Mozilla Public License Version 2.0"):
		return "MPL-2.0"
	case has("Permission is hereby granted, free of charge, to any person obtaining a copy", `THE SOFTWARE IS PROVIDED "AS IS"`):
		return "MIT"
	case has("Permission to use, copy, modify, and/or distribute this software for any purpose"), has("Permission to use, copy, modify, and distribute this software for any purpose"):
		return "ISC"
	case has("Redistribution and use in source and binary forms", "endorse or promote products"):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	case has("CC0 1.0", "public domain"):
		return "CC0-1.0"
	}
	return ""
}

// licenceOf tells which licence a module is under.
func licenceOf(t *testing.T, m modules.Module) string {
	t.Helper()
	texts, err := m.Licences()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range texts {
		if !x.Notice {
			return spdx(string(x.Content))
		}
	}
	return ""
}

// TestLicences holds licences.tsv to what the binary is built from: every
// module of it is listed with its version and an allowed licence.
func TestLicences(t *testing.T) {
	var b strings.Builder
	b.WriteString("module\tversion\tlicence\n")
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command to ask what the binary is built from")
	}
	built, err := modules.Of(".", "linux", "amd64") // the list is of one build
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range built {
		licence := licenceOf(t, m)
		switch {
		case licence == "":
			t.Errorf("%s %s has no licence that is known here: read it in %s, then teach spdx what it is or do without the module", m.Path, m.Version, filepath.Base(m.Dir))
		case !slices.Contains(allowed, licence):
			t.Errorf("%s %s is under %s, which is not allowed", m.Path, m.Version, licence)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\n", m.Path, m.Version, licence)
	}
	if commandstest.Updating() {
		if err := os.WriteFile("licences.tsv", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if b.String() == licencesTSV {
		return
	}
	have, want := strings.Split(licencesTSV, "\n"), strings.Split(b.String(), "\n")
	for _, line := range want {
		if !slices.Contains(have, line) {
			t.Errorf("licences.tsv lacks %q", line)
		}
	}
	for _, line := range have {
		if !slices.Contains(want, line) {
			t.Errorf("licences.tsv has %q, which is not in the binary", line)
		}
	}
	t.Error("go generate ./cmd/delphi writes licences.tsv anew")
}

func TestSPDX(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "All rights reserved.": "",
		"GNU GENERAL PUBLIC LICENSE Version 3": "",
		"Permission is hereby granted, free of charge, to any person obtaining a copy\nof this ... THE SOFTWARE IS PROVIDED \"AS IS\"":     "MIT",
		"Redistribution and use in source and binary\n   forms, with ... to endorse or promote products derived":                           "BSD-3-Clause",
		"Redistribution and use in source and binary forms, with or without":                                                               "BSD-2-Clause",
		"                 Apache License\n  Version 2.0, January 2004":                                                                     "Apache-2.0",
		"Mozilla Public License, version 2.0":                                                                                              "MPL-2.0",
		"Permission to use, copy, modify, and distribute this software for any purpose with or without fee is hereby granted, provided...": "ISC",
	} {
		if got := spdx(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
