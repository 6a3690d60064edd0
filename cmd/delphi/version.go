package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"delphi/storage"
)

// commit is set by builds that know it otherwise:
// go build -ldflags "-X main.commit=$(git rev-parse HEAD)".
var commit string

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(e *env) error {
	v := version()
	if c := checkedOut(); v == unstamped && c != "" {
		v = "commit " + c + ", as far as the source's checkout tells"
	}
	_, err := fmt.Fprintln(e.out, "delphi", v)
	return err
}

// unstamped is the version of a build that says nothing of itself.
const unstamped = "development"

// version is the module's version or, in a build from a checkout, the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision := commit
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	if revision == "" {
		return unstamped
	}
	return "commit " + revision[:min(12, len(revision))]
}

// init names this program in the stores that it makes.
func init() { storage.Program = "delphi " + version() }

// checkedOut asks git, for a program that was built without a stamp, what the
// checkout it was built from was at when it was built. Without git or the
// checkout, or with -trimpath, it is empty.
func checkedOut() string {
	_, file, _, ok := runtime.Caller(0)
	program, err := os.Executable()
	if !ok || !filepath.IsAbs(file) || err != nil {
		return ""
	}
	built, err := os.Stat(program)
	if err != nil {
		return ""
	}
	out, err := exec.Command("git", "-C", filepath.Dir(file), "log", "-1", "--format=%h", "--abbrev=12", "--before="+built.ModTime().Format(time.RFC3339)).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
