package wiki_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/commands/wiki"
	"delphi/engine/wikitext"
	"delphi/storage"
	"delphi/storage/wikistore"
)

func wikiOf(t *testing.T, r *route.Router, line string) *wiki.Answer {
	t.Helper()
	reply := commandstest.Ask(t, r, line)
	a, ok := reply.Data.(*wiki.Answer)
	if reply.Failed || !ok {
		t.Fatalf("%s: %s %v", line, reply.Summary, reply.Hints)
	}
	return a
}

// Title, redirect, variant, typo: what leads to a page.
func TestWikiFinds(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]string{
		"wiki Potion of sickness":           "Potion of sickness//",
		"wiki potion of sickness":           "Potion of sickness//",
		"w Potions_of_Sickness":             "Potion of sickness//",
		"wiki potion-of SICKNESS":           "Potion of sickness//",
		"wiki potion of sicknes":            "Potion of sickness//",
		"wiki poiton of sickness":           "Potion of sickness//",
		"wiki sick":                         "Potion of sickness/Sick/Uses",
		"wiki ill":                          "Potion of sickness/Ill/Uses",
		"wiki ill#generation":               "Potion of sickness/Ill/Generation",
		"wiki potion of sickness#uses":      "Potion of sickness//Uses",
		"wiki potion of sickness#Use":       "Potion of sickness//Uses",
		"wiki potion of sickness#genration": "Potion of sickness//Generation",
		"wiki Chain 1":                      "Chain 6/Chain 1/",
		"wiki Loose":                        "Potion of sickness/Loose/",
		"wiki old name":                     "Potion of sickness/Old name/",
		"wiki mind flayers":                 "Mind flayer//",
		"wiki ac":                           "AC/Ac/",
		"wiki sacrifice#gift":               "Sacrifice//Gifts",
		"wiki q&a \"what?\": 100%":          "Q&A \"what?\": 100%//",
	} {
		a := wikiOf(t, r, line)
		if got := a.Title + "/" + a.RedirectedFrom + "/" + a.Section; got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"wiki ring a":                      "redirects in a circle",
		"wiki Chain 0":                     "more than 5 pages",
		"wiki nowhere":                     "redirects to Not imported, which is not in the imported wiki",
		"wiki zzzz yyyy":                   "no page named",
		"wiki":                             "which page?",
		"wiki potion of sickness#zzzzz":    "has no section",
		"wiki unicorn horn#x":              "has no sections",
		"wiki search zzzzz":                "no page contains",
		"wiki #":                           "a title has",
		"wiki " + strings.Repeat("x", 300): "a title has",
		"des zzzzz":                        "has no section",
		"des slashthem MAP":                "closest rules",
	} {
		if reply := commandstest.Ask(t, r, line); !reply.Failed || !strings.Contains(strings.ToLower(reply.Summary), strings.ToLower(want)) {
			t.Errorf("%s: %v %s, want %s", line, reply.Failed, reply.Summary, want)
		}
	}
}

func TestWikiSays(t *testing.T) {
	r := commandstest.New(t)
	a := wikiOf(t, r, "wiki sick")
	if a.URL != "https://nethackwiki.com/wiki/Potion_of_sickness#Uses" || !strings.HasPrefix(a.Text, "Fruit juice dilutes it; Dip darts") {
		t.Errorf("%+v", a)
	}
	if a = wikiOf(t, r, "wiki potion of sickness"); a.VersionTag != "3.6.7" || strings.Join(a.Sections, ",") != "Generation,Uses" || a.Text != "A potion of sickness makes you sick. It tastes foul." {
		t.Errorf("%+v", a)
	}
	reply := commandstest.Ask(t, r, "wiki potion of sickness")
	if reply.Summary != a.Text+" (for 3.6.7) "+a.URL || !strings.Contains(strings.Join(reply.Citations(), " "), "CC BY-SA") || len(reply.OneLine(commands.LineBudget, "!")) > commands.LineBudget {
		t.Errorf("%s %v", reply.Summary, reply.Notes)
	}
	if !slices.Contains(reply.Fields, commands.Field{Name: "cost", Value: "50"}) {
		t.Errorf("the infobox is not in %v", reply.Fields)
	}
	if a = wikiOf(t, r, "wiki q&a \"what?\": 100%"); a.URL != "https://nethackwiki.com/wiki/Q%26A_%22what%3F%22:_100%25" {
		t.Error(a.URL)
	}
	if reply = commandstest.Ask(t, r, "wiki old name"); len(reply.Warnings()) != 1 {
		t.Errorf("a section that is gone: %v", reply.Notes)
	}
	if a = wikiOf(t, r, "wiki vault#map"); a.Code != "|---|\n|((.|\n|---|" || a.Text != "Closed." {
		t.Errorf("%+v", a)
	}
	if reply = commandstest.Ask(t, r, "wiki vault#map"); reply.Table == nil || len(reply.Table.Rows) != 3 {
		t.Error("the map is not shown")
	}
	if a = wikiOf(t, r, "wiki empty"); !strings.Contains(a.Text, "One, Two") {
		t.Errorf("%+v", a)
	}
	// A disambiguation lists its pages, several near titles themselves, a
	// search what it finds, each with how to pick.
	for line, want := range map[string]string{
		"wiki fish":                 "Fish (monster) Sacrifice#Gifts",
		"wiki otato":                "",
		"wiki cursed horns":         "Unicorn horn",
		"wiki search cursed horn":   "Unicorn horn",
		"wiki search fruit dilutes": "Potion of sickness",
	} {
		reply := commandstest.Ask(t, r, line)
		b, err := json.Marshal(reply.Data)
		var got struct{ Matches []struct{ Title, URL string } }
		if err != nil || json.Unmarshal(b, &got) != nil {
			t.Fatal(line, err)
		}
		titles := ""
		for _, m := range got.Matches {
			titles += " " + m.Title
		}
		if want != "" && strings.TrimSpace(titles) != want || reply.Failed {
			t.Errorf("%s: %v %s", line, titles, reply.Summary)
		}
		if a, answered := reply.Data.(*wiki.Answer); answered && a.Text != "" && !strings.Contains(line, "fish") {
			continue // by a passage
		}
		if len(got.Matches) > 0 && (!strings.HasPrefix(reply.Hints[0], "wiki "+got.Matches[0].Title) || got.Matches[0].URL == "") {
			t.Errorf("%s: no way to pick: %v", line, reply.Hints)
		}
	}
	if reply = commandstest.Ask(t, r, "wiki status"); !strings.Contains(reply.Summary, "test.xml") || !strings.Contains(reply.Summary, "2001-09-09") {
		t.Error(reply.Summary)
	}
}

