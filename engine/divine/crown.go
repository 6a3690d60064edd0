package divine

import (
	"fmt"
	"slices"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Crowning asks what a hero gets for being crowned, if the artifacts that gods give then do
// not exist yet.
type Crowning struct {
	Rules     *rules.Crown
	Role      string
	Alignment string
	Wielded   *Weapon // nil: no weapon
	Book      bool    // the role's book is carried already
}

// Weapon is a weapon in hand.
type Weapon struct {
	Name     string // of the kind of object: "long sword"
	Artifact string // empty: none
	BUC      rules.BUC
	Enchant  int
	Eroded   bool
}

// Crowned is the result of being crowned.
type Crowned struct {
	Words   string `json:"crown_message"`
	AtFeet  string `json:"at_feet"`       // "nothing" if nothing
	Wielded string `json:"wielded_after"` // "nothing" if nothing
	Gifts   int    `json:"gifts_counter"` // how many gifts it counts as
}

// nothing is what the game's rows call the absence of a thing.
const nothing = "nothing"

// Answer returns what the hero gets.
func (q *Crowning) Answer() Crowned {
	out := Crowned{Words: q.Rules.Words[q.Alignment], AtFeet: nothing, Wielded: q.kept()}
	sword, artifact := q.Rules.Sword[q.Alignment], q.artifact()
	switch book := q.book(); {
	case book != "":
		out.AtFeet, out.Gifts = "blessed "+book+" +0", 1
		if q.Alignment == "chaotic" {
			out.Words = q.Rules.WordsWithBook
		}
	case q.Alignment != "lawful" && artifact != sword:
		out.AtFeet, out.Gifts = fmt.Sprintf("blessed %s +1 = %s erodeproof", q.Rules.SwordBase[q.Alignment], sword), 1
	case q.Wielded == nil:
		out.Words += "; You feel unworthy"
	default:
		if artifact == "" && q.Wielded.Name == q.Rules.SwordBase[q.Alignment] {
			artifact, out.Gifts = sword, 1
		}
		out.Wielded = fmt.Sprintf("blessed %s %+d%s erodeproof", q.Wielded.Name, max(1, q.Wielded.Enchant), named(artifact))
	}
	return out
}

// artifact returns the artifact in hand; empty if there is none.
func (q *Crowning) artifact() string {
	if q.Wielded == nil {
		return ""
	}
	return q.Wielded.Artifact
}

// book returns the book that the hero is given; empty if none.
func (q *Crowning) book() string {
	artifact, unless := q.artifact(), q.Rules.BookUnless[q.Role]
	if q.Book || artifact != "" && (slices.Contains(unless, artifact) || slices.Contains(unless, rules.AnyArtifact)) {
		return ""
	}
	return q.Rules.Book[q.Role]
}

// named is how the name of an artifact stands behind its kind; empty for none.
func named(artifact string) string {
	if artifact == "" {
		return ""
	}
	return " = " + artifact
}

// kept returns the wielded weapon unchanged.
func (q *Crowning) kept() string {
	w := q.Wielded
	if w == nil {
		return nothing
	}
	buc := w.BUC
	if buc == rules.BUCNotSaid {
		buc = rules.Uncursed
	}
	out := fmt.Sprintf("%s %s %+d%s", buc, w.Name, w.Enchant, named(w.Artifact))
	if w.Eroded {
		out += " still eroded"
	}
	return out
}

// CrownChance returns the chance that a prayer without trouble crowns a hero who can be
// crowned.
func CrownChance(p *rules.Prayer, luck int) odds.Fraction {
	q := Prayer{Rules: p, Luck: max(0, luck)}
	faces := q.PatFaces()
	return odds.Of(int64(max(0, faces-7)), int64(faces))
}
