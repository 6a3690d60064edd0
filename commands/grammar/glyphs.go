package grammar

import (
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/shorthand"
)

// unitless strips the units from numbers if the command has a Number with units:
// "300zm".
func (cmd *command) unitless(line string) string {
	i := cmd.units
	if i < 0 {
		return line
	}
	fields := strings.Fields(line)
	for k, f := range fields {
		for _, unit := range cmd.Params[i].Units {
			if n, cut := strings.CutSuffix(strings.ToLower(strings.TrimRight(f, "?!.,")), unit); cut && plainNumber(n) {
				fields[k] = n + f[len(n)+len(unit):]
			}
		}
	}
	return strings.Join(fields, " ")
}

// unglyphed spells out class signs if the command has a Choice that they stand for:
// "price 200 ?" asks about a scroll, "=150" about a ring. Where the line names a choice
// in words, a sign is a mark of punctuation.
func (cmd *command) unglyphed(line string) string {
	i := cmd.glyphs
	if i < 0 || !strings.ContainsAny(line, glyphs) {
		return line
	}
	fields := strings.Fields(line)
	for _, f := range fields {
		if _, said := cmd.Params[i].Chosen(names.Fold(strings.Trim(f, "?!.,"))); said {
			return line
		}
	}
	for k, f := range fields {
		sign, rest := rune(f[0]), f[1:]
		class := shorthand.Class(sign)
		if class == "" || !slices.Contains(cmd.Params[i].Choices, class) {
			continue
		}
		switch n, _, number := number(rest); {
		case rest == "":
			fields[k] = class
		case number && n >= 0 && !strings.ContainsRune("+*(-", sign): // "+2" is an enchantment
			fields[k] = class + " " + rest
		}
	}
	return strings.Join(fields, " ")
}

// glyphs holds the signs of classes.
const glyphs = `?!/="+[)(*%`
