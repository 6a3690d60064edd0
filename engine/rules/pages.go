package rules

import "slices"

// Mark is a text that only some versions write on their pages, by which a page
// that does not name its version can be told.
type Mark struct {
	Text     string
	Line     bool // it is a line of its own, apart from blanks around it
	Versions []string
}

var pageMarks = func() []Mark {
	var out []Mark
	readTable([]string{"all"}, "pages").each(func(r row) {
		out = append(out, Mark{Text: r.str("mark"), Line: r.str("where") == "line", Versions: r.list("versions")})
	})
	return out
}()

// Marks lists the marks of data/all/pages.tsv.
func Marks() []Mark { return pageMarks }

// Pages lists the versions whose pages have marks, the main line first.
func Pages() []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		return !slices.ContainsFunc(pageMarks, func(m Mark) bool { return slices.Contains(m.Versions, name) })
	})
}
