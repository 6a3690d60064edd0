package craft

import (
	"testing"

	"delphi/engine/rules"
)

func BenchmarkMixed(b *testing.B) {
	m := &Mixing{Rules: rules.Get("5.0.0").Crafts(), Dipped: "oil", Into: "acid", Potion: true}
	for b.Loop() {
		Mixed(m)
	}
}
