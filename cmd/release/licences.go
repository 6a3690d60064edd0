package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is a module that gets into a program, as the go command lists it.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// modulesOf lists the modules that the program for a system is built from, by path.
func modulesOf(goos, goarch string) ([]module, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/delphi")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var all []module
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *module }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && !p.Module.Main && !slices.Contains(all, *p.Module) {
			all = append(all, *p.Module)
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// licencesOf returns the text of all licences of what gets into the program for a system:
// Go's own, then each module's, notices included.
func licencesOf(goos, goarch string) ([]byte, error) {
	modules, err := modulesOf(goos, goarch)
	if err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	modules = append([]module{{Path: "the Go programming language", Dir: strings.TrimSpace(string(root))}}, modules...)
	var b bytes.Buffer
	b.WriteString("Delphi is under the licence in LICENSE. The program contains what follows.\n")
	for _, m := range modules {
		texts, err := licencesIn(m.Dir)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s has no licence", m.Path)
		}
		fmt.Fprintf(&b, "\n%s\n%s\n\n", strings.Repeat("=", 72), strings.TrimSpace(m.Path+" "+m.Version))
		for _, text := range texts {
			b.Write(bytes.TrimSpace(text))
			b.WriteString("\n")
		}
	}
	return b.Bytes(), nil
}

// licencesIn reads the licences and notices in the folder of a module.
func licencesIn(dir string) (texts [][]byte, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := strings.ToUpper(strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())))
		if e.IsDir() || !slices.Contains([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
