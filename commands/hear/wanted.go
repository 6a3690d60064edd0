package hear

import (
	"cmp"
	"slices"
	"strings"

	"delphi/commands"
)

// Of things named in a sentence about polymorph, some are wanted and the
// others are what is polymorphed. The nearest word before a thing that tells
// decides; a thing that nothing tells about, without a count, and asked about
// at the end ("marker?") is wanted.

var (
	wantsWords  = []string{"for", "want", "wants", "wanted", "get", "getting", "gets", "into", "become", "becoming", "chance", "chances", "odds", "shot", "need", "polyfor", "wanting", "hoping", "hope", "make", "making", "likely", "give", "gives", "yield", "yields", "produce", "produces", "becomes", "prob", "probability", "see", "find", "fodder", "candidates", "bring", "brings", "bringing", "net", "nets"}
	sourceWords = []string{"from", "polyfrom", "zap", "zapping", "zapped", "poly", "polypile", "polypiling", "polying", "polymorph", "polymorphing", "dip", "dipping", "dipped", "have", "got", "sac", "sacrifice", "using", "with", "under", "by", "over"}
)

var chanceWords = []string{"chance", "chances", "odds", "probability", "prob", "likelihood"}

// hopedWords stand behind what is wanted.
var hopedWords = []string{"chance", "chances", "odds", "plan", "rate", "via", "pct", "percent", "percentage", "possible", "possibly", "plausible", "likely", "doable", "feasible"}

// byWords stand between what is wanted and the way to get it.
var byWords = wordSet(`by via through`)

// becomes reports whether a word stands before what something turns into.
func becomes(w word) bool { return w.text == "becomes" || w.text == "become" || w.text == "into" }

// meansCue is the phrase that stands for what means took out.
const meansCue = "by polymorph"

// means takes out what polymorphs and is not polymorphed itself: the wand, the
// potion that things are dipped into.
func (s *heard) means() {
	for k := 0; k < len(s.found); k++ {
		f := s.found[k]
		if !f.param.Pile || !slices.Contains(f.param.Means, f.name) || s.counted(f.from) || !slices.ContainsFunc(s.found, func(o found) bool { return o.param.Pile && o.from != f.from }) {
			continue
		}
		s.say(meansCue)
		if after := f.to; after < len(s.words) && s.words[after].cut && slices.ContainsFunc(s.found[:k], func(o found) bool { return o.param.Pile && o.to <= f.from }) {
			s.words[after].apart = true // "dip a sack in !oPoly, bag of holding?"
		}
		s.words = slices.Concat(s.words[:f.from], s.words[f.to:])
		gone := f.to - f.from
		s.found = slices.DeleteFunc(s.found, func(o found) bool { return o.from < f.to && o.to > f.from })
		for m := range s.found {
			if s.found[m].from >= f.to {
				s.found[m].from -= gone
				s.found[m].to -= gone
			}
		}
		k = -1
	}
}

// wieldWords say that something is in hand.
var wieldWords = []string{"wield", "wielding", "wielded", "hand", "holding", "held", "weapon"}

// uncarried is the sentence without the unicorn horn that everybody carries:
// among what is worn it is not in hand unless the sentence says so.
func (s *heard) uncarried() (*heard, []commands.Note) {
	k := slices.IndexFunc(s.found, func(f found) bool { return f.name == "unicorn horn" })
	if k < 0 || slices.ContainsFunc(s.words, func(w word) bool { return slices.Contains(wieldWords, w.text) }) {
		return s, nil
	}
	f, out := s.found[k], *s
	out.words = slices.Concat(s.words[:f.from], s.words[f.to:])
	out.found, out.sides, out.numbers = nil, nil, nil
	for _, o := range s.found {
		switch {
		case o.from >= f.to:
			o.from, o.to = o.from-(f.to-f.from), o.to-(f.to-f.from)
		case o.to > f.from:
			continue
		}
		out.found = append(out.found, o)
	}
	return &out, []commands.Note{{Kind: commands.Assumed, Text: "the unicorn horn is carried, not in hand"}}
}

