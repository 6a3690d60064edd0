package wish

import (
	"strings"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// MaxText bounds the text of a wish.
const MaxText = 120

// wished is what one game makes of a text: the thing, and what the words ask of it.
type wished struct {
	end    string        // what comes where no thing is made: NotUnderstood, Declined, IntoPurse; or empty
	object *rules.Object // the thing to be made

	counted bool // a number was said
	instead bool // the thing comes in the stead of one that cannot be wished for
	unknown bool // the name names none of its class, of which any thing comes
	charged bool // spe stands in brackets

	count  int
	buc    rules.BUC
	spe    int
	sign   int // of spe: 0 if none was said
	before int // (N:M): how often it was charged

	proof, greased, poisoned, diluted, empty, partly, trapped, untrapped bool

	eroded, corroded int
	lock             string // "locked", "unlocked", "broken"; empty: nothing was said
	wet              int    // a towel's charges
	monster          *rules.Monster
	spinach          bool
	coins            bool   // gold, of which count pieces come as they were said
	named            string // behind "named", or an artifact's name
}

// parser reads a wish by the game's own stages (readobjnam). It is played in one
// game after the other: what a game draws is drawn by its dice.
type parser struct {
	*book
	d     *dice.Dice
	depth int

	line string // the text as far as it was cut
	from int    // what is left to read begins here

	wished
	blessed, uncursed, cursed bool
	unlabeled                 bool
	very                      int

	class    string
	name     string // actualn: tried as a name
	look     string // dn: tried as a look
	called   string // un
	labelled bool   // look follows "labeled"

	dealt map[*group]int // which member of a group has the look that the name may be
}

// parser begins to read a text on a level of that depth.
func (b *book) parser(d *dice.Dice, text string, depth int) *parser {
	return &parser{book: b, d: d, depth: depth, line: strings.Join(strings.Fields(text), " "), dealt: map[*group]int{}}
}

// rest returns what is left to read.
func (p *parser) rest() string { return p.line[p.from:] }

// keep lets rest be read instead of what is left.
func (p *parser) keep(rest string) { p.line = p.line[:p.from] + rest }

// skip passes over n letters.
func (p *parser) skip(n int) { p.from = min(p.from+n, len(p.line)) }

// read returns what a game makes of a text.
func (b *book) read(d *dice.Dice, text string, depth int) wished {
	for _, declined := range []string{"nothing", "nil", "none"} {
		if strings.EqualFold(strings.TrimSpace(text), declined) {
			return wished{end: Declined}
		}
	}
	p := b.parser(d, text, depth)
	if p.words(); p.rest() == "" {
		return p.anything()
	}
	p.count = max(p.count, 1)
	p.charges()
	return p.noun()
}

// words takes the words before the name, in any order. What no version knows
// begins the name.
func (p *parser) words() {
	back := -1 // where "statue of" began, behind which words are read before the name is
	for p.rest() != "" {
		rest := p.rest()
		switch n := digits(rest); {
		case starts(rest, "an "):
			p.count = 1
			p.skip(3)
		case starts(rest, "a "):
			p.count = 1
			p.skip(2)
		case starts(rest, "the "):
			p.skip(4)
		case p.count == 0 && n > 0 && rest != "0":
			p.count, p.counted = numberAt(rest), true
			p.skip(n)
			p.blanks()
		case rest[0] == '+' || rest[0] == '-':
			p.sign = map[byte]int{'+': 1, '-': -1}[rest[0]]
			p.skip(1)
			p.spe = numberAt(p.rest())
			p.skip(digits(p.rest()))
			p.blanks()
		case p.word(back >= 0):
		case back < 0 && p.ofWhom():
			back = p.from
			p.skip(p.whom())
		default:
			if back >= 0 {
				p.from = back
			}
			return
		}
	}
	if back >= 0 {
		p.from = back
	}
}

func (p *parser) blanks() { p.skip(len(p.rest()) - len(strings.TrimLeft(p.rest(), " "))) }

// ofWhom reports whether "statue of" and the like stand here.
func (p *parser) ofWhom() bool { return p.Does(rules.WishSkipGender) && p.whom() > 0 }

// whom returns the length of "statue of a" and the like.
func (p *parser) whom() int {
	for _, thing := range []string{"corpse of ", "statue of ", "figurine of "} {
		if !starts(p.rest(), thing) {
			continue
		}
		for _, article := range []string{"a ", "an ", "the "} {
			if starts(p.rest()[len(thing):], article) {
				return len(thing) + len(article)
			}
		}
		return len(thing)
	}
	return 0
}

// Does reports what the version's parser does.
func (p *parser) Does(what string) bool { return p.w.Does(what) }

// word takes one of the version's own words; inside are those behind "statue of".
func (p *parser) word(inside bool) bool {
	for _, x := range p.w.Words {
		if !starts(p.rest(), x.Word+" ") {
			continue
		}
		behind := p.rest()[len(x.Word)+1:]
		if x.Does == "glob" && !starts(behind, "glob") && !contains(behind, " glob") {
			return false
		}
		p.take(x.Does)
		if x.Does == "gender" && inside {
			p.keep(behind) // it is not part of the name
		} else {
			p.skip(len(x.Word) + 1)
		}
		return true
	}
	return false
}

// take does what a word before the name does.
func (p *parser) take(does string) {
	switch does {
	case "blessed":
		p.said(&p.blessed)
	case "uncursed":
		p.said(&p.uncursed)
	case "cursed":
		p.said(&p.cursed)
	case "proof":
		p.proof = true
	case "unlabeled":
		p.unlabeled = true
	case "poisoned":
		p.poisoned = true
	case "greased":
		p.greased = true
	case "very":
		p.very = 1
	case "thoroughly":
		p.very = 2
	case "eroded":
		p.eroded, p.very = 1+p.very, 0
	case "corroded":
		p.corroded, p.very = 1+p.very, 0
	case "partly":
		p.partly = true
	case "diluted":
		p.diluted = true
	case "empty":
		p.empty = true
	case "moist":
		p.wet = p.d.Rnd(2)
	case "wet":
		p.wet = p.d.Rn1(3, 3)
	case "trapped":
		p.trapped, p.untrapped = true, false // it is heard, and not obeyed
	case "untrapped":
		p.trapped, p.untrapped = false, true
	case "locked", "unlocked", "broken":
		p.lock = does
	case "open":
		p.lock = ""
	}
}

// said reads a word of blessing or curse.
func (p *parser) said(which *bool) {
	if p.Does(rules.WishBUCLast) {
		p.blessed, p.uncursed, p.cursed = false, false, false
	}
	*which = true
}

// charges takes "(0:3)", and leaves what follows it to the name.
func (p *parser) charges() {
	rest := p.rest()
	i := strings.LastIndexByte(rest, '(')
	if i >= 0 && len(rest) > 1 {
		inside, behind := rest[i+1:], ""
		before := strings.TrimSuffix(rest[:i], " ")
		if starts(inside, "lit)") {
			behind = inside[len("lit)"):]
		} else {
			n := digits(inside)
			p.spe = numberAt(inside)
			inside = inside[n:]
			if strings.HasPrefix(inside, ":") {
				inside = inside[1:]
				p.before, p.spe = p.spe, numberAt(inside)
				inside = inside[digits(inside):]
			}
			if strings.HasPrefix(inside, ")") {
				p.sign, p.charged, behind = 1, true, inside[1:]
			} else {
				p.spe, p.before = 0, 0 // and the rest is lost
			}
		}
		p.keep(before + behind)
	}
	if p.spe < 0 {
		p.sign, p.spe = -1, -p.spe
	}
	p.spe = min(p.spe, p.w.SpeMost)
	if p.before < 0 || p.before > 7 {
		p.before = 7
	}
}
