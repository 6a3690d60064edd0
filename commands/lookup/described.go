package lookup

import (
	"slices"
	"strings"
	"unicode/utf8"

	"delphi/commands"
	"delphi/engine/monster"
	"delphi/engine/names"
	"delphi/engine/pattern"
	"delphi/engine/rules"
)

// classNouns are what players call the monsters of a class, by its symbol.
var classNouns = map[string]string{
	"ant": "a", "blob": "b", "canine": "d", "dog": "d", "dragon": "D", "elemental": "E", "feline": "f", "cat": "f", "gnome": "G", "giant": "H", "imp": "i", "jelly": "j",
	"kobold": "k", "leprechaun": "l", "lich": "L", "mimic": "m", "mummy": "M", "nymph": "n", "naga": "N", "orc": "o", "ogre": "O", "pudding": "P", "rodent": "r",
	"rust monster": "R", "spider": "s", "snake": "S", "troll": "T", "unicorn": "u", "vortex": "v", "vampire": "V", "worm": "w", "wraith": "W", "xorn": "X", "ape": "Y", "zombie": "Z",
	"demon": "&", "golem": "'", "fungus": "F", "mold": "F", "lizard": ":", "eel": ";", "centaur": "C", "angel": "A", "bat": "B", "eye": "e", "dwarf": "h", "light": "y", "quadruped": "q",
}

// classAsked finds "which dragons", "what giant" in a line.
var classAsked = pattern.Must(`(?i)\b(?:which|what|list|all|every)\s+(?:of\s+|all\s+|every\s+|the\s+|kinds? of\s+|types? of\s+)*(\pL+)\b`)

// classFirst finds "nymphs, all kinds of em": a class, and behind it that all of it is asked for.
var classFirst = pattern.Must(`(?i)^\s*(?:the\s+)?(\pL+s|vortices|fungi|mummies|jellies)\s*[,:;-]*\s+(?:list\s+|show\s+)?(?:all|every|each|them all)\b`)

// allWords are phrases by which a line asks for all monsters of a class.
const allWords = "all kinds|all types|every kind|every type|each kind|all of them|all of em|list them|every one|them all|kinds of|types of|all sorts|every sort"

// glyphSaid finds a class letter with its colour: "blue e", "F yellow".
var glyphSaid = func() *pattern.Pattern {
	colour := "(" + strings.Join(colours, "|") + ")"
	return pattern.Must(`(?:^|\s)(?:(?i:` + colour + `)\s+([A-Zb-hj-tv-z@&';:])|([A-Zb-hj-tv-z@&';:])\s+(?i:` + colour + `))(?:$|[\s,.;?!])`)
}()

// thatIs joins a letter with its colour: "a T that's brown".
var thatIs = pattern.Must(`(?i)\s+(?:that'?s|thats|that is|which is|that are|in)\s+`)

// severalGlyphs are the letters with colours that a line sets side by side: "blue e or gray e".
func severalGlyphs(line string) (out []string) {
	for _, m := range glyphSaid.FindAllStringSubmatch(strings.ReplaceAll(thatIs.ReplaceAllString(line, " "), " ", "  "), -1) {
		out = append(out, m[2]+m[3]+" "+strings.ToLower(m[1]+m[4]))
	}
	return out
}

// deathAsked asks who resists death magic.
var deathAsked = pattern.Must(`(?i)\b(?:resist\w*|immune)\s+(?:to\s+|the\s+)*(?:death|finger of death|fod|touch of death)\b`)

// classWords are the phrases by which a line asks which monsters of a class do
// something.
func classWords() string {
	var out []string
	for noun := range classNouns {
		for _, which := range []string{"which ", "what "} {
			out = append(out, which+noun, which+commands.Plural(noun))
		}
	}
	slices.Sort(out)
	return strings.Join(out, "|")
}

// ofClass describes the monsters that a line asks for by their class and by what
// else it says of them: "which giants give cold resistance". It is empty where the
// line asks for none so.
func ofClass(line string, words []string) string {
	m := classAsked.FindStringSubmatch(line)
	if first := classFirst.FindStringSubmatch(line); first != nil && classOf(first[1]) != "" {
		m = first
	}
	if m == nil {
		return ""
	}
	symbol := classOf(m[1])
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.EqualFold(w, m[1]) || utf8.RuneCountInString(w) == 1 })
	said := describe(rest)
	switch {
	case symbol == "":
		return ""
	case said != "":
		return symbol + " " + said
	case (names.Stem(m[1]) != names.Fold(m[1]) || strings.Contains(strings.ToLower(m[0]), "every ")) && !slices.ContainsFunc(rest, func(w string) bool { return !listing[names.Fold(w)] }): // "list all golems"
		return symbol
	}
	return ""
}

// classOf is the symbol of the class that a noun means, in the plural too; empty: none.
func classOf(word string) string {
	if symbol := classNouns[strings.ToLower(word)]; symbol != "" {
		return symbol
	}
	for noun, symbol := range classNouns {
		if names.Stem(noun) == names.Stem(names.Fold(word)) {
			return symbol
		}
	}
	return ""
}

// listing are the words of a line that asks for all monsters of a class and nothing more.
var listing = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq("mon monster monsters list all every the of kinds kind types type show give tell me us pls plz please what which are there is a em them kinds sorts sort one each in game nethack do you know hi hey thanks thx") {
		out[w] = true
	}
	return out
}()

