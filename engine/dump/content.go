package dump

import (
	"slices"
	"strings"
)

// quiet reports whether a line of a page tells nothing that is kept.
func quiet(s string) bool {
	for _, p := range []string{
		"(none)", "Game began ", "No creatures were ", "No species were ", "You made the top", "You reached the ", "You didn't ", "Unix ", "Restricted", "creatures vanquished",
		"Pick a skill", "(Skill", "Not carrying anything", "You don't know any spells", "You are carrying", "Starting", "Current", "Deities", "name  ", "race  ", "role  ",
		"gender  ", "alignment  ", "Chaotic  ", "Neutral  ", "Lawful  ", "Autopickup", "who was opposed", "who is opposed", "who are opposed", "MS Windows ", "Mac", "Killer:",
	} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return strings.HasSuffix(s, "creatures vanquished.") || strings.HasSuffix(s, " is empty.") || strings.HasSuffix(s, " is empty.--More--")
}

// content reads a line of a bag: a name without a letter.
func (r *reader) content(s string) bool {
	if !starts.MatchString(s) || strings.HasSuffix(s, ".") {
		return r.shape(s, s)
	}
	it := r.things.item(s, r.class)
	it.In = r.bag
	r.h.Contents = append(r.h.Contents, it)
	return true
}

// kill reads a row of the vanquished creatures.
func (r *reader) kill(s string) bool {
	if quiet(s) {
		if strings.HasPrefix(s, "No species") {
			r.section = loose
		}
		return true
	}
	m := killRow.FindStringSubmatch(s)
	if m == nil || strings.HasSuffix(s, ":") || strings.HasSuffix(s, ".") {
		return r.shape(s, s)
	}
	n := 1
	switch {
	case m[3] != "":
		n = atoi(m[3])
	case m[4] == "twice":
		n = 2
	case m[4] == "thrice":
		n = 3
	case atoi(m[1]) > 0:
		n = atoi(m[1])
	}
	name := m[2]
	if m[1] == "the" {
		name = "the " + name
	}
	if len(r.h.Vanquished) < 1000 {
		r.h.Vanquished = append(r.h.Vanquished, Killed{name, n})
	}
	return true
}

// claim keeps a sentence of the conducts or achievements.
func (r *reader) claim(s string, list *[]string) bool {
	switch {
	case levels.MatchString(s):
		r.section = overview
		return true
	case strings.HasPrefix(s, "You ") && !strings.Contains(s, "have no achievements"), strings.HasPrefix(s, "Character "):
		*list = appendNew(*list, strings.TrimSuffix(s, "."))
		return true
	case strings.HasPrefix(s, "You "):
		return true
	}
	return r.shape(s, s)
}

// attribute reads a sentence of the attributes.
func (r *reader) attribute(line, s string) bool {
	known := r.h.readSentence(r.set, s)
	if r.section == attributes && strings.HasSuffix(strings.Fields(s + " x")[0], "s") {
		known = true
	}
	sentence := strings.HasPrefix(s, "You ") || strings.HasPrefix(s, "Your ") || strings.HasPrefix(s, "Good luck ") || strings.HasPrefix(s, "Bad luck ")
	if r.section == attributes && sentence {
		r.h.addAttribute(s)
		return true
	}
	return known || sentence || strings.HasPrefix(s, "who ") || strings.HasPrefix(s, "you had ") || strings.HasPrefix(s, "Autopickup") || strings.HasPrefix(s, "Total ")
}

// addItem keeps a stack; a letter that comes again replaces its line.
func (h *Hero) addItem(it Item) {
	if it.Letter != "" && it.Letter != "#" {
		if i := slices.IndexFunc(h.Inventory, func(x Item) bool { return x.Letter == it.Letter }); i >= 0 {
			h.Inventory[i] = it
			return
		}
	}
	if len(h.Inventory) < 1000 {
		h.Inventory = append(h.Inventory, it)
	}
}

func appendNew(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) || len(list) >= 1000 {
		return list
	}
	return append(list, s)
}
