package web

import (
	"context"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/web/tourneys"
	"delphi/commands/commandstest"
	"delphi/engine/games/xlog"
	"delphi/storage/contest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
)

// playing is what a server tells of games that go on.
type playing struct{}

func (playing) Players(context.Context) ([]xlog.Live, []string) {
	mines := &xlog.Whereis{Role: "Wiz", Race: "Elf", Gender: "Fem", Align: "Cha", Dungeon: "The Gnomish Mines", Depth: 11, HP: 23, MaxHP: 40, Turns: 3000, Playing: true}
	return []xlog.Live{{Source: "nao", Name: "Player1", Since: commandstest.Now.Unix() - 60, Where: mines}, {Source: "nao", Name: "stranger"}}, []string{"eu", "eu"}
}

// held serves a published tournament of some players, with what a test adds.
func held(t *testing.T, players, games int) (read func(what string, names ...string) string, w *commandstest.World, e *contest.Tourney) {
	t.Helper()
	server, w, s := serve(t, Config{Public: "https://example.org"}, bot.Limits{})
	s.Now = func() time.Time { return w.Now }
	s.tourneys.Live, s.tourneys.Dumplogs = playing{}, map[string]string{"nao": "https://example.org/{name}/{starttime}.txt"}
	e = hold(t, w, players, games)
	publish(t, w, e)
	w.Wait(0)
	return func(what string, names ...string) string {
		t.Helper()
		what, query, _ := strings.Cut(what, "?")
		at := server.URL + tourneys.Path(e.ID, what, names...)
		if query != "" {
			at += "?" + query
		}
		r := get(t, at)
		if r.StatusCode != 200 {
			t.Fatalf("%s: status %d", at, r.StatusCode)
		}
		return r.body
	}, w, e
}

// cellsOf returns the texts of a column of the first table of a page.
func cellsOf(page string, column int) (out []string) {
	_, table, _ := strings.Cut(page, "<tbody>")
	table, _, _ = strings.Cut(table, "</tbody>")
	for row := range strings.SplitSeq(table, "<tr>") {
		cells := regexp.MustCompile(`<td[^>]*>(.*?)</td>`).FindAllStringSubmatch(row, -1)
		if column < len(cells) {
			out = append(out, regexp.MustCompile(`<[^>]*>`).ReplaceAllString(cells[column][1], ""))
		}
	}
	return out
}

// The head of a column is a link that sorts its table, up and then down, as figures where
// they are; a page of it stays sorted.
func TestTablesAreSortedWithoutAScript(t *testing.T) {
	read, _, _ := held(t, 120, 30)
	page := read("")
	if !strings.Contains(page, `href="/t/dash@test_x`) && !strings.Contains(page, `?sort=all.2"`) {
		t.Fatal("the names are no link to sort by")
	}
	up, down := cellsOf(read("?sort=all.2"), 1), cellsOf(read("?sort=all.-2"), 1)
	if len(up) != 100 || !slices.IsSorted(up) || down[0] <= down[1] || down[0] != "player99" {
		t.Errorf("up %q, down %q", up[:5], down[:5])
	}
	if second := read("?sort=all.-2&page=2"); len(cellsOf(second, 1)) != 20 || strings.Contains(second, "<h2 id=\"leaders\">") || strings.Contains(second, "<svg") {
		t.Error("the second page has more than the rest of the table")
	}
	if next := read("?sort=all.-2"); !strings.Contains(next, `href="/t/dash@test%2F%23test/?page=2&amp;sort=all.-2"`) || !strings.Contains(next, `aria-sort="descending"`) {
		t.Errorf("the second page is not sorted, or the head does not say so: %s", regexp.MustCompile(`(?s)<nav class="pages".*?</nav>`).FindString(next))
	}
	points := cellsOf(read("?sort=all.-3"), 2)
	if points[0] == "0" || points[len(points)-1] != "0" {
		t.Errorf("the points stand as %q ... %q", points[0], points[len(points)-1])
	}
	if cells := cellsOf(read("?sort=all.99"), 0); cells[0] != "1" {
		t.Errorf("by no column: %q", cells[:3])
	}
}

