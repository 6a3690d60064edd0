package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"

	"delphi/cmd/internal/modules"
)

// licencesOf returns the text of all licences of what gets into the program for a system:
// Go's own, then each module's, notices included.
func licencesOf(goos, goarch string) ([]byte, error) {
	all, err := modules.Of("./cmd/delphi", goos, goarch)
	if err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	all = append([]modules.Module{{Path: "the Go programming language", Dir: strings.TrimSpace(string(root))}}, all...)
	var b bytes.Buffer
	b.WriteString("Delphi is under the licence in LICENSE. The program contains what follows.\n")
	for _, m := range all {
		texts, err := m.Licences()
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s has no licence", m.Path)
		}
		fmt.Fprintf(&b, "\n%s\n%s\n\n", strings.Repeat("=", 72), strings.TrimSpace(m.Path+" "+m.Version))
		for _, text := range texts {
			b.Write(bytes.TrimSpace(text.Content))
			b.WriteString("\n")
		}
	}
	return b.Bytes(), nil
}
