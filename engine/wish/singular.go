package wish

import (
	"slices"
	"strings"
)

// singular returns a name in the singular, as the game makes it: of the words before
// "of" and the like. plain are the rules of 3.4.3.
func singular(name string, plain bool) string {
	if plain {
		return plainSingular(name)
	}
	head, tail := name, ""
	if i := compound(name); i >= 0 {
		head, tail = name[:i], name[i:]
	}
	return oneOf(head) + tail
}

// compounds end the part of a name that has a plural: "lumps of royal jelly".
var compounds = []string{
	" of ", " labeled ", " called ", " named ", " above", " versus ", " from ", " in ", " on ", " a la ", " with", " de ", " d'", " du ", " au ", "-in-", "-at-",
}

// compound returns where the first of the compounds begins; -1: nowhere.
func compound(name string) int {
	for i := range len(name) {
		if slices.ContainsFunc(compounds, func(c string) bool { return starts(name[i:], c) }) {
			return i
		}
	}
	return -1
}

// alike end words that are the same in the singular and the plural, or that the
// game uses in the plural alone.
var sameEndings = []string{
	"boots", "shoes", "gloves", "lenses", "scales", "eyes", "gauntlets", "iron bars",
	"bison", "deer", "elk", "fish", "fowl", "tuna", "yaki", "-hai", "krill", "manes", "moose", "ninja", "sheep", "ronin", "roshi", "shito", "tengu",
	"ki-rin", "nazgul", "gunyoki", "piranha", "samurai", "shuriken", "haggis", "bordeaux",
	"erinys", "cyclops", "hippocrates", "pelias", "aklys", "amnesia", "detect monsters", "paralysis", "shape changers", "nemesis",
}

// irregular holds the endings of the singular and the plural.
var irregular = [][2]string{
	{"child", "children"}, {"cubus", "cubi"}, {"culus", "culi"}, {"Cyclops", "Cyclopes"}, {"djinni", "djinn"}, {"erinys", "erinyes"}, {"foot", "feet"},
	{"fungus", "fungi"}, {"goose", "geese"}, {"knife", "knives"}, {"labrum", "labra"}, {"louse", "lice"}, {"mouse", "mice"}, {"mumak", "mumakil"},
	{"nemesis", "nemeses"}, {"ovum", "ova"}, {"ox", "oxen"}, {"passerby", "passersby"}, {"rtex", "rtices"}, {"serum", "sera"}, {"staff", "staves"},
	{"tooth", "teeth"},
}

// dropES holds the endings of plurals that lose "es".
var dropES = []string{"eses", "oxes", "nxes", "ches", "uses", "shes", "sses", "atoes", "dingoes", "aleaxes"}

// oneOf returns a noun in the singular.
func oneOf(s string) string {
	ending := func(list ...string) bool {
		return slices.ContainsFunc(list, func(e string) bool { return ends(s, e) })
	}
	if ending(sameEndings...) || len(s) > 5 && ending("craft") || strings.EqualFold(s, "slice") || strings.EqualFold(s, "mongoose") {
		return s
	}
	for _, pair := range irregular {
		switch {
		case ends(s, pair[0]):
			return s
		case ends(s, pair[1]):
			return s[:len(s)-len(pair[1])] + pair[0]
		}
	}
	whole := func(word string) bool { return ends(s, " "+word) || strings.EqualFold(s, word) }
	n := len(s)
	if n == 0 || lower(s[n-1]) != 's' {
		switch {
		case ending("men"):
			return s[:n-2] + "an"
		case ending("matzot", "ae", "eaux"):
			return s[:n-1]
		case ending("elia", "eria"):
			return s[:n-1] + "um"
		}
		return s
	}
	switch {
	case ending("ies"):
		if ending("cookies", "mbies", "yries") || whole("pies") || whole("genies") {
			return s[:n-1]
		}
		return s[:n-3] + "y"
	case n >= 4 && ending("ves") && strings.IndexByte("lraeiou", lower(s[n-4])) >= 0:
		if ending("cloves", "nerves") {
			return s[:n-1]
		}
		return s[:n-3] + "f"
	case ending(dropES...):
		return s[:n-2]
	case ending("us") && !ending("tengus", "hezrous"), ending("ss"), whole("lens"):
		return s
	}
	return s[:n-1]
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// plainSingular returns the rules of 3.4.3, which mind case nearly everywhere.
func plainSingular(s string) string {
	ending := func(list ...string) bool {
		return slices.ContainsFunc(list, func(e string) bool { return strings.HasSuffix(s, e) })
	}
	if i := find(s, "s of "); i >= 0 {
		if ends(s[:i], "Eye") || strings.HasSuffix(s[:i], "boot") || strings.HasSuffix(s[:i], "gauntlet") {
			return s
		}
		return s[:i] + s[i+1:]
	}
	n := len(s)
	cut := func(by int, with string) string { return s[:n-by] + with }
	switch {
	case ending("teeth"):
		return cut(5, "tooth")
	case ending("fungi"):
		return cut(5, "fungus")
	case !ending("s"):
		return s
	case ending("ies") && !ending("cookies", "pies"):
		return cut(3, "y")
	case ending("knives"):
		return cut(3, "fe")
	case ending("staves"):
		return cut(3, "ff")
	case ends(s, "leaves"):
		return cut(3, "f")
	case ending("vortices"):
		return cut(4, "ex")
	case ending("boxes", "ches"):
		return cut(2, "")
	case ending("gloves", "lenses", "shoes", "scales"):
		return s
	case ending("boots", "gauntlets", "tricks", "paralysis", "glass", "ness", "shape changers", "detect monsters", "eucalyptus", "iron bars", "aklys", "fungus"), ends(s, "Aesculapius"):
		return s
	}
	return cut(1, "")
}
