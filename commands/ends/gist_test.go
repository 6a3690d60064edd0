package ends

import (
	"strings"
	"testing"

	"delphi/engine/fixture"
	"delphi/engine/rules"
)

// Each end of each version's fixtures is said in words: a table of them has no message of
// the game in the place of what happens, no tag, and nothing twice.
func TestEndsAreSaidOnce(t *testing.T) {
	for _, version := range rules.Names() {
		f := rules.Get(version).Fixtures()
		if f == nil {
			continue
		}
		var all []fixture.Ends
		for _, yes := range []bool{false, true} {
			for _, luck := range []int{-5, 0, 5} {
				all = append(all, fixture.Quaff(&fixture.Fountain{Rules: f, Depth: 5, Luck: luck, Magic: yes, Looted: yes}), fixture.Sit(&fixture.Throne{Rules: f, Luck: luck, Sees: yes}))
			}
			all = append(all, fixture.Dip(&fixture.Fountain{Rules: f, Depth: 5, Looted: yes, Cursed: yes}), fixture.QuaffSink(&fixture.Sink{Rules: f, Rings: yes}), fixture.Kick(&fixture.Sink{Rules: f, Pudding: yes, Washer: yes, Rings: yes}))
		}
		if fixture.HasVlad(f) {
			all = append(all, fixture.Sit(&fixture.Throne{Rules: f, Vlad: true}))
		}
		for _, cases := range all {
			e := &Ends{Cases: cases, Is: func(what string) bool { return strings.Contains(what, "WISH") }, Last: &Lasting{Tag: fixture.TagDry}}
			for _, x := range cases {
				if strings.Contains(x.What, fixture.TagVanishes) {
					e.Last.Tag = fixture.TagVanishes
				}
			}
			sum, seen := 0.0, map[string]bool{}
			for _, g := range e.groups() {
				sum += g.p
				if seen[g.what] || strings.ContainsAny(g.what, "[]!\".") {
					t.Errorf("%s: %q", version, g.what)
				}
				seen[g.what] = true
			}
			if sum < 1-1e-9 || sum > 1+1e-9 {
				t.Errorf("%s: %v adds up to %v", version, cases, sum)
			}
		}
	}
}

// A run of one chance has it once, and what is left out is less likely or as likely as
// what it follows.
func TestLikely(t *testing.T) {
	list := []*group{{what: "nothing", p: 0.5}, {what: "a gem", p: 0.2}, {what: "a nymph", p: 0.2}, {what: "a wish", p: 0.1}}
	for budget, want := range map[int]string{
		99: "50% nothing, 20% each of a gem and a nymph, 10% a wish",
		40: "50% nothing, 20% each of a gem and a nymph, and 1 rarer outcome",
		20: "50% nothing, 20% each of a gem and 1 more, and 1 rarer outcome",
		5:  "50% nothing, and 3 rarer outcomes",
	} {
		if got := likely(list, budget); got != want {
			t.Errorf("%d: %s", budget, got)
		}
	}
}
