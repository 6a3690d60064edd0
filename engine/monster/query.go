package monster

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// Query is a description of monsters: a monster fits it if it fulfils all of
// its conditions.
type Query struct {
	conditions []condition
}

type condition struct {
	text string
	fits func(*rules.Monster) bool
	// of lists what the monsters of a version have that one of codes must be
	// among; nil: fits decides.
	of     func(*rules.Bestiary, *rules.Monster) []string
	codes  []string
	verb   string // "resists", "conveys": the next element has it too
	denied bool   // it must not be fulfilled
}

// fitted reports whether a monster fulfils the condition.
func (c condition) fitted(b *rules.Bestiary, m *rules.Monster) bool {
	if c.of == nil {
		return c.fits(m) != c.denied
	}
	return slices.ContainsFunc(c.of(b, m), func(x string) bool { return slices.Contains(c.codes, x) }) != c.denied
}

// Unknown is the error of a word that describes no monster.
type Unknown struct {
	Word    string
	Nearest []string // words that describe some, the nearest first
}

var _ problem.Mendable = (*Unknown)(nil)

func (e *Unknown) Error() string { return fmt.Sprintf("%q does not describe a monster.", e.Word) }

// Instead lists the words to type instead.
func (e *Unknown) Instead() []string { return e.Nearest }

// String returns the query as it was understood: "level 10-12, flies, poisonous".
func (q *Query) String() string {
	out := make([]string, len(q.conditions))
	for i, c := range q.conditions {
		out[i] = c.text
	}
	return strings.Join(out, ", ")
}

// Find returns the monsters of b that fit, in the table's order.
func (q *Query) Find(b *rules.Bestiary) []*rules.Monster {
	var out []*rules.Monster
	for _, m := range b.Monsters {
		if !slices.ContainsFunc(q.conditions, func(c condition) bool { return !c.fitted(b, m) }) {
			out = append(out, m)
		}
	}
	return out
}

// AsksEating reports whether the query asks what corpses convey, which is not
// known in every version.
func (q *Query) AsksEating() bool {
	return slices.ContainsFunc(q.conditions, func(c condition) bool { return strings.HasPrefix(c.text, "conveys ") })
}

// Empty reports whether the query says nothing.
func (q *Query) Empty() bool { return len(q.conditions) == 0 }

// maxConditions is the largest number of conditions in one query.
const maxConditions = 20

// Parse reads a description, words in any order: a class's symbol ("F", in its
// own case), colours, "level 10-12", "speed >=15", "size large", flags
// ("flies", "sees invisible"), "resists fire", "conveys poison", alignments,
// kinds of attack; what follows "not" must not be so. Its error is *Unknown.
func Parse(text string) (*Query, error) {
	words := ranges(strings.Fields(strings.ReplaceAll(text, ",", " ")))
	q, denied, verb := &Query{}, "", ""
	for i := 0; i < len(words); {
		if len(q.conditions) == maxConditions {
			return nil, &Unknown{Word: strings.Join(words[i:], " ")}
		}
		n, c, ok := read(words[i:])
		if more := elementary(words[i]); verb != "" && more { // "conveys fire sleep", "resists fire and cold"
			n, c, ok = read(slices.Concat([]string{verb}, words[i:min(i+1, len(words))]))
			n--
		}
		if level, err := strconv.Atoi(words[i]); err == nil && (len(q.conditions) > 0 || !ok && len(words) > 1) { // "@ 12"
			n, ok = 1, true
			c = condition{text: "level " + words[i], fits: func(m *rules.Monster) bool { return m.Level == level }}
		}
		if !ok && denied == "" && denials[names.Fold(words[i])] {
			denied = words[i]
			i++
			continue
		}
		if !ok {
			return nil, &Unknown{Word: words[i], Nearest: nearest(words[i])}
		}
		if c.fits != nil || c.of != nil {
			if denied != "" {
				c.text, c.denied, denied = "not "+c.text, true, ""
			}
			q.conditions = append(q.conditions, c)
			verb = c.verb
		}
		i += n
		if verb != "" && i < len(words) && resistance[key(words[i:i+1])] { // "conveys cold resistance"
			i++
		}
	}
	if denied != "" {
		return nil, &Unknown{Word: denied}
	}
	return q, nil
}

