package chances

import (
	"delphi/engine/pattern"
)

// What players say about dice that are looked at one by one: "no six on 4d6", "3 sixes
// in 4 rolls", and what only looks like a sum: "the highest of 3d6".

var (
	picksSaid = pattern.Must(`\b(highest|lowest|best|worst|higher|lower|drop(?:ping|s)? (?:the )?(?:lowest|highest|low|high|worst|best)|keep(?:ing|s)? (?:the )?(?:lowest|highest|low|high|worst|best|top|\d+)|rerolls?|rerolling|advantage|disadvantage|exploding)\b`)
)
