package rules

import (
	"slices"
	"testing"
)

func TestLooks(t *testing.T) {
	for _, version := range Names() {
		s := Get(version)
		classes := map[string]int{}
		for _, l := range s.Looks().Groups {
			classes[l.Class] += len(l.Objects)
			if len(l.Objects) == 0 || len(l.Looks) == 0 || slices.Contains(l.Objects, "") || slices.Contains(l.Looks, "") {
				t.Errorf("%s: %+v", version, l)
			}
			for _, name := range l.Objects {
				if s.Objects() != nil && s.Object(name) == nil {
					t.Errorf("%s: something looks like %v and is %q, which is no object", version, l.Looks[0], name)
				}
			}
		}
		for class, least := range map[string]int{"ring": 28, "potion": 20, "scroll": 20, "wand": 24, "spellbook": 40, "amulet": 9, "armor": 25, "gem": 30} {
			if classes[class] < least {
				t.Errorf("%s: looks of %d objects of the class %s", version, classes[class], class)
			}
		}
		for japanese, name := range s.Looks().Japanese {
			if s.Objects() != nil && s.Object(name) == nil {
				t.Errorf("%s: %s is %q, which is no object", version, japanese, name)
			}
		}
	}
	// What the object table says of single appearances, the looks say, too.
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		s := Get(version)
		for _, o := range s.Objects() {
			if o.Appearance == "" || slices.Contains([]string{"venom", "coin", "class", "illobj"}, o.Class) {
				continue
			}
			if !slices.ContainsFunc(s.Looks().Groups, func(l *Look) bool {
				return l.Class == o.Class && slices.Contains(l.Objects, o.Name)
			}) {
				t.Errorf("%s: %s, which looks like %q, is of no group", version, o.Name, o.Appearance)
			}
		}
	}
}
