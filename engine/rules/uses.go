package rules

// skillNumbers is what the numbers of weapon skills in the object table stand for.
type skillNumbers struct {
	Names map[int]string `table:"skills.h"`
}

var skillTable = register(topic[skillNumbers]{name: "SkillNumbers", own: true, tables: []string{"weaponskills", "skillnames"}, fill: func(t *skillNumbers, lineage []string) {
	t.Names = map[int]string{}
	for _, name := range []string{"weaponskills", "skillnames"} {
		readTable(lineage, name).each(func(r row) { t.Names[r.num("number")] = r.str("skill") })
	}
}})

// SkillOf returns the weapon skill that an object is used with, or "" if there is none
// or it is not known. Missiles have the skill of what fires them.
func (s *Set) SkillOf(o *Object) string {
	t := skillTable.of(s.Name)
	if t == nil || o.Class != "weapon" && o.Class != "tool" && o.Class != "gem" {
		return ""
	}
	n := o.Sub
	if n < 0 {
		n = -n
	}
	return t.Names[n]
}

// purposes says in a few words what things are for.
type purposes struct {
	Of map[string]string `cite:"-"`
}

var purposeTable = register(topic[purposes]{name: "Purposes", own: true, tables: []string{"purposes"}, fill: func(t *purposes, lineage []string) {
	t.Of = map[string]string{}
	readTable(lineage, "purposes").each(func(r row) { t.Of[r.str("object")] = r.str("purpose") })
}, changes: map[string]func(*purposes){"3.6.7": func(*purposes) {}}})

// Purpose says in a few words what an object is for; empty if its name does, or the
// version's own things may differ.
func (s *Set) Purpose(o *Object) string {
	if t := purposeTable.of(s.Name); t != nil {
		return t.Of[o.Name]
	}
	return ""
}