// again reads "ones" as a thing that is named elsewhere: the one before ("six
// blessed ones too"), of several the one with a count, or the next ("5 blessed ones
// and 6 cursed horns").
func (s *heard) again() {
	for i := 1; i < len(s.words); i++ {
		if s.words[i].text != "ones" || !s.counted(i) || slices.ContainsFunc(s.words[max(0, i-2):i], func(w word) bool { return w.text[0] == '+' || w.text[0] == '-' }) { // "got 9 +1 blessed ones"
			continue
		}
		at, counted := -1, false
		for k := range s.found {
			f := &s.found[k]
			if has := s.counted(f.from); f.param.Pile && (at < 0 || f.to <= i && (has || !counted)) {
				at, counted = k, has
			}
		}
		if at < 0 {
			continue
		}
		more := s.found[at]
		s.words[i].raw, s.words[i].text = more.name, more.name
		more.from, more.to = i, i+1
		next := slices.IndexFunc(s.found, func(o found) bool { return o.from > i })
		if next < 0 {
			next = len(s.found)
		}
		s.found = slices.Insert(s.found, next, more)
	}
}

// wanted finds which things are wanted and which are the source, and the counts.
func (s *heard) wanted() {
	wants, sources := 0, 0
	for k := range s.found {
		f := &s.found[k]
		if !f.param.Pile {
			continue
		}
		switch side, _ := s.side(k); side {
		case commands.WantedShape:
			wants++
			if s.howMany(f.from) && s.countedBeside(k) {
				s.shape[commands.ManyShape] = true
			}
		default:
			sources++
			if s.counted(f.from) {
				s.shape[commands.CountShape] = true
			}
		}
	}
	s.shape[commands.WantedShape] = wants > 0
	s.shape[commands.SourceShape] = sources > 0
	s.shape[commands.FodderShape] = wants > 0 && s.alternatives()
}

// zappedWords say that a pile was polymorphed.
var zappedWords = wordSet(`polymorphed polyed polypiled zapped polyd`)

// sided is what side found of a thing.
type sided struct {
	side        commands.Shape
	told, known bool
}

// side is whether a thing is wanted or a source; told is false where nothing in
// the line says which.
func (s *heard) side(k int) (side commands.Shape, told bool) {
	if len(s.sides) != len(s.found) {
		s.sides = make([]sided, len(s.found))
	}
	if x := &s.sides[k]; !x.known {
		x.side, x.told = s.decide(k)
		x.known = true
	}
	return s.sides[k].side, s.sides[k].told
}

// joinedTo is the thing that "and" or "or" joins the thing k to; negative: none.
func (s *heard) joinedTo(k int) int {
	i := s.stackStart(s.found[k].from) - 1
	for i > 0 && slices.Contains([]string{"a", "an", "the"}, s.words[i].text) {
		i--
	}
	if i < 1 || s.words[i].text != "and" && s.words[i].text != "or" {
		return -1
	}
	for m := range s.found[:k] {
		if s.found[m].param.Pile && s.found[m].to == i {
			return m
		}
	}
	return -1
}

// hoped reports whether a thing before the thing k is wanted by the word that
// stands before or behind it, and there are not several of it: of "a marker for 12
// horns" the horns are the pile.
func (s *heard) hoped(k int) bool {
	for m := range s.found[:k] {
		o := &s.found[m]
		if !o.param.Pile || o.from == s.found[k].from || s.quantity(m) > 1 && !s.atLeast(o.from) {
			continue
		}
		start := s.stackStart(o.from)
		if s.before(start, 3) != "" || s.atLeast(o.from) || o.to < len(s.words) && slices.Contains(chanceWords, s.words[o.to].text) {
			return true
		}
	}
	return false
}

// atLeast reports whether "at least" stands before the count of the thing at word i.
func (s *heard) atLeast(i int) bool {
	i = s.stackStart(i)
	return i > 1 && s.words[i-1].text == "least" && s.words[i-2].text == "at"
}

// limited reports whether "exactly", "at most" or the like stands before the count of
// the thing at word i.
func (s *heard) limited(i int) bool {
	i = s.stackStart(i) - 1
	switch {
	case i < 0:
		return false
	case s.words[i].text == "exactly" || s.words[i].text == "precisely":
		return true
	case s.words[i].text == "most":
		return i > 0 && s.words[i-1].text == "at"
	case s.words[i].text == "than":
		return i > 0 && slices.Contains([]string{"more", "fewer", "less"}, s.words[i-1].text)
	}
	return false
}

