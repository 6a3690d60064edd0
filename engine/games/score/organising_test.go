package score

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestOrganisingTellsTheWholeRules reads the page for organisers: its rules are
// rules, and every key and measure that there is stands in it.
func TestOrganisingTellsTheWholeRules(t *testing.T) {
	page, err := os.ReadFile("../../../docs/organising.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) == 0 {
		t.Fatal("no rules on the page")
	}
	all := ""
	for _, b := range blocks {
		all += b[1]
		r, err := ParseRules([]byte(b[1]))
		if err != nil {
			t.Fatalf("%v in\n%s", err, b[1])
		}
		if len(r.Words()) < len(r.Category) {
			t.Errorf("%q", r.Words())
		}
	}
	for _, section := range []any{Rules{}, Define{}, StreakRule{}, ClanRules{}, Category{}, Board{}, Trophy{}, Factor{}, Worth{}, WorthStreaks{}, Variant{}, Achievement{}} {
		for f := range reflect.TypeOf(section).Fields() {
			key := f.Tag.Get("toml")
			if key != "" && !regexp.MustCompile(`(?m)(^|[ {\[])`+key+`\b`).MatchString(all) {
				t.Errorf("the key %s of %T stands in no example", key, section)
			}
		}
	}
	for name := range measures {
		if !strings.Contains(string(page), fmt.Sprintf("`%s`", name)) {
			t.Errorf("the measure %s is not on the page", name)
		}
	}
	for name := range boardMeasures {
		if !strings.Contains(string(page), fmt.Sprintf("`%s`", name)) {
			t.Errorf("the measure %s of leaderboards is not on the page", name)
		}
	}
	for name := range Builtin() {
		if !strings.Contains(string(page), fmt.Sprintf("`%s`", name)) {
			t.Errorf("the rules %s are not on the page", name)
		}
	}
}
