package rules

// Artifact is a named thing and the object it is made from (artilist.h).
type Artifact struct {
	Name string
	Base string // the object's full name
}

// Artifacts lists the version's artifacts; nil where its objects are not known.
func (s *Set) Artifacts() []Artifact {
	if s.Objects() == nil {
		return nil
	}
	var names []string
	for _, v := range lineage(s.Name) {
		names = append(names, v.name)
	}
	var out []Artifact
	readTable(names, "artifacts").each(func(r row) {
		out = append(out, Artifact{r.str("artifact"), r.str("base")})
	})
	return out
}
