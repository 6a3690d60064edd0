package wikistore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"delphi/storage"
)

// importEnv makes the test binary an import that waits to be killed.
const importEnv = "WIKISTORE_TEST_IMPORT"

func TestMain(m *testing.M) {
	if dir := os.Getenv(importEnv); dir != "" {
		importForEver(dir)
		return
	}
	goleak.VerifyTestMain(m)
}

func importForEver(dir string) {
	b, err := Create(dir)
	for i := 0; err == nil; i++ {
		err = b.Add(context.Background(), page(fmt.Sprint("Killed ", i), strings.Repeat("text ", 2000)))
		if i == 200 {
			fmt.Println("ready")
		}
	}
	fmt.Println(err)
}

func page(title, text string) *storage.WikiPage {
	return &storage.WikiPage{Title: title, Text: text, Plain: text, Key: strings.ToLower(title), Revision: 1}
}

func build(t testing.TB, dir string, pages ...*storage.WikiPage) storage.WikiInfo {
	t.Helper()
	b, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if err := b.Add(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	info, err := b.Finish(t.Context(), storage.WikiInfo{Files: []string{"a"}, Bad: 3})
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func open(t testing.TB, dir string) *Index {
	t.Helper()
	x := Open(dir)
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func snapshot(t testing.TB, x *Index, fn func(v storage.WikiView)) {
	t.Helper()
	if err := x.Snapshot(t.Context(), func(v storage.WikiView) error { fn(v); return nil }); err != nil {
		t.Fatal(err)
	}
}

// text returns a page's text; "none" if there is no page.
func text(t testing.TB, v storage.WikiView, title string) string {
	t.Helper()
	p, err := v.Page(title)
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		return "none"
	}
	return p.Text
}

func TestWhatIsPutInComesOut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "wiki")
	lamp := page("Lamp", strings.Repeat("A lamp lights. ", 500))
	lamp.Time, lamp.Truncated, lamp.Sections = time.Unix(1e9, 0).UTC(), true, []string{"Oil"}
	newer, older := page("Twice", "new"), page("Twice", "old")
	newer.Revision = 9
	info := build(t, dir, lamp, newer, older,
		&storage.WikiPage{Title: "LAMP", To: "Lamp", Fragment: "Oil", Key: "lamp"},
		page("Kerze", "Wachs und Docht mit Flammen"), page("Fish", "Fishes swim in water. They bite."))
	if info.Pages != 4 || info.Redirects != 1 || info.Bad != 3 || !info.Newest.Equal(lamp.Time) || info.Generation == "" {
		t.Errorf("%+v", info)
	}
	snapshot(t, open(t, dir), func(v storage.WikiView) {
		if v.Info().Generation != info.Generation || v.Info().Files[0] != "a" {
			t.Errorf("%+v", v.Info())
		}
		p, err := v.Page("Lamp")
		if err != nil || p.Text != lamp.Text || !p.Time.Equal(lamp.Time) || !p.Truncated || p.Revision != 1 || p.To != "" {
			t.Errorf("%+v, %v", p, err)
		}
		if p, err = v.Page("LAMP"); err != nil || p.To != "Lamp" || p.Fragment != "Oil" || p.Text != "" {
			t.Errorf("%+v, %v", p, err)
		}
		if text(t, v, "lamp") != "none" || text(t, v, "") != "none" || text(t, v, "Twice") != "new" {
			t.Error("other titles")
		}
		if titles, err := v.Keyed("lamp"); err != nil || strings.Join(titles, ",") != "LAMP,Lamp" {
			t.Errorf("%v, %v", titles, err)
		}
		if titles, err := v.Keyed("nothing"); err != nil || titles != nil {
			t.Errorf("%v, %v", titles, err)
		}
		if titles, err := v.Titles(); err != nil || strings.Join(titles, ",") != "Fish,Kerze,LAMP,Lamp,Twice" {
			t.Errorf("%v, %v", titles, err)
		}
		for words, want := range map[string]string{
			"lamp": "Lamp", "lights": "Lamp", "fishing": "Fish", "biting water": "Fish", "oil": "Lamp", "water nosuchword": "Fish", "nosuchword": "", "": "",
			strings.Repeat("x", 5000): "", "* ? \" :^~": "", "flammen": "Kerze",
		} {
			hits, err := v.Search(words, 5)
			got := ""
			for _, h := range hits {
				got += h.Title
			}
			if err != nil || got != want {
				t.Errorf("search %q: %v, %v", words, hits, err)
			}
		}
	})
}

