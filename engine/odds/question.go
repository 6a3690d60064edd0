package odds

import (
	"math"
	"math/big"
)

// Limits of a question.
const (
	MaxTrials = 1_000_000_000
	MaxAsked  = 1_000_000 // successes asked for
)

// Question is plain probability: a chance, or dice and what they must show;
// and how often it is tried.
type Question struct {
	Chance *big.Rat // of one trial, 0..1; nil: Roll says it
	Roll   *Roll    // nil: Chance says it; without a comparison, only the dice are answered
	Trials int      // 0: not said
	Wanted int      // successes wanted; 0: one, but none where Count is AtMostWanted or ExactlyWanted
	Count  Count    // which number of successes is meant

	// Confidence lists the chances, above 0 and below 1, for which the trials
	// needed are worked out. Empty: 25, 50, 75, 95 and 99%, if Trials is not
	// said.
	Confidence []*big.Rat
}

// Count says how the number of successes compares with the one wanted.
type Count uint8

const (
	AtLeastWanted Count = iota
	AtMostWanted
	ExactlyWanted
)

// Answer is what follows. P, Num and Den are those of one trial.
type Answer struct {
	P        *float64       `json:"p,omitempty"`   // nil: dice without a comparison
	Num      *big.Int       `json:"num,omitempty"` // nil if it does not fit 63 bits
	Den      *big.Int       `json:"den,omitempty"`
	Trials   int            `json:"trials,omitempty"`
	AtLeast  []Successes    `json:"at_least,omitempty"`
	AtMost   []Successes    `json:"at_most,omitempty"`  // the chance of at most K, where Count asks for it
	Exactly  []Successes    `json:"exactly,omitempty"`  // the chance of exactly K, where Count asks for it
	Expected *float64       `json:"expected,omitempty"` // successes in Trials
	Needed   []TrialsNeeded `json:"needed,omitempty"`
	Dice     *Dice          `json:"dice,omitempty"`
}

// Successes is the chance of at least K successes in the trials.
type Successes struct {
	K   int      `json:"k"`
	P   float64  `json:"p"`
	Num *big.Int `json:"num,omitempty"` // nil if it does not fit 63 bits
	Den *big.Int `json:"den,omitempty"`
}

// TrialsNeeded is how many trials make the wanted successes as likely as Confidence.
type TrialsNeeded struct {
	Confidence float64 `json:"confidence"`
	Trials     *int    `json:"trials"` // nil: no number of trials, or more than MaxTrials
}

// Dice describes the sum of the dice.
type Dice struct {
	Roll      string    `json:"roll"`
	Min       int       `json:"min"`
	Max       int       `json:"max"`
	Mean      float64   `json:"mean"`
	Deviation float64   `json:"deviation"` // standard deviation
	Outcomes  []Outcome `json:"outcomes,omitempty"`
}

// Outcome is the chance of one sum.
type Outcome struct {
	Value int     `json:"value"`
	P     float64 `json:"p"`
}

// MaxOutcomes is the largest number of sums that an Answer lists one by one.
const MaxOutcomes = 200

var (
	one = big.NewRat(1, 1)

	// usual holds the confidences that are answered where none is asked.
	usual = []*big.Rat{big.NewRat(1, 4), big.NewRat(1, 2), big.NewRat(3, 4), big.NewRat(19, 20), big.NewRat(99, 100)}
)

// Check refuses a question that has no answer. Its errors are
// a *problem.Problem.
func (q *Question) Check() error {
	switch {
	case (q.Chance == nil) == (q.Roll == nil):
		return bad("Ask about either a chance, such as 1/12 or 3%%, or dice, such as 3d6 >= 14.")
	case q.Chance != nil && (q.Chance.Sign() < 0 || q.Chance.Cmp(one) > 0):
		return bad("A chance lies between 0 and 1.")
	case q.Trials < 0 || q.Trials > MaxTrials:
		return bad("I can work out 1 to %d tries, not %d.", MaxTrials, q.Trials)
	case q.Wanted < 0 || q.Wanted > MaxAsked:
		return bad("I can work out at least 1 to %d successes, not %d.", MaxAsked, q.Wanted)
	case q.Count != AtLeastWanted && q.Trials == 0:
		return bad("Out of how many tries? Write it as in \"20%% at most 1 in 10\".")
	case q.Count != AtLeastWanted && len(q.Confidence) > 0:
		return bad("I can work out how many tries a confidence takes only for at least a number of successes.")
	case len(q.Confidence) > 20:
		return bad("At most 20 confidences can be asked about at once.")
	}
	for _, c := range q.Confidence {
		if c.Sign() <= 0 || c.Cmp(one) >= 0 {
			return bad("A confidence lies between 0%% and 100%%, as in \"for 95%%\".")
		}
	}
	if q.Roll == nil {
		return nil
	}
	if q.Roll.Op == NoOp && (q.Trials > 0 || q.Wanted > 0 || len(q.Confidence) > 0) {
		return bad("%s alone is not a chance. Say what it must show, as in %s >= %d.", q.Roll, q.Roll, int(math.Ceil(q.Roll.Mean())))
	}
	return q.Roll.Check()
}

