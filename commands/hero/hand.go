package hero

import (
	"cmp"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// Artifact returns the artifact of a name, with or without its "The", or nil.
func Artifact(set *rules.Set, name string) *rules.Artifact {
	for _, a := range set.Artifacts() {
		if strings.TrimPrefix(a.Name, "The ") == strings.TrimPrefix(name, "The ") {
			return &a
		}
	}
	return nil
}

// InHand returns the artifact that a saved character wields, which therefore exists, or nil.
// role is that of the hero asked about, if it is known; a character of another role is
// somebody else.
func InHand(set *rules.Set, character *commands.Call, role string) *rules.Artifact {
	is, held := Role.One(character), Held.One(character)
	if held == nil || held.Without || is != nil && cmp.Or(role, is.Name) != is.Name {
		return nil
	}
	return Artifact(set, held.Name)
}

// Counted says in a note that an artifact in a character's hand counts as existing.
func Counted(a *rules.Artifact) []string {
	return []string{strings.TrimPrefix(a.Name, "The ") + " in hand, which exists"}
}
