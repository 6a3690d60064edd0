package life

import (
	"testing"

	"delphi/engine/rules"
)

// A tin's turns are those of its roll, counted one by one.
func TestTin(t *testing.T) {
	for die := 1; die <= 90; die++ {
		for _, least := range []int{0, 1, 3, 10, 60} {
			sum, long := 0, 0
			for roll := range die {
				sum += least + roll
				if least+roll > 50 {
					long++
				}
			}
			got := Tin(rules.Rolled{Die: die, Least: least}, 50)
			if got.Mean != float64(sum)/float64(die) || got.GivesUp != float64(long)/float64(die) || got.Min != least || got.Max != least+die-1 {
				t.Fatalf("rn2(%d) + %d: %+v", die, least, got)
			}
		}
	}
}
