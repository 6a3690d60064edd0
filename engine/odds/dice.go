package odds

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Limits of a dice expression. Its whole distribution is worked out, so the
// work is bounded, too: the number of dice times the number of sums times the
// 64-bit words that a count takes.
const (
	MaxDice  = 100
	MaxSides = 1000
	MaxPlus  = 1_000_000
	maxTerms = 20
	maxWork  = 600_000
)

// Term is Count dice of Sides sides each. With Minus they are subtracted.
type Term struct {
	Count, Sides int
	Minus        bool
}

// Op compares a roll with a number.
type Op uint8

const (
	NoOp Op = iota
	AtLeastOp
	MoreOp
	AtMostOp
	LessOp
	EqualOp
	UnequalOp
)

var opNames = [...]string{"", ">=", ">", "<=", "<", "=", "!="}

func (o Op) String() string { return opNames[o] }

// Roll is a dice expression: the sum of its terms and Plus, compared with Than
// unless Op is NoOp. The zero Roll is the number 0.
type Roll struct {
	Terms []Term
	Plus  int
	Op    Op
	Than  int
}

// String returns the expression as ParseRoll reads it: "3d6+2 >= 14".
func (r Roll) String() string {
	var b strings.Builder
	for _, t := range r.Terms {
		switch {
		case t.Minus:
			b.WriteByte('-')
		case b.Len() > 0:
			b.WriteByte('+')
		}
		b.WriteString(strconv.Itoa(t.Count) + "d" + strconv.Itoa(t.Sides))
	}
	if r.Plus != 0 || b.Len() == 0 {
		if b.Len() > 0 {
			fmt.Fprintf(&b, "%+d", r.Plus)
		} else {
			fmt.Fprintf(&b, "%d", r.Plus)
		}
	}
	if r.Op != NoOp {
		fmt.Fprintf(&b, " %s %d", r.Op, r.Than)
	}
	return b.String()
}

// ParseRoll reads a dice expression: dice (d20, 3d6, d%), numbers, + and -,
// then at most one comparison with a number (>= > <= < = == != and the signs
// for at least, at most and unequal). Spaces do not matter. Its errors are a *problem.Problem.
func ParseRoll(text string) (Roll, error) {
	p := parser{text: text, rest: strings.ToLower(strings.TrimSpace(text))}
	var r Roll
	dice := false
	for first := true; ; first = false {
		minus := false
		switch {
		case p.eat("-"):
			minus = true
		case p.eat("+"):
		case !first:
			if err := p.compare(&r); err != nil {
				return Roll{}, err
			}
			if !dice {
				return Roll{}, bad("%q has no dice in it. Write them as 3d6+2 or d20.", clip(text))
			}
			return r, r.Check()
		}
		n, isNumber, err := p.number()
		if err != nil {
			return Roll{}, err
		}
		if !p.eat("d") {
			if !isNumber {
				return Roll{}, p.lost()
			}
			if minus {
				n = -n
			}
			r.Plus += n // each at most MaxPlus, and there are few
			if r.Plus > MaxPlus || r.Plus < -MaxPlus {
				return Roll{}, bad("The numbers added to the dice may come to %d at most.", MaxPlus)
			}
			continue
		}
		if !isNumber {
			n = 1
		}
		sides, ok := 100, true
		if !p.eat("%") {
			if sides, ok, err = p.number(); err != nil {
				return Roll{}, err
			}
		}
		if !ok {
			return Roll{}, bad("A die needs its number of sides, as in d6 or 3d8.")
		}
		if len(r.Terms) == maxTerms {
			return Roll{}, bad("At most %d kinds of dice can be added up.", maxTerms)
		}
		r.Terms = append(r.Terms, Term{n, sides, minus})
		dice = true
	}
}

type parser struct{ text, rest string }

func (p *parser) eat(word string) bool {
	rest, ok := strings.CutPrefix(p.rest, word)
	if ok {
		p.rest = strings.TrimLeft(rest, " ")
	}
	return ok
}

// number reads digits; ok is false if there are none.
func (p *parser) number() (n int, ok bool, err error) {
	end := 0
	for end < len(p.rest) && '0' <= p.rest[end] && p.rest[end] <= '9' {
		end++
	}
	if end == 0 {
		return 0, false, nil
	}
	digits := p.rest[:end]
	p.rest = strings.TrimLeft(p.rest[end:], " ")
	n, convErr := strconv.Atoi(digits)
	if convErr != nil || n > MaxPlus {
		return 0, false, bad("%s is too large. Dice go up to %dd%d and numbers up to %d.", clip(digits), MaxDice, MaxSides, MaxPlus)
	}
	return n, true, nil
}

// compare reads the comparison, if there is one, and the end.
func (p *parser) compare(r *Roll) error {
	if p.rest == "" {
		return nil
	}
	for _, c := range []struct {
		sign string
		op   Op
	}{
		{">=", AtLeastOp}, {"≥", AtLeastOp}, {"=>", AtLeastOp}, {"<=", AtMostOp}, {"≤", AtMostOp}, {"=<", AtMostOp},
		{"!=", UnequalOp}, {"<>", UnequalOp}, {"≠", UnequalOp}, {"==", EqualOp}, {"=", EqualOp}, {">", MoreOp}, {"<", LessOp},
	} {
		if !p.eat(c.sign) {
			continue
		}
		minus := p.eat("-")
		n, ok, err := p.number()
		if err != nil {
			return err
		}
		if !ok || p.rest != "" {
			return bad("%q must compare the dice with one number, as in 3d6 %s 14.", clip(p.text), c.op)
		}
		if minus {
			n = -n
		}
		r.Op, r.Than = c.op, n
		return nil
	}
	return p.lost()
}

