package hear

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"delphi/commands/grammar"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

//go:embed small.txt
var smallText string

// small are the words that say nothing to any command.
var small = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(smallText) {
		out[w] = true
	}
	return out
})

// word is one word of a line.
type word struct {
	raw   string // as it was typed, without marks around it
	text  string // folded
	cut   bool   // a comma or the like stands before it
	sign  rune   // the class sign that was read: raw is the thing's full name
	query bool   // a question mark follows
	open  bool   // a bracket opens before it
	colon bool   // a colon stands before it
	stop  bool   // a sentence or a part of one ends before it
	dot   bool   // a full stop follows: the word may be cut short

	apart  bool   // what a pile is polymorphed with stood between it and this word
	status bool   // a figure of a pasted status line
	school school // of a level of skill: that which it is said to be in

	lemma *lemma // of text, once it is asked for
}

// better are words that the grammar knows by another.
var better = map[string]string{
	"sk": "skilled", "skil": "skilled", "unskil": "unskilled", "noncursed": "uncursed", "uc": "uncursed", "nonblessed": "uncursed",
	"w": "with", "n": "and", "unidd": "unidentified", "unid": "unidentified", "wo": "without", "bless": "blessed", "bsc": "basic", "bas": "basic", "skld": "skilled", "unsk": "unskilled", "exprt": "expert",
	"unc": "uncursed", "glv": "gloves", "glvs": "gloves", "hlm": "helm", "bts": "boots", "amu": "amulet", "ammy": "amulet",
	"versus": "vs", "itn": "int", "wi": "wis", "dx": "dex", "nit": "int", "wsi": "wis", "lvel": "level", "levl": "level", "leve": "level", "shld": "shield", "sml": "small", "lrg": "large", "clk": "cloak", "refl": "reflection", "preist": "priest", "wizrad": "wizard", "robes": "robe", "outta": "out of", "gonna": "", "thru": "to",
}

// outOf is what is left of how much, as the status line has it.
var outOf = regexp.MustCompile(`^(\d+)\((\d+)\)[.,;:!?]*$`)

// powerLeft is what is left of the power, glued to its word.
var powerLeft = regexp.MustCompile(`^(?i:pw|power|mana):?(\d+)\(\d+\)[.,;:!?]*$`)

// amount is how many of a thing there are, glued to its name: "darts*50".
var amount = regexp.MustCompile(`^([a-zA-Z][a-zA-Z'-]+)[*×](\d+)[.,;:!?]*$`)

// marks are stripped from both ends of a word.
const marks = `.,;:!?"'()[]{}<>*~_|` + "`"

// leads are words that go on with a thing: "(" behind them is the sign of tools and no
// bracket.
var leads = wordSet(`from into for to of or and with a an the polying zapping`)

// ends are marks behind a word that end a name.
const ends = ",;|"

