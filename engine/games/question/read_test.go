package question

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/engine/problem"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
)

var reader = Reader{
	Now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), Sources: []string{"nao", "hdf"}, Me: []string{"ann"},
	Played: func(name string) bool { return name == "ann" || name == "bob" },
}

// TestWordsSayHowALineWasRead: each part of a line is echoed as it was read.
func TestWordsSayHowALineWasRead(t *testing.T) {
	for line, want := range map[string]string{
		"*":                                     "all games; the last",
		".":                                     "all games, of ann; the last",
		"ann,bob win":                           "games: won, of ann or bob; the last",
		"ann bob":                               "all games, of ann or bob; the last",
		"* !win (val|sam) 3":                    "games: not won and (role is Val or role is Sam); the 3rd from the beginning",
		"val elf":                               "games: role is Val and race is Elf; the last",
		"gender:female":                         "games: gender at the start is Fem; the last",
		"gender=female":                         "games: gender at the end is Fem; the last",
		"female at the end":                     "games: gender at the end is Fem; the last",
		"lawful in the end wins":                "games: alignment at the end is Law and won; the last",
		"female at the start":                   "games: gender at the start is Fem; the last",
		"ended up as lawful":                    "games: alignment at the end is Law; the last",
		"wins that ended female":                "games: won and gender at the end is Fem; the last",
		"started chaotic":                       "games: alignment at the start is Cha; the last",
		"align0=law":                            "games: alignment at the start is Law; the last",
		"feat:sokoban":                          "games: achievement is sokoban-prize; the last",
		"vegan":                                 "games: conduct vegan; the last",
		"turns<20k":                             "games: turns below 20,000; the last",
		"realtime<2h30m":                        "games: real time below 2h30m00s; the last",
		"* last year":                           "games: ended since 2025-01-01 and ended before 2026-01-01; the last",
		"win s=name last month":                 "games: won and ended since 2026-10-01 and ended before 2026-11-01; grouped by player",
		"* last 3 games":                        "all games; 3 of them",
		"* last 3 weeks":                        "games: ended since 2026-11-01; the last",
		"* since june":                          "games: ended since 2026-06-01; the last",
		"* before june 2020":                    "games: ended before 2020-06-01; the last",
		"* until dec s=role":                    "games: ended before 2026-01-01; grouped by role", // december is within
		"* before dec s=role":                   "games: ended before 2025-12-01; grouped by role",
		"win from 2020-11-05 to 2020-11-10":     "games: won and ended since 2020-11-05 and ended before 2020-11-11; the last",
		"win between june and august 2020":      "games: won and ended since 2020-06-01 and ended before 2020-09-01; the last",
		"win between 2020-11-05 and 2020-11-10": "games: won and ended since 2020-11-05 and ended before 2020-11-11; the last",
		"win 2020-11-01 - 2020-11-03":           "games: won and ended since 2020-11-01 and ended before 2020-11-04; the last",
		"win last friday":                       "games: won and ended since 2026-11-20 and ended before 2026-11-21; the last",
		"win since last sunday":                 "games: won and ended since 2026-11-15; the last",
		"deaths by xl":                          "",
		"best win rate":                         "all games; the share that is won",
		"win since 3 days":                      "games: won and ended since 2026-11-19; the last",
		"win since 5 days ago":                  "games: won and ended since 2026-11-17; the last",
		"win after 2020-11-25":                  "games: won and ended since 2020-11-26; the last",
		"win until 2020-11-22":                  "games: won and ended before 2020-11-23; the last",
		"win before 2020-11-22":                 "games: won and ended before 2020-11-22; the last",
		"win from 2020-11-05 to 2020-11-01":     "",
		"* after november 2020":                 "games: ended since 2020-12-01; the last",
		"win from november 2020":                "games: won and ended since 2020-11-01; the last",
		"2020-11":                               "games: ended since 2020-11-01 and ended before 2020-12-01; the last",
		"end>=2020-11-05":                       "games: end at least 2020-11-05 00:00 UTC; the last",
		"in sokoban dlvl<5":                     "games: in Sokoban (branch 4) and level of death below 5; the last",
		"death~~(priest|monk)":                  "games: death matches (priest|monk); the last",
		"death:soldier_ant":                     "games: death matches soldier ant; the last",
		"align!=align0":                         "games: alignment at the end is not alignment at the start; the last",
		"* s=role / win ?: N>=5":                "all games; grouped by role; the share that is won; only groups with N at least 5",
		"* win min=turns":                       "games: won; the lowest turns",
		"* win s=killer% -5":                    "games: won; grouped by killer; with each group's share of all",
		"dunce s=name":                          "games: died and never below level 1; grouped by player",
		"nao":                                   "games: source nao; the last",
		"\"soldier ant\"=":                      "",
		"killer=\"soldier ant\"":                "games: killer is soldier ant; the last",
		"turns>=1000 turns<=5000":               "games: turns at least 1,000 and turns at most 5,000; the last",
	} {
		q, err := reader.Read(line)
		if want == "" {
			if err == nil {
				t.Errorf("%q is read as %s", line, q.Words())
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", line, err)
		} else if got := q.Words(); got != want {
			t.Errorf("%q is read as\n%q, want\n%q", line, got, want)
		}
	}
}

// TestUnknownIsAnError: what a line asks for that there is not is an error that
// says what to type instead, and that works.
func TestUnknownIsAnError(t *testing.T) {
	for line, want := range map[string]string{
		"feat:sokban":                         "no achievement named",
		"role=wizzard":                        "no role named",
		"race:elff":                           "no race named",
		"conduct:vega":                        "no conduct named",
		"variant=nethak":                      "no variant named",
		"source=alt":                          "no source named",
		"* s=rolle":                           "no field",
		"* s=role,race,name":                  "at most two",
		"* x=avg(death)":                      "not a number",
		"* x=foo(turns)":                      "no function",
		"* x=avg":                             "can't be worked out",
		"* o=z":                               "no column",
		"* s=role ?: foo>3":                   "no column",
		"* s=role ?:":                         "is missing",
		"* s=role /":                          "share of what",
		"* turns<":                            "number is missing",
		"* turns<many":                        "not a number",
		"* death~~[":                          "no pattern",
		"* (val|":                             ") is missing",
		"* !":                                 "Not what",
		"* not":                               "Not what",
		"* ${points":                          "} is missing",
		"* max=${points/}":                    "missing",
		"* min=role":                          "not a number",
		"* zork":                              "don't know \"zork\"",
		"* s=day(turns)":                      "needs a time",
		"* s=trunc(turns)":                    "needs a step",
		"* s=death(foo)":                      "no form of deaths",
		"* since someday":                     "not a day",
		"* 2026-13-40":                        "not a date",
		"* win s=role running x=avg(turns)":   "can't be a running total",
		"* win min=turns s=role x=avg(turns)": "not both",
		"* -count:0":                          "not a count",
		"* s=role bits":                       "conducts and achievements",
	} {
		_, err := reader.Read(line)
		var p *problem.Problem
		if !errors.As(err, &p) || !strings.Contains(p.Text, want) || len(p.Hints) == 0 {
			t.Errorf("%q: %v, want %q and hints", line, err, want)
			continue
		}
		for _, h := range p.Hints {
			h = strings.TrimPrefix(h, "lg ")
			if _, err := reader.Read(strings.ReplaceAll(h, "NAME", "ann")); err != nil && !strings.HasPrefix(h, "?:") && h != "N" && h != "%" {
				t.Errorf("%q: the hint %q: %v", line, h, err)
			}
		}
	}
}

// FuzzRead: whatever is typed is read or refused with what to type instead; what
// is read says itself, and is answered.
func FuzzRead(f *testing.F) {
	for _, s := range said {
		f.Add(s.words)
		f.Add(s.notation)
	}
	f.Add("* (val|(sam !win)) x=max(${points/turns*2}) s=name%,-death(tnnt) ?: name in (win)")
	table := &columns.Table{}
	for i := range 20 {
		g := columns.Game{Name: fmt.Sprint("p", i%3), Role: Roles[i%13], Race: "Hum", Death: "killed by a newt", Outcome: xlog.Died, Turns: int64(i), End: int64(1e9 + i), Conducts: columns.VanillaConducts[:i%4]}
		table.Add(&g)
	}
	f.Fuzz(func(t *testing.T, line string) {
		q, err := reader.Read(line)
		var p *problem.Problem
		if err != nil {
			if !errors.As(err, &p) || p.Text == "" {
				t.Fatalf("%q: %v cannot be mended", line, err)
			}
			return
		}
		if q.Words() == "" {
			t.Fatalf("%q says nothing", line)
		}
		res, err := query.Run(t.Context(), table, q)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		for _, row := range res.Rows {
			if len(row) != len(res.Columns) {
				t.Fatalf("%q: %v under %v", line, row, res.Columns)
			}
		}
	})
}

// TestMost: a caller that takes few groups gets the first of them, and learns how
// many there are; also of so many possible groups that they are sorted.
func TestMost(t *testing.T) {
	var table columns.Table
	for i := range 5000 {
		table.Add(&columns.Game{Name: "p" + query.Plain(int64(i%900)), Death: "d" + query.Plain(int64(i%700)), Points: int64(i%1300) * 1_000_003, End: int64(i), Outcome: xlog.Died})
	}
	rd := &Reader{Now: time.Unix(1_700_000_000, 0).UTC(), Played: table.Played}
	for _, line := range []string{"* s=points", "* s=name,points", "* s=name,death", "* s=name / name=p7", "* s=name x=+cdist(death)", "* s=-points"} {
		q, err := rd.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		all, err := query.Run(t.Context(), &table, q)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, row := range all.Rows {
			sum += row[slices.Index(all.Columns, "N")].(int64)
		}
		if q.Ratio == nil && sum != 5000 {
			t.Errorf("%s: the groups have %d games together", line, sum)
		}
		q.Most = 20
		few, err := query.Run(t.Context(), &table, q)
		if err != nil {
			t.Fatal(err)
		}
		if len(few.Rows) != 20 || few.Found != len(all.Rows) || fmt.Sprint(few.Rows) != fmt.Sprint(all.Rows[:20]) {
			t.Errorf("%s: %d of %d groups: %v, want %v", line, len(few.Rows), few.Found, few.Rows, all.Rows[:20])
		}
	}
}
