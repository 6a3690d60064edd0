package score

import (
	"strings"

	"delphi/engine/xlog"
)

// Game holds the fields of a game that scoring needs. Times are unix seconds.
type Game struct {
	ID      string
	Source  string
	Account string // the player's name there
	Variant string
	Role    string // three letters, as the others
	Race    string
	Gender  string // at the start
	Align   string // at the start

	Outcome  xlog.Outcome
	Amulet   bool // left with the Amulet, dead or alive
	Practice bool

	Points, Turns   int64
	Realtime        int64 // seconds; 0: unknown
	Start, End      int64 // Start 0: unknown
	Seen, Pos       int64 // when its line was read, and where it stood
	Conducts, Feats []string
	Death           string // as written

	// Plain is the number, from 1, of Death as xlog.PlainDeath has it: whoever has
	// worked that out for very many games need not do so again. Of the games of a
	// Count all have one, or none has; 0: none.
	Plain int32

	Ref int64 // what the caller knows the game by

	place int32 // among the verdicts on its player's games
}

// character is "Wiz Elf Fem Cha".
func (g *Game) character() string { return g.Role + " " + g.Race + " " + g.Gender + " " + g.Align }

// replaces reports whether two rows are about one game, so that the later one
// corrects the earlier.
func sameGame(a, b *Game) bool {
	return a.Start != 0 && a.Start == b.Start && a.Source == b.Source && strings.EqualFold(a.Account, b.Account)
}
