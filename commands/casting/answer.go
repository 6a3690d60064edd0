package casting

// FailAnswer is the machine-readable answer of `fail`. Percentages are whole and exact;
// which of the last groups is present depends on the question.
type FailAnswer struct {
	Spell          string     `json:"spell,omitempty"`
	Level          int        `json:"level,omitempty"`
	School         string     `json:"school,omitempty"`
	Skill          string     `json:"skill,omitempty"`
	FailPercent    *int       `json:"fail_percent,omitempty"`
	SuccessPercent *int       `json:"success_percent,omitempty"`
	Penalty        *int       `json:"penalty,omitempty"`
	Chance         *int       `json:"chance,omitempty"`
	Steps          []failStep `json:"steps,omitempty"`
	PwCost         *int       `json:"pw_cost"` // null: it cannot be cast
	Fails          bool       `json:"fails"`   // false: the figure only scales the cost

	BestChange *failChange `json:"best_change,omitempty"` // the single change that helps most
	Ways       []failWay   `json:"ways,omitempty"`        // what can be done at once first, each better than those before

	Target  *int         `json:"target,omitempty"`  // the highest failure that will do
	Reached *bool        `json:"reached,omitempty"` // it is low enough already
	Reach   []failChange `json:"reach,omitzero"`    // with a target; empty: nothing alone does

	Curve  []failPoint `json:"curve,omitempty"`  // without a stat
	Levels []failLevel `json:"levels,omitempty"` // with the curve, and without a level
	Spells []failSpell `json:"spells,omitempty"` // without a spell
}

type failStep struct {
	What  string `json:"what"`
	Value int    `json:"value"`
}

type failChange struct {
	What        string `json:"what"`
	Value       any    `json:"value,omitempty"`
	FailPercent int    `json:"fail_percent"`
	PwCost      *int   `json:"pw_cost,omitempty"`
}

type failWay struct {
	What        []string `json:"what"`
	FailPercent int      `json:"fail_percent"`
	PwCost      *int     `json:"pw_cost,omitempty"`
}

type failPoint struct {
	Stat        int `json:"stat"`
	FailPercent int `json:"fail_percent"`
}

type failLevel struct {
	XL          int `json:"xl"`
	FailPercent int `json:"fail_percent"`
}

type failSpell struct {
	Spell       string      `json:"spell"`
	Level       int         `json:"level"`
	Skill       string      `json:"skill"`
	FailPercent *int        `json:"fail_percent,omitempty"`
	PwCost      *int        `json:"pw_cost"`
	Curve       []failPoint `json:"curve,omitempty"` // without a stat
}
