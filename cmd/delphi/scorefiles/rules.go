package scorefiles

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"delphi/engine/games/score"
)

// Templates returns the built-in scoring rules and those of files, by name.
func Templates(files []string) (map[string][]byte, error) {
	out := score.Builtin()
	for _, file := range files {
		r, text, err := readRules(file)
		if err != nil {
			return nil, err
		}
		if out[r.Name] != nil {
			return nil, fmt.Errorf("%s: there are rules named %q already", file, r.Name)
		}
		out[r.Name] = text
	}
	return out, nil
}

// Rules returns the built-in rules of a name, or those of a file; one of them is empty.
func Rules(template, file string) (*score.Rules, error) {
	if (file == "") == (template == "") {
		return nil, errors.New("name either built-in rules, --template tnnt, or a file of rules, --rules FILE")
	}
	if file != "" {
		r, _, err := readRules(file)
		return r, err
	}
	all := score.Builtin()
	text, ok := all[template]
	if !ok {
		return nil, fmt.Errorf("there are no rules named %q; there are %s", template, strings.Join(slices.Sorted(maps.Keys(all)), ", "))
	}
	return score.ParseRules(text)
}

func readRules(file string) (*score.Rules, []byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	r, err := score.ParseRules(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, text, nil
}