// split cuts a line into words. A version's names are needed to read class
// signs, so the line's version comes first; at the start of a line "!" is the
// potion sign only before an o and a capital.
func split(line string, set *rules.Set) (words []word, err error) {
	x := shorthand.Of(set)
	fields := strings.Fields(line)
	if strings.Contains(line, ",") {
		fields = strings.Fields(gluedSigns.ReplaceAllString(line, "$1, $2"))
	}
	status := statusLine(fields)
	words = make([]word, 0, len(fields)+4)
	dips := slices.ContainsFunc(fields, func(f string) bool { return len(f) < 7 && strings.HasPrefix(strings.ToLower(f), "dip") })
	cut := false
	for i := 0; i < len(fields); i++ {
		f := fields[i]
		if ordinary(f) { // most are
			words = append(words, word{raw: f, text: names.Fold(f), cut: cut, colon: colonAt(fields, i-1), stop: stopAt(fields, i-1)})
			cut = false
			continue
		}
		if f == "In" && i > 0 && i+1 < len(fields) && isNumber(strings.TrimRight(fields[i+1], marks)) { // "Wis 18, In 12", as the status line has it
			words = append(words, word{raw: "int", text: "int", cut: cut})
			cut = false
			continue
		}
		if k := strings.IndexByte(f, '+'); k > 2 && k+2 == len(strings.TrimRight(f, marks)) && letter(f[k-1]) && '0' <= f[k+1] && f[k+1] <= '9' { // "hob+2"
			fields = slices.Replace(fields, i, i+1, f[k:k+2], f[:k]+f[k+2:])
			i--
			continue
		}
		if k := strings.Index(f, "(s)"); k > 2 && letter(f[k-1]) { // "elven cloak(s)"
			f = f[:k] + "s" + f[k+3:]
			fields[i] = f
		}
		if k := strings.IndexByte(f, '@'); k > 0 && f[0] != '<' && k+1 < len(f) && !strings.ContainsAny(f[k+1:], "@.") { // "bones@castle"
			fields = slices.Replace(fields, i, i+1, f[:k], f[k:])
			f = f[:k]
		}
		if len(f) > 2 && f[0] == '@' && f[1] >= '0' && f[1] <= '9' { // "bones @12"
			words = append(words, word{raw: "at", text: "at", cut: cut})
			cut, f = false, f[1:]
			fields[i] = f
		}
		if len(f) > 3 && f[0] == '@' && letter(f[1]) { // "bones @valley"
			f = f[1:]
			fields[i] = f
		}
		if smiley(f) || strings.EqualFold(strings.TrimRight(f, marks), "y/n") {
			continue
		}
		if class := loneSign(f); class != "" && i > 0 && slices.Contains([]string{"a", "an", "the", "this", "that", "unknown", "one"}, strings.ToLower(fields[i-1])) { // "bought a !,"
			words = append(words, word{raw: class, text: class, cut: cut})
			cut = strings.ContainsAny(f[len(f)-1:], ends)
			continue
		}
		if f == "->" || f == "→" || f == "=>" || f == "-->" {
			words = append(words, word{raw: "into", text: "into"})
			continue
		}
		if class, rest, ok := priced(f); ok { // =150
			words = append(words, word{raw: class, text: class, cut: cut}, word{raw: rest, text: rest, query: strings.HasSuffix(f, "?")})
			continue
		}
		if len(f) == 1 && strings.ContainsAny(f, "bucBUC") && i+1 < len(fields) && shorthand.Class([]rune(fields[i+1])[0]) != "" { // B +oSleep
			b := map[string]string{"b": "blessed", "u": "uncursed", "c": "cursed"}[strings.ToLower(f)]
			words = append(words, word{raw: b, text: b, cut: cut})
			cut = false
			continue
		}
		letter := ""
		if b, rest, ok := cursed(f); ok { // b!oH
			letter = b
			words = append(words, word{raw: b, text: b, cut: cut})
			fields[i], cut = rest, false
		}
		if dips && strings.TrimRight(f, marks) == "!oP" { // what things are dipped into
			f = "!oPolymorph" + f[len("!oP"):]
			fields[i] = f
		}
		if len(f) > 2 && (f[:2] == "P(" || f[:2] == "p(") { // P(marker)
			words = append(words, word{raw: "chance", text: "chance", cut: cut})
			cut, f = false, f[2:]
			fields[i] = f
			if k := slices.IndexFunc(fields[i:], func(f string) bool { return strings.EqualFold(f, "for") }); k > 0 { // P(marker) for 12 unicorn horns
				fields[i+k] = "from"
			}
		}
		if m := outOf.FindStringSubmatch(guarded(f, '(')); m != nil && i > 0 && !strings.EqualFold(fields[i-1], "hp") { // "hp is 5(40)"
			words = append(words, word{raw: m[1], text: m[1], cut: cut})
			if keyword(strings.ToLower(strings.TrimRight(fields[i-1], ":"))) != "pw" { // of which the most changes nothing
				words = append(words, word{raw: "of", text: "of"}, word{raw: m[2], text: m[2], query: strings.HasSuffix(f, "?")})
			}
			cut = strings.ContainsAny(f[len(f)-1:], ends)
			continue
		}
		if m := powerLeft.FindStringSubmatch(guarded(f, '(')); m != nil && !status { // Pw:22(40)
			words = append(words, word{raw: "pw" + m[1], text: "pw" + m[1], cut: cut, query: strings.HasSuffix(f, "?")})
			cut = strings.ContainsAny(f[len(f)-1:], ends)
			continue
		}
		if k := strings.Index(f, "->"); k > 0 && k+2 < len(f) && isNumber(f[k+2:k+3]) && isNumber(f[k-1:k]) { // 15->18
			fields = slices.Replace(fields, i, i+1, f[:k], "->", f[k+2:])
			i--
			continue
		}
		if name := x.Half(strings.TrimRight(f, marks)); name != "" { // AoChange
			words = append(words, word{raw: name, text: names.Fold(name), cut: cut, query: strings.HasSuffix(f, "?")})
			cut = strings.ContainsAny(f[len(f)-1:], ends)
			continue
		}
		if m := levelFile.FindStringSubmatch(guarded(f, '-')); m != nil { // medusa-2
			f = m[1] + m[2]
			fields[i] = f
		}
		if lowHP.MatchString(guarded(f, '/')) {
			words = append(words, word{raw: "low", text: "low", cut: cut}, word{raw: "hp", text: "hp"})
			cut = strings.ContainsAny(f[len(f)-1:], ends)
			continue
		}
		if (f == "x" || f == "X") && i > 0 && i+1 < len(fields) && isNumber(strings.TrimRight(fields[i+1], marks)) && !(len(words) > 0 && words[len(words)-1].digits()) { // "x 25"
			i++
			f = "x" + fields[i]
			fields[i] = f
		}
		if m := amount.FindStringSubmatch(f); m != nil { // "darts*50"
			words = append(words, word{raw: m[1], text: names.Fold(m[1]), cut: cut}, word{raw: "x" + m[2], text: "x" + m[2], query: strings.HasSuffix(f, "?")})
			cut = strings.ContainsAny(f[len(f)-1:], ends+":")
			continue
		}
		if k := strings.Index(f, ".."); k > 0 && k+2 < len(f) && f[k-1] >= '0' && f[k-1] <= '9' && strings.Trim(f[k:], ".0123456789") == "" && f[len(f)-1] != '.' { // 4..15
			f = f[:k] + "-" + strings.TrimLeft(f[k:], ".")
			fields[i] = f
		}
		w, used, err := signed(x, fields[i:])
		if err != nil {
			return nil, err.lettered(map[bool]string{true: letter}[len(fields) > 2])
		}
		if used > 0 {
			last := fields[i+used-1]
			w.colon, w.stop = colonAt(fields, i-1), stopAt(fields, i-1)
			w.cut, cut = cut || strings.HasPrefix(f, "(") && len(words) > 0 && !words[len(words)-1].in(leads) && !words[len(words)-1].digits(), strings.ContainsAny(last[len(last)-1:], ends) || endsClause(last, fields[i+used:])
			w.query = strings.HasSuffix(last, "?")
			words = append(words, w)
			i += used - 1
			continue
		}
		for k, part := range pieces(f) {
			if part == "" || k > 0 && part == "," {
				cut = true
				continue
			}
			plain := strings.Trim(part, marks)
			if strings.HasPrefix(plain, "18/") { // 18/**
				plain = strings.Trim(part, strings.ReplaceAll(marks, "*", ""))
			}
			if strings.HasPrefix(part, "<") || strings.HasPrefix(part, ">") {
				plain = strings.TrimRight(part, ".,;:!?")
			}
			if plain == "" {
				cut = cut || strings.ContainsAny(part, ends+"+/&")
				continue
			}
			if plain == "/" && i+2 < len(fields) && isNumber(fields[i+1]) && ordinary(fields[i+2]) && keyword(strings.ToLower(fields[i+2])) == "" { // between piles: "6 sacks / 3 leashes"
				words, cut = append(words, word{raw: "/", text: "/"}), false
				continue
			}
			if strings.TrimLeft(plain, "+/&-") == "" {
				cut = true
				continue
			}
			w := word{raw: plain, text: names.Fold(plain), cut: cut, query: strings.HasSuffix(part, "?"), open: strings.ContainsAny(part[:1], "([")}
			w.colon, w.stop = k == 0 && colonAt(fields, i-1), k == 0 && stopAt(fields, i-1)
			w.status = status && strings.Contains(w.text, ":")
			w.dot = part[len(part)-1] == '.' && i+1 < len(fields)
			cut = strings.ContainsAny(part[len(part)-1:], ends) || endsClause(part, fields[i+1:])
			if n := len(words); part[len(part)-1] == ':' && n > 0 && keyword(names.Fold(strings.TrimSuffix(part, ":"))) == "" && (words[n-1].digits() || words[n-1].spelt() > 0) { // "over 4 squares: 12 rings"
				cut = true
			}
			words = append(words, w)
		}
	}
	return words, nil
}

