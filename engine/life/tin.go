package life

import "delphi/engine/rules"

// Opened is how many turns it takes to open a tin.
type Opened struct {
	Min, Max int
	Mean     float64
	GivesUp  float64 // the chance that it takes longer than one tries
}

// Tin returns the turns to open a tin if each number up to a maximum is equally likely and
// the hero gives up after some.
func Tin(by rules.Rolled, givesUp int) Opened {
	o := Opened{Min: by.Least, Max: by.Least + by.Die - 1}
	o.Mean = float64(o.Min+o.Max) / 2
	if o.Max > givesUp {
		o.GivesUp = float64(o.Max-max(givesUp, o.Min-1)) / float64(by.Die)
	}
	return o
}
