package rules

import "strings"

// Cite is a place in a version's source: the line that states a rule, or the
// start of the function that does.
type Cite struct {
	Version  string
	Place    string // "spell.c:2173"
	Function string // "percent_success"

	text string
}

// newCite returns a citation; what it shows is put together once, as answers show it
// again and again.
func newCite(version, place, function string) Cite {
	return Cite{version, place, function, version + " " + place}
}

// String returns the citation as answers show it: "5.0.0 spell.c:2173".
func (c Cite) String() string { return c.text }

// splitCite splits a cell of data/all/cites, "uhitm.c:736#5b0c1e double_punch":
// the place, the fingerprint of the words of that line, and the function where
// the version names it differently. The fingerprint is "-" where the source was
// not to hand when the place was written.
func splitCite(cell string) (place, print, function string) {
	cell, function, _ = strings.Cut(cell, " ")
	place, print, _ = strings.Cut(cell, "#")
	return place, print, function
}

// Rules of data/all/cites that code asks for by name.
const (
	CiteFailure  = "spell failure"
	CiteRole     = "role casting table"
	CiteCost     = "power cost scaling"
	CiteEnergy   = "cast energy and hunger" // also the Amulet's drain
	CiteCast     = "cast cost and checks"   // what a failed cast takes, and the cast itself
	CiteLeave    = "bones leave"
	CiteFind     = "bones find"
	CiteEligible = "bones eligibility"
	CiteSteal    = "amulet theft chance"
	CiteStolen   = "amulet theft target"
)