// decide works out the side of a thing.
func (s *heard) decide(k int) (side commands.Shape, told bool) {
	f := s.found[k]
	if next := f.to; next < len(s.words) && s.words[next].text == "wanted" && !s.words[next].cut { // "1 bag wanted"
		return commands.WantedShape, true
	}
	if start := s.stackStart(f.from); start > 0 && s.counted(f.from) && s.words[start-1].text == "got" && s.countedBefore(k) && anyIn(s.words[:start], zappedWords) { // "polymorphed 10 rings, got 2 free action"
		return commands.WantedShape, true
	}
	if s.wantedOf(k) {
		return commands.WantedShape, true
	}
	if m := s.joinedTo(k); m >= 0 && s.quantity(k) > 0 {
		if side, told := s.side(m); side == commands.WantedShape && told && (s.quantity(k) == 1 || s.countedBeside(k) && s.quantity(m) > 0) {
			return side, true
		}
	}
	if start := s.stackStart(f.from); s.quantity(k) > 0 && start > 0 && s.words[start-1].text == "for" {
		// "the chance of a marker for 12 horns", "golem odds for 50 darts", "compare ... for 28 scrolls"
		if s.hoped(k) || s.quantity(k) > 1 && (s.endsBehind(k) || s.says("golem") || s.says("golems") || (s.says("compare") || s.says("split")) && !s.countedBeside(k)) {
			return commands.SourceShape, true
		}
	}
	if s.counted(f.from) && (s.atLeast(f.from) || s.limited(f.from) && s.countedBeside(k)) { // "at least 1 marker from 12 horns", "20 horns exactly 1 marker"
		return commands.WantedShape, true
	}
	if f.from > 0 && slices.Contains([]string{"no", "zero", "until", "till"}, s.words[f.from-1].text) && s.countedBeside(k) && !slices.Contains(f.param.Carried, f.name) { // "8 books of knock, no fod"
		return commands.WantedShape, true
	}
	if side := s.acrossColon(k); side != commands.NoShape {
		return side, true
	}
	if s.apartFrom(k) {
		return commands.WantedShape, true
	}
	// "2 markers from 20 unicorn horns"
	if next := s.fromNext(f.to); next > 0 && slices.ContainsFunc(s.found, func(o found) bool { return o.param.Pile && s.stackStart(o.from) == next }) {
		return commands.WantedShape, true
	}
	if s.counted(f.from) && f.to+1 < len(s.words) && s.words[f.to].text == "into" && s.thingAt(f.to+1) { // "odds for 4 sacks -> bag"
		return commands.SourceShape, true
	}
	if s.counted(f.from) && s.golem() { // "golem odds for 50 darts"
		return commands.SourceShape, true
	}
	if before := s.before(cmp.Or(s.single(k), f.from), 2); s.counted(f.from) && (!slices.Contains(wantsWords, before) || slices.Contains(chanceWords, before) && s.turnsInto(f.to)) {
		return commands.SourceShape, true
	}
	if f.to < len(s.words) && timesWord(s.words[f.to].text) { // "fumble boots x4"
		s.shape[commands.CountShape] = true
		return commands.SourceShape, true
	}
	if s.howMany(f.from) { // "how many tin openers is a magic lamp worth", "how many markers from 10 unihorns"
		if s.countedBeside(k) && !s.forNext(f.to) {
			return commands.WantedShape, true
		}
		return commands.SourceShape, true
	}
	last := !slices.ContainsFunc(s.found, func(o found) bool {
		return o.param.Pile && o.from > f.from && (s.counted(o.from) || s.words[o.from-1].text != "or" && s.words[o.from-1].text != "and")
	})
	// "6 rings of hunger, free action please", "10 horns, marker?"
	if last && k > 0 && s.quantity(k) == 0 && (s.opens(f.from) || s.words[f.from].open || f.from > 0 && s.words[f.from-1].text == "both") && s.countedBefore(k) {
		return commands.WantedShape, true
	}
	// "7 unihorns marker", "7 unihorns luck 10 marker"
	if last && !s.counted(f.from) && slices.ContainsFunc(s.found[:k], func(o found) bool { return o.to == s.figuresBefore(f.from) && o.param.Pile && s.counted(o.from) }) {
		return commands.WantedShape, true
	}
	if f.to+1 < len(s.words) && (s.words[f.to].text == "be" && s.words[f.to+1].text == "made" || s.words[f.to].text == "made") && !s.words[f.to].cut { // "can a wand of death be made"
		return commands.WantedShape, true
	}
	if next := f.to; next+1 < len(s.words) && !s.counted(f.from) && s.words[next].in(byWords) && s.words[next+1].in(zapping) && !s.words[next].cut { // "a crysknife by polymorph"
		return commands.WantedShape, true
	}
	// "marker chance", "marker?", ": marker?"
	if next := f.to; next < len(s.words) && slices.Contains(hopedWords, s.words[next].text) && !s.words[next].cut && !(f.from > 0 && s.words[f.from-1].text == "from") {
		return commands.WantedShape, true
	}
	if s.fodderBehind(k) {
		return commands.SourceShape, true
	}
	for i := f.from - 1; i >= 0; i-- {
		t := s.words[i].text
		if t == "to" && i > 0 && (strings.HasPrefix(s.words[i-1].text, "turn") || strings.HasPrefix(s.words[i-1].text, "chang")) { // "turn to"
			return commands.WantedShape, true
		}
		if t == "to" && i > 0 && (s.isName(i-1) || strings.HasPrefix(s.words[i-1].text, "way")) { // "ratio of unihorns to markers", "cheapest way to a marker"
			return commands.WantedShape, true
		}
		if next := s.words[i+1].text; slices.Contains(chanceWords, t) && (next == "a" || next == "an" || next == "my" || next == "that") && i+2 >= f.from && slices.ContainsFunc(s.words[f.to:], becomes) {
			return commands.SourceShape, true // "chance a helmet becomes"
		}
		if t == "of" && i > 0 && (s.words[i-1].text == "number" || s.words[i-1].text == "amount") && s.countedBeside(k) { // "the average number of markers"
			return commands.WantedShape, true
		}
		if t == "becomes" && s.words[i+1].text == "of" {
			return commands.SourceShape, true
		}
		if slices.Contains(wantsWords, t) && !(t == "for" && i > 0 && s.words[i-1].text == "how") {
			return commands.WantedShape, true
		}
		if slices.Contains(sourceWords, t) || t == "of" && i > 0 && (s.words[i-1].text == "out" || s.words[i-1].digits()) {
			return commands.SourceShape, true
		}
		if s.isName(i) && s.words[min(i+1, len(s.words)-1)].text != "or" && s.words[min(i+1, len(s.words)-1)].text != "and" && !s.words[f.from].cut {
			break
		}
		if s.isName(i) {
			// of the same side as what it is joined to
			for m := range s.found {
				if s.found[m].param.Pile && s.found[m].to == i+1 && m < k {
					return s.side(m)
				}
			}
		}
	}
	if k > 0 && s.words[f.from].cut && !s.counted(f.from) { // "for BoH, magic lamp or marker"
		for m := range s.found[:k] {
			if s.found[m].param.Pile && s.found[m].to == f.from {
				if side, told := s.side(m); side == commands.WantedShape && told {
					return side, true
				}
			}
		}
	}
	if s.words[f.to-1].query && last && k > 0 || slices.ContainsFunc(s.found, func(o found) bool { return o.param.Pile && o.from != f.from && s.howMany(o.from) }) {
		return commands.WantedShape, true
	}
	// First of all, before "from": "comr from elven cloaks".
	if slices.ContainsFunc(s.words[f.to:], func(w word) bool { return w.text == "from" }) && !s.counted(f.from) {
		return commands.WantedShape, true
	}
	return commands.SourceShape, false
}