// ranges joins "5 to 7" into "5-7".
func ranges(words []string) []string {
	whole := func(w string) bool { return strings.Trim(w, "0123456789") == "" }
	for i := 1; i+1 < len(words); i++ {
		if w := strings.ToLower(words[i]); (w == "to" || w == "through" || w == "thru") && whole(strings.TrimLeft(words[i-1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:")) && words[i-1][len(words[i-1])-1] <= '9' && whole(words[i+1]) {
			words = slices.Replace(slices.Clone(words), i-1, i+2, words[i-1]+"-"+words[i+1])
		}
	}
	return words
}

// Except excludes one monster from what is described.
func (q *Query) Except(m *rules.Monster) {
	q.conditions = append(q.conditions, condition{text: "not " + m.Name, fits: func(o *rules.Monster) bool { return o.Name != m.Name }})
}

// denials stand before what a monster must not be.
var denials = map[string]bool{"not": true, "no": true, "non": true, "without": true, "dont": true, "doesnt": true, "cant": true, "cannot": true, "isnt": true, "arent": true, "never": true}

// resistance holds what the word behind an element becomes in key.
var resistance = map[string]bool{"resistance": true, "res": true, "re": true}

// fillers holds words that add nothing to a description.
var fillers = map[string]bool{
	"with": true, "that": true, "which": true, "and": true, "monster": true, "can": true, "is": true, "are": true, "all": true,
	"the": true, "have": true, "class": true, "color": true, "size": true, "of": true, "list": true, "what": true, "to": true,
}

// numbers lists the columns that hold a number one can ask about.
var numbers = []struct {
	words string
	text  string
	of    func(*rules.Monster) int
}{
	{"level lvl lv lev xl", "level", func(m *rules.Monster) int { return m.Level }},
	{"difficulty diff", "difficulty", func(m *rules.Monster) int { return m.Difficulty }},
	{"speed spd", "speed", func(m *rules.Monster) int { return m.Speed }},
	{"ac", "AC", func(m *rules.Monster) int { return m.AC }},
	{"mr", "MR", func(m *rules.Monster) int { return m.MR }},
	{"weight wt", "weight", func(m *rules.Monster) int { return m.Weight }},
	{"nutrition nutr", "nutrition", func(m *rules.Monster) int { return m.Nutrition }},
	{"freq frequency", "freq", func(m *rules.Monster) int { return m.Frequency }},
}

// read reads the first condition of words and says how many words it takes. A
// filler gives a condition whose fits is nil.
func read(words []string) (n int, c condition, ok bool) {
	if n, c, ok = readNumber(words); ok {
		return n, c, true
	}
	w := words[0]
	if utf8.RuneCountInString(w) == 1 {
		return 1, condition{text: w, fits: func(m *rules.Monster) bool { return m.Symbol == w }}, true
	}
	if stems := names.Words(w); len(stems) == 1 && len(words) > 1 {
		switch stems[0] {
		case "resist", "re", "res", "resistant", "resisting", "resistance":
			return readElement(words, "resists", Resistances)
		case "convey", "conveying", "eating", "give", "grant", "confer":
			return readElement(words, "conveys", conveys)
		case "attack", "attacking":
			return readAttack(words)
		}
	}
	for n := min(4, len(words)); n > 0; n-- {
		if c, ok := vocabulary()[key(words[:n])]; ok {
			return n, c, true
		}
	}
	if fillers[strings.Join(names.Words(w), " ")] {
		return 1, condition{}, true
	}
	return 0, condition{}, false
}

func key(words []string) string { return strings.Join(names.Words(strings.Join(words, " ")), "") }

// readNumber reads "level 10-12", "speed>=15", "ac -3".
func readNumber(words []string) (n int, c condition, ok bool) {
	w := strings.ToLower(words[0])
	for _, x := range numbers {
		for name := range strings.FieldsSeq(x.words) {
			rest, found := strings.CutPrefix(w, name)
			if !found {
				continue
			}
			n := 1
			if rest = strings.TrimPrefix(rest, ":"); rest == "" && len(words) > 1 {
				rest, n = words[1], 2
				if strings.Trim(rest, "<>=") == "" && len(words) > 2 {
					rest, n = rest+words[2], 3
				}
			}
			low, high, ok := bounds(rest)
			if !ok {
				continue
			}
			of := x.of
			return n, condition{text: x.text + " " + rest, fits: func(m *rules.Monster) bool { v := of(m); return low <= v && v <= high }}, true
		}
	}
	return 0, condition{}, false
}

// bounds reads "12", "10-12", "-3", ">=5", "<5", "15+".
func bounds(s string) (low, high int, ok bool) {
	const far = 1 << 30
	number := func(s string) (int, bool) {
		n, err := strconv.Atoi(s)
		return n, err == nil && n > -far && n < far
	}
	for _, x := range []struct {
		prefix    string
		low, high int // added; 0, 0 is open
	}{{">=", 0, far}, {"<=", -far, 0}, {">", 1, far}, {"<", -far, -1}} {
		if rest, found := strings.CutPrefix(s, x.prefix); found {
			n, ok := number(rest)
			if x.high == far {
				return n + x.low, far, ok
			}
			return -far, n + x.high, ok
		}
	}
	if rest, found := strings.CutSuffix(s, "+"); found {
		n, ok := number(rest)
		return n, far, ok
	}
	if n, ok := number(s); ok {
		return n, n, true
	}
	for i := 1; i < len(s); i++ {
		if s[i] == '-' || strings.HasPrefix(s[i:], "..") {
			rest := strings.TrimLeft(s[i+1:], ".")
			low, ok1 := number(s[:i])
			high, ok2 := number(rest)
			return min(low, high), max(low, high), ok1 && ok2
		}
	}
	return 0, 0, false
}

// elementCodes maps the words for what is resisted or conveyed to the codes of
// the tables.
var elementCodes = map[string][]string{
	"shock": {"elec", "shock"}, "electricity": {"elec", "shock"}, "elec": {"elec", "shock"}, "lightning": {"elec", "shock"},
	"disintegration": {"disint", "disintegration"}, "disint": {"disint", "disintegration"},
	"stone": stoning, "stoning": stoning, "petrification": stoning, "petrify": stoning, "sickness": {"sick"},
	"teleport": {"teleportitis"}, "teleportation": {"teleportitis"}, "drain": {"drain"}, "magic": {"magic"}, "reflection": {"reflect"},
	"fire": {"fire"}, "cold": {"cold"}, "sleep": {"sleep"}, "poison": {"poison"}, "acid": {"acid"}, "psychic": {"psychic"},
	"telepathy": {"telepathy"}, "teleportiti": {"teleportitis"}, "teleportcontrol": {"teleport control"}, "strength": {"strength"}, "energy": {"energy"}, "pw": {"energy"},
	"intelligence": {"intelligence"}, "int": {"intelligence"}, "speed": {"intrinsic speed"}, "invisibility": {"invisibility"}, "lycanthropy": {"lycanthropy"},
	"regeneration": {"regeneration"}, "displacement": {"displacement"},
}

var stoning = []string{"stone", "stoning"}

// Resistances lists what a monster resists by what it is, by the codes of the
// tables ("fire", "elec", "disint", "stone") and "drain", "magic" and "death".
func Resistances(b *rules.Bestiary, m *rules.Monster) []string {
	n := rules.NatureOf(b.Name)
	if n == nil {
		return m.Resists
	}
	out := slices.Clone(m.Resists)
	if n.ResistsDrain(m) {
		out = append(out, "drain")
	}
	if n.ResistsMagic(m) {
		out = append(out, "magic")
	}
	if n.ResistsDeath(m) {
		out = append(out, "death")
	}
	return out
}

// conveys lists what eating a monster may give; nothing where no corpse is
// left.
func conveys(b *rules.Bestiary, m *rules.Monster) []string {
	a := Corpse(b, m)
	if a == nil {
		return nil
	}
	var out []string
	for _, g := range a.Gains {
		out = append(out, strings.TrimSuffix(g.What, " resistance"))
	}
	if a.GivesEnergy() {
		out = append(out, "energy")
	}
	return out
}

// readElement reads "resists fire". Of "resists fire cold" it takes only the
// first element; Parse goes on with the others by the same verb.
func readElement(words []string, verb string, of func(*rules.Bestiary, *rules.Monster) []string) (n int, c condition, ok bool) {
	at := 1
	if at+1 < len(words) && fillers[strings.ToLower(words[at])] {
		at++
	}
	for n := min(2, len(words)-at); n > 0; n-- {
		if codes := elementCodes[key(words[at:at+n])]; codes != nil {
			return at + n, condition{text: verb + " " + strings.ToLower(strings.Join(words[at:at+n], " ")), of: of, codes: codes, verb: verb}, true
		}
	}
	return 0, condition{}, false
}

// elementary reports whether a word is an element, and no other condition that
// one may ask about after another: "fast", "speed".
func elementary(word string) bool {
	k := key([]string{word})
	_, other := vocabulary()[k]
	return elementCodes[k] != nil && !other && k != "speed"
}

// readAttack reads "attack fire", "attacks level drain", "attack bite".
func readAttack(words []string) (n int, c condition, ok bool) {
	for n := min(3, len(words)-1); n > 0; n-- {
		want := key(words[1 : 1+n])
		fits := func(m *rules.Monster) bool {
			return slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool {
				return key([]string{word(attackWords, a.Type)}) == want || key([]string{word(damageWords, a.Damage)}) == want
			})
		}
		for _, list := range []map[string]string{attackWords, damageWords} {
			for _, w := range list {
				if w != "" && key([]string{w}) == want {
					return 1 + n, condition{text: "attack " + w, fits: fits}, true
				}
			}
		}
	}
	return 0, condition{}, false
}

// vocabulary holds every word or phrase that is a condition by itself, by its
// stems.
var vocabulary = sync.OnceValue(func() map[string]condition {
	out := map[string]condition{}
	add := func(list, text string, fits func(*rules.Monster) bool) {
		for w := range strings.SplitSeq(list, ",") {
			if w = key([]string{w}); w != "" && out[w].fits == nil {
				out[w] = condition{text: text, fits: fits}
			}
		}
	}
	for _, f := range flags {
		add(f.word+","+f.also, f.word, func(m *rules.Monster) bool { return m.Is(f.code) })
	}
	for word, list := range colors {
		text := word + " (" + strings.Join(list, " or ") + ")"
		if len(list) == 1 && (word == list[0] || strings.HasPrefix(list[0], "bright")) {
			text = list[0]
		}
		add(word, text, func(m *rules.Monster) bool { return slices.Contains(list, m.Color) })
	}
	for _, s := range []string{"tiny", "small", "medium", "large", "huge", "gigantic"} {
		add(s, s, func(m *rules.Monster) bool { return m.Size == s })
	}
	add("lawful", "lawful", func(m *rules.Monster) bool { return m.Align > 0 })
	add("chaotic", "chaotic", func(m *rules.Monster) bool { return m.Align < 0 && m.Align != rules.Unaligned })
	add("neutral", "neutral", func(m *rules.Monster) bool { return m.Align == 0 })
	add("unaligned", "unaligned", func(m *rules.Monster) bool { return m.Align == rules.Unaligned })
	for _, g := range []struct{ words, flag string }{
		{"unique", "UNIQ"}, {"genocidable", "GENO"}, {"large groups,large group", "LGROUP"}, {"small groups,small group", "SGROUP"},
		{"gehennom only,gehennom,hell", "HELL"}, {"not in gehennom", "NOHELL"}, {"no corpse,corpseless", "NOCORPSE"}, {"not random,not generated", "NOGEN"},
	} {
		text, _, _ := strings.Cut(g.words, ",")
		add(g.words, text, func(m *rules.Monster) bool { return slices.Contains(m.Geno, g.flag) })
	}
	add("slow", "slow", func(m *rules.Monster) bool { return m.Speed < 12 })
	add("fast", "fast", func(m *rules.Monster) bool { return m.Speed > 12 })
	for code, w := range attackWords {
		add(w, w, func(m *rules.Monster) bool {
			return slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool { return a.Type == code })
		})
	}
	for _, d := range []struct{ words, codes string }{
		{"stoning,petrifies,petrify", "STON"}, {"level drain,drains levels,drain", "DRLI"}, {"paralysis,paralyzes,paralyses", "PLYS"},
		{"steals,steal,thief", "SITM SEDU SGLD SSEX SAMU"}, {"rusts,rust", "RUST"}, {"disenchants,disenchant", "ENCH"}, {"lycanthropy", "WERE"},
		{"digests,digest", "DGST"}, {"drowns,drown", "WRAP"}, {"corrodes,corrode", "CORR"}, {"slimes,slime", "SLIM"}, {"disease,food poisoning", "DISE PEST"},
	} {
		text, _, _ := strings.Cut(d.words, ",")
		add(d.words, text, func(m *rules.Monster) bool {
			return slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool { return slices.Contains(strings.Fields(d.codes), a.Damage) })
		})
	}
	return out
})

// spelled indexes the vocabulary for typos and completion.
var spelled = sync.OnceValue(func() *names.Index {
	x := names.NewIndex()
	add := func(w string) {
		if w != "" {
			x.Add(&names.Entry{Name: w})
		}
	}
	for _, f := range flags {
		add(f.word)
	}
	for _, w := range slices.Sorted(maps.Values(attackWords)) {
		if !strings.Contains(w, " ") {
			add(w)
		}
	}
	for w := range strings.FieldsSeq("black red green brown blue magenta cyan gray orange yellow white tiny small medium large huge gigantic " +
		"lawful chaotic neutral unaligned unique genocidable level difficulty speed resists conveys attack stoning paralysis slow fast") {
		add(w)
	}
	return x
})

func nearest(w string) []string {
	return seq.Map(spelled().Nearest(w, 3, nil), func(n names.Near) string { return n.Name })
}

// Words completes a prefix: it lists at most most words of descriptions that
// begin with it.
func Words(prefix string, most int) []string {
	out := seq.Map(spelled().Complete(prefix, most, nil), func(e *names.Entry) string { return e.Name })
	slices.Sort(out)
	return out
}
