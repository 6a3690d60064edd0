package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/cespare/xxhash/v2"

	"delphi/storage"
)

// Release is the version of this program: what CHANGELOG.md has a section for.
const Release = "1.0.0"

// commit is set by builds that know it otherwise:
// go build -ldflags "-X main.commit=$(git rev-parse HEAD)".
var commit string

type versionCmd struct{}

// Run prints the version, then what the program was built from and with.
func (versionCmd) Run(e *env) error {
	_, err := fmt.Fprintf(e.out, "delphi %s\n%s, %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version returns the release and, where the build knows it, the commit.
func version() string {
	if c := builtFrom(); c != "" {
		return Release + " (commit " + c + ")"
	}
	return Release
}

// builtFrom returns the commit that the program was built from, with "changed" if
// the checkout was not as committed; empty if the build does not say.
func builtFrom() string {
	revision, changed := commit, ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = ", changed"
			}
		}
	}
	if revision == "" {
		return ""
	}
	return revision[:min(12, len(revision))] + changed
}

// identity tells this program from any other, also one that was built of other sources: it is a
// hash of its file. If that cannot be read, it is of this run alone.
func identity() string {
	path, err := os.Executable()
	if _, alive := os.Stat("/proc/self/exe"); alive == nil {
		path = "/proc/self/exe" // also where the file has been replaced since
	}
	if err == nil {
		var f *os.File
		if f, err = os.Open(path); err == nil {
			defer f.Close()
			h := xxhash.New()
			if _, err = io.Copy(h, f); err == nil {
				return fmt.Sprintf("%016x", h.Sum64())
			}
		}
	}
	return fmt.Sprintf("unknown %016x", random())
}

// init names this program in the stores that it makes.
func init() { storage.Program = "delphi " + version() }

// licencesTSV lists the modules in the binary: path, version and SPDX
// identifier of the licence. A test holds it to the build.
//
//go:generate go test -run TestLicences -update .
//go:embed licences.tsv
var licencesTSV string

type licencesCmd struct{}

// Run prints the modules in the binary with their licences.
func (licencesCmd) Run(e *env) error {
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for line := range strings.Lines(licencesTSV) {
		fmt.Fprint(w, line)
	}
	return w.Flush()
}