// golem reports whether a line asks for a golem, and names nothing beside what it is
// to be made of.
func (s *heard) golem() bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return w.text == "golem" || w.text == "golems" }) &&
		!slices.ContainsFunc(s.found, func(f found) bool { return f.param.Pile && !s.counted(f.from) })
}

// opens reports whether a clause begins with the thing at word i: "- any genocide".
func (s *heard) opens(i int) bool {
	for !s.words[i].cut && i > 0 && slices.Contains([]string{"any", "a", "an", "some", "one"}, s.words[i-1].text) {
		i--
	}
	return s.words[i].cut
}

// fromNext is the word behind "from" or "out of" at word i; 0: neither stands there.
func (s *heard) fromNext(i int) int {
	switch {
	case i < len(s.words) && (s.words[i].text == "from" || s.words[i].text == "out of"):
		return i + 1
	case i+1 < len(s.words) && s.words[i].text == "out" && s.words[i+1].text == "of":
		return i + 2
	}
	return 0
}

// forNext reports whether word i says that what stands before it is used for
// something: "how many horns for 2 markers".
func (s *heard) forNext(i int) bool {
	for ; i < len(s.words); i++ {
		switch t := s.words[i].text; {
		case slices.Contains([]string{"for", "until", "till", "per", "need", "needed", "get"}, t):
			return true
		case !slices.Contains([]string{"do", "does", "did", "i", "you", "we", "it", "to", "take", "would", "will"}, t):
			return false
		}
	}
	return false
}

