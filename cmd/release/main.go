package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// systems are those that a release has an archive for.
var systems = []string{
	"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64", "freebsd/amd64", "freebsd/arm64",
}

// documents are the files and folders of the checkout that each archive has.
var documents = []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "config.example.toml", "docs"}

func main() {
	out := flag.String("o", "", "the folder for the archives")
	only := flag.String("only", "", "make the archive of this system only, such as linux/amd64")
	list := flag.Bool("list", false, "list the systems and do nothing else")
	flag.Parse()
	if err := run(*out, *only, *list); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(out, only string, list bool) error {
	switch {
	case list:
		fmt.Println(strings.Join(systems, "\n"))
		return nil
	case out == "":
		return errors.New("-o must name the folder for the archives")
	case only != "" && !slices.Contains(systems, only):
		return fmt.Errorf("there is no archive for %s; there are %s", only, strings.Join(systems, ", "))
	}
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return fmt.Errorf("the release is made in the top folder of the checkout: %w", err)
	}
	r := release{version: newest(changes)}
	if r.version == "" {
		return errors.New("CHANGELOG.md has no section for a version")
	}
	if r.commit, r.made, err = checkedOut(); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, system := range systems {
		if only != "" && system != only {
			continue
		}
		name, content, err := r.archive(system)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		if err := os.WriteFile(filepath.Join(out, name), content, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), name)
		fmt.Println(name)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// section is the heading of a version in CHANGELOG.md.
var section = regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)\b`)

// newest returns the version of the first section of a change log that has one; empty: none has.
func newest(changes []byte) string {
	if m := section.FindSubmatch(changes); m != nil {
		return string(m[1])
	}
	return ""
}

// release is what all archives of a release have in common.
type release struct {
	version string
	commit  string
	made    time.Time // of the commit, so that equal sources give equal archives
}

// checkedOut returns the commit of the checkout and its time.
func checkedOut() (commit string, made time.Time, err error) {
	out, err := exec.Command("git", "log", "-1", "--format=%H %ct").Output()
	if err != nil {
		return "", made, fmt.Errorf("git does not tell the commit: %w", err)
	}
	commit, at, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	seconds, err := strconv.ParseInt(at, 10, 64)
	return commit, time.Unix(seconds, 0).UTC(), err
}

// archive returns the archive of a system, and its name.
func (r *release) archive(system string) (name string, content []byte, err error) {
	goos, goarch, _ := strings.Cut(system, "/")
	files, err := texts(documents)
	if err != nil {
		return "", nil, err
	}
	licences, err := licencesOf(goos, goarch)
	if err != nil {
		return "", nil, err
	}
	program, err := r.build(goos, goarch)
	if err != nil {
		return "", nil, err
	}
	exe := "delphi"
	if goos == "windows" {
		exe += ".exe"
	}
	files = append(files, file{"LICENCES.txt", licences, 0o644}, file{exe, program, 0o755})
	folder := fmt.Sprintf("delphi-%s-%s-%s", r.version, goos, goarch)
	if goos == "windows" {
		content, err = zipped(folder, files, r.made)
		return folder + ".zip", content, err
	}
	content, err = tarred(folder, files, r.made)
	return folder + ".tar.gz", content, err
}

// build compiles the program for a system, without anything of this machine in it.
func (r *release) build(goos, goarch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "delphi")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.commit="+r.commit, "-o", path, "./cmd/delphi")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// texts reads files, and those of folders, by their paths.
func texts(paths []string) (files []file, err error) {
	for _, top := range paths {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			files = append(files, file{filepath.ToSlash(path), content, 0o644})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.path, b.path) })
	return files, nil
}
