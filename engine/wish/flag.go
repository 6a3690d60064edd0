package wish

import (
	"cmp"
	"strings"

	"delphi/engine/rules"
)

// Flag returns one of a thing's flags in words. How it is worn goes by what it is
// made of.
func Flag(o *rules.Object, flag string) string {
	material := ""
	if o != nil {
		material = o.Material
	}
	for kind, words := range map[string]map[string]string{
		"eroded":   {"iron": "rusty", "glass": "cracked", "": "burnt"},
		"corroded": {"iron": "corroded", "copper": "corroded", "": "rotted"},
	} {
		if n, ok := strings.CutPrefix(flag, kind); ok {
			return map[string]string{"2": "very ", "3": "thoroughly "}[n] + cmp.Or(words[material], words[""])
		}
	}
	return strings.ReplaceAll(flag, "_", " ")
}
