package score

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/games/question"
	"delphi/engine/games/xlog"
	"delphi/engine/truthtest"
)

// g makes a game: letters as "A" ascended, "D" died, "Q" quit, "E" escaped, with
// the hours of its start and end.
func g(account, outcome string, start, end int64, change ...func(*Game)) *Game {
	o := map[string]xlog.Outcome{"A": xlog.Ascended, "D": xlog.Died, "Q": xlog.Quit, "E": xlog.Escaped}[outcome]
	x := &Game{
		ID: fmt.Sprint(account, start, end, outcome), Source: "nao", Name: account, Variant: "nethack", Role: "Wiz", Race: "Elf", Gender: "Fem", Gender0: "Fem", Align: "Cha", Align0: "Cha",
		Outcome: o, Points: 5000, Turns: 2000, Realtime: (end - start) * 1800, Start: start * 3600, End: end * 3600, Seen: end*3600 + 60,
		Death: map[string]string{"A": "ascended", "D": "killed by a newt", "Q": "quit", "E": "escaped"}[outcome],
	}
	for _, c := range change {
		c(x)
	}
	return x
}

func TestStreaks(t *testing.T) {
	won := func(x *Game) bool { return x.Outcome == xlog.Ascended }
	// The second game begins before the first has ended; the third after it.
	overlapping := []*Game{g("a", "A", 10, 20), g("a", "D", 15, 30), g("a", "A", 22, 40), g("a", "A", 50, 60)}
	plain := []*Game{g("a", "A", 1, 2), g("a", "A", 3, 4), g("a", "D", 5, 6), g("a", "A", 7, 8)}
	two := []*Game{g("a", "A", 1, 2), g("a", "A", 3, 4, func(x *Game) { x.Source = "hdf" }), g("a", "A", 5, 6)}
	for _, tt := range []struct {
		name  string
		games []*Game
		rule  StreakRule
		want  int
	}{
		{"overlap-aware passes over", overlapping, StreakRule{Order: "overlap"}, 3},
		{"by start the overlapping death breaks", overlapping, StreakRule{Order: "start"}, 2},
		{"by end too", overlapping, StreakRule{Order: "end"}, 2},
		{"a death breaks", plain, StreakRule{Order: "overlap"}, 2},
		{"by source", two, StreakRule{Order: "overlap"}, 2},
		{"across sources", two, StreakRule{Order: "overlap", Across: true}, 3},
		{"begun the second the other ended", []*Game{g("a", "A", 1, 2), g("a", "A", 2, 3)}, StreakRule{Order: "overlap"}, 2},
		{"unknown start has no place", []*Game{g("a", "A", 1, 2), g("a", "D", 0, 3), g("a", "A", 4, 5)}, StreakRule{Order: "start"}, 2},
	} {
		slices.Reverse(tt.games)
		got := 0
		if runs := Streaks(tt.games, tt.rule, won, true); len(runs) > 0 {
			got = len(runs[0])
		}
		if got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func rules(t *testing.T, text string) *Rules {
	t.Helper()
	r, err := ParseRules([]byte("name = \"x\"\n" + text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func entrants(names ...string) (out []Entrant) {
	for _, n := range names {
		out = append(out, Entrant{ID: n, Name: n, Accounts: []Account{{Name: n}}, Clan: "clan of " + n[:1]})
	}
	return out
}

var week = Span{From: 0, Until: 1000 * 3600, Seen: 1100 * 3600}

func show(s Standing) string {
	var b []string
	for _, r := range s.Rows {
		b = append(b, fmt.Sprintf("%d %s %s =%s", r.Place, r.Name, r.Text, r.Points))
	}
	return strings.Join(b, "; ")
}

func TestCategories(t *testing.T) {
	games := []*Game{
		g("ann", "A", 10, 20, func(x *Game) { x.Turns, x.Points, x.Conducts = 30000, 900000, []string{"vegan", "vegetarian"} }),
		g("ann", "A", 21, 30, func(x *Game) { x.Turns, x.Points, x.Role = 25000, 2000000, "Val" }),
		g("ann", "D", 31, 32),
		g("Bob", "A", 5, 50, func(x *Game) { x.Turns, x.Points, x.Achieved = 20000, 800000, []string{"luckstone"} }),
		g("bob", "D", 60, 61, func(x *Game) { x.Death = "killed by Izchak, the shopkeeper" }),
		g("bob", "D", 62, 63, func(x *Game) { x.Death = "killed by Mr. X; the shopkeeper" }),
		g("bob", "D", 64, 65, func(x *Game) { x.Achieved = []string{"luckstone", "bell"} }),
	}
	for cat, want := range map[string]string{
		`measure = "ascensions"` + "\naward = [10, 5]\nper = 1":                 "1 ann 2 ascensions =12; 2 bob 1 ascension =6",
		`measure = "first"` + "\naward = [10]":                                  "1 ann 1970-01-01 20:00:00 UTC =10; 2 bob 1970-01-03 02:00:00 UTC =0",
		`measure = "turns"` + "\naward = [10, 5]":                               "1 bob 20,000 turns =10; 2 ann 25,000 turns =5",
		`measure = "turns"` + "\naward = [10, 5]\ngames = \"val\"":              "1 ann 25,000 turns =10",
		`measure = "realtime"` + "\naward = [10, 5]":                            "1 ann 4h30m00s =10; 2 bob 22h30m00s =5",
		`measure = "high-score"` + "\naward = [10, 5]":                          "1 ann 2,000,000 points =10; 2 bob 800,000 points =5",
		`measure = "low-score"` + "\naward = [10, 5]":                           "1 bob 800,000 points =10; 2 ann 900,000 points =5",
		`measure = "streak"` + "\naward = [10, 5]\nleast = 2":                   "1 ann 2 in a row =10",
		`measure = "unique-deaths"` + "\nper = 3":                               "1 bob 2 deaths =6; 2 ann 1 death =3",
		`measure = "combos"` + "\nper = 3":                                      "1 ann 2 characters =6; 2 bob 1 character =3",
		`measure = "conducts"` + "\naward = [7]":                                "1 ann 2 conducts =7",
		`measure = "conduct"` + "\naward = [7]\nof = [\"vegan\"]":               "1 ann 1970-01-01 20:00:00 UTC =7",
		`measure = "feat"` + "\naward = [7]\nof = [\"luckstone\"]\nby=\"most\"": "1 bob 2 games =7",
		`measure = "feats"` + "\nper = 1":                                       "1 bob 2 achievements =2",
		`measure = "role"` + "\naward = [7]\nof = [\"Val\"]\nby=\"turns\"":      "1 ann 25,000 turns =7",
		`measure = "bingo"` + "\nper = 1\nline = 10\nfull = 100\nsquares = [\"asc\", \"val\", \"vegan\", \"died\", \"luckstone\"]": "error",
		`measure = "bingo"` + "\nper = 1\nline = 10\nfull = 100\nsquares = [\"asc\", \"val\", \"died\", \"sam\"]":                  "1 ann 3 squares, 3 lines =33; 2 bob 2 squares, 1 line =12",
	} {
		r, err := ParseRules([]byte("name = \"x\"\n[[category]]\nkey = \"k\"\n" + cat))
		if want == "error" {
			if err == nil {
				t.Errorf("%s: no error", cat)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", cat, err)
			continue
		}
		res := tally(t, r, week, entrants("ann", "bob"), games)
		if got := show(res.Categories[0]); got != want {
			t.Errorf("%s:\n got %s\nwant %s", cat, got, want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	r := rules(t, "games = \"not escaped\"\n[define]\nscum_points = 1000\nscum_turns = 10\n[[category]]\nkey = \"k\"\nmeasure = \"games\"\nper = 1")
	span := Span{From: 10 * 3600, Until: 100 * 3600, Seen: 110 * 3600}
	for want, x := range map[string]*Game{
		"ascended":              g("ann", "A", 10, 20),
		"it began before":       g("ann", "A", 9, 21),
		"it ended before":       g("ann", "A", 5, 6),
		"it ended after":        g("ann", "A", 50, 100),
		"its start is unknown":  g("ann", "D", 0, 22),
		"wizard or explore":     g("ann", "A", 12, 23, func(x *Game) { x.Practice = true }),
		"start-scumming":        g("ann", "Q", 13, 24, func(x *Game) { x.Points = 999 }),
		"quit":                  g("ann", "Q", 14, 25),
		"final":                 g("ann", "D", 15, 26, func(x *Game) { x.Seen = 111 * 3600 }),
		"not one of":            g("ann", "E", 16, 27),
		"start-scumming: quit ": g("ann", "Q", 17, 28, func(x *Game) { x.Turns = 10 }),
	} {
		res := tally(t, r, span, entrants("ann"), []*Game{x, g("eve", "A", 10, 20)})
		all := res.AllVerdicts()
		if len(all) != 1 || !strings.Contains(all[0].Reason, want) {
			t.Errorf("%s: %+v", want, all)
		}
		if v := all[0]; v.Counted != (want == "ascended" || want == "quit") {
			t.Errorf("%s: counted %v", want, v.Counted)
		}
	}
	// A corrected row: the later one in time counts, one after the freeze does not.
	old, fixed, late := g("ann", "D", 20, 30), g("ann", "D", 20, 30), g("ann", "D", 20, 30)
	fixed.ID, fixed.Seen, fixed.Points = "fixed", old.Seen+10, 9
	late.ID, late.Seen = "late", 111*3600
	res := tally(t, r, span, entrants("ann"), []*Game{late, fixed, old})
	var got []string
	for _, v := range res.AllVerdicts() {
		got = append(got, fmt.Sprint(v.Game.ID, " ", v.Counted))
	}
	slices.Sort(got)
	if want := []string{"ann20 30D false", "fixed true", "late false"}; !slices.Equal(got, want) {
		t.Errorf("corrected rows: %q, want %q", got, want)
	}
}

func TestClans(t *testing.T) {
	r := rules(t, "[clans]\nsize = 3\nbest = 2\n[[category]]\nkey = \"k\"\nmeasure = \"games\"\nper = 1")
	var games []*Game
	for i, n := range []string{"a1", "a2", "a2", "a3", "a3", "a3", "b1"} {
		games = append(games, g(n, "D", int64(10+i), int64(20+i)))
	}
	res := tally(t, r, week, entrants("a1", "a2", "a3", "b1"), games)
	if len(res.Clans) != 2 || res.Clans[0].Name != "clan of a" || res.Clans[0].Points != Whole(5) || res.Clans[1].Points != Whole(1) {
		t.Errorf("clans %+v", res.Clans)
	}
}

// TestOrderDoesNotMatter scores drawn games in two orders.
func TestOrderDoesNotMatter(t *testing.T) {
	var all []*Rules
	for _, text := range Builtin() {
		r, err := ParseRules(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	truthtest.Tries(t, 30)
	rapid.Check(t, func(t *rapid.T) {
		var games []*Game
		for i := range rapid.IntRange(0, 25).Draw(t, "n") {
			start := rapid.Int64Range(0, 60).Draw(t, "start")
			x := g(rapid.SampledFrom([]string{"ann", "bob", "cid"}).Draw(t, "who"), rapid.SampledFrom([]string{"A", "D", "Q", "E"}).Draw(t, "how"), start, start+rapid.Int64Range(0, 9).Draw(t, "long"))
			x.ID = fmt.Sprint("g", i)
			x.Points, x.Turns = rapid.Int64Range(-1, 5).Draw(t, "points")*700, rapid.Int64Range(0, 3).Draw(t, "turns")*8
			x.Role = rapid.SampledFrom(question.Roles).Draw(t, "role")
			games = append(games, x)
		}
		who := entrants("ann", "bob", "cid")
		shuffled, others := rapid.Permutation(games).Draw(t, "order"), rapid.Permutation(who).Draw(t, "entrants")
		for _, r := range all {
			a, b := tally(t, r, week, who, games), tally(t, r, week, others, shuffled)
			if !same(a, b) {
				t.Fatalf("%s differs:\n%+v\n%+v", r.Name, a.Overall, b.Overall)
			}
			sum := map[string]Points{}
			for _, c := range a.Categories {
				if c.Board {
					continue
				}
				for i, row := range c.Rows {
					sum[row.Entrant] += row.Points
					if row.Place != i+1 || row.Games == 0 || len(a.Behind(&row)) != row.Games {
						t.Fatalf("%s: row %+v", c.Key, row)
					}
				}
			}
			for _, row := range a.Overall {
				if !r.priced && row.Points != sum[row.Entrant] { // leaderboards and trophies give some, too
					t.Fatalf("%s has %s points, its categories give %s", row.Name, row.Points, sum[row.Entrant])
				}
			}
		}
	})
}

func TestTemplateErrors(t *testing.T) {
	cat := "[[category]]\nkey = \"k\"\nmeasure = \"games\"\nper = 1\n"
	for text, want := range map[string]string{
		"name = \"x\"\n[define]\nscum_pionts = 3\n" + cat:           "no key \"define.scum_pionts\"",
		"name = \"x\"\n[define]\nascended = \"maybe\"\n" + cat:      "one of death, achieve, amulet",
		"name = \"x\"\n[define]\nstreak = {order = \"up\"}\n" + cat: "one of start, end, overlap",
		"name = \"x\"\n":             "no [[category]]",
		"name = \"X y\"\n" + cat:     "one word",
		"name = \"x\"\n" + cat + cat: "another category",
		"name = \"x\"\n[[category]]\nkey=\"k\"\nmeasure=\"wins\"\nper=1":                       "one of ascensions, bingo",
		"name = \"x\"\n[[category]]\nkey=\"k\"\nmeasure=\"games\"":                             "gives no points",
		"name = \"x\"\n[[category]]\nkey=\"k\"\nmeasure=\"turns\"\nper=1":                      "use award",
		"name = \"x\"\n[[category]]\nkey=\"k\"\nmeasure=\"games\"\nper=1\ngames=\"zz\"":        "neither a filter",
		"name = \"x\"\n[[category]]\nkey=\"k\"\nmeasure=\"conduct\"\naward=[1]\nof=[\"nice\"]": "want some of",
		"name = 3":  "line 1",
		"name = \"": "line 1",
	} {
		if _, err := ParseRules([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for name, text := range Builtin() {
		r, err := ParseRules(text)
		if err != nil || r.Name != name {
			t.Fatalf("%s: %v", name, err)
		}
		if words := r.Words(); len(words) < 5+len(r.Category) || slices.Contains(words, "") {
			t.Errorf("%s in words: %q", name, words)
		}
	}
}

// TestScoreStopsWithItsContext: a count of very many games ends within a few
// thousand steps of its context, whatever it is doing.
func TestScoreStopsWithItsContext(t *testing.T) {
	games := make([]*Game, 5_000)
	for i := range games {
		games[i] = &Game{ID: fmt.Sprint(i), Source: "nao", Name: "ann", Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", Death: fmt.Sprint("killed by newt ", i),
			Outcome: xlog.Outcome(i % 2), Start: int64(1000 + i), End: int64(2000 + (i*7919)%5_000), Points: 5000, Turns: 9000, Seen: 1}
	}
	rules, err := ParseRules(Builtin()["league"])
	if err != nil {
		t.Fatal(err)
	}
	span, entrants := Span{From: 1, Until: 1 << 40}, []Entrant{{ID: "a", Name: "ann", Accounts: []Account{{Name: "ann"}}}}
	left := &countdown{Context: t.Context(), after: 1 << 30}
	if _, err := Score(left, rules, span, entrants, games); err != nil {
		t.Fatal(err)
	}
	asked := 1<<30 - left.after // how often a whole count looks at its context
	if asked < 50 {
		t.Fatalf("a count looks at its context only %d times", asked)
	}
	for _, after := range []int{0, 1, asked / 2, asked - 1} {
		left := &countdown{Context: t.Context(), after: after}
		if res, err := Score(left, rules, span, entrants, games); !errors.Is(err, context.Canceled) {
			t.Errorf("done after %d of %d looks: %v, %v", after, asked, res != nil, err)
		} else if left.after < -2 { // once to stop, once to say why
			t.Errorf("done after %d looks, it went on for %d more", after, -left.after)
		}
	}
}

// same reports whether two results say the same of everything.
func same(a, b *Result) bool {
	return reflect.DeepEqual(a.Overall, b.Overall) && reflect.DeepEqual(a.Clans, b.Clans) && reflect.DeepEqual(a.Categories, b.Categories) && reflect.DeepEqual(a.Trophies, b.Trophies) &&
		slices.EqualFunc(a.AllVerdicts(), b.AllVerdicts(), func(x, y Verdict) bool {
			return x.Game.ID == y.Game.ID && x.Entrant == y.Entrant && x.Counted == y.Counted && x.Reason == y.Reason
		})
}

// tally is Score with a context that is never done.
func tally(t interface{ Fatal(...any) }, r *Rules, span Span, entrants []Entrant, games []*Game) *Result {
	res, err := Score(context.Background(), r, span, entrants, games)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// countdown is a context that is done after it was asked a number of times.
type countdown struct {
	context.Context
	after int
}

func (c *countdown) Err() error {
	if c.after--; c.after < 0 {
		return context.Canceled
	}
	return nil
}

// BenchmarkScore counts the games of one player: the longest that stopping can
// take is a part in a thousand of it.
func BenchmarkScore(b *testing.B) {
	games := make([]*Game, 100_000)
	for i := range games {
		games[i] = &Game{ID: fmt.Sprint(i), Source: "nao", Name: "ann", Role: "Wiz", Death: "killed by a newt", Start: int64(1000 + i), End: int64(2000 + i), Points: 5000, Turns: 9000, Seen: 1}
	}
	rules, err := ParseRules(Builtin()["league"])
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Score(b.Context(), rules, Span{From: 1, Until: 1 << 40}, []Entrant{{ID: "a", Accounts: []Account{{Name: "ann"}}}}, games); err != nil {
			b.Fatal(err)
		}
	}
}

// TestJoining: games before their player joined count, unless the rules say that
// they do not.
func TestJoining(t *testing.T) {
	games := []*Game{
		{ID: "a", Source: "nao", Name: "ann", Role: "Wiz", Outcome: xlog.Ascended, Turns: 9000, Start: 100, End: 200},
		{ID: "b", Source: "nao", Name: "ann", Role: "Val", Outcome: xlog.Ascended, Turns: 9000, Start: 300, End: 400},
	}
	entrants := []Entrant{{ID: "1", Name: "ann", Accounts: []Account{{Name: "ann"}}, Joined: 250}}
	for joining, want := range map[string]int{"any": 2, "after": 1} {
		r, err := ParseRules([]byte("name = \"x\"\n[define]\njoining = \"" + joining + "\"\n[[category]]\nkey = \"a\"\nmeasure = \"ascensions\"\nper = 1"))
		if err != nil {
			t.Fatal(err)
		}
		if got := tally(t, r, Span{From: 1, Until: 1000}, entrants, games).Overall[0].Points; got != Whole(int64(want)) {
			t.Errorf("%s: %s ascensions count, want %d", joining, got, want)
		}
		if !strings.Contains(strings.Join(r.Words(), " "), map[string]string{"any": "before their player joined also count", "after": "after its player joined"}[joining]) {
			t.Errorf("%s: %q", joining, r.Words())
		}
	}
}
