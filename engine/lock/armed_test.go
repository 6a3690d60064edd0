package lock

import (
	"testing"

	"delphi/engine/rules"
)

func TestArmed(t *testing.T) {
	for _, x := range []struct {
		q            Armed
		disarm, find string
	}{
		{Armed{Box: true, XL: 10, Dex: 12, Depth: 10}, "11/40", "10/21"},
		{Armed{Box: true, XL: 10, Dex: 12, Depth: 10, Rogue: true}, "11/20", "10/21"},
		{Armed{Box: true, XL: 30, Dex: 18, Depth: 1, Rogue: true}, "1/1", "1/1"},
		{Armed{XL: 10, Dex: 12, Depth: 11}, "5/16", "10/31"},
		{Armed{XL: 10, Dex: 12, Depth: 10, Rogue: true}, "9/16", "10/31"},
		{Armed{Box: true, XL: 10, Dex: 12, Depth: 10, Fumbling: true}, "0/1", "10/21"},
		{Armed{XL: 10, Dex: 12, Depth: 10, Confused: true}, "0/1", "1/3"},
	} {
		for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
			x.q.Rules = rules.Get(version).Locks()
			if disarm, find := Disarm(&x.q).String(), Find(&x.q).String(); disarm != x.disarm || find != x.find {
				t.Errorf("%s %+v: %s to disarm, %s to find", version, x.q, disarm, find)
			}
		}
	}
}
