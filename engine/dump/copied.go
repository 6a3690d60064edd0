package dump

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// stackMark is where a stack of the inventory begins in text that was pasted as one line.
var stackMark = regexp.MustCompile(`(?:^|[\s,;|]+)([a-zA-Z$] - )`)

// charged is a wand or a tool that somebody names with its charges, as the game shows them or in
// words: "my wand of sleep (0:4)", "an empty wand of digging", "wand of cold with 3 charges".
var charged = regexp.MustCompile(`(?i)(?:\b(?:an?|the|my|one) )?((?:\b(?:blessed|uncursed|cursed) )?)(?:\b(empty|cancell?ed) )?\b(wands? of [a-z]+(?: (?:missile|monster|monsters|invisible|undead|turning|nothing|door|life))?|(?:sleep|digging|dig|death|fire|cold|lightning|striking|teleportation|teleport|slow monster|magic missile) wand|(?:frost|fire) horn|expensive camera|drum of earthquake|magic marker)(?: ?\(?(-?\d{1,2}:-?\d{1,3})\)?|,? (?:with|has) (\d{1,2}|no) charges?(?: left)?)?`)

// withCharges returns what a match of charged is as the inventory has it: "a wand of sleep (0:4)";
// empty if nothing is said of charges.
func withCharges(m []string) string {
	name, charges := strings.ToLower(m[3]), m[4]
	if wand, ok := strings.CutSuffix(name, " wand"); ok {
		name = "wand of " + cmp.Or(map[string]string{"dig": "digging", "teleport": "teleportation"}[wand], wand)
	}
	switch {
	case charges != "":
	case m[5] == "no" || strings.EqualFold(m[2], "empty"):
		charges = "0:0"
	case m[5] != "":
		charges = "0:" + m[5]
	case m[2] != "":
		charges = "0:-1"
	default:
		return ""
	}
	return "a " + strings.ToLower(m[1]) + name + " (" + charges + ")"
}

// alone reports whether a line is a thing with its charges and nothing else.
func alone(line string) bool { return strings.HasSuffix(line, ")") && charged.FindString(line) == line }

// Copied parts a text into what was copied from the game, a status line and stacks of the
// inventory each on a line of its own, and the words that somebody typed around it. A thing that
// is named with its charges counts as copied. Both may be empty.
func Copied(text string, set *rules.Set) (copied, words string) {
	var lines, typed []string
	take := func(line, rest string) {
		if line != "" {
			lines = append(lines, line)
		}
		for _, m := range charged.FindAllStringSubmatch(rest, -1) {
			if stack := withCharges(m); stack != "" {
				lines, rest = append(lines, stack), strings.Replace(rest, m[0], "", 1)
			}
		}
		if rest = strings.Trim(rest, " \t\r\n,.;`"); rest != "" {
			typed = append(typed, rest)
		}
	}
	for line := range strings.Lines(text) {
		if bare := strings.TrimSpace(line); furniture(bare) {
			lines = append(lines, bare)
			continue
		}
		starts := []int{0}
		for _, m := range stackMark.FindAllStringSubmatchIndex(line, -1) {
			starts = append(starts, m[2])
		}
		for i, from := range starts {
			to := len(line)
			if i+1 < len(starts) {
				to = starts[i+1]
			}
			piece := strings.Trim(line[from:to], " \t\r\n,;|`")
			if i == 0 {
				status, before, behind := parted(piece, set)
				take("", before)
				take(status, behind)
				continue
			}
			take(stackIn(piece, set))
		}
	}
	return strings.Join(lines, "\n"), strings.Join(typed, ", ")
}

// stackIn parts a stack of the inventory from what somebody typed behind it: what follows a
// comma or the last bracket, and words that say nothing of the thing. stack is empty if there is
// none.
func stackIn(piece string, set *rules.Set) (stack, rest string) {
	stack, rest, _ = strings.Cut(piece, ", ")
	if at := strings.LastIndex(stack, ") "); at >= 0 {
		stack, rest = stack[:at+1], stack[at+2:]+", "+rest
	}
	if ReadLine(stack, set).Item == nil {
		return "", piece
	}
	names := catalogueOf(set)
	for at, n := len(stack), 0; at > 0 && n <= mostBehind; at, n = strings.LastIndex(stack[:at], " "), n+1 {
		if it := ReadLine(stack[:at], set).Item; it != nil && names.knows(it) {
			return stack[:at], strings.Trim(stack[at:]+", "+rest, ", ")
		}
	}
	return stack, strings.Trim(rest, ", ")
}

