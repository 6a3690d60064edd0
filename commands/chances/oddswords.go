package chances

import ()

// Players say counts, tries and what they hope for in many ways. Here they are reduced
// to the few that composeOdds reads.
