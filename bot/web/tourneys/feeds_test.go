package tourneys

import "testing"

func TestInert(t *testing.T) {
	if inert("=1+1") != "'=1+1" || inert("ann") != "ann" {
		t.Error("a formula stays one")
	}
}