func TestTwoSideBySide(t *testing.T) {
	read, _, _ := held(t, 3, 30)
	page := read("vs?a=Player0&b=player1")
	for _, want := range []string{"Player0 and player1", ">highest score<", "<strong>", `name="a" value="Player0"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if page := read("vs?a=player0&b=<b>"); !strings.Contains(page, "Nobody here is called &lt;b&gt;.") {
		t.Error("nobody is missed")
	}
	if page := read("p", "player2"); !strings.Contains(page, `value="player2"`) {
		t.Error("a player's page offers no comparison")
	}
}

func TestWhoPlaysNow(t *testing.T) {
	read, _, _ := held(t, 3, 3)
	page := read("now")
	for _, want := range []string{">player1<", "The Gnomish Mines, Dlvl 11", ">3,000<", "23(40)", "could not be asked: eu."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "stranger") {
		t.Error("it shows who takes no part")
	}
}

func TestGamesLeadToTheirDumplogs(t *testing.T) {
	read, w, _ := held(t, 3, 3)
	if page := read("games"); strings.Count(page, `href="https://example.org/player`) != 3 || !strings.Contains(page, ".txt\">") {
		t.Error("a game does not lead to its dump log")
	}
	w.Play("name=player0:source=hdf:death=quit:points=5000")
	w.Now = w.Now.Add(2 * stale)
	if page := read("games"); strings.Count(page, `href="https://example.org/player`) != 3 || strings.Count(page, "<tr>") != 5 {
		t.Error("one of a source without dump logs leads somewhere, or is not there")
	}
}

// The audit log has pages, each with its own lines, the latest first.
func TestTheAuditLogPages(t *testing.T) {
	read, _, _ := held(t, 3, 120)
	games, seen, pages := 0, map[string]bool{}, 0
	for number := 1; number < 9; number++ {
		page := read(fmt.Sprint("audit?page=", number))
		rows := strings.Split(page, "<tr>")[2:]
		for _, row := range rows {
			if seen[row] {
				t.Fatalf("twice: %s", row)
			}
			seen[row] = true
		}
		games += len(rows)
		if pages++; !strings.Contains(page, `rel="next"`) {
			break
		}
	}
	if games != 120 || pages != 3 {
		t.Errorf("%d games on %d pages", games, pages)
	}
}

// What referees decide is public, with why, by whom and when, and what was undone; players
// are called by their accounts.
func TestRulingsArePublic(t *testing.T) {
	read, w, _ := held(t, 3, 12)
	w.Ask("op!", "tourney organiser add boss")
	for _, line := range []string{"tourney hold secret1 because its times look odd", "tourney move secret2 to secret0 because a shared account", "tourney points secret0 5 because the quiz", "tourney rename entrant secret2 to Zed because so", "tourney extend 2h because nao was down", "tourney undo 3"} {
		if r := w.Ask("boss", line); r.Failed {
			t.Fatal(r.Summary)
		}
	}
	w.Wait(2 * stale)
	page := read("audit")
	for _, want := range []string{"a game of player1 is held", "its times look odd", "a game of player2 is counted for player0", "by boss", ">boss<", "it ends 2h later", "held by boss until it has been looked at"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "ecret") || strings.Contains(page, "Zed") {
		t.Error("it calls somebody as the chat does")
	}
	if mine := read("p", "player1"); !strings.Contains(mine, "its times look odd") || strings.Contains(mine, "a shared account") {
		t.Error("the player's page has other rulings than theirs")
	}
}

// Tournaments that are over are the seasons so far of those of their channel.
func TestSeasonsSoFar(t *testing.T) {
	read, w, e := held(t, 3, 12)
	if page := read("seasons"); !strings.Contains(page, "None is over yet.") {
		t.Error("one is over")
	}
	w.Now = w.Now.Add(time.Minute) // what was read in the second of the freezing does not count
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: e.Place, Admin: true}
	if _, err := w.Book.Freeze(t.Context(), admin, e.ID); err != nil {
		t.Fatal(err)
	}
	w.Now = w.Now.Add(2 * stale)
	page := read("seasons")
	if got := cellsOf(page, 3); len(got) != 1 || got[0] != cellsOf(read("?sort=all.1"), 1)[0] || !strings.Contains(page, "First, second and third places") {
		t.Errorf("won by %q", got)
	}
}

// A trophy has a picture, and its makers a table of who has won which.
func TestPicturesOfTrophies(t *testing.T) {
	read, _, _ := held(t, 3, 12)
	svg := read("picture", "score.svg")
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(svg, ">highest score<") || !strings.Contains(svg, ">player2<") {
		t.Errorf("it is %s", svg)
	}
	if page := read("trophy", "score"); !strings.Contains(page, `<img src="/t/dash@test%2F%23test/picture/score.svg"`) {
		t.Error("the page of a trophy has no picture")
	}
	rows, err := csv.NewReader(strings.NewReader(read("trophies.csv"))).ReadAll()
	if err != nil || !slices.ContainsFunc(rows, func(r []string) bool {
		return r[1] == "score" && r[3] == "1" && r[4] == "player2" && r[7] == "https://example.org/t/dash@test%2F%23test/picture/score.svg"
	}) {
		t.Errorf("%v: %q", err, rows)
	}
}
