package divine

import (
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Fading asks what Luck becomes over a number of turns.
type Fading struct {
	Rules *rules.Luck
	Luck  int // base Luck: without what stones add to it
	Base  int // what it moves toward: see rules.Luck
	Turn  int // the game's turn at the start
	Turns int // how many turns pass
	Fast  bool
	Stones
}

// Stones holds the luck items carried, by their BUC.
type Stones struct{ Blessed, Uncursed, Cursed int }

// Any reports whether there are any.
func (s Stones) Any() bool { return s.Blessed+s.Uncursed+s.Cursed > 0 }

// Holds reports in which directions the stones keep Luck from timing out: whether good
// Luck cannot fall, and whether bad Luck cannot rise.
func (s Stones) Holds() (good, bad bool) {
	weight := s.Blessed - s.Cursed
	return s.Any() && weight >= 0, s.Any() && weight <= 0
}

// Faded is Luck after the turns.
type Faded struct {
	Luck   int
	Steps  int // how often Luck could have moved
	Every  int // turns between two steps
	Stays  bool
	Settle int // turns until Luck is at its base; 0 if it is, or never gets there
}

// MaxTurns bounds the turns of a question.
const MaxTurns = 10_000_000

// Check refuses what is out of range. Its errors are a *problem.Problem.
func (f *Fading) Check() error {
	if f.Turns < 0 || f.Turns > MaxTurns || f.Turn < 0 || f.Turn > MaxTurns {
		return problem.Newf("I can count up to %d turns.", MaxTurns).Try("luck timeout 600 turns luck 5")
	}
	return nil
}

// Over answers a question that passes Check.
func (f *Fading) Over() Faded {
	out := Faded{Luck: f.Luck, Every: f.Rules.Timeout}
	if f.Fast {
		out.Every = f.Rules.TimeoutFast
	}
	out.Steps = (f.Turn+f.Turns)/out.Every - f.Turn/out.Every
	good, bad := f.Holds()
	if out.Stays = f.Luck > f.Base && good || f.Luck < f.Base && bad; out.Stays {
		return out
	}
	away := max(f.Luck-f.Base, f.Base-f.Luck)
	if away > 0 {
		out.Settle = (f.Turn/out.Every+away)*out.Every - f.Turn
	}
	if moved := min(away, out.Steps); f.Luck > f.Base {
		out.Luck -= moved
	} else {
		out.Luck += moved
	}
	return out
}
