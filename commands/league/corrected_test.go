package league_test

import (
	"regexp"
	"testing"

	"delphi/commands/commandstest"
)

// TestTwoAnswersNeverDiffer: a game whose row was corrected is one game however
// it is asked for: of a player, of a source, within dates, as an ascension.
func TestTwoAnswersNeverDiffer(t *testing.T) {
	w := commandstest.NewWorld(t)
	w.Play("name=ann:death=ascended:points=1000:ago=2h:starttime=1795176000", "name=ann:death=ascended:points=2000:ago=1h:starttime=1795176000", "name=bob:death=quit:ago=3h", "name=cid:death=ascended:ago=30m")
	count := func(pattern, line string) string {
		t.Helper()
		r := w.Ask("dan", line)
		m := regexp.MustCompile(pattern).FindStringSubmatch(r.Summary)
		if r.Failed || m == nil {
			t.Fatalf("%s: %s", line, r.Summary)
		}
		return m[1]
	}
	for line, want := range map[string]string{"games asc": "2", "games ann": "1", "games ann asc": "1", "games 2026": "3", "games since 2026-01 asc": "2", "games until 2027": "3"} {
		if got := count(`: ([\d,]+) games?,`, line); got != want {
			t.Errorf("%s: %s games, want %s", line, got, want)
		}
	}
	for line, want := range map[string]string{"asc": "2", "asc 2026": "2", "asc points>0": "2"} {
		if got := count(`(\d+) ascensions?`, line); got != want {
			t.Errorf("%s: %s ascensions, want %s", line, got, want)
		}
	}
	if got := count(`(1,000|2,000) points`, "best points ann"); got != "2,000" {
		t.Errorf("the best of ann has %s points", got)
	}
}
