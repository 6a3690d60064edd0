package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"delphi/engine/wikitext/wikitexttest"
)

// lampBzip2 is an archive of one page, as bzip2 packs it.
const lampBzip2 = "QlpoOTFBWSZTWVj0nUsAAApfgAAQQwN/sCAADBA2B16KIABUNU9Rk0YgAA0ep+qETKek2iA0D0gaGlAO80n2oaVTOTnsbY/BIxxHaTjoVoqMHNJVgjCl0EgWrlL35o6B2IiKFgjnIUmK/i7kinChILHpOpY="

const lampArchive = "&&%s&& %s Sea lamp {17 2020-01-14T04:02:59Z {630 A}  A sea lamp burns under water.}\n"

// runWith runs the program with its state in a directory of the test.
func runWith(t testing.TB, args ...string) (string, error) {
	t.Helper()
	var out, errs bytes.Buffer
	err := run(t.Context(), args, strings.NewReader(""), &out, &errs)
	return out.String() + errs.String(), err
}

func TestWikiImportCompressed(t *testing.T) {
	bz, err := base64.StdEncoding.DecodeString(lampBzip2)
	if err != nil {
		t.Fatal(err)
	}
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	if _, err := io.WriteString(w, lampArchive); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	var xzs, zst bytes.Buffer
	x, err := xz.NewWriter(&xzs)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{x, z} {
		if _, err := io.WriteString(w, lampArchive); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
	}
	for name, content := range map[string][]byte{"plain": []byte(lampArchive), "a.gz": gz.Bytes(), "a.bz2": bz, "a.xz": xzs.Bytes(), "a.zst": zst.Bytes()} {
		dir := t.TempDir()
		file, db := filepath.Join(dir, name), filepath.Join(dir, "delphi.db")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := runWith(t, "--db", db, "wiki", "import", file); err != nil || !strings.Contains(out, "1 pages") {
			t.Fatalf("%s: %v %s", name, err, out)
		}
		if out, err := runWith(t, "--db", db, "ask", "wiki sea lamp"); err != nil || !strings.Contains(out, "A sea lamp burns under water.") {
			t.Errorf("%s: %v %s", name, err, out)
		}
		// A file that is cut short is an error, and what was there serves.
		if name == "plain" {
			continue
		}
		if err := os.WriteFile(file, content[:len(content)-9], 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := runWith(t, "--db", db, "wiki", "import", file); err == nil || !strings.Contains(out, "still in use") {
			t.Errorf("%s cut short: %v %s", name, err, out)
		}
		if out, err := runWith(t, "--db", db, "ask", "wiki sea lamp"); err != nil {
			t.Errorf("%s after a failed import: %v %s", name, err, out)
		}
	}
}

// A bot that is running answers with the new pages as soon as an import is
// done, and with the old ones till then.
func TestWikiImportBesideABot(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "delphi.db")
	e := &env{ctx: t.Context(), cli: &cli{DB: db}, out: io.Discard, errs: io.Discard, getenv: os.Getenv, log: slog.New(slog.DiscardHandler)}
	p, err := assemble(e, defaultSettings(), place{file: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	ask := func() string {
		r := p.router.Answer(context.Background(), request("wiki sea lamp"))
		return r.Summary
	}
	if got := ask(); !strings.Contains(got, "o wiki has been") {
		t.Error(got)
	}
	for _, text := range []string{"burns", "drips"} {
		file := filepath.Join(dir, "a.txt")
		if err := os.WriteFile(file, []byte(strings.Replace(lampArchive, "burns", text, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := runWith(t, "--db", db, "wiki", "import", file); err != nil {
			t.Fatal(err, out)
		}
		if got := ask(); !strings.Contains(got, text) {
			t.Errorf("after the import of %q: %s", text, got)
		}
	}
}

// A wiki that release 1.0.0 imported can be used again a moment after the start.
func TestFormerWiki(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Open("../../storage/wikistore/testdata/format-2.wiki.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		path := ""
		if err == nil {
			path = filepath.Join(dir, "delphi.wiki", h.Name)
			err = os.MkdirAll(filepath.Dir(path), 0o700)
		}
		if err == nil && h.Typeflag == tar.TypeReg {
			var content []byte
			if content, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(path, content, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	db := filepath.Join(dir, "delphi.db")
	if out, err := runWith(t, "--db", db, "wiki", "status"); err == nil || !strings.Contains(out, `"delphi serve"`) {
		t.Errorf("%v %s", err, out)
	}
	var log bytes.Buffer
	e := &env{ctx: t.Context(), cli: &cli{DB: db}, out: io.Discard, errs: io.Discard, getenv: os.Getenv, log: slog.New(slog.NewTextHandler(&log, nil))}
	p, err := assemble(e, defaultSettings(), place{file: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	b := &beside{}
	err = p.meanwhile(e, b, func() error {
		for range 1000 {
			if !slices.Contains(b.Running(), "the wiki") {
				return nil
			}
			time.Sleep(10 * time.Millisecond)
		}
		return errors.New("it takes longer than 10 s")
	})
	if err != nil {
		t.Fatal(err, log.String())
	}
	for line, want := range map[string]string{"wiki oil lamp": "A lamp lights the way.", "wiki search lighting": "is in: Lamp"} {
		if r := p.router.Answer(t.Context(), request(line)); !strings.Contains(r.Summary, want) {
			t.Errorf("%s: %s\n%s", line, r.Summary, &log)
		}
	}
	if out, err := runWith(t, "--db", db, "wiki", "status"); err != nil || !strings.Contains(out, "1, and 1 redirects") || !strings.Contains(out, "wiki.xml") {
		t.Errorf("%v %s", err, out)
	}
}

// An import that is stopped leaves the old wiki.
func TestWikiImportStopped(t *testing.T) {
	dir := t.TempDir()
	db, file := filepath.Join(dir, "delphi.db"), filepath.Join(dir, "a.txt")
	if err := os.WriteFile(file, []byte(lampArchive), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := runWith(t, "--db", db, "wiki", "import", file); err != nil {
		t.Fatal(err, out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var errs bytes.Buffer
	if err := run(ctx, []string{"--db", db, "wiki", "import", file}, strings.NewReader(""), io.Discard, &errs); err == nil || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("%v %s", err, errs.String())
	}
	if out, err := runWith(t, "--db", db, "wiki", "status"); err != nil || !strings.Contains(out, "1, and 0 redirects") {
		t.Errorf("%v %s", err, out)
	}
}

// BenchmarkWikiImport imports 20,000 pages, 150 MB, and says the highest
// amount of memory that was in use.
func BenchmarkWikiImport(b *testing.B) {
	for name, write := range map[string]func(io.Writer, int, int) error{"export": wikitexttest.Export, "archive": wikitexttest.Archive} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			file := filepath.Join(dir, "dump")
			f, err := os.Create(file)
			if err != nil {
				b.Fatal(err)
			}
			if err := write(f, 20_000, 10_500); err != nil || f.Close() != nil {
				b.Fatal(err)
			}
			info, err := os.Stat(file)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			highest, stop, done := uint64(0), make(chan struct{}), make(chan struct{})
			go func() {
				defer close(done)
				for tick := time.NewTicker(50 * time.Millisecond); ; {
					select {
					case <-stop:
						tick.Stop()
						return
					case <-tick.C:
						var m runtime.MemStats
						runtime.ReadMemStats(&m)
						highest = max(highest, m.Sys-m.HeapReleased)
					}
				}
			}()
			for b.Loop() {
				if out, err := runWith(b, "--db", filepath.Join(dir, "delphi.db"), "wiki", "import", file); err != nil {
					b.Fatal(err, out)
				}
			}
			close(stop)
			<-done
			b.ReportMetric(float64(highest>>20), "MB-memory")
		})
	}
}
