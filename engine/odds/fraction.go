package odds

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"delphi/engine/problem"
)

// Fraction is a chance that is known exactly, in lowest terms.
type Fraction struct {
	P   float64 `json:"p"` // 0..1
	Num int64   `json:"num"`
	Den int64   `json:"den"` // positive; 1 for the chances 0 and 1
}

// Of returns the chance of num in den. den must be positive and 0 <= num <= den.
func Of(num, den int64) Fraction {
	if den <= 0 || num < 0 || num > den {
		panic(fmt.Sprintf("odds: %d in %d is no chance", num, den))
	}
	g := gcd(num, den)
	return Fraction{P: float64(num) / float64(den), Num: num / g, Den: den / g}
}

// Never and Always are the chances 0 and 1.
var Never, Always = Of(0, 1), Of(1, 1)

// Not returns the chance that it does not happen.
func (f Fraction) Not() Fraction { return Of(f.Den-f.Num, f.Den) }

// Times returns the chance that two things that do not depend on each other both
// happen. The product of the denominators must fit an int64.
func (f Fraction) Times(g Fraction) Fraction { return Of(f.Num*g.Num, f.Den*g.Den) }

// Rat returns the fraction as a big.Rat.
func (f Fraction) Rat() *big.Rat { return big.NewRat(f.Num, f.Den) }

// String returns "3/4".
func (f Fraction) String() string {
	return strconv.FormatInt(f.Num, 10) + "/" + strconv.FormatInt(f.Den, 10)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// bad returns the error of everything in this package: a sentence that says what
// cannot be answered, with every kind of question that can as its hints.
func bad(format string, args ...any) error {
	return problem.Newf(format, args...).Try("odds 1/12 20 tries", "odds 3% at least 2 in 50", "odds 1% for 95%", "odds 3d6+2 >= 14")
}

// maxChanceText bounds a chance as it is written, so that its fraction stays
// small.
const maxChanceText = 24

// ParseChance reads a chance: "1/12", "3%", "2.5%", "0.03". A number outside 0..1
// and a text of more than 24 characters are a *problem.Problem.
func ParseChance(text string) (*big.Rat, error) {
	s := strings.ReplaceAll(strings.TrimSpace(text), " ", "")
	if s == "" || len(s) > maxChanceText || strings.Trim(s, "0123456789./%") != "" {
		return nil, notChance(text)
	}
	s, percent := strings.CutSuffix(s, "%")
	if strings.Contains(s, "%") || percent && strings.Contains(s, "/") || strings.Count(s, "/") > 1 || strings.Contains(s, "/") && strings.Contains(s, ".") {
		return nil, notChance(text)
	}
	if _, below, ok := strings.Cut(s, "/"); ok && strings.Trim(below, "0") == "" {
		return nil, bad("%q divides by zero. Write a chance as 1/12.", clip(text))
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, notChance(text)
	}
	if percent {
		r.Mul(r, big.NewRat(1, 100))
	}
	if r.Sign() < 0 || r.Cmp(big.NewRat(1, 1)) > 0 {
		return nil, bad("A chance lies between 0 and 1, and %s does not.", clip(text))
	}
	return r, nil
}

func notChance(text string) error {
	return bad("%q is not a chance. Write it as 1/12, 3%% or 0.03.", clip(text))
}

// clip keeps what was typed short enough to repeat.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}
