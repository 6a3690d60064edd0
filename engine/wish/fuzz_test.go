package wish

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// Whatever is wished for, what may come adds up, and asking never breaks.
func FuzzGrant(f *testing.F) {
	for _, s := range []string{
		"2 blessed scrolls of genocide", "blessed greased +3 gray dragon scale mail", "7 candles", "wand of wishing (0:3)", "", "()", "-", "+", "3", "blessed", "of", "tin of dragon meat", "figurine of an Archon", "\"", "1000000000000 gold pieces",
	} {
		f.Add(s, 0, uint8(2))
	}
	f.Fuzz(func(t *testing.T, text string, luck int, existing uint8) {
		for _, version := range []string{"3.4.3", "5.0.0"} {
			q := &Question{Set: rules.Get(version), Text: text, Luck: luck % 14, Existing: int(existing) % 50}
			if q.Check() != nil {
				continue
			}
			sum := 0.0
			for _, c := range Read(q).Grant() {
				sum += c.P
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Errorf("%s: %q adds up to %g", version, text, sum)
			}
			Read(q).Exactly()
			Read(q).Humbler()
		}
	})
}
