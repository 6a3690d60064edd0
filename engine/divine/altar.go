package divine

import (
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// AltarOf returns the chance that an altar, whose alignment is drawn from all of them, is of
// one alignment, whichever that is.
func AltarOf(r *rules.AltarAlign) odds.Fraction { return odds.Of(1, int64(r.Gods)) }

// TownAltar returns the chance that Minetown's temple is of one alignment, on a map or, if town
// is empty, on any, and how many of the maps have a temple.
func TownAltar(r *rules.AltarAlign, town string) (of odds.Fraction, temples int) {
	for _, t := range r.Towns {
		if t != r.Ruin {
			temples++
		}
	}
	switch town {
	case "":
		return odds.Of(int64(temples), int64(len(r.Towns))).Times(AltarOf(r)), temples
	case r.Ruin:
		return odds.Never, temples
	}
	return AltarOf(r), temples
}
