package score

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"delphi/engine/games/xlog"
)

// pointsTables is what TNNT's own points scoring gave.
type pointsTables struct {
	Players []struct {
		Name  string
		Rank  int
		Score float64
		By    map[string][2]float64 `json:"points_by_trophy"`
	}
	Clans []struct {
		Name  string
		Rank  int
		Score float64
		By    map[string][2]float64 `json:"points_by_trophy"`
	}
	Members map[string][]string `json:"clan_members"`
}

// pointTrophies holds our keys of what the points scoring calls otherwise.
var pointTrophies = map[string]string{
	"allgenders": "both_genders", "allaligns": "all_alignments", "allraces": "all_races", "allroles": "all_roles", "allconducts": "all_conducts", "noscum": "never_scum",
	"mercy:neme": "keep_nemesis", "mercy:vlad": "keep_vlad", "mercy:wiz": "keep_wizard", "mercy:prst": "keep_high_priest", "mercy:ride": "keep_riders",
}

// ourKey returns our key of what the points scoring calls otherwise.
func ourKey(key string) string {
	key = strings.TrimPrefix(key, "clan-")
	if pointTrophies[key] != "" {
		return pointTrophies[key]
	}
	if kind, what, ok := strings.Cut(key, ":"); ok {
		return strings.NewReplacer("greatrace", "great_race", "greatrole", "great_role", "lesserrace", "lesser_race", "lesserrole", "lesser_role").Replace(kind) + "_" + what
	}
	return key
}

// TestPointsSeason: what every player and every clan got for everything, and in all, in a
// season that was counted by points.
func TestPointsSeason(t *testing.T) {
	dir := "../../../../shared/"
	log, err := os.ReadFile(dir + "real/tnnt2020.xlogfile")
	if err != nil {
		t.Skip("the season is not beside this tree")
	}
	var want pointsTables
	if err := json.Unmarshal(unzip(t, dir+"truth/league/tnnt_points_2020eu.tables.json.gz"), &want); err != nil {
		t.Fatal(err)
	}
	var clans []Clan
	for _, name := range slices.Sorted(maps.Keys(want.Members)) {
		clans = append(clans, Clan{Name: name, Members: want.Members[name]})
	}
	got := honours(t, season(t, "tnnt-points", log, "2020-11-01", "2020-12-01", clans))
	players, ofClans := map[string]map[string]float64{}, map[string]map[string]float64{}
	add := func(to map[string]map[string]float64, name, key string, n float64) {
		if to[name] == nil {
			to[name] = map[string]float64{}
		}
		if n != 0 {
			to[name][key] += n
		}
	}
	for _, l := range got.Leaderboards {
		for to, list := range map[*map[string]map[string]float64][]Placed{&players: l.Players, &ofClans: l.Clans} {
			for _, p := range list {
				if p.Points != nil {
					add(*to, p.Name, l.Key, *p.Points)
				}
			}
		}
	}
	r, err := ParseRules(Builtin()["tnnt-points"])
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range got.Trophies {
		for _, name := range a.Players {
			add(players, name, a.Key, r.trophies[i].Points)
		}
		for _, name := range a.Clans {
			add(ofClans, name, a.Key, r.trophies[i].Points)
		}
	}
	n := 0
	check := func(name string, ours map[string]float64, by map[string][2]float64, score float64, totals []Placed) {
		sum := 0.0
		for key, of := range by {
			k := ourKey(key)
			sum += of[1]
			if n++; ours[k] != of[1] {
				t.Errorf("%s: %s: %v, want %v", name, key, ours[k], of[1])
			}
			delete(ours, k)
		}
		for k, x := range ours {
			t.Errorf("%s: %s gives %v, want nothing", name, k, x)
		}
		if sum != score {
			t.Errorf("%s: the table's parts are %v, not %v", name, sum, score)
		}
		i := slices.IndexFunc(totals, func(p Placed) bool { return p.Name == name })
		if i < 0 || totals[i].Value != Points(100*score) {
			t.Errorf("%s: %v points in all, want %v", name, totals[max(i, 0)].Value, score)
		}
	}
	for _, p := range want.Players {
		check(p.Name, players[p.Name], p.By, p.Score, got.Players)
	}
	for _, c := range want.Clans {
		check(c.Name, ofClans[c.Name], c.By, c.Score, got.Clans)
		if i := slices.IndexFunc(got.Clans, func(p Placed) bool { return p.Name == c.Name }); i < 0 || got.Clans[i].Place != c.Rank {
			t.Errorf("%s: not at place %d", c.Name, c.Rank)
		}
	}
	if n < 190 || len(got.Players) < len(want.Players) || len(want.Clans) < 5 {
		t.Errorf("only %d points of %d players and %d clans were compared", n, len(got.Players), len(want.Clans))
	}
}

