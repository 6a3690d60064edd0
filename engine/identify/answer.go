package identify

import (
	"slices"

	"delphi/engine/rules"
)

// Of lists what the thing may be, the likeliest first; the chances are exact and sum to
// 1. The list is empty if nothing fits all that was seen. The question must have passed
// Check. Its error is a *rules.NoTable where the version's shop prices, or how it makes
// things, are not known.
func Of(q *Question) ([]Candidate, error) {
	if slices.ContainsFunc(q.Sightings, func(s Sighting) bool { return s.Asked >= 0 || s.Offered >= 0 }) && q.Rules.Prices() == nil {
		return nil, rules.No[rules.Prices](q.Rules)
	}
	if (len(q.Engraved) > 0 || q.Sunk != "") && q.Rules.Fixtures() == nil {
		return nil, rules.No[rules.Fixtures](q.Rules)
	}
	list, err := q.Prior()
	if err != nil {
		return nil, err
	}
	out := list[:0]
	for _, c := range list {
		if c.P.Mul(c.P, q.likelihood(c.Object)); c.P.Sign() > 0 {
			out = append(out, c)
		}
	}
	share(out)
	slices.SortStableFunc(out, func(a, b Candidate) int { return b.P.Cmp(a.P) })
	return out, nil
}
