package names

import "testing"

func TestAlike(t *testing.T) {
	for _, x := range []struct {
		typed, name string
		want        bool
	}{
		{"cockatrise", "cockatrice", true},
		{"cockatrise", "cockatrice corpse", true},
		{"cokatr", "cockatrice", true},
		{"holdng", "bag of holding", true},
		{"uncurced", "uncursed magic marker", true},
		{"newt", "cockatrice", false},
		{"cock", "cloak", false},
		{"", "newt", true},
	} {
		if got := Alike(x.typed, x.name); got != x.want {
			t.Errorf("%q, %q: %v", x.typed, x.name, got)
		}
	}
}
