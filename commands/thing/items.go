package thing

import (
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// Elsewhere is an object of the nearest version, in the vocabulary of a version whose
// objects are not known, so that the reply says that instead of denying that the object
// exists.
type Elsewhere struct{ Nearest string }

// shortestArtifact is how long a shortened name of an artifact is that means it
// wherever it stands: "oof" is more often a sigh.
const shortestArtifact = 4

// shortened returns the shortened names of an artifact that mean nothing else.
func shortened(x *shorthand.Index, artifact string) (out []string) {
	for _, a := range x.Also(shorthand.Artifact, artifact) {
		if len(a) >= shortestArtifact && !names.Everyday(a) {
			out = append(out, a)
		}
	}
	return out
}

// Items returns the objects, artifacts and looks of a version by all their names.
func Items(s *rules.Set) []commands.Term {
	var out []commands.Term
	own, also := map[string]bool{}, shorthand.Of(s)
	add := func(name string, aliases []string, value any) {
		if !own[name] && !strings.HasPrefix(name, "(") {
			own[name] = true
			out = append(out, commands.Term{Name: name, Aliases: aliases, Value: value})
		}
	}
	for _, o := range s.Objects() {
		if o.Class != "illobj" && o.Class != "class" {
			add(o.Name, Aliases(s, o), o)
		}
	}
	for _, a := range s.Powers() {
		bare, the := strings.CutPrefix(a.Name, "The ")
		if the {
			add(a.Name, append(shortened(also, a.Name), bare), a)
		} else {
			add(a.Name, shortened(also, a.Name), a)
		}
	}
	if s.Objects() != nil {
		return append(out, Looks(s, false)...)
	}
	for nearest := rules.Get(s.Parent); nearest != nil; nearest = rules.Get(nearest.Parent) {
		for _, o := range nearest.Objects() {
			add(o.Name, nil, Elsewhere{nearest.Name})
		}
		if nearest.Objects() != nil {
			break
		}
	}
	return out
}
