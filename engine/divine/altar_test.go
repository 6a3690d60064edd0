package divine

import (
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Minetown has seven maps; since 3.6 one of them, Orcish Town, has no temple any more.
func TestTownAltar(t *testing.T) {
	for version, want := range map[string]odds.Fraction{"3.4.3": odds.Of(1, 3), "3.6.7": odds.Of(2, 7), "5.0.0": odds.Of(2, 7)} {
		r := rules.Get(version).AltarAlign()
		if got, _ := TownAltar(r, ""); got != want || len(r.Towns) != 7 {
			t.Errorf("%s: %s of %d maps, want %s", version, got, len(r.Towns), want)
		}
		if got, _ := TownAltar(r, "Grotto Town"); got != odds.Of(1, 3) {
			t.Errorf("%s: Grotto Town %s", version, got)
		}
		if got, _ := TownAltar(r, "Orcish Town"); (version != "3.4.3") != (got == odds.Never) {
			t.Errorf("%s: Orcish Town %s", version, got)
		}
	}
}
