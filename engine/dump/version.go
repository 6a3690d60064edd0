package dump

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// versionLine is the first line of a dump: "Unix NetHack Version 3.6.7 - last
// build ..." (version.c, getversionstring).
var versionLine = regexp.MustCompile(`(?i)\b([a-z']*(?:hack|slash'?em)[a-z']*),? version ([0-9]+(?:\.[0-9]+){1,2})`)

// welcome is the greeting, which names the variant where the dump does not.
var welcome = regexp.MustCompile(`(?i)welcome (?:back )?to (\S*(?:hack|slash'?em)[^!\s]*)!`)

// versionSaid finds what a page says of its own version. set is nil if it says nothing
// or names a version that is not modelled.
func versionSaid(lines []string) (set *rules.Set, program, note string) {
	for _, line := range lines[:min(len(lines), 400)] {
		m := versionLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := strings.ToLower(strings.ReplaceAll(m[1], "'", ""))
		if name == "nethack" {
			name = m[2]
		}
		return lookup(name, m[1]+" "+m[2])
	}
	for _, line := range lines {
		if m := welcome.FindStringSubmatch(line); m != nil && !strings.EqualFold(m[1], "nethack") {
			return lookup(strings.ToLower(strings.ReplaceAll(m[1], "'", "")), m[1])
		}
	}
	return nil, "", ""
}

func lookup(word, program string) (*rules.Set, string, string) {
	found, _, err := rules.Lookup(word)
	if err == nil && found.Set != nil {
		return found.Set, program, found.Note
	}
	note := fmt.Sprintf("%s is not a version that I know the rules of, so I read what I could.", program)
	return nil, program, note
}

// versionShown tells the version by how a page looks: each mark leaves only the
// versions that print it.
func versionShown(lines []string, text string) []string {
	left := rules.Pages()
	for _, m := range rules.Marks() {
		if !m.Line && strings.Contains(text, m.Text) || m.Line && slices.ContainsFunc(lines, func(l string) bool { return strings.TrimSpace(l) == m.Text }) {
			left = slices.DeleteFunc(left, func(n string) bool { return !slices.Contains(m.Versions, n) })
		}
	}
	return spellsFit(lines, left)
}

// spellsFit leaves the versions whose spells have the levels and schools that
// the page shows.
func spellsFit(lines []string, versions []string) []string {
	for _, line := range lines {
		sp, ok := spellRow(line)
		if !ok {
			continue
		}
		fits := slices.DeleteFunc(slices.Clone(versions), func(v string) bool {
			s := rules.Get(v).Spell(sp.Name)
			return s == nil || s.Level != sp.Level || sp.Category != "" && !strings.HasPrefix(string(s.School), sp.Category) && !shortSchool(sp.Category)
		})
		if len(fits) > 0 {
			versions = fits
		}
	}
	return versions
}