// ordinary reports whether a field has nothing but letters, and is no abbreviation: only
// small letters, if it is short.
func ordinary(f string) bool {
	for i := range len(f) {
		if c := f[i]; (c < 'a' || c > 'z') && (i > 0 || c < 'A' || c > 'Z') {
			return false
		}
	}
	return len(f) > 3 || len(f) > 1 && f == strings.ToLower(f)
}

// guarded is a field if it holds a mark without which a pattern does not match;
// else nothing, on which patterns take no time.
func guarded(f string, mark byte) string {
	if strings.IndexByte(f, mark) < 0 {
		return ""
	}
	return f
}

// colonAt reports whether field i ends in a colon, and is no word of a figure.
func colonAt(fields []string, i int) bool {
	return i >= 0 && fields[i][len(fields[i])-1] == ':' && keyword(names.Fold(fields[i][:len(fields[i])-1])) == ""
}

// stopAt reports whether field i ends a sentence, or a part of one.
func stopAt(fields []string, i int) bool {
	if i < 0 || len(fields[i]) < 2 {
		return false
	}
	switch f := fields[i]; f[len(f)-1] {
	case '?', '!', ';':
		return true
	case '.':
		return len(f) > 3
	}
	return colonAt(fields, i)
}

// endsClause reports whether the colon behind a word ends what is named: "6
// daggers: any golem", and not "XL: 12".
func endsClause(part string, after []string) bool {
	return strings.HasSuffix(part, ":") && len(after) > 0 && !strings.ContainsAny(after[0][:1], "0123456789") && keyword(names.Fold(strings.TrimSuffix(part, ":"))) == ""
}

