package names

import "testing"

func TestTailOfAnyMonster(t *testing.T) {
	x := NewIndex()
	x.Add(&Entry{Name: "rust monster"})
	x.Add(&Entry{Name: "soldier ant"})
	if got := x.Tail([]byte("monster")); len(got) > 0 {
		t.Errorf("monster is %s", got[0].Name)
	}
	if got := x.Tail([]byte("ant")); len(got) != 1 {
		t.Error("ant is no soldier ant")
	}
}
