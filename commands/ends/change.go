package ends

import (
	"delphi/commands/wording"
	"delphi/engine/dice"
)

// Change is something that the asker may change, with all that may happen then.
type Change struct {
	Words string // "blessed"
	Cases []dice.Case[string]
}

// Better is the change that raises the chance asked about most.
type Better struct {
	Change string  `json:"change"`
	P      float64 `json:"p"` // with it
}

// best returns the change that raises a chance most, and says so in a sentence; nil and
// why nothing does, if none does.
func (e *Ends) best(p float64) (*Better, string) {
	var top *Better
	was := e.Cases
	defer func() { e.Cases = was }()
	for _, x := range e.Changes {
		e.Cases = x.Cases
		if f, _ := e.share(); f.P > p && (top == nil || f.P > top.P) {
			top = &Better{x.Words, f.P}
		}
	}
	if top == nil {
		return nil, e.Final
	}
	return top, " " + wording.Capital(top.Change) + ": " + wording.Share(top.P) + "."
}
