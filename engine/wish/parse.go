package wish

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// MaxText bounds the text of a wish.
const MaxText = 120

// text is a wish as the game reads it.
type text struct {
	count    int // 1 if not said
	buc      rules.BUC
	spe      int
	sign     int // of spe: 0 if none was said
	charged  bool
	before   int // (N:M): how often it was charged
	proof    bool
	eroded   int
	corroded int
	greased  bool
	poisoned bool
	diluted  bool
	empty    bool
	locked   string // "locked", "unlocked", ... of a box
	named    string
	rest     string // the name
}

var (
	chargesSaid = regexp.MustCompile(`\s*\((?:(\d+):)?(-?\d+)\)\s*$`)
	namedSaid   = regexp.MustCompile(`\s+(?:named|called|labell?ed)\s+(.*)$`)
)

// parse reads the words before the name, in any order, as the game does: the
// first that it does not know begins the name.
func parse(w *rules.Wishing, line string) text {
	t := text{}
	line = strings.Join(strings.Fields(line), " ")
	if m := namedSaid.FindStringSubmatch(line); m != nil {
		t.named = m[1]
		line = line[:len(line)-len(m[0])]
	}
	if m := chargesSaid.FindStringSubmatch(line); m != nil {
		line = line[:len(line)-len(m[0])]
		t.before, _ = strconv.Atoi(m[1])
		t.spe, _ = strconv.Atoi(m[2])
		t.sign, t.charged = 1, true
		if t.spe < 0 {
			t.spe, t.sign = -t.spe, -1
		}
	}
	words, very := strings.Fields(line), 0
	for len(words) > 0 {
		word := strings.ToLower(words[0])
		switch {
		case word == "a" || word == "an" || word == "the":
		case t.count == 0 && word != "0" && isDigits(word):
			t.count, _ = strconv.Atoi(word[:min(len(word), 9)])
		case len(word) > 1 && (word[0] == '+' || word[0] == '-') && isDigits(word[1:]):
			t.spe, _ = strconv.Atoi(word[1:min(len(word), 4)])
			t.sign = map[byte]int{'+': 1, '-': -1}[word[0]]
		case slices.Contains(w.Boxes, word):
			t.locked = word
		case slices.Contains(w.Prefixes, word):
			very = t.prefix(word, very)
		case word == "pair" || word == "set" || word == "pairs" || word == "sets":
			if len(words) > 1 && strings.EqualFold(words[1], "of") {
				words = words[1:]
			}
		default:
			t.rest = strings.Join(words, " ")
			return t
		}
		words = words[1:]
	}
	return t
}

// prefix takes a word that the game knows; very is how far "very" and
// "thoroughly" before it go.
func (t *text) prefix(word string, very int) int {
	switch word {
	case "blessed", "holy":
		t.buc = rules.Blessed
	case "cursed", "unholy":
		t.buc = rules.Cursed
	case "uncursed":
		t.buc = rules.Uncursed
	case "rustproof", "erodeproof", "corrodeproof", "fixed", "fireproof", "rotproof":
		t.proof = true
	case "very":
		return 1
	case "thoroughly":
		return 2
	case "rusty", "burnt":
		t.eroded = 1 + very
	case "corroded", "rotted":
		t.corroded = 1 + very
	case "greased":
		t.greased = true
	case "poisoned":
		t.poisoned = true
	case "diluted":
		t.diluted = true
	case "empty":
		t.empty = true
	}
	return 0
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// plural reports whether a name means several: its head, before "of", ends so.
func plural(name string) bool {
	head, _, _ := strings.Cut(strings.ToLower(name), " of ")
	last := head[strings.LastIndexByte(head, ' ')+1:]
	return strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") && !strings.HasSuffix(last, "us") || strings.HasSuffix(last, "knives")
}

// key is a name as the game compares it: without case, blanks and hyphens, and
// in the singular.
func key(name string) string { return strings.Join(names.Words(name), "") }
