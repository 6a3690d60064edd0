package spell

import "delphi/engine/rules"

// Advance is what it takes to advance a skill from one level to the next.
type Advance struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Points int    `json:"points"` // of practice that is lacking
	At     int    `json:"at"`     // points of practice in all
	Times  int    `json:"times"`  // successful casts, or hits
	Slots  int    `json:"slots"`
}

// Advances lists the steps from a skill, of 1 or more that is not the best, to the
// best that can be reached. each is the practice of one cast or hit; school says
// that it is a school of magic.
//
// A hero who begins at a skill has the practice that reaches it; have is what it is in all, if
// that is more.
func Advances(set *rules.Set, from, best rules.Skill, each, have int, school bool) []Advance {
	r := set.Practice()
	var out []Advance
	for s := from; s < best; s++ {
		level := int(s-rules.Unskilled) + 1
		at := level * level * r.Square
		points := max(0, at-max(have, (level-1)*(level-1)*r.Square))
		slots := level
		if school && !r.SpellSlots {
			slots = (level + 1) / 2
		}
		out = append(out, Advance{From: s.String(), To: (s + 1).String(), Points: points, At: at, Times: (points + each - 1) / each, Slots: slots})
	}
	return out
}
