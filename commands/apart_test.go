package commands

import (
	"slices"
	"testing"

	"delphi/engine/rules"
)

func TestApart(t *testing.T) {
	xl := NewNumber(Param{Name: "xl", Max: 30})
	worn := NewName[string](Param{Name: "worn", Gear: true, Many: true})
	cmd := &Command{Name: "test", Params: Takes(xl, worn)}
	call := func(level int, worn ...Said) *Call {
		c := NewCall(cmd, rules.Get("5.0.0"))
		c.Values[0] = Value{Said: true, Num: level, To: level}
		c.Values[1] = Value{Said: len(worn) > 0, Names: worn}
		return c
	}
	robe, shield := Said{Name: "robe"}, Said{Name: "small shield"}
	for _, tt := range []struct {
		calls []*Call
		want  []string
	}{
		{[]*Call{call(10, robe), call(10)}, []string{"robe", "without robe"}},
		{[]*Call{call(10, robe, shield), call(10, robe)}, []string{"small shield", "without small shield"}},
		{[]*Call{call(10, robe, shield), call(10)}, []string{"robe, small shield", ""}},
		{[]*Call{call(10, robe), call(12, robe), call(14, robe)}, []string{"xl10", "xl12", "xl14"}},
		{[]*Call{call(10, robe), call(12, shield)}, []string{"xl10, robe", "xl12, small shield"}},
		{[]*Call{call(10, robe)}, []string{""}},
	} {
		if got := Apart(tt.calls); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
