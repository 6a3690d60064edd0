package chances

import ()

// Players say counts, tries and what they hope for in many ways. Here these are
// brought into the few that composeOdds reads.
