package monster

import (
	"slices"
	"strings"
	"sync"

	"delphi/engine/rules"
)

// Names returns what versions call the monster of a name, that name first: a gnome lord
// of one is a gnome leader of another. What any version tells apart, as an incubus and a
// succubus, is not the same. A name that no version knows is returned alone.
func Names(name string) []string {
	out := []string{name}
	for _, other := range called()[strings.ToLower(name)] {
		if !strings.EqualFold(other, name) {
			out = append(out, other)
		}
	}
	return out
}

// called holds the names of the monsters that have several, by each of them.
var called = sync.OnceValue(func() map[string][]string {
	var versions []map[string]*rules.Monster // by each name
	var all []*rules.Monster
	for _, version := range rules.BestiaryNames() {
		named := map[string]*rules.Monster{}
		for _, m := range rules.BestiaryOf(version).Monsters {
			for _, name := range m.Names {
				named[name] = m
			}
			if len(m.Names) > 1 {
				all = append(all, m)
			}
		}
		versions = append(versions, named)
	}
	apart := func(a, b string) bool {
		return slices.ContainsFunc(versions, func(named map[string]*rules.Monster) bool {
			x, y := named[a], named[b]
			return x != nil && y != nil && x != y
		})
	}
	out := map[string][]string{}
	for _, m := range all {
		for _, name := range m.Names {
			key := strings.ToLower(name)
			for _, other := range m.Names {
				if other != name && !slices.Contains(out[key], other) && !apart(name, other) {
					out[key] = append(out[key], other)
				}
			}
		}
	}
	return out
})
