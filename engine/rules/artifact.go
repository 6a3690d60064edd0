package rules

// Use is how an artifact is of use.
type Use string

const (
	Wielded Use = "wielded"
	Wearing Use = "worn"
	Carried Use = "carried"
)

// Artifact is a named thing and the object it is made from (artilist.h).
type Artifact struct {
	Name  string // "Excalibur", "The Orb of Fate"
	Base  string // the object's full name
	Use   Use
	Quest string // the role whose quest artifact it is; empty: none
}

// artifactTable is every artifact of a version.
type artifactTable struct {
	List []Artifact `table:"artilist.h"`
}

var artifacts = register(topic[artifactTable]{name: "Artifacts", tables: []string{"artifacts"}, fill: func(t *artifactTable, lineage []string) {
	readTable(lineage, "artifacts").each(func(r row) {
		t.List = append(t.List, Artifact{Name: r.str("artifact"), Base: r.str("base"), Use: Use(r.str("use")), Quest: r.str("quest")})
	})
}})

// Artifacts lists the version's artifacts, quest artifacts among them. The
// bases are objects of the version's own table, which may not be known here. It
// is nil for a Set of LookupItems.
func (s *Set) Artifacts() []Artifact {
	if t := artifacts.of(s.Name); t != nil {
		return t.List
	}
	return nil
}
