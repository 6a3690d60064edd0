package rules

// Artifact is a named thing and the object it is made from (artilist.h).
type Artifact struct {
	Name string
	Base string // the object's full name
}

// artifactTable is every artifact of a version.
type artifactTable struct {
	List []Artifact `table:"artilist.h"`
}

var artifacts = register(topic[artifactTable]{name: "Artifacts", tables: []string{"artifacts"}, fill: func(t *artifactTable, lineage []string) {
	readTable(lineage, "artifacts").each(func(r row) {
		t.List = append(t.List, Artifact{r.str("artifact"), r.str("base")})
	})
}})

// Artifacts lists the version's artifacts; nil where its objects are not known.
func (s *Set) Artifacts() []Artifact {
	if s.Objects() == nil {
		return nil
	}
	return artifacts.of(s.Name).List
}
