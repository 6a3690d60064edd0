package dump

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// label is a figure of the status line with its label (botl.c, bot1str and
// bot2str; wintty.c for the live lines). The figures may stand in any order.
var label = regexp.MustCompile(`\b(St|Dx|Co|In|Wi|Ch|HP|Pw|AC|Xp|Exp|HD|T|S|MC|TH|Dlvl|Dl|Mines|Soko|Hell)\s?:\s?(-?\d{1,10}(?:/(?:\d{1,10}|\*\*))?)(?:\((-?\d{1,9})\))?|([$*])\s?:\s?(\d{1,10})`)

// places holds the levels that have a name instead of a depth (botl.c,
// describe_level).
var places = regexp.MustCompile(`\b(Home \d{1,2}|Mine Town|Mines' End|Fort Ludios|Astral Plane|End Game|Plane of (?:Earth|Air|Fire|Water)|(?:Earth|Air|Fire|Water|Astral)(?: Plane)?|Knox|Sam \d|Tutorial \d{1,2}|Rift|Purgatory|Vecna's Domain)\b`)

// statusWords holds the words of a status line: what they are read as, in full
// and in the shortened forms of a narrow terminal (wintty.c, the condition and
// encumbrance tables).
var statusWords = func() map[string]string {
	out := map[string]string{}
	for _, row := range [...]string{
		"Satiated Sat", "Hungry", "Weak", "Fainting", "Fainted", "Starved",
		"Burdened Burden Brd", "Stressed Stress Strs", "Strained Strain Strn", "Overtaxed Overtax Ovtx", "Overloaded Overload Ovld",
		"Stone Ston Sto", "Slime Slim Slm", "Strngl Stngl", "FoodPois Fpois Poi", "TermIll Ill", "Blind Blnd Bl", "Deaf Def Df", "Stun Stn St", "Conf Cnf Cf",
		"Hallu Hal Hl", "Lev Lv", "Fly Fl", "Ride Rid Rd", "Bare", "Busy", "Iron", "Glow", "Grab", "Held", "Icy", "InLava", "Parlyz", "Zzz", "Slip", "Submrg",
		"Teth", "Trap", "Out", "WLegs", "UHold", "Vomit", "Inv", "Invis", "Wounded",
	} {
		words := strings.Fields(row)
		for _, w := range words {
			out[w] = words[0]
		}
	}
	return out
}()

var (
	hungers = []string{"Satiated", "Hungry", "Weak", "Fainting", "Fainted", "Starved"}
	burdens = []string{"Burdened", "Stressed", "Strained", "Overtaxed", "Overloaded"}
)

// named is the beginning of the first row: a name, "the", and a rank.
var named = regexp.MustCompile(`^\[?\s*(\S.{0,62}?) the (\S.{0,60}?)\s*\]?\s*$`)

// columns is how wide the game's screen is. What is longer was put together from several rows.
const columns = 80

// readStatus takes the figures of a status line and reports whether it is one.
// A single figure does not make a line of text a status line.
func (h *Hero) readStatus(set *rules.Set, line string) bool {
	if !strings.Contains(line, ":") || !strings.ContainsAny(line, "0123456789") {
		return false
	}
	found := label.FindAllStringSubmatchIndex(line, -1)
	if !isStatus(line, found) {
		return false
	}
	at := func(m []int, i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return line[m[2*i]:m[2*i+1]]
	}
	rest := line[found[len(found)-1][1]:]
	if slices.ContainsFunc(found, func(m []int) bool { return at(m, 1) == "HP" }) { // of two such lines the last says how the hero is
		h.Hunger, h.Burden, h.Conditions = "", "", nil
	}
	between := ""
	for i, m := range found {
		if i > 0 {
			between += " " + line[found[i-1][1]:m[0]]
		}
		if at(m, 4) != "" {
			h.Gold = Is(atoi(at(m, 5)))
			continue
		}
		h.figure(at(m, 1), at(m, 2), at(m, 3), m[1] == len(line) && (len(line) == columns-1 || len(line) == columns))
	}
	front := strings.TrimSpace(line[:found[0][0]])
	if m := named.FindStringSubmatch(front); m != nil {
		if h.Name == "" {
			h.Name = m[1]
		}
		h.titled(set, m[2])
	} else {
		between = front + " " + between
	}
	if h.HD.Known && h.Form == "" && h.Role == "" {
		h.Form = strings.ToLower(h.Rank)
	}
	words := between + " " + rest
	if m := places.FindString(words); m != "" && !h.Dlvl.Depth.Known {
		h.Dlvl = Place{Name: m}
	}
	h.statusText(words)
	return true
}