// loneSign is the class of a field that is nothing but a class sign.
func loneSign(f string) string {
	if f = strings.TrimRight(f, ".,;:"); len(f) != 1 || strings.ContainsAny(f, "+*([") {
		return ""
	}
	return shorthand.Class(rune(f[0]))
}

// statusLine reports whether a line holds a pasted status line: three figures
// behind colons.
func statusLine(fields []string) bool {
	n := 0
	for _, f := range fields {
		if i := strings.IndexByte(f, ':'); i > 0 && i+1 < len(f) && '0' <= f[i+1] && f[i+1] <= '9' {
			n++
		}
	}
	return n >= 3
}

// acronym reports whether a short name is written as players write it, of which the
// small letters may spell a word that says nothing: "BoT".
func acronym(raw string) bool {
	upper := func(b byte) bool { return 'A' <= b && b <= 'Z' }
	return len(raw) == 3 && upper(raw[0]) && 'a' <= raw[1] && raw[1] <= 'z' && upper(raw[2])
}

// smiley reports a face made of marks.
func smiley(f string) bool {
	switch f {
	case ":)", ":-)", ":(", ":D", ";)", ":P", ":p", ":/", "xD", "XD", "D:", "^^", ":o", ":O", "--":
		return true
	}
	return false
}

// pieces cuts a field where players glue words: "splint+robe", "w/robe",
// "wiz/12", "fail%", "cobra(big)". A comma is returned between names.
func pieces(f string) []string {
	switch lower := strings.ToLower(f); {
	case lower == "w/o" || lower == "w/out":
		return []string{"without"}
	case strings.HasPrefix(lower, "w/o"):
		return append([]string{"without"}, f[3:])
	case lower == "w/":
		return []string{"with"}
	case strings.HasPrefix(lower, "w/") && len(f) > 3:
		return []string{"with", f[2:]}
	case lower == "@":
		return []string{"at"}
	case lower == "&":
		return []string{"and"}
	}
	if key, value, ok := strings.Cut(strings.TrimRight(f, ",.;"), "="); ok && (nays.has(value) || yeas.has(value)) { // "shield=no"
		return []string{key, value + ","}
	}
	if key, value, ok := strings.Cut(f, "="); ok && keyword(strings.ToLower(key)) == "" && len(key) > 1 && len(value) > 1 && letter(value[0]) && letter(key[0]) {
		return []string{",", value}
	}
	if heroSpec.MatchString(guarded(f, '-')) { // Val-Hum-Fem-Neu
		parts := strings.Split(strings.TrimRight(f, marks), "-")
		return []string{parts[1], parts[0] + ","}
	}
	if race, role, ok := strings.Cut(f, "-"); ok && slices.Contains(races, strings.ToLower(race)) && heroic.MatchString(role) { // elf-wiz
		return []string{race, role}
	}
	if strings.Count(f, "/") >= 2 && !strings.Contains(f, ":") && strings.ContainsFunc(f, unicode.IsLetter) { // wiz/18int/lvl9
		var out []string
		for part := range strings.SplitSeq(f, "/") {
			out = append(out, ",", part)
		}
		out = out[1:]
		return out
	}
	trimmed := strings.TrimRight(f, ".,;!?)")
	if strings.HasSuffix(trimmed, "%") && !strings.ContainsAny(trimmed, "0123456789") {
		return []string{strings.TrimSuffix(trimmed, "%"), "chance" + f[len(trimmed):]}
	}
	if before, after, ok := strings.Cut(f, "-"); ok && hyphened(before, strings.TrimRight(after, marks)) { // "14th-level", "level-7"
		return []string{before, after}
	}
	if before, after, ok := strings.Cut(f, "/"); ok && keyword(bare(strings.ToLower(strings.TrimRight(after, marks)))) != "" && isFigure(after) && isFigure(before) { // "wiz8/int17"
		return []string{before + ",", after}
	}
	// A plus or slash between letters parts names; figures keep theirs.
	for i := 1; i < len(f)-1; i++ {
		if (f[i] == '+' || f[i] == '/' && !strings.ContainsAny(f, "0123456789:")) && letter(f[i-1]) && letter(f[i+1]) {
			return append([]string{f[:i] + ","}, pieces(f[i+1:])...)
		}
	}
	return []string{f}
}