// TestNone: who has a game that a leaderboard's none names is not on it.
func TestNone(t *testing.T) {
	r := rules(t, "[clans]\nsize = 3\n[[leaderboard]]\nkey = \"games\"\nmeasure = \"count\"\nper = 1\n[[leaderboard]]\nkey = \"cup\"\nmeasure = \"points\"\nfor = \"clans\"\nnone = \"win\"")
	games := []*Game{g("a1", "D", 10, 20), g("a1", "A", 21, 25), g("b1", "D", 10, 20), g("b1", "D", 30, 40), g("c1", "D", 10, 20)}
	res := tally(t, r, week, entrants("a1", "b1", "c1"), games)
	var got []string
	for _, row := range res.Categories[1].Clans {
		got = append(got, fmt.Sprint(row.Place, " ", row.Name, " ", row.Text))
	}
	if want := "1 clan of b 2, 2 clan of c 1"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %s", got, want)
	}
	// Without an end every game after the beginning counts.
	if res := tally(t, r, Span{From: 5}, entrants("a1"), games); len(res.Categories[0].Rows) != 1 || res.Categories[0].Rows[0].Games != 2 {
		t.Errorf("%+v", res.Categories[0].Rows)
	}
}

// TestWorth: a win is worth more for the length that its streak has in the end, and each
// part of that is rounded down.
func TestWorth(t *testing.T) {
	r, err := ParseRules([]byte(`
name = "x"
[[leaderboard]]
key = "worth"
measure = "worth"
per = 2
[leaderboard.worth]
base = 50
each = "role"
bonus = "${500000/turns}"
bonus_of = "turns<=20000"
factors = [{ games = "conduct=vegan", by = 1.3 }, { games = "conduct=foodless", by = 1.5 }]
streak = { order = "longest", step = 0.1, most = 1.5 }
`))
	if err != nil {
		t.Fatal(err)
	}
	for games, want := range map[string]int64{
		"Val 0 30000":                           50,
		"Val 0 15000":                           50 + 33,
		"Val 2 30000":                           50 + 15, // vegan
		"Val 3 30000":                           50 + 47, // foodless and vegan: 0.95 times 50
		"Val 0 30000 L Val 0 30000":             50 + 25,
		"Val 0 30000 Wiz 0 30000":               50 + 5 + 50 + 5,
		"Val 0 30000 Val 0 30000 Val 0 30000":   50 + 9 + 25 + 9 + 16 + 9, // in floating point 50 * (1.2 - 1) is a little below 10
		"Val 3 15000 Wiz 0 30000 L Sam 0 30000": 50 + 47 + 33 + 13 + 50 + 5 + 50,
	} {
		s := NewLog(r, Span{From: 1_600_000_000, Until: 1_700_000_000}, &Entrants{})
		at := 1_600_000_100
		add := func(role, conduct, turns, death string) {
			rec, err := xlog.Parse(fmt.Sprintf("version=3.6.7\tname=ann\trole=%s\trace=Hum\tconduct=%s\tturns=%s\tdeath=%s\tstarttime=%d\tendtime=%d\tpoints=1", role, conduct, turns, death, at, at+50))
			if err != nil {
				t.Fatal(err)
			}
			if reason := s.Add(&rec, "log", ""); reason != "" {
				t.Fatal(reason)
			}
			at += 100
		}
		for words := strings.Fields(games); len(words) > 0; {
			if words[0] == "L" {
				add("Val", "0", "10", "quit")
				words = words[1:]
				continue
			}
			add(words[0], words[1], words[2], "ascended")
			words = words[3:]
		}
		h := honours(t, s)
		if p := h.Leaderboards[0].Players[0]; p.Value != want || *p.Points != float64(2*want) {
			t.Errorf("%s: %v, %v points; want %d", games, p.Value, *p.Points, want)
		}
	}
}