func (p *parser) lost() error {
	if p.rest == "" {
		return bad("%q ends too soon. Write dice as 3d6+2, and add >= 14 to compare.", clip(p.text))
	}
	return bad("I got stuck in %q at %q. Write dice as 3d6+2, and add >= 14 to compare.", clip(p.text), clip(p.rest))
}

// Check refuses an expression that is too large to work out.
func (r Roll) Check() error {
	dice, sums, bits := 0, 1, 0.0
	for _, t := range r.Terms {
		if t.Count < 1 || t.Count > MaxDice {
			return bad("I can roll 1 to %d dice, not %d.", MaxDice, t.Count)
		}
		if t.Sides < 1 || t.Sides > MaxSides {
			return bad("A die has 1 to %d sides, not %d.", MaxSides, t.Sides)
		}
		dice += t.Count
		sums += t.Count * (t.Sides - 1)
		bits += float64(t.Count) * math.Log2(float64(t.Sides))
	}
	if dice > MaxDice {
		return bad("I can roll 1 to %d dice, not %d.", MaxDice, dice)
	}
	if dice*sums*(1+int(bits)/64) > maxWork {
		return bad("%s is too much to add up. 100d6, 70d20 or 10d1000 still work.", clip(r.String()))
	}
	return nil
}

// Sums is the exact distribution of a Roll's sum: of Total equally likely
// outcomes, Count(v) give the sum v. Both may be far larger than an int64.
type Sums struct {
	Min, Max int
	words    int      // words of a count
	counts   []uint64 // words for each sum from Min on, least first
	total    *big.Int
}

// Sums works the distribution out. The Roll must pass Check. The comparison
// does not matter.
func (r Roll) Sums() *Sums {
	total := big.NewInt(1)
	s := &Sums{Min: r.Plus, Max: r.Plus}
	for _, t := range r.Terms {
		sides := big.NewInt(int64(t.Sides))
		total.Mul(total, sides.Exp(sides, big.NewInt(int64(t.Count)), nil))
		if low, high := t.Count, t.Count*t.Sides; t.Minus {
			s.Min, s.Max = s.Min-high, s.Max-low
		} else {
			s.Min, s.Max = s.Min+low, s.Max+high
		}
	}
	s.total = total
	s.words = (total.BitLen() + 63) / 64
	w := s.words
	size := s.Max - s.Min + 1
	now, next := make([]uint64, size*w), make([]uint64, size*w)
	now[0] = 1
	have := 1 // sums so far
	for _, t := range r.Terms {
		// A die taken away spreads the sum just as one added.
		for range t.Count {
			grown := have + t.Sides - 1
			for i := range grown { // a window of Sides sums slides along
				here := next[i*w : i*w+w]
				if i == 0 {
					clear(here)
				} else {
					copy(here, next[(i-1)*w:i*w])
				}
				if i < have {
					add(here, now[i*w:i*w+w])
				}
				if j := i - t.Sides; j >= 0 {
					sub(here, now[j*w:j*w+w])
				}
			}
			now, next, have = next, now, grown
		}
	}
	s.counts = now
	return s
}

func add(a, b []uint64) {
	var carry uint64
	for i := range a {
		a[i], carry = bits.Add64(a[i], b[i], carry)
	}
}

func sub(a, b []uint64) {
	var borrow uint64
	for i := range a {
		a[i], borrow = bits.Sub64(a[i], b[i], borrow)
	}
}

// P returns the chance of the sum v.
func (s *Sums) P(v int) float64 {
	if v < s.Min || v > s.Max {
		return 0
	}
	i := (v - s.Min) * s.words
	return float(s.counts[i:i+s.words]) / float(s.total.Bits())
}

func float[W uint64 | big.Word](words []W) float64 {
	f := 0.0
	for i := len(words) - 1; i >= 0; i-- {
		f = math.Ldexp(f, 64) + float64(words[i])
	}
	return f
}

// Chance returns the exact chance that the sum compares with than as op says. With
// NoOp it is 1.
func (s *Sums) Chance(op Op, than int) *big.Rat {
	from, to := s.Min, s.Max
	switch op {
	case AtLeastOp:
		from = max(from, than)
	case MoreOp:
		from = max(from, than+1)
	case AtMostOp:
		to = min(to, than)
	case LessOp:
		to = min(to, than-1)
	case EqualOp, UnequalOp:
		from, to = max(from, than), min(to, than)
	}
	sum := make([]uint64, s.words)
	for v := from; v <= to; v++ {
		i := (v - s.Min) * s.words
		add(sum, s.counts[i:i+s.words])
	}
	n := new(big.Int)
	for i := len(sum) - 1; i >= 0; i-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(sum[i]))
	}
	chance := new(big.Rat).SetFrac(n, s.total)
	if op == UnequalOp {
		chance.Sub(big.NewRat(1, 1), chance)
	}
	return chance
}

// Mean returns the mean sum.
func (r Roll) Mean() float64 {
	twice := 2 * r.Plus
	for _, t := range r.Terms {
		m := t.Count * (t.Sides + 1)
		if t.Minus {
			m = -m
		}
		twice += m
	}
	return float64(twice) / 2
}

// Deviation returns the standard deviation of the sum.
func (r Roll) Deviation() float64 {
	twelve := 0
	for _, t := range r.Terms {
		twelve += t.Count * (t.Sides*t.Sides - 1)
	}
	return math.Sqrt(float64(twelve) / 12)
}