// says reports whether a word stands in the line.
func (s *heard) says(text string) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return w.text == text })
}

// turnsInto reports whether the words from word i on ask what becomes of what stands
// before them, or nothing at all: "chance 5 elven cloaks turn to ...", "golem chance
// 20 spellbooks".
func (s *heard) turnsInto(i int) bool {
	for i+1 < len(s.words) && s.words[i].keyword() != "" && (s.words[i+1].digits() || s.words[i+1].signedFigure()) { // "luck 0"
		i += 2
	}
	return i >= len(s.words) || strings.HasPrefix(s.words[i].text, "turn") || becomes(s.words[i]) || s.words[i].in(yields)
}

// yields are words between a pile and what comes of it.
var yields = wordSet(`yield yields yielded produce produces give gives make makes bring net`)

// before is the nth word before word i that says something; empty if there is
// none.
func (s *heard) before(i, within int) string {
	for k := i - 1; k >= 0 && k >= i-within && !s.words[k+1].colon; k-- {
		if slices.Contains(wantsWords, s.words[k].text) {
			return s.words[k].text
		}
	}
	return ""
}

// howMany reports whether "how many" stands before word i.
func (s *heard) howMany(i int) bool {
	return i > 1 && s.words[i-2].text == "how" && (s.words[i-1].text == "many" || s.words[i-1].text == "much")
}

func (s *heard) isName(i int) bool {
	for k := range s.found {
		if f := &s.found[k]; f.from <= i && i < f.to {
			return true
		}
	}
	return false
}

// counted reports whether a number stands before a thing.
func (s *heard) counted(i int) bool {
	for k := i - 1; k >= 0 && k >= i-5 && !s.words[k+1].cut; k-- {
		switch t := s.words[k].text; {
		case strings.HasSuffix(t, "x") && isNumber(strings.TrimSuffix(t, "x")):
			return true
		case s.words[k].digits():
			return k == 0 || s.words[k].cut || s.words[k-1].keyword() == "" // not the 5 of "luck 5 marker"
		case slices.Contains([]string{"b", "u", "c", "uc", "blessed", "uncursed", "cursed", "x", "of", "pairs", "pair", "stacks", "junk", "my", "artifact", "random", "rustproof", "fireproof", "rusty", "corroded", "burnt", "greased"}, t), len(t) > 1 && (t[0] == '+' || t[0] == '-') && isNumber(t[1:]):
		default:
			return false
		}
	}
	return false
}

// role is the keyword to put before word i where a thing's stack begins that
// the line does not say is wanted or the source.
func (s *heard) role(p *commands.Param, i int) string {
	if len(p.Words) == 0 {
		return ""
	}
	for k := range s.found {
		f := &s.found[k]
		if f.param != p && !f.param.Pile || s.stackStart(f.from) != i {
			continue
		}
		side, told := s.side(k)
		want := side == commands.WantedShape
		switch {
		case p.Words[0] == "for" && want && !(i > 0 && (s.words[i-1].text == "for" || s.words[i-1].text == "or") && !s.words[i].cut):
			return "for "
		case p.Words[0] == "for" && !want && i > 0:
			return ", "
		case p.Words[0] == "from" && !want && (told || s.shape[commands.WantedShape]) && !(i > 0 && s.words[i-1].text == "from"):
			return "from "
		case p.Words[0] == "from" && want && i > 0:
			return ", "
		}
	}
	return ""
}

// stackStart is the first word of what is said about the thing at word i: its
// count and curse.
func (s *heard) stackStart(i int) int {
	first := i
	for k := i - 1; k >= 0 && !s.words[k+1].cut; k-- {
		switch w := &s.words[k]; {
		case (w.digits() || w.signedFigure()) && k > 0 && !w.cut && s.words[k-1].keyword() != "": // "luck -3 marker"
			return first
		case w.digits(), w.signedFigure(), strings.HasSuffix(w.text, "x") && isNumber(strings.TrimSuffix(w.text, "x")),
			slices.Contains([]string{"b", "u", "c", "uc", "blessed", "uncursed", "cursed", "holy", "unholy", "x", "artifact"}, w.text):
			first = k
		case slices.Contains([]string{"of", "pair", "pairs", "set", "sets", "rustproof", "fireproof", "rusty", "corroded", "burnt", "greased"}, w.text): // part of it only behind a count
		default:
			return first
		}
	}
	return first
}
