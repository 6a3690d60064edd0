package wish

import (
	"testing"

	"delphi/engine/rules"
)

// What is worn is named by what the thing is made of, and in 5.0.0 a new thing may
// be more than was wished for.
func TestFlag(t *testing.T) {
	set := rules.Get("5.0.0")
	for _, x := range []struct{ object, flag, want string }{
		{"club", "corroded1", "rotted"}, {"long sword", "corroded2", "very corroded"}, {"long sword", "eroded1", "rusty"},
		{"club", "eroded3", "thoroughly burnt"}, {"crystal plate mail", "eroded1", "cracked"}, {"bronze plate mail", "corroded1", "corroded"},
		{"large box", "has_contents", "has contents"}, {"no such thing", "eroded1", "burnt"},
	} {
		if got := Flag(set.Object(x.object), x.flag); got != x.want {
			t.Errorf("%s, %s: %q, want %q", x.object, x.flag, got, x.want)
		}
	}
}
