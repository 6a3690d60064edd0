package price

import (
	"testing"

	"delphi/engine/rules"
)

// The source's arithmetic, by hand.
func TestOfFlesh(t *testing.T) {
	for _, x := range []struct {
		version, holder, monster string
		want                     int
	}{
		{"5.0.0", "tin", "newt", 1},                       // level 0: max(1, -2)
		{"5.0.0", "corpse", "newt", 2},                    // and max(1, 20/30)
		{"5.0.0", "corpse", "floating eye", 18},           // (2 + 1) * (1 + 5)
		{"5.0.0", "tin", "floating eye", 12},              // 2 * 6
		{"5.0.0", "corpse", "tengu", (10 + 6) * 8},        // poison 2, teleportitis 2, its control 3
		{"5.0.0", "egg", "cockatrice", 8 * 6},             // poison 2, stone 3
		{"5.0.0", "corpse", "Medusa", (38 + 13) * 56},     // poison 2, stone 3, unique 50
		{"5.0.0", "food ration", "newt", 0},               // no holder
		{"3.6.7", "tin", "floating eye", 0},               // shops did not look
		{"5.0.0", "tin", "titanothere", 22},               // nothing conveyed
		{"5.0.0", "corpse", "red dragon", (28 + 50) * 3},  // fire 2
		{"5.0.0", "tin", "black dragon", 28 * 6},          // disintegration 5
		{"5.0.0", "corpse", "blue jelly", (6 + 1) * 5},    // cold 2, poison 2
		{"5.0.0", "corpse", "electric eel", (12 + 8) * 5}, // shock 4
		{"5.0.0", "corpse", "spotted jelly", (8 + 1) * 5}, // acid 1, stone 3
	} {
		set := rules.Get(x.version)
		if got := OfFlesh(set, set.Object(x.holder), set.Bestiary().Named(x.monster)).Sum(); got != x.want {
			t.Errorf("%s %s of %s: %d, want %d", x.version, x.holder, x.monster, got, x.want)
		}
	}
}