// described are words of sentences that queries know by another.
var described = map[string]string{
	"petrify": "stoning", "petrifies": "stoning", "stone": "stoning", "fly": "flies", "steal": "steals", "give": "gives", "grant": "gives", "grants": "gives", "resist": "resists",
	"provide": "gives", "provides": "gives", "convey": "conveys", "poisonous": "poisonous", "venomous": "poisonous", "swim": "swims",
}

// severalOf is a class letter in the plural.
var severalOf = pattern.Must(`^(?:([A-Z@&';:])'?s|([b-hj-z])'s)$`)

// describe is what a sentence says that monsters have in common, as a query
// says it: a class letter, what they resist or do. It is empty if nothing is.
func describe(words []string) string {
	var out []string
	if letter := letterOf(words); letter != "" {
		out = []string{letter}
	}
	reads := func(text string) bool {
		q, err := monster.Parse(text)
		return err == nil && !q.Empty()
	}
	not, verb := "", "" // what denies the next condition, and whose elements a list goes on with
	add := func(text string) {
		out, not = append(out, not+text), ""
	}
	words = compared(words)
	for i := 0; i < len(words); i++ {
		w := strings.ToLower(words[i])
		if w == "safe" || w == "edible" {
			return "" // which no query knows
		}
		if denying[strings.ReplaceAll(w, "'", "")] && i+1 < len(words) {
			not = "not "
			continue
		}
		if verb != "" && i > 0 && reads(verb+" "+w) && strings.EqualFold(words[i-1], "and") { // "resists sleep and fire"
			add(verb + " " + w)
			continue
		}
		if d := described[w]; d != "" {
			w = d
		}
		if i+1 < len(words) && strings.ContainsAny(words[i+1], "0123456789") { // "level 30", "speed 20"
			if two := w + " " + words[i+1]; w != "and" && w != "or" && !strings.ContainsAny(w, "0123456789") && reads(two) {
				add(two)
				i++
				continue
			}
		}
		if i+1 < len(words) && (w == "resists" || w == "gives" || w == "conveys") {
			if two := w + " " + strings.ToLower(words[i+1]); reads(two) {
				add(two)
				verb = w
				i++
			}
			continue
		}
		if len(w) > 2 && reads(w) {
			add(w)
		} else if not != "" && len(w) > 2 && !passing[w] {
			return "" // what is denied is not known
		}
	}
	return strings.Join(out, " ")
}

// letterOf is the class letter among the words of a line; empty: none is.
func letterOf(words []string) string {
	for _, w := range words {
		if m := severalOf.FindStringSubmatch(w); m != nil { // "the Ls", "all @s"
			w = m[1] + m[2]
		}
		if utf8.RuneCountInString(w) == 1 && !strings.ContainsAny(w, "aAIiu0123456789-") {
			return w
		}
	}
	return ""
}

// conveyed describes the monsters that give something when they are eaten: "gives cold".
// It is empty where the words name nothing that a corpse gives.
func conveyed(words []string) string {
	for i := range words {
		for n := min(2, len(words)-i); n > 0; n-- {
			gives := "gives " + strings.ToLower(strings.Join(words[i:i+n], " "))
			if n == 1 && len(words[i]) < 4 {
				continue
			}
			if q, err := monster.Parse(gives); err == nil && q.AsksEating() && len(q.Find(rules.BestiaryOf(rules.Default))) > 0 {
				return gives
			}
		}
	}
	return ""
}

// exceptAsked is a line that asks for the monsters of a letter but one: "which a besides
// soldier ants are poisonous".
var exceptAsked = pattern.Must(`(?i)^\s*(?:mon|which|what|list|all|every)?\s*(?:mon\s+)?([a-zA-Z@&';:])(?:'?s)?,?\s+((?:.+?\s+)?(?:but not|and not|except for|except|excluding|besides|other than|apart from)\s.+?)[?!.]*$`)

// exceptDescribed describes the monsters of such a line; empty: it is none.
func exceptDescribed(line string) string {
	m := exceptAsked.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	return m[1] + " " + m[2]
}

// passing are words between one that denies and what it denies.
var passing = map[string]bool{"the": true, "any": true, "have": true, "has": true, "that": true, "even": true, "give": true, "you": true}

// denying are words before what a monster must not be.
var denying = map[string]bool{"dont": true, "doesnt": true, "not": true, "cant": true, "cannot": true, "isnt": true, "arent": true, "never": true, "without": true, "no": true}

// comparing are words between a figure's name and the figure.
var comparing = map[string]string{"above": ">", "over": ">", "exceeding": ">", "below": "<", "under": "<"}

// compared writes "speed above 20" as a query does, "speed >20".
func compared(words []string) []string {
	for i := 1; i+1 < len(words); i++ {
		sign, n := comparing[strings.ToLower(words[i])], 2
		if two := strings.ToLower(words[i] + " " + words[i+1]); sign == "" && i+2 < len(words) {
			sign, n = map[string]string{"more than": ">", "greater than": ">", "higher than": ">", "less than": "<", "lower than": "<", "at least": ">=", "at most": "<="}[two], 3
		}
		if sign == "" || strings.Trim(words[i+n-1], "-0123456789") != "" {
			continue
		}
		words = slices.Concat(words[:i], []string{sign + words[i+n-1]}, words[i+n:])
	}
	return words
}