// furniture reports whether a line is a heading of an inventory or a mark of its pages.
func furniture(line string) bool {
	_, class := classes[strings.ToLower(symbolTail.ReplaceAllString(line, ""))]
	name, colon := strings.CutSuffix(strings.ToLower(line), ":")
	_, heading := headings[name]
	return class || heading && (colon || bareHeadings[name]) || pageMark.MatchString(line)
}

// mostBehind is how many words behind a stack are tried as somebody's own.
const mostBehind = 12

// knows reports whether a stack is of a thing with that name or that look.
func (c *catalogue) knows(it *Item) bool {
	return it.Artifact != "" || len(it.Could) > 0 || c.find(it.Name) != nil
}

// parted cuts a status line out of the words around it; all of them are before it if there is
// none.
func parted(line string, set *rules.Set) (status, before, behind string) {
	from, to := figuresIn(line)
	if to == 0 {
		return "", line, ""
	}
	if name, ok := titled(line[:from], set); ok {
		from = name
	}
	for to < len(line) {
		rest := strings.TrimLeft(line[to:], " ,.;")
		word, _, _ := strings.Cut(rest, " ")
		plain := strings.TrimRight(word, ".,;!?")
		if statusWords[plain] == "" && !slices.Contains(alignments, strings.ToLower(plain)) {
			break
		}
		to = len(line) - len(rest) + len(plain)
	}
	return strings.TrimSpace(line[from:to]), line[:from], line[to:]
}

// fewestFigures is how many figures with their labels make a status line.
const fewestFigures = 3

// figuresIn returns where the figures of a status line begin and end: labels with hit points or
// Strength among them, and nothing between two that somebody typed, "prayed T:5900"; to is 0 if
// there are none.
func figuresIn(line string) (from, to int) {
	found := label.FindAllStringSubmatchIndex(line, -1)
	for i := 0; i < len(found); {
		n := i + 1
		for n < len(found) && !typedIn(line[found[n-1][1]:found[n][0]]) {
			n++
		}
		run := line[found[i][0]:found[n-1][1]]
		if n-i >= fewestFigures && (strings.Contains(run, "HP:") || strings.Contains(run, "St:")) {
			return found[i][0], found[n-1][1]
		}
		i = n
	}
	return 0, 0
}

// typedIn reports whether what stands between two figures of a status line has words that no
// status line has: those begin with a capital.
func typedIn(between string) bool {
	return slices.ContainsFunc(strings.Fields(between), func(w string) bool {
		return w[0] >= 'a' && w[0] <= 'z' && !slices.Contains(alignments, strings.Trim(w, ",.;")) && w != "of"
	})
}

// titled returns where a hero's name and title begin at the end of the words before the figures:
// the name is the last word before "the", with those that begin with a capital before it.
func titled(front string, set *rules.Set) (from int, ok bool) {
	m := named.FindStringSubmatchIndex(front)
	if m == nil || set == nil || !slices.ContainsFunc(set.Roles, func(r *rules.Role) bool {
		return slices.ContainsFunc(r.Titles, func(t string) bool { return strings.EqualFold(t, front[m[4]:m[5]]) })
	}) {
		return 0, false
	}
	from = m[2] + strings.LastIndex(front[m[2]:m[3]], " ") + 1
	for from > m[2] {
		before := strings.TrimRight(front[m[2]:from], " ")
		at := m[2] + strings.LastIndex(before, " ") + 1
		if first := front[at]; first < 'A' || first > 'Z' || strings.ContainsAny(before[len(before)-1:], ".,:;!?") {
			break
		}
		from = at
	}
	return from, true
}

