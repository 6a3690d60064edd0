package league

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/query"
	"delphi/engine/score"
)

// talk is a sentence about games: "last valk game that wasnt a quit". It is
// read into the filters of a query, a player, and the words between them.
type talk struct {
	room    *room
	line    string
	tokens  []token
	asked   bool     // a question mark stands in the line
	filters []string // as a query has them
	player  string   // empty if none is named
	negated bool     // an ending is left out: "not quit"
}

// token is one word of a sentence.
type token struct {
	raw   string // without the marks around it and without 's
	text  string // raw, folded
	owner bool   // 's stood behind it
	use   use
}

// use is what a word was read as.
type use uint8

const (
	unread use = iota // nothing knows the word
	small             // the word says nothing here
	filter            // part of a filter
	player            // the player
)

// contracted are the words whose 's is a verb.
var contracted = set(`who what how when where it that there here he she let which why`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// talk reads a sentence.
func (r *room) talk(line string) *talk {
	t := &talk{room: r, line: line, asked: strings.Contains(line, "?")}
	for _, f := range denials(strings.Fields(line)) {
		raw := strings.Trim(f, `.,;:!?"()[]{}*~`)
		raw = strings.ReplaceAll(raw, "’", "'")
		if names.Fold(raw) == "" {
			continue
		}
		k := token{raw: raw}
		if before, ok := strings.CutSuffix(raw, "'s"); ok && !contracted[strings.ToLower(before)] {
			k.raw, k.owner = before, true
		} else if before, ok := strings.CutSuffix(raw, "s'"); ok && before != "" {
			k.raw, k.owner = before+"s", true
		}
		k.text = names.Fold(k.raw)
		t.tokens = append(t.tokens, k)
	}
	rd := score.Reader{Now: r.book.Now(), Player: r.plays}
	if sources, err := r.book.Sources(context.Background()); err == nil {
		rd.Sources = sources
	}
	for i := 0; i < len(t.tokens); {
		i += max(1, t.filter(&rd, i))
	}
	t.findPlayer()
	return t
}

// synonyms are what players write for words of a filter.
var synonyms = map[string]string{
	"valk": "val", "valky": "val", "valkyries": "val", "valks": "val", "wizzie": "wiz", "wizzy": "wiz", "mage": "wiz", "sammy": "sam", "arch": "arc", "archie": "arc", "archeo": "arc",
	"caveperson": "cav", "cavemen": "cav", "cavewomen": "cav", "priestesses": "pri", "barb": "bar", "barbs": "bar",
	"elves": "elf", "dwarves": "dwarf", "dwarfs": "dwarf", "dwarfish": "dwarf", "women": "fem", "females": "fem", "males": "mal",
	"pacifistic": "pacifist", "vegans": "vegan", "vegetarians": "vegetarian", "nudist": "nudist", "naked": "nudist",
}

// plainWords are words of a filter that are plain English in a sentence.
var plainWords = set(`mad car ice bin con inc drg nethack man hob from no not without time t mon may tor und`)

// beforeDays are words behind which "mon" is a day and no Monk.
var beforeDays = set(`on since until till next last this every by from before after`)

// filter reads the words from i on as part of a filter; used is how many it
// took, 0 if it knows none.
func (t *talk) filter(rd *score.Reader, i int) (used int) {
	for _, read := range []func(*score.Reader, int) ([]string, int){t.killed, t.span, t.bound, t.negation, t.plain} {
		if words, n := read(rd, i); n > 0 {
			t.filters = append(t.filters, words...)
			for k := i; k < i+n; k++ {
				t.tokens[k].use = filter
			}
			return n
		}
	}
	return 0
}

// word is the folded word at i; empty beyond the end.
func (t *talk) word(i int) string {
	if i < 0 || i >= len(t.tokens) {
		return ""
	}
	return t.tokens[i].text
}

// killed reads "killed by a soldier ant": how the games ended.
func (t *talk) killed(_ *score.Reader, i int) ([]string, int) {
	if a, b := t.word(i), t.word(i+1); !(slices.Contains([]string{"killed", "slain", "eaten", "death", "deaths", "dying", "die", "died"}, a) && (b == "by" || b == "to" || b == "from")) {
		return nil, 0
	}
	k := i + 2
	for slices.Contains([]string{"a", "an", "the", "some"}, t.word(k)) {
		k++
	}
	var by []string
	for ; k < len(t.tokens) && len(by) < 3; k++ {
		if w := t.word(k); stopWords[w] || w == "last" || w == "as" {
			break
		}
		by = append(by, t.word(k))
	}
	if len(by) == 0 {
		return nil, 0
	}
	by[len(by)-1] = names.Stem(by[len(by)-1]) // "soldier ants"
	return []string{"death:" + strings.Join(by, "_")}, k - i
}

// span reads a time as every question about games does: "this week", "since monday",
// "in november 2020", "the past 10 days".
func (t *talk) span(rd *score.Reader, i int) ([]string, int) {
	spans := query.Reader{Now: rd.Now}
	_, _, used, err := spans.Span(func(k int) string { return t.word(i + k) })
	if err != nil || used == 0 {
		return nil, 0
	}
	var words []string
	for k := range used {
		words = append(words, t.word(i+k))
	}
	return words, used
}

// bound reads "under 20000 turns", "more than 1m points".
func (t *talk) bound(rd *score.Reader, i int) ([]string, int) {
	op, k := "", i+1
	switch t.word(i) {
	case "under", "below":
		op = "<"
	case "over", "above":
		op = ">"
	case "less", "fewer", "more":
		if op = "<"; t.word(i) == "more" {
			op = ">"
		}
		if t.word(k) != "than" {
			return nil, 0
		}
		k++
	default:
		return nil, 0
	}
	n, unit := t.word(k), t.word(k+1)
	field := map[string]string{"turns": "turns", "turn": "turns", "points": "points", "pts": "points", "point": "points", "conducts": "conducts", "hours": "realtime", "hour": "realtime"}[unit]
	if field == "realtime" {
		n += "h"
	}
	word := field + op + n
	if _, rest, err := rd.ReadFilter([]string{word}); field == "" || err != nil || len(rest) > 0 {
		return nil, 0
	}
	return []string{word}, k + 2 - i
}

// endings are what players say of how games end.
var endings = map[string]string{
	"quit": "quit", "quits": "quit", "quitting": "quit", "escape": "escaped", "escaped": "escaped", "escapes": "escaped",
	"ascend": "asc", "ascends": "asc", "winning": "asc", "died": "died", "death": "died", "deaths": "died", "ascended": "asc", "ascension": "asc", "ascensions": "asc", "won": "asc", "win": "asc", "wins": "asc",
}

// denials parts a "non" from the ending that it denies: "non-quit", "nonascended" and "non
// quit" are "not quit" and "not asc".
func denials(words []string) []string {
	var out []string
	for i, w := range words {
		rest, ok := strings.CutPrefix(names.Fold(strings.TrimRight(w, ",;?!")), "non")
		rest = strings.TrimLeft(rest, "-")
		switch {
		case ok && endings[rest] != "":
			out = append(out, "not", endings[rest])
		case ok && rest == "" && i+1 < len(words) && endings[names.Fold(words[i+1])] != "":
			out = append(out, "not")
		default:
			out = append(out, w)
		}
	}
	return out
}

// negation reads "that wasnt a quit", "not quit", "excluding quits".
func (t *talk) negation(rd *score.Reader, i int) ([]string, int) {
	k := i + 1
	others := slices.Contains([]string{"anyone", "anybody", "someone", "somebody", "everyone", "everybody", "all", "players", "any", "else"}, t.word(i-1))
	switch t.word(i) {
	case "but":
		if !others {
			return nil, 0
		}
	case "other":
		if t.word(k) != "than" {
			return nil, 0
		}
		k++
	case "not", "wasnt", "isnt", "werent", "arent", "didnt", "doesnt", "without", "excluding", "except", "minus", "ignoring", "besides", "no", "non":
	default:
		return nil, 0
	}
	for k < len(t.tokens) && slices.Contains([]string{"a", "an", "the", "just", "any", "count", "counting", "by", "from", "played", "with"}, t.word(k)) {
		k++
	}
	if ending := endings[t.word(k)]; ending != "" {
		t.negated = true
		out := []string{"not", ending}
		for (t.word(k+1) == "or" || t.word(k+1) == "nor" || t.word(k+1) == "and") && endings[t.word(k+2)] != "" {
			out = append(out, "not", endings[t.word(k+2)])
			k += 2
		}
		return out, k + 1 - i
	}
	var out []string
	for k < len(t.tokens) {
		left := t.leftOut(rd, k)
		if left == "" {
			break
		}
		out = append(out, "not", left)
		if k++; t.word(k) == "or" || t.word(k) == "nor" || t.word(k) == "and" {
			if t.leftOut(rd, k+1) != "" {
				k++
				continue
			}
		}
		break
	}
	if out == nil {
		return nil, 0
	}
	if others {
		t.tokens[i-1].use = filter
	}
	return out, k - i
}

// leftOut is the word at i as a filter leaves it out behind "not": a role, a race, a
// player, whoever asks. Empty: nothing that can be left out.
func (t *talk) leftOut(rd *score.Reader, i int) string {
	w := t.word(i)
	if w == "me" || w == "mine" {
		return "me"
	}
	if i < 0 || i >= len(t.tokens) || plainWords[w] {
		return ""
	}
	raw := t.tokens[i].raw
	if s, ok := synonyms[w]; ok {
		raw = s
	}
	for _, w := range []string{raw, strings.TrimSuffix(raw, "s")} {
		if f, rest, err := rd.ReadFilter([]string{"not", w}); err == nil && len(rest) == 0 && len(f.NotOutcomes) == 0 {
			return w
		}
	}
	return ""
}

// plain reads one word of a filter as it is, or its singular.
func (t *talk) plain(rd *score.Reader, i int) ([]string, int) {
	w := t.word(i)
	if s, ok := synonyms[w]; ok {
		w = s
	}
	if plainWords[w] && (w != "mon" || beforeDays[t.word(i-1)]) || endings[w] != "" {
		return nil, 0
	}
	for _, w := range []string{w, strings.TrimSuffix(w, "s")} {
		if f, rest, err := rd.ReadFilter([]string{w}); err == nil && len(rest) == 0 && len(f.Outcomes) == 0 {
			return []string{w}, 1
		}
	}
	return nil, 0
}

// findPlayer finds the player that a sentence names: whose something is, who
// stands where a name is said, or whom the book knows.
func (t *talk) findPlayer() {
	could := func(i int) bool {
		k := &t.tokens[i]
		return k.use == unread && !stopWords[k.text] && utf8.RuneCountInString(k.text) >= 2 && strings.Trim(k.text, "0123456789") != "" &&
			!strings.ContainsAny(k.text, `/%<>="`)
	}
	take := func(i int) {
		t.tokens[i].use, t.player = player, t.tokens[i].raw
	}
	for i := range t.tokens {
		if could(i) && t.tokens[i].owner {
			take(i)
			return
		}
	}
	for i := range t.tokens {
		if could(i) && t.room.plays(t.tokens[i].raw) {
			take(i)
			return
		}
	}
	for i := range t.tokens { // "stennos longest streak"
		k := &t.tokens[i]
		if name, ok := strings.CutSuffix(k.raw, "s"); ok && could(i) && len(name) > 2 && (aboutGames[t.word(i+1)] || utmost[t.word(i+1)]) && t.room.plays(name) {
			k.raw, k.text = name, names.Fold(name)
			take(i)
			return
		}
	}
	for i := range t.tokens {
		before := t.word(i - 1)
		if could(i) && i == 0 && utmost[t.word(1)] { // "frob longest streak"
			take(i)
			return
		}
		if could(i) && (beforeNames[before] || aboutGames[before] || aboutGames[t.word(i+1)] && before != "a" && before != "an" && before != "the") {
			take(i)
			return
		}
	}
}

// beforeNames are the words that a player's name stands behind.
var beforeNames = set(`by of has did does is was hows for player user named called account`)

// aboutGames are the words that a player's name stands beside.
var aboutGames = set(`stats stat statistics streak streaks games wins ascensions record`)

// utmost are words before what is asked of somebody's games.
var utmost = set(`longest last latest best biggest largest greatest fastest quickest highest recent first`)

// plays reports whether the book holds a game of a player.
func (r *room) plays(name string) (yes bool) {
	if len(name) > longestAccount {
		return false
	}
	yes, err := r.book.HasPlayed(context.Background(), name)
	return yes && err == nil
}

// args are the filters and the player as the arguments of a command.
func (t *talk) args() string {
	out := slices.Clone(t.filters)
	switch {
	case t.player != "":
		out = append([]string{commands.Typed(t.player)}, out...)
	case t.has("my", "me", "ive", "i") && !t.leaves("me") && !t.has("show me", "tell me", "give me", "i mean", "i think", "i guess", "i wonder", "i wanna know", "i want to know", "i need to know", "i believe", "i suppose", "i bet", "i hope", "i forgot"):
		out = append([]string{"me"}, out...)
	}
	return strings.Join(out, " ")
}

// leaves reports whether a word is left out.
func (t *talk) leaves(word string) bool {
	for i := 1; i < len(t.filters); i++ {
		if t.filters[i-1] == "not" && t.filters[i] == word {
			return true
		}
	}
	return false
}

// has reports whether one of some words or phrases stands in the sentence.
func (t *talk) has(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		want := strings.Fields(p)
		for i := 0; i+len(want) <= len(t.tokens); i++ {
			all := true
			for k, w := range want {
				all = all && t.tokens[i+k].text == w && t.tokens[i+k].use != player
			}
			if all {
				return true
			}
		}
		return false
	})
}
