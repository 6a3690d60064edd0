package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"
)

func TestNewest(t *testing.T) {
	for changes, want := range map[string]string{
		"": "", "# Changelog\n\n## Unreleased\n\n- 1.2.3\n": "",
		"## Unreleased\n\n## 1.10.2, May 2027\n\n## 1.9.0\n": "1.10.2",
		"### 1.0.0\n## 0.9.1\n":                              "0.9.1",
	} {
		if got := newest([]byte(changes)); got != want {
			t.Errorf("%q is of %q, want %q", changes, got, want)
		}
	}
}

// Both kinds of archive hold each file with its content and its mode, and the same
// files make the same bytes.
func TestArchives(t *testing.T) {
	made := time.Date(2026, 11, 26, 3, 4, 6, 0, time.UTC)
	files := []file{{"docs/a.md", []byte("some words\n"), 0o644}, {"delphi", bytes.Repeat([]byte("01"), 100_000), 0o755}}
	for kind, pack := range map[string]func(string, []file, time.Time) ([]byte, error){"tar": tarred, "zip": zipped} {
		content, err := pack("delphi-1.0.0", files, made)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := pack("delphi-1.0.0", files, made); !bytes.Equal(content, again) {
			t.Errorf("%s differs from itself", kind)
		}
		var got map[string]file
		if kind == "tar" {
			got = untarred(t, content)
		} else {
			got = unzipped(t, content)
		}
		for _, f := range files {
			g := got["delphi-1.0.0/"+f.path]
			if !bytes.Equal(g.content, f.content) || g.mode != f.mode {
				t.Errorf("%s: %s has %d bytes and mode %o", kind, f.path, len(g.content), g.mode)
			}
		}
		if len(got) != len(files) {
			t.Errorf("%s has %d files", kind, len(got))
		}
	}
}

func untarred(t *testing.T, content []byte) map[string]file {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]file{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[h.Name] = file{h.Name, b, fs.FileMode(h.Mode)}
	}
}

func unzipped(t *testing.T, content []byte) map[string]file {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]file{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = file{f.Name, b, f.Mode()}
	}
	return out
}

// The licences of every module in the program, and of Go, are in an archive, and so are
// the documents.
func TestLicencesAndDocuments(t *testing.T) {
	t.Chdir("../..")
	text, err := licencesOf("linux", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := os.ReadFile("cmd/delphi/licences.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(listed)), "\n") {
		path, _, _ := strings.Cut(line, "\t")
		if i > 0 && !bytes.Contains(text, []byte("\n"+path+" v")) {
			t.Errorf("the licence of %s is missing", path)
		}
	}
	if !bytes.Contains(text, []byte("The Go Authors")) || len(text) < 100_000 {
		t.Errorf("%d bytes of licences", len(text))
	}
	files, err := texts(documents)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.path)
	}
	for _, want := range []string{"LICENSE", "config.example.toml", "docs/operating.md", "docs/commands/magic.md", "docs/delphi.service"} {
		if !strings.Contains(strings.Join(paths, "\n"), want) {
			t.Errorf("an archive lacks %s", want)
		}
	}
}
