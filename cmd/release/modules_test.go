package main

import (
	"os"
	"path/filepath"
	"testing"

	"delphi/cmd/internal/modules"
)

func TestLicences(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"LICENSE.md": "a licence", "NOTICE": "a notice", "copying.txt": "another", "LICENSES": "none", "README.md": "none"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "LICENCE"), 0o755); err != nil {
		t.Fatal(err)
	}
	texts, err := modules.Module{Dir: dir}.Licences()
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, x := range texts {
		got += string(x.Content)
		if x.Notice {
			got += " (notice)"
		}
		got += "; "
	}
	if want := "a licence; a notice (notice); another; "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
