package tune

import (
	"slices"

	"delphi/engine/problem"
	"delphi/engine/seq"
)

// Tried is a try and what was heard.
type Tried struct {
	Tune
	Heard
}

// MaxTries is how many tries a session holds, and Most how many are needed by
// whoever plays what Next says from the first on.
const (
	MaxTries = 20
	Most     = 6
)

// Advice is what to play next.
type Advice struct {
	Left  int  // tunes that fit all that was heard
	Try   Tune // the best next try
	Fits  bool // it may be the right one
	Known bool // Left is 1: it is the right one
	// AtMost is how many tries it takes at most, with this one, for whoever
	// plays on as advised; 0: not known, because tries were played that Next did
	// not advise.
	AtMost int
	Parts  []Part // what may be heard, the likeliest first
	Some   []Tune // tunes that are left, a few
}

// Part is what may be heard, and how many of the tunes left answer so.
type Part struct {
	Heard
	Tunes int
}

// some is how many of the tunes left an Advice lists.
const some = 8

// budget is how many comparisons of two tunes an Advice takes at most, about: a
// millisecond.
const budget = 100_000

// Next returns the try that leaves the fewest tunes on average, by what was heard of
// those before, and of those that leave equally few one that may be right. Where
// many are left, not all tries are gone through. Its errors are a
// *problem.Problem.
func Next(tried []Tried) (*Advice, error) {
	if len(tried) > MaxTries {
		return nil, problem.Newf("I keep %d tries at most.", MaxTries).Try("tune new")
	}
	left := all()
	for _, t := range tried {
		if err := t.Check(); err != nil {
			return nil, err
		}
		rest := fitting(left, t)
		if len(rest) == 0 {
			return nil, problem.Newf("No tune fits %s with %s and what you heard before.", t.Tune, t.Heard).Try("tune undo", "tune new")
		}
		left = rest
	}
	a := &Advice{Left: len(left), Known: len(left) == 1}
	try, booked := book().next(tried)
	if !booked {
		try = best(left, budget)
	}
	a.Try = try
	if booked || followed(tried) {
		a.AtMost = Most - len(tried)
		if a.Known {
			a.AtMost = 1
		}
	}
	t := table()
	var parts [answers]int
	for _, x := range left {
		parts[t.answer(x, try)]++
	}
	for i, n := range parts {
		if n > 0 {
			a.Parts = append(a.Parts, Part{heardAt(i), n})
		}
	}
	slices.SortStableFunc(a.Parts, func(x, y Part) int { return y.Tunes - x.Tunes })
	a.Fits = parts[Heard{Gears: Length}.index()] > 0
	a.Some = left[:min(some, len(left))]
	return a, nil
}

// followed reports whether each try was the one that Next advised.
func followed(tried []Tried) bool {
	for i := range tried {
		next, ok := book().next(tried[:i])
		if !ok {
			left := all()
			for _, t := range tried[:i] {
				left = fitting(left, t)
			}
			next = best(left, budget)
		}
		if next != tried[i].Tune {
			return false
		}
	}
	return true
}

// all lists every tune.
func all() []Tune {
	list := make([]Tune, Count)
	for i := range list {
		list[i] = Tune(i)
	}
	return list
}

// fitting returns those tunes of a list that answer a try with what was heard.
func fitting(list []Tune, tried Tried) []Tune {
	t, want := table(), tried.index()
	return seq.Filter(list, func(x Tune) bool { return t.answer(x, tried.Tune) == want })
}

// best returns the try that leaves the fewest of a list on average; of those that
// leave equally few one of the list. It makes about most comparisons.
func best(left []Tune, most int) Tune {
	if len(left) <= 2 {
		return left[0]
	}
	t := table()
	found, least := left[0], 1<<62
	consider := func(try Tune, inside int) {
		var parts [answers]int
		for _, x := range left {
			parts[t.answer(x, try)]++
		}
		sum := 0
		for _, n := range parts {
			sum += n * n
		}
		if sum = 2*sum - inside; sum < least {
			found, least = try, sum
		}
	}
	tries := max(2, most/len(left))
	for i := 0; i < len(left); i += 1 + len(left)/(tries/2+1) {
		consider(left[i], 1)
	}
	for i := 0; i < Count; i += 1 + Count/(tries+1) {
		consider(Tune(i), 0)
	}
	return found
}