// hyphened reports whether two words, parted by a hyphen, are a level and its figure.
func hyphened(before, after string) bool {
	before, after = strings.ToLower(before), strings.ToLower(after)
	if keyword(before) == "xl" {
		return isNumber(after)
	}
	n := strings.TrimRight(before, "stndrh")
	return keyword(after) == "xl" && isNumber(n) && len(before)-len(n) <= 2
}

// isFigure reports whether a field is letters with a figure behind them: "xl8".
func isFigure(f string) bool {
	f = strings.ToLower(strings.TrimRight(f, marks))
	letters := bare(f)
	return letters != "" && letters != f && plain(letters)
}

// heroic is a role, or what players cut it to.
var heroic = regexp.MustCompile(`(?i)^(?:arc|bar|cav|hea|kni|mon|pri|rog|ran|sam|tou|val|wiz)[a-z]*[,.?!:;]?$`)

// gluedSigns are a comma and a class sign without a blank between: "=oFA,=oC".
var gluedSigns = regexp.MustCompile(`(\S),([?!/"=+\[(*][ob]?o?[A-Z])`)

// levelFile is a level by the name of the file that describes it, of which there
// are several.
var levelFile = regexp.MustCompile(`(?i)^(medusa|castle|oracle|bigrm|bigroom|minetn|minetown|minend|sokoban|juiblex|orcus|baalz|asmodeus|wizard|valley|knox)-\d+([,.;:?!]*)$`)

// lowHP is what players write for hit points so low that gods help.
var lowHP = regexp.MustCompile(`(?i)^hp\s*(?:<|<=|=|at)?\s*1/7(?:th)?[,.;?!]*$`)

// heroSpec is a hero as the game's own lists have one: role and race, then
// gender and alignment, which say nothing.
var heroSpec = regexp.MustCompile(`^[A-Z][a-z]{2}-(?:Hum|Elf|Dwa|Gno|Orc|Dro|Vam|Lyc|Dop|Cen|Gia|Ill|Tor|Hob)(?:-(?:Mal|Fem|Non))?(?:-(?:Law|Neu|Cha|Una))?[,.:;?!]?$`)

func letter(b byte) bool { return b >= utf8.RuneSelf || 'a' <= b|0x20 && b|0x20 <= 'z' }

// Small reports whether a word says nothing to any command where it stands in a
// sentence.
func Small(w string) bool { return small()[w] }

// drops reports whether a word says nothing.
func drops(w string) bool {
	if strings.IndexByte(w, '\'') >= 0 {
		return small()[strings.ReplaceAll(w, "'", "")] || grammar.Filler(w)
	}
	return small()[w] || grammar.Filler(w)
}
