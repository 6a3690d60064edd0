package rules

import (
	"strings"
	"sync"
)

// itemSets holds a builder for each version whose objects are known although it has no
// rules of its own otherwise.
var itemSets = func() map[string]func() *Set {
	out := map[string]func() *Set{}
	for _, v := range versions {
		if v.partial && objects.knownIn(v) {
			out[v.name] = sync.OnceValue(func() *Set { return build(v) })
		}
	}
	return out
}()

// LookupItems finds, for a word that Lookup does not know, the objects, artifacts and
// appearances of a version that is not modelled otherwise. Only these parts of its Set
// may be used. It finds nothing for any other word.
func LookupItems(word string) (Found, error) {
	if f := itemSets[versionNamed(bareVersion(strings.ToLower(word))).name]; f != nil {
		return Found{Set: f()}, nil
	}
	return Found{}, nil
}
