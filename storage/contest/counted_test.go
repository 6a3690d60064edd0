package contest

import (
	"testing"

	"delphi/engine/games/score"
)

// A count that was kept is the next one's base only where points moved by it, and
// only where nothing else was counted meanwhile.
func TestWrittenCounts(t *testing.T) {
	for _, x := range []struct {
		what        string
		kept        map[string]score.Points
		at, counted uint64 // the counts as kept, and those that this one began at
		moved       map[string]score.Points
		counts      uint64
		points      map[string]score.Points
	}{
		{"nothing moved", map[string]score.Points{"ann": 3}, 7, 7, nil, 7, map[string]score.Points{"ann": 3}},
		{"points moved", map[string]score.Points{"ann": 3, "bob": 1}, 7, 7, map[string]score.Points{"ann": 5, "bob": 0}, 8, map[string]score.Points{"ann": 5}},
		{"counted meanwhile", map[string]score.Points{"ann": 3}, 8, 7, map[string]score.Points{"ann": 5}, 8, nil},
		{"not read yet", nil, 7, 7, map[string]score.Points{"ann": 5}, 7, nil},
	} {
		r := &live{kept: x.kept, counts: x.at}
		r.written(&counted{counts: x.counted, moved: x.moved}, nil)
		same := len(r.kept) == len(x.points) && (r.kept == nil) == (x.points == nil)
		for person, n := range x.points {
			same = same && r.kept[person] == n
		}
		if r.counts != x.counts || !same {
			t.Errorf("%s: counts %d, kept %v; want %d, %v", x.what, r.counts, r.kept, x.counts, x.points)
		}
	}
}