// Ask answers a question that passes Check.
func Ask(q *Question) Answer {
	var a Answer
	chance := q.Chance
	if r := q.Roll; r != nil {
		sums := r.Sums()
		a.Dice = &Dice{Roll: Roll{Terms: r.Terms, Plus: r.Plus}.String(), Min: sums.Min, Max: sums.Max, Mean: r.Mean(), Deviation: r.Deviation()}
		if sums.Max-sums.Min < MaxOutcomes {
			for v := sums.Min; v <= sums.Max; v++ {
				a.Dice.Outcomes = append(a.Dice.Outcomes, Outcome{v, sums.P(v)})
			}
		}
		if r.Op == NoOp {
			return a
		}
		chance = sums.Chance(r.Op, r.Than)
	}
	p, _ := chance.Float64()
	a.P = &p
	a.Num, a.Den = fits(chance)

	wanted := max(1, q.Wanted)
	if q.Trials > 0 {
		expected := p * float64(q.Trials)
		a.Trials, a.Expected = q.Trials, &expected
		s := Successes{K: wanted}
		if exact := exactly(q.Trials, wanted, chance); exact != nil {
			s.P, _ = exact.Float64()
			s.Num, s.Den = fits(exact)
		} else {
			s.P = AtLeast(q.Trials, wanted, p)
		}
		a.AtLeast = []Successes{s}
		switch q.Count {
		case AtMostWanted:
			a.AtMost = []Successes{atMost(q.Trials, q.Wanted, chance)}
		case ExactlyWanted:
			a.Exactly = []Successes{exactlyThat(q.Trials, q.Wanted, chance)}
		}
	}
	confidence := q.Confidence
	if len(confidence) == 0 && q.Trials == 0 {
		confidence = usual
	}
	for _, c := range confidence {
		f, _ := c.Float64()
		need := TrialsNeeded{Confidence: f}
		if n, ok := trialsFor(chance, wanted, c); ok {
			need.Trials = &n
		}
		a.Needed = append(a.Needed, need)
	}
	return a
}

// atMost returns the chance of at most k successes in n trials.
func atMost(n, k int, chance *big.Rat) Successes {
	p, _ := chance.Float64()
	s := Successes{K: k, P: AtMost(n, k, p)}
	if more := exactly(n, k+1, chance); more != nil {
		s.set(new(big.Rat).Sub(one, more))
	}
	return s
}

// exactlyThat returns the chance of exactly k successes in n trials.
func exactlyThat(n, k int, chance *big.Rat) Successes {
	p, _ := chance.Float64()
	s := Successes{K: k, P: Exactly(n, k, p)}
	if from, more := exactly(n, k, chance), exactly(n, k+1, chance); from != nil && more != nil {
		s.set(new(big.Rat).Sub(from, more))
	}
	return s
}

// set makes an exact chance that of s.
func (s *Successes) set(exact *big.Rat) {
	s.P, _ = exact.Float64()
	s.Num, s.Den = fits(exact)
}

// fits gives the parts of a fraction that fit 63 bits, or nothing.
func fits(r *big.Rat) (num, den *big.Int) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return nil, nil
	}
	return r.Num(), r.Denom()
}

// exactly returns AtLeast as an exact fraction, or nil if its denominator would not fit
// into 63 bits.
func exactly(n, k int, chance *big.Rat) *big.Rat {
	if float64(n)*math.Log2(math.Max(2, float(chance.Denom().Bits()))) >= 63 {
		return nil
	}
	// All of the sum is at most the denominator, which fits.
	yes, all := chance.Num().Int64(), chance.Denom().Int64()
	no := all - yes
	total, ways := int64(0), big.NewInt(0)
	for i := k; i <= n; i++ {
		total += ways.Binomial(int64(n), int64(i)).Int64() * power(yes, i) * power(no, n-i)
	}
	return big.NewRat(total, power(all, n))
}

func power(base int64, n int) int64 {
	out := int64(1)
	for range n {
		out *= base
	}
	return out
}

// trialsFor returns the least number of trials that give at least k successes with
// the confidence c; not ok if there is none up to MaxTrials.
func trialsFor(chance *big.Rat, k int, c *big.Rat) (n int, ok bool) {
	p, _ := chance.Float64()
	want, _ := c.Float64()
	if chance.Sign() == 0 {
		return 0, false
	}
	if chance.Cmp(one) == 0 {
		return k, true
	}
	enough := func(n int) bool {
		if exact := exactly(n, k, chance); exact != nil {
			return exact.Cmp(c) >= 0
		}
		return AtLeast(n, k, p) >= want
	}
	low, high := k-1, k // low is never enough
	if k == 1 {
		guess := math.Log1p(-want) / math.Log1p(-p)
		if guess > MaxTrials {
			return 0, false
		}
		high = max(1, int(guess)+1)
		low = max(0, int(guess)-1)
		if low > 0 && enough(low) { // cannot happen but for rounding
			low = 0
		}
	}
	for !enough(high) {
		low, high = high, high*2
		if high > MaxTrials {
			return 0, false
		}
	}
	for low+1 < high {
		if mid := low + (high-low)/2; enough(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high, true
}
