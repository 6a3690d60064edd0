package people

import (
	"slices"

	"delphi/engine/games/score"
)

// Proofs of an account.
const (
	ProofNone      = "none"      // accounts are taken at their word
	ProofOrganiser = "organiser" // an organiser confirms each
	ProofChallenge = "challenge" // a game that only the owner can play; the default
)

// Proofs lists the proofs that a tournament may ask for, the default first.
var Proofs = []string{ProofChallenge, ProofOrganiser, ProofNone}

// Claim is an account that somebody says is theirs.
type Claim struct {
	score.Account
	Proved string // how; empty: not yet, and its games do not count
	At     int64
}

// Stronger reports whether a proof is worth more than another.
func Stronger(proof, other string) bool {
	return slices.Index(proofsByWeight, proof) > slices.Index(proofsByWeight, other)
}

// proofsByWeight holds the proofs of an account, the weakest first.
var proofsByWeight = []string{"", ProofNone, ProofOrganiser, ProofChallenge}