// Prose counts the words behind the figures of a status line that the game does not write
// there: what somebody typed after it.
func Prose(line string) (n int) {
	all := label.FindAllStringIndex(line, -1)
	if len(all) == 0 {
		return 0
	}
	line = line[all[len(all)-1][1]:]
	for _, w := range strings.Fields(places.ReplaceAllString(line, " ")) {
		if w = strings.TrimRight(w, ".,;!?"); w != "" && statusWords[w] == "" && !slices.Contains(alignments, strings.ToLower(w)) {
			n++
		}
	}
	return n
}

// isStatus reports whether the figures found make a status line: three of them,
// or two, or a depth alone with nothing but the line's own words.
func isStatus(line string, found [][]int) bool {
	if len(found) >= 3 {
		return true
	}
	if len(found) == 0 {
		return false
	}
	if strings.HasPrefix(line, "Dlvl:") { // the third row, which may end in words of any kind
		return true
	}
	for _, w := range strings.Fields(label.ReplaceAllString(line, " ")) {
		if statusWords[w] == "" && !slices.Contains(alignments, strings.ToLower(w)) && !places.MatchString(line) {
			return false
		}
	}
	return strings.Contains(line, "Dlvl:") || strings.Contains(line, "HP:") || len(found) >= 2
}

// figure takes one figure. In the last columns of a full line a number may
// have lost digits, which only the score ever has.
func (h *Hero) figure(name, value, of string, cut bool) {
	n, sub, _ := strings.Cut(value, "/")
	num := Is(atoi(n))
	switch name {
	case "St":
		h.St = value
	case "Dx":
		h.Dex = num
	case "Co":
		h.Con = num
	case "In":
		h.Int = num
	case "Wi":
		h.Wis = num
	case "Ch":
		h.Cha = num
	case "HP":
		h.HP = num
		if of != "" {
			h.MaxHP = Is(atoi(of))
		}
	case "Pw":
		h.Pw = num
		if of != "" {
			h.MaxPw = Is(atoi(of))
		}
	case "AC":
		h.AC = num
	case "Xp", "Exp":
		h.XL = num
		if sub != "" && !cut {
			h.Exp = Is(atoi(sub))
		}
	case "HD":
		h.HD = num
	case "T":
		if !cut {
			h.Turns = num
		}
	case "S":
		if !cut {
			h.Score = num
		}
	case "Mines", "Soko", "Hell": // EvilHack, in a branch
		h.Dlvl = Place{Name: name + " " + n}
		if of != "" {
			h.Dlvl = Place{Depth: Is(atoi(of))}
		}
	case "Dlvl", "Dl":
		if of != "" { // EvilHack: the level of a branch, and its depth
			num = Is(atoi(of))
		}
		h.Dlvl = Place{Depth: num}
	}
}

var alignments = []string{"lawful", "neutral", "chaotic", "unaligned", "evil", "none"}

// statusText takes the words of a status line: alignment, hunger, burden and
// conditions.
func (h *Hero) statusText(text string) {
	var conditions []string
	words := strings.Fields(text)
	for i, w := range words {
		if a := strings.ToLower(w); slices.Contains(alignments, a) && w != "none" {
			h.Alignment = a
			continue
		}
		word := statusWords[strings.TrimRight(w, ".,;!?")]
		if word == "" && i == len(words)-1 { // cut at the right edge
			word = cutWord(w)
		}
		switch {
		case word == "":
		case slices.Contains(hungers, word):
			h.Hunger = word
		case slices.Contains(burdens, word):
			h.Burden = word
		case !slices.Contains(conditions, word):
			conditions = append(conditions, word)
		}
	}
	if conditions != nil {
		h.Conditions = conditions
	}
}

// cutWord returns the only word that begins with the letters, two at least.
func cutWord(w string) string {
	found := ""
	for full, word := range statusWords {
		if len(w) >= 2 && strings.HasPrefix(full, w) && word != found {
			if found != "" {
				return ""
			}
			found = word
		}
	}
	return found
}

// titled takes what a rank tells: the role, and for some ranks the gender. A
// name with a title of its own, as of a monster's form, tells neither.
func (h *Hero) titled(set *rules.Set, title string) {
	for _, r := range set.Roles {
		if slices.ContainsFunc(r.Titles, func(t string) bool { return strings.EqualFold(t, title) }) {
			h.Rank = title
			if h.Role == "" {
				h.Role = r.Name
			}
			return
		}
	}
	h.Rank = cmp.Or(h.Rank, title)
}