// Two titles that differ from the term alike are listed, not guessed.
func TestWikiSeveralNear(t *testing.T) {
	page := func(title string) *wikitext.Page {
		return &wikitext.Page{Title: title, Text: "About " + title + ".", Article: true}
	}
	pages := commandstest.ImportWiki(t, page("Goblin king"), page("Goblin ring"))
	reply := commandstest.Ask(t, commandstest.New(t, func(o *route.Options) { o.Wiki = pages }), "wiki goblin ping")
	if reply.Failed || !strings.Contains(reply.Summary, "Goblin king; Goblin ring") {
		t.Errorf("%+v", reply)
	}
}

func TestDes(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]string{
		"des MAZEWALK":       "MAZEWALK:place,dir - Creates a random maze. https://nethackwiki.com/wiki/Des-file_format#MAZEWALK",
		"des mazwalk":        "MAZEWALK:place,dir - Creates a random maze. https://nethackwiki.com/wiki/Des-file_format#MAZEWALK",
		"des v3.4.3 map":     "Old map. https://nethackwiki.com/wiki/Des-file_format_(NetHack_3.4.3)#MAP",
		"des map":            "Draws. https://nethackwiki.com/wiki/Des-file_format#MAP",
		"des monster v3.4.3": "MONSTER:'X',\"monst\",place - Puts a monster. https://nethackwiki.com/wiki/Des-file_format_(NetHack_3.4.3)#MONSTER",
		"des":                "Des-file format: MAZEWALK, MAP https://nethackwiki.com/wiki/Des-file_format",
	} {
		if reply := commandstest.Ask(t, r, line); reply.Summary != want {
			t.Errorf("%s\n got %s\nwant %s", line, reply.Summary, want)
		}
	}
}

func TestWikiCompletes(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]string{
		"wiki potion":               "wiki Potion of sickness",
		"!wiki sick":                "!wiki Sick|!wiki Potion of sickness",
		"wiki Potion of sickness#u": "wiki Potion of sickness#Uses",
		"des maz":                   "des MAZEWALK",
		"mon soldier an":            "mon soldier ant",
		"mon v3.4.3 soldier an":     "mon v3.4.3 soldier ant",
		"mon F yel":                 "mon F yellow",
		"mon killer":                "mon killer bee",
		"wiki ":                     "",
	} {
		if got := strings.Join(r.Complete(line, 10), "|"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestNoWiki(t *testing.T) {
	empty := wikistore.Open(t.TempDir())
	defer empty.Close()
	for _, store := range []storage.Wiki{nil, empty} {
		r := commandstest.New(t, func(o *route.Options) { o.Wiki = store })
		for _, line := range []string{"wiki x", "des x"} {
			if reply := commandstest.Ask(t, r, line); !reply.Failed || !strings.Contains(reply.Summary, "delphi wiki import") {
				t.Errorf("%s: %s", line, reply.Summary)
			}
			if got := r.Complete(line, 5); len(got) > 0 {
				t.Errorf("%s completes to %v", line, got)
			}
		}
	}
}

func FuzzWikiLine(f *testing.F) {
	for _, s := range []string{"wiki sick", "wiki search a b", "des map", "wiki a#b#c", "mon F level 1-", "item x", "price buy 1 ring"} {
		f.Add(s)
	}
	r := commandstest.New(f)
	commandstest.Ask(f, r, "wiki status") // imports the wiki: a fuzz target cannot
	f.Fuzz(func(t *testing.T, line string) {
		reply := r.Answer(context.Background(), commandstest.Request(line))
		if strings.Contains(reply.Summary, "the log has it under") || strings.Contains(reply.Summary, "the log says why") {
			t.Errorf("%q: %s", line, reply.Summary)
		}
		r.Complete(line, 5)
	})
}