// endedAt is the level that somebody says a hero died on.
var endedAt = regexp.MustCompile(`(?i)[, ]+(?:on|in|at) (?:the )?(?:dungeon level|dlvl|dl|level)[ :]?(\d{1,2})\b.*$`)

// endedBy finds in somebody's words how a game ended.
var endedBy = regexp.MustCompile(`(?i)\b(?:killed by|choked on|poisoned by|died of|starved|drowned|burned (?:by|in)|burnt (?:by|in)|dissolved in|crushed (?:to death )?by|petrified by|turned (?:in)?to (?:stone|slime)|decapitated by|incinerated by|disintegrated by|digested by|strangled|suffocated|(?:fell|slipped|zapped|blew|caught|shot|squished) [a-z]).*`)

// plainly maps what people say to how the game puts it.
var plainly = []struct{ said, is string }{
	{"starved to death", "died of starvation"}, {"starved", "died of starvation"}, {"strangled", "killed by strangulation"}, {"suffocated", "killed by suffocation"},
	{"digested by", "killed by"}, {"burned in", "burned by"}, {"burnt in", "burned by"}, {"burnt by", "burned by"}, {"crushed by", "crushed to death by"},
	{"turned into slime", "turned to slime"}, {"turned to stone by", "petrified by"}, {"turned into stone by", "petrified by"}, {"drowned by", "drowned in water by"},
}

// Ended takes how a game ended from somebody's words, "killed by a soldier ant on Dlvl 4", and
// reports whether they say so.
func (h *Hero) Ended(words string) bool {
	words = strings.TrimSpace(endedBy.FindString(words))
	if words == "" {
		return false
	}
	words = strings.ToLower(words[:1]) + words[1:]
	if m := endedAt.FindStringSubmatch(words); m != nil {
		h.Dlvl = cmp.Or(h.Dlvl, Place{Depth: Is(atoi(m[1]))})
		words = endedAt.ReplaceAllString(words, "")
	}
	words = upTo(words)
	for _, x := range plainly {
		if rest, ok := strings.CutPrefix(words, x.said); ok {
			words = x.is + rest
			break
		}
	}
	h.killed(words)
	h.Died.How = cmp.Or(h.Died.How, "died")
	return true
}

// sentenceEnd is where another sentence begins, but not behind the title of a shopkeeper.
var sentenceEnd = regexp.MustCompile(`[?!;].*$|([a-z]{3})\. .*$|[., ]+$`)

// upTo returns somebody's words up to the end of the sentence, or to a comma with anything behind
// it but the state that the hero was in, or who a shopkeeper is.
func upTo(words string) string {
	parts := strings.Split(sentenceEnd.ReplaceAllString(words, "$1"), ", ")
	n := 1
	for n < len(parts) && (strings.HasPrefix(parts[n], "while ") || strings.HasPrefix(parts[n], "the ")) {
		n++
	}
	return strings.Join(parts[:n], ", ")
}

// By takes another version for the hero than the page was read by.
func (h *Hero) By(set *rules.Set) { h.rules = set }

// Update takes the figures and the states of a later status line of the same hero.
func (h *Hero) Update(later *Hero) {
	for _, x := range []struct{ to, from *Num }{
		{&h.HP, &later.HP}, {&h.MaxHP, &later.MaxHP}, {&h.Pw, &later.Pw}, {&h.MaxPw, &later.MaxPw}, {&h.AC, &later.AC}, {&h.XL, &later.XL}, {&h.Exp, &later.Exp},
		{&h.Turns, &later.Turns}, {&h.Gold, &later.Gold}, {&h.Dex, &later.Dex}, {&h.Con, &later.Con}, {&h.Int, &later.Int}, {&h.Wis, &later.Wis}, {&h.Cha, &later.Cha},
	} {
		*x.to = x.from.Or(*x.to)
	}
	h.St, h.Dlvl = cmp.Or(later.St, h.St), cmp.Or(later.Dlvl, h.Dlvl)
	h.HD, h.Hunger, h.Burden, h.Conditions, h.Ails, h.Lost = later.HD, later.Hunger, later.Burden, later.Conditions, later.Ails, later.Lost
}
