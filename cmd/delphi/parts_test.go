package main

import (
	"log/slog"
	"strings"
	"testing"
)

// TestCacheFiguresAreForAdministrators holds what about shows to whom.
func TestCacheFiguresAreForAdministrators(t *testing.T) {
	e := &env{ctx: t.Context(), cli: &cli{}, getenv: func(string) string { return "" }, log: slog.New(slog.DiscardHandler)}
	t.Setenv("HOME", t.TempDir())
	p, err := assemble(e, defaultSettings(), place{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	req := request("about")
	if r := p.router.Answer(t.Context(), req); !strings.Contains(r.Summary, "misses") {
		t.Errorf("an administrator is told %q", r.Summary)
	}
	req.Admin = false
	r := p.router.Answer(t.Context(), req)
	for _, f := range r.Fields {
		if f.Name == "cache" {
			t.Errorf("everybody is told %+v", f)
		}
	}
	if strings.Contains(r.Summary, "misses") {
		t.Errorf("everybody is told %q", r.Summary)
	}
}