// A reader goes on with what it began with; the next one has the new pages,
// without anything being told to the Index.
func TestNewGenerationIsNoticed(t *testing.T) {
	dir := t.TempDir()
	x := open(t, dir)
	if err := x.Snapshot(t.Context(), nil); !errors.Is(err, storage.ErrNoWiki) {
		t.Fatal(err)
	}
	for i := range 4 {
		want := fmt.Sprint("text ", i)
		build(t, dir, page("Lamp", want))
		snapshot(t, x, func(v storage.WikiView) {
			if got := text(t, v, "Lamp"); got != want {
				t.Errorf("generation %d: %q", i, got)
			}
			build(t, dir, page("Lamp", "meanwhile"))
			if got := text(t, v, "Lamp"); got != want {
				t.Errorf("generation %d changed while it was read: %q", i, got)
			}
			if i > 0 {
				return
			}
			if hits, err := v.Search("text", 1); err != nil || len(hits) != 1 {
				t.Errorf("search in an old generation: %v, %v", hits, err)
			}
		})
	}
	// At most the served generation and the one before are kept.
	if left, _ := filepath.Glob(filepath.Join(dir, prefix+"*")); len(left) > 2 {
		t.Errorf("%d generations are left", len(left))
	}
}

func TestBrokenOffImportLeavesTheOld(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, page("Lamp", "old"))
	x := open(t, dir)
	served := func() string {
		got := ""
		snapshot(t, x, func(v storage.WikiView) { got = text(t, v, "Lamp") })
		return got
	}
	b, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(dir); !errors.Is(err, ErrImporting) {
		t.Errorf("two imports at once: %v", err)
	}
	if err := b.Add(t.Context(), page("Lamp", "new")); err != nil {
		t.Fatal(err)
	}
	if served() != "old" {
		t.Error("an unfinished import serves")
	}
	if err := b.Abort(); err != nil || served() != "old" {
		t.Errorf("after Abort: %v, %q", err, served())
	}
	// Stopped at the end, and without a page.
	for _, pages := range [][]*storage.WikiPage{{page("Lamp", "new")}, nil} {
		b, err := Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		for _, p := range pages {
			if err := b.Add(ctx, p); err != nil {
				t.Fatal(err)
			}
		}
		cancel()
		if err := b.Add(ctx, page("x", "y")); !errors.Is(err, context.Canceled) {
			t.Errorf("Add: %v", err)
		}
		if _, err := b.Finish(ctx, storage.WikiInfo{}); !errors.Is(err, context.Canceled) && !errors.Is(err, ErrEmpty) {
			t.Errorf("Finish: %v", err)
		}
		if served() != "old" {
			t.Error("a broken import serves")
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, prefix+"*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// An import that is killed leaves the old wiki, and nothing that the next
// import does not remove.
func TestKilledImport(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, page("Lamp", "old"))
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), importEnv+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 5)
	if _, err := out.Read(said); err != nil || string(said) != "ready" {
		t.Errorf("the import says %q, %v", said, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	x := open(t, dir)
	snapshot(t, x, func(v storage.WikiView) {
		if text(t, v, "Lamp") != "old" || text(t, v, "Killed 1") != "none" {
			t.Error("the old wiki is not served")
		}
	})
	if left, _ := filepath.Glob(filepath.Join(dir, prefix+"*")); len(left) != 2 {
		t.Errorf("the killed import left %v", left)
	}
	build(t, dir, page("Lamp", "new"))
	snapshot(t, x, func(v storage.WikiView) {
		if text(t, v, "Lamp") != "new" {
			t.Error("the next import is not served")
		}
	})
	if left, _ := filepath.Glob(filepath.Join(dir, prefix+"*")); len(left) != 2 {
		t.Errorf("after the next import there are %v", left)
	}
}

func TestReadersBesideImports(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, page("Lamp", "0"))
	x := open(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for ctx.Err() == nil {
				err := x.Snapshot(t.Context(), func(v storage.WikiView) error {
					a, err := v.Page("Lamp")
					if err != nil {
						return err
					}
					if _, err = v.Titles(); err != nil {
						return err
					}
					if hits, err := v.Search("wick", 1); err != nil || len(hits) > 1 {
						return fmt.Errorf("%v, %w", hits, err)
					}
					b, err := v.Page("Lamp")
					if err == nil && a.Text != b.Text {
						return errors.New("a page changed inside a snapshot")
					}
					return err
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 5 {
		build(t, dir, page("Lamp", fmt.Sprint(i, " wick")))
	}
	cancel()
	readers.Wait()
}

// TestSweptGenerationIsStillRead imports twice inside a snapshot: the second
// import removes the files of the generation that is being read.
func TestSweptGenerationIsStillRead(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, page("Lamp", "a wick"))
	snapshot(t, open(t, dir), func(v storage.WikiView) {
		build(t, dir, page("Lamp", "no more"))
		build(t, dir, page("Lamp", "nor here"))
		if hits, err := v.Search("wick", 1); err != nil || len(hits) != 1 || hits[0].Title != "Lamp" {
			t.Errorf("the search found %v, %v", hits, err)
		}
		if text(t, v, "Lamp") != "a wick" {
			t.Error("the page changed inside the snapshot")
		}
	})
}

func TestDamaged(t *testing.T) {
	for name, damage := range map[string]func(gen string) error{
		"no page file": func(gen string) error { return os.Remove(filepath.Join(gen, pagesFile)) },
		"no store":     func(gen string) error { return os.WriteFile(filepath.Join(gen, pagesFile), []byte("hello"), 0o600) },
		"another store": func(gen string) error {
			return os.Rename(filepath.Join(filepath.Dir(gen), lockFile), filepath.Join(gen, pagesFile))
		},
		"no such name": func(gen string) error {
			return os.WriteFile(filepath.Join(filepath.Dir(gen), currentFile), []byte("gen-x"), 0o600)
		},
		"outside": func(gen string) error {
			return os.WriteFile(filepath.Join(filepath.Dir(gen), currentFile), []byte("../x"), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			info := build(t, dir, page("Lamp", "x"))
			if err := damage(filepath.Join(dir, info.Generation)); err != nil {
				t.Fatal(err)
			}
			x := open(t, dir)
			err := x.Snapshot(t.Context(), func(v storage.WikiView) error {
				_, err := v.Search("lamp", 1)
				return err
			})
			if err == nil || errors.Is(err, storage.ErrNoWiki) {
				t.Errorf("no error that tells: %v", err)
			}
			// An import mends it.
			build(t, dir, page("Lamp", "new"))
			snapshot(t, x, func(v storage.WikiView) {
				if text(t, v, "Lamp") != "new" {
					t.Error("not mended")
				}
			})
		})
	}
}

func TestClosed(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, page("Lamp", "x"))
	x := Open(dir)
	snapshot(t, x, func(v storage.WikiView) {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
		if text(t, v, "Lamp") != "x" {
			t.Error("closed under a reader")
		}
	})
	if err := x.Snapshot(t.Context(), nil); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Open(dir).Snapshot(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done: %v", err)
	}
}
