package seq

import (
	"slices"
	"strconv"
	"testing"
)

func TestMap(t *testing.T) {
	if got := Map([]int{3, 1}, strconv.Itoa); !slices.Equal(got, []string{"3", "1"}) {
		t.Errorf("%q", got)
	}
	if got := Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("%q of nothing", got)
	}
}

func TestFilter(t *testing.T) {
	list := []int{4, 5, 6}
	got := Filter(list, func(n int) bool { return n%2 == 0 })
	if !slices.Equal(got, []int{4, 6}) {
		t.Errorf("%d", got)
	}
	if got[0] = 9; list[0] != 4 {
		t.Error("the list given was changed")
	}
	if got := Filter(list, func(int) bool { return false }); got != nil {
		t.Errorf("%d", got)
	}
}
