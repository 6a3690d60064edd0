package rules

import "strings"

// Look is a group of appearances of unidentified things, and what a thing of
// such an appearance can be. Where one object has a look of its own, the look
// is as good as its name.
type Look struct {
	Class   string   // of the objects: "armor", "scroll"
	Objects []string // full names: "cloak of protection"
	Looks   []string // "opera cloak", "twisted", "ZELGO MER"
}

// Looks holds the appearances of the version's objects.
type Looks struct {
	// Groups lists the appearances: those that are shuffled together in each
	// game, and those that are fixed.
	Groups []*Look `table:"objects.c"`
	// Japanese maps what Samurai call some objects to their full names.
	Japanese map[string]string `table:"objnam.c"`
}

var looks = register(topic[Looks]{name: "Looks", tables: []string{"looks", "japanese"}, fill: func(l *Looks, lineage []string) {
	l.Japanese = map[string]string{}
	readTable(lineage, "looks").each(func(r row) {
		l.Groups = append(l.Groups, &Look{
			Class: r.str("class"), Objects: strings.Split(r.str("objects"), ";"), Looks: strings.Split(r.str("looks"), ";"),
		})
	})
	readTable(lineage, "japanese").each(func(r row) { l.Japanese[r.str("japanese")] = r.str("object") })
}})

// Looks returns what the version's unidentified objects look like.
func (s *Set) Looks() *Looks { return looks.of(s.Name) }
