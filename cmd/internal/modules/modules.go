package modules

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Module is a module as the go command lists it.
type Module struct {
	Path, Version, Dir string
	Main               bool
}

// Of lists the modules that a package is built from for a system, by path, without the
// main module. pkg is as the go command takes it in the working directory.
func Of(pkg, goos, goarch string) ([]Module, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Module", pkg)
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var all []Module
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *Module }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && !p.Module.Main && !slices.Contains(all, *p.Module) {
			all = append(all, *p.Module)
		}
	}
	slices.SortFunc(all, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// Text is the file of a licence or a notice.
type Text struct {
	Notice  bool // a NOTICE, which goes with a licence and is none itself
	Content []byte
}

// Licences reads the licences and notices in the module's folder, by name.
func (m Module) Licences() ([]Text, error) {
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		return nil, err
	}
	var texts []Text
	for _, e := range entries {
		name := strings.ToUpper(strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())))
		if e.IsDir() || !slices.Contains([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, name) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(m.Dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, Text{name == "NOTICE", content})
	}
	return texts, nil
}
