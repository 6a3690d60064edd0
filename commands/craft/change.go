package craft

import (
	"delphi/commands"
	"delphi/engine/dice"
)

// change is something that the asker may change, with all that may happen then.
type change struct {
	words string // "blessed"
	cases []dice.Case[string]
}

// better is the change that raises the chance asked about most.
type better struct {
	Change string  `json:"change"`
	P      float64 `json:"p"` // with it
}

// best returns the change that raises a chance most, and says so in a sentence; nil and
// why nothing does, if none does.
func (e *ends) best(p float64) (*better, string) {
	var top *better
	was := e.cases
	defer func() { e.cases = was }()
	for _, x := range e.changes {
		e.cases = x.cases
		if f, _ := e.share(); f.P > p && (top == nil || f.P > top.P) {
			top = &better{x.words, f.P}
		}
	}
	if top == nil {
		return nil, e.final
	}
	return top, " " + commands.Capital(top.Change) + ": " + commands.Share(top.P) + "."
}
