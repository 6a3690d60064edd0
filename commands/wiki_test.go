package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/engine/wikitext"
	"delphi/engine/wikitext/wikitexttest"
	"delphi/storage"
	"delphi/storage/wikistore"
)

// importWiki makes an index of pages in a directory of the test.
func importWiki(t testing.TB, pages ...*wikitext.Page) *wikistore.Index {
	t.Helper()
	dir := t.TempDir()
	b, err := wikistore.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	parser := WikiParser()
	for _, p := range pages {
		if err := b.Add(context.Background(), WikiRecord(parser, p)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Finish(context.Background(), storage.WikiInfo{Files: []string{"test.xml"}}); err != nil {
		t.Fatal(err)
	}
	x := wikistore.Open(dir)
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// lazyWiki imports the pages of the tests when it is first asked.
type lazyWiki struct {
	t    testing.TB
	once sync.Once
	x    *wikistore.Index
}

func (l *lazyWiki) Snapshot(ctx context.Context, fn func(storage.WikiView) error) error {
	l.once.Do(func() { l.x = importWiki(l.t, testPages()...) })
	return l.x.Snapshot(ctx, fn)
}

// testPages is a small wiki with all that a lookup meets.
func testPages() []*wikitext.Page {
	var out []*wikitext.Page
	for title, text := range map[string]string{
		"Potion of sickness": "{{potion |name=sickness |cost=50 |weight=20}}\nA '''potion of sickness''' makes you [[sick]]. It tastes foul.\n== Generation ==\nIt is made{{refsrc|a|1}} by dipping.\n== Uses ==\n* [[Fruit juice]] dilutes it.\n* Dip darts.\n{{nethack-367}}",
		"Sick":               "#REDIRECT [[Potion of sickness#Uses]]",
		"Ill":                "#REDIRECT [[Sick]]",
		"Ring A":             "#REDIRECT [[Ring B]]", "Ring B": "#REDIRECT [[Ring A]]",
		"Chain 1": "#REDIRECT [[Chain 2]]", "Chain 2": "#REDIRECT [[Chain 3]]", "Chain 3": "#REDIRECT [[Chain 4]]", "Chain 4": "#REDIRECT [[Chain 5]]",
		"Chain 5": "#REDIRECT [[Chain 6]]", "Chain 6": "The '''end''' of five.", "Chain 0": "#REDIRECT [[Chain 1]]",
		"Nowhere":                         "#REDIRECT [[Not imported]]",
		"Old name":                        "#REDIRECT [[Potion of sickness#Gone]]",
		"Loose":                           "#REDIRECT [[potion of Sickness]]",
		"Fish":                            "{{disambig}}\n'''Fish''' may be:\n* [[Fish (monster)]], which bites\n* [[Sacrifice#Gifts|a gift]]\n",
		"Fish (monster)":                  "A fish bites.\n",
		"Sacrifice":                       "'''Sacrifice''' corpses.\n== Gifts ==\nA gift comes with chance {{frac|10}}.\n",
		"Unicorn horn":                    "A cursed unicorn horn may harm you. It is a tool.",
		"Des-file format":                 "The format.\n====MAZEWALK====\n MAZEWALK:place,dir\n\nCreates a random maze.\n====MAP====\n MAP\n ...\n ENDMAP\n\nDraws.\n",
		"Des-file format (NetHack 3.4.3)": "The old format.\n====MONSTER====\n MONSTER:'X',\"monst\",place\n\nPuts a monster.\n====MAP====\nOld map.\n",
		"Vault":                           "A vault.\n== Map ==\n<replacecharsblock>\n1=[[Chest|(]]\n\n|---|\n|11.|\n|---|\n</replacecharsblock>\nClosed.\n",
		"Mind flayer":                     "'''Mind flayers''' eat brains.", "Mind Flayer": "#REDIRECT [[Mind flayer]]",
		"Potato": "A root.", "Tomato": "A fruit.", "Potatoe": "Another root.",
		"AC": "Armor class.", "Ac": "#REDIRECT [[AC]]",
		"Q&A \"what?\": 100%": "Questions.",
		"Empty":               "{{stub}}\n== One ==\n== Two ==\n",
	} {
		out = append(out, &wikitext.Page{Title: title, Text: text, Revision: 1, Time: time.Unix(1e9, 0), Article: true})
	}
	return out
}

func wikiOf(t *testing.T, r *Router, line string) *wikiAnswer {
	t.Helper()
	reply := ask(t, r, line)
	a, ok := reply.Data.(*wikiAnswer)
	if reply.Failed || !ok {
		t.Fatalf("%s: %s %v", line, reply.Summary, reply.Hints)
	}
	return a
}

// Title, redirect, variant, typo: what leads to a page.
func TestWikiFinds(t *testing.T) {
	r := router(t)
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
		"wiki search zzzzz":                "no page holds",
		"wiki #x":                          "a title has",
		"wiki " + strings.Repeat("x", 300): "a title has",
		"des zzzzz":                        "has no section",
		"des slashthem MAP":                "nearest rules",
	} {
		if reply := ask(t, r, line); !reply.Failed || !strings.Contains(reply.Summary, want) {
			t.Errorf("%s: %v %s, want %s", line, reply.Failed, reply.Summary, want)
		}
	}
}

func TestWikiSays(t *testing.T) {
	r := router(t)
	a := wikiOf(t, r, "wiki sick")
	if a.URL != "https://nethackwiki.com/wiki/Potion_of_sickness#Uses" || !strings.HasPrefix(a.Text, "Fruit juice dilutes it; Dip darts") {
		t.Errorf("%+v", a)
	}
	if a = wikiOf(t, r, "wiki potion of sickness"); a.VersionTag != "3.6.7" || strings.Join(a.Sections, ",") != "Generation,Uses" || a.Text != "A potion of sickness makes you sick. It tastes foul." {
		t.Errorf("%+v", a)
	}
	reply := ask(t, r, "wiki potion of sickness")
	if reply.Summary != a.Text+" (for 3.6.7) "+a.URL || !slices.Contains(reply.Citations(), wikiLicence) || len(reply.OneLine(LineBudget, "!")) > LineBudget {
		t.Errorf("%s %v", reply.Summary, reply.Notes)
	}
	if !slices.Contains(reply.Fields, Field{"cost", "50"}) {
		t.Errorf("the infobox is not in %v", reply.Fields)
	}
	if a = wikiOf(t, r, "wiki q&a \"what?\": 100%"); a.URL != "https://nethackwiki.com/wiki/Q%26A_%22what%3F%22:_100%25" {
		t.Error(a.URL)
	}
	if reply = ask(t, r, "wiki old name"); len(reply.Warnings()) != 1 {
		t.Errorf("a section that is gone: %v", reply.Notes)
	}
	if a = wikiOf(t, r, "wiki vault#map"); a.Code != "|---|\n|((.|\n|---|" || a.Text != "Closed." {
		t.Errorf("%+v", a)
	}
	if reply = ask(t, r, "wiki vault#map"); reply.Table == nil || len(reply.Table.Rows) != 3 {
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
		reply := ask(t, r, line)
		b, err := json.Marshal(reply.Data)
		var got wikiMatches
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
		if len(got.Matches) > 0 && (!strings.HasPrefix(reply.Hints[0], "wiki "+got.Matches[0].Title) || got.Matches[0].URL == "") {
			t.Errorf("%s: no way to pick: %v", line, reply.Hints)
		}
	}
	if reply = ask(t, r, "wiki status"); !strings.Contains(reply.Summary, "test.xml") || !strings.Contains(reply.Summary, "2001-09-09") {
		t.Error(reply.Summary)
	}
}

// Two titles that differ from the term alike are listed, not guessed.
func TestWikiSeveralNear(t *testing.T) {
	page := func(title string) *wikitext.Page {
		return &wikitext.Page{Title: title, Text: "About " + title + ".", Article: true}
	}
	w := &wiki{store: importWiki(t, page("Goblin king"), page("Goblin ring")), parser: WikiParser()}
	reply, err := w.command().Run(context.Background(), &Call{Command: w.command(), values: []value{{said: true, text: "goblin ping"}}})
	if m, ok := reply.Data.(wikiMatches); err != nil || !ok || len(m.Matches) != 2 || !strings.Contains(reply.Summary, "Goblin king; Goblin ring") {
		t.Errorf("%+v %v", reply, err)
	}
}

func TestDes(t *testing.T) {
	r := router(t)
	for line, want := range map[string]string{
		"des MAZEWALK":       "MAZEWALK:place,dir - Creates a random maze. https://nethackwiki.com/wiki/Des-file_format#MAZEWALK",
		"des mazwalk":        "MAZEWALK:place,dir - Creates a random maze. https://nethackwiki.com/wiki/Des-file_format#MAZEWALK",
		"des v3.4.3 map":     "Old map. https://nethackwiki.com/wiki/Des-file_format_(NetHack_3.4.3)#MAP",
		"des map":            "Draws. https://nethackwiki.com/wiki/Des-file_format#MAP",
		"des monster v3.4.3": "MONSTER:'X',\"monst\",place - Puts a monster. https://nethackwiki.com/wiki/Des-file_format_(NetHack_3.4.3)#MONSTER",
		"des":                "Des-file format: MAZEWALK, MAP https://nethackwiki.com/wiki/Des-file_format",
	} {
		if reply := ask(t, r, line); reply.Summary != want {
			t.Errorf("%s\n got %s\nwant %s", line, reply.Summary, want)
		}
	}
}

func TestWikiCompletes(t *testing.T) {
	r := router(t)
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
	for _, w := range []*wiki{{parser: WikiParser()}, {store: empty, parser: WikiParser()}} {
		for _, cmd := range []*Command{w.command(), w.des()} {
			_, err := cmd.Run(context.Background(), &Call{Command: cmd, Rules: router(t).fallback, values: []value{{said: true, text: "x"}}})
			var p *Problem
			if p, _ = err.(*Problem); p == nil || !strings.Contains(p.Text, "delphi wiki import") {
				t.Errorf("%s: %v", cmd.Name, err)
			}
			if got := cmd.Complete(router(t).fallback, "x", 5); got != nil {
				t.Errorf("%s completes to %v", cmd.Name, got)
			}
		}
	}
}

func FuzzWikiLine(f *testing.F) {
	for _, s := range []string{"wiki sick", "wiki search a b", "des map", "wiki a#b#c", "mon F level 1-", "item x", "price buy 1 ring"} {
		f.Add(s)
	}
	r := router(f)
	ask(f, r, "wiki status") // imports the wiki: a fuzz target cannot
	f.Fuzz(func(t *testing.T, line string) {
		reply := r.Answer(context.Background(), request(line))
		if strings.Contains(reply.Summary, "the log has it under") || strings.Contains(reply.Summary, "the log says why") {
			t.Errorf("%q: %s", line, reply.Summary)
		}
		r.Complete(line, 5)
	})
}

// bigWiki is a wiki of 20,000 pages of some 7 KB, made once.
var bigWiki struct {
	once sync.Once
	dir  string
	err  error
}

func openBigWiki(b *testing.B) (*wiki, string) {
	b.Helper()
	bigWiki.once.Do(func() {
		bigWiki.dir = b.TempDir() // of the benchmark that needs it first, to whose end it stays
		var build *wikistore.Builder
		if build, bigWiki.err = wikistore.Create(bigWiki.dir); bigWiki.err != nil {
			return
		}
		parser := WikiParser()
		for i := range 20_000 {
			title, text := wikitexttest.Page(i, 7_000)
			if bigWiki.err = build.Add(context.Background(), WikiRecord(parser, &wikitext.Page{Title: title, Text: text, Article: true})); bigWiki.err != nil {
				return
			}
		}
		_, bigWiki.err = build.Finish(context.Background(), storage.WikiInfo{})
	})
	if bigWiki.err != nil {
		b.Fatal(bigWiki.err)
	}
	x := wikistore.Open(bigWiki.dir)
	b.Cleanup(func() { x.Close() })
	return &wiki{store: x, parser: WikiParser()}, bigWiki.dir
}

// BenchmarkWiki says how long lookups take with 20,000 pages: p50 and p99 of
// each kind, and the first answer after the start.
func BenchmarkWiki(b *testing.B) {
	w, dir := openBigWiki(b)
	run := func(text string) error {
		_, err := w.command().Run(context.Background(), &Call{Command: w.command(), values: []value{{said: true, text: text}}})
		return err
	}
	kinds := []struct {
		name string
		line func(i int) string
	}{
		{"title", func(i int) string { return wikitexttest.Title(i % 20_000) }},
		{"variant", func(i int) string { return strings.ToUpper(wikitexttest.Title(i % 20_000)) }},
		{"typo", func(i int) string { t := wikitexttest.Title(i % 20_000); return t[:3] + t[4:] }},
		{"search", func(i int) string {
			return fmt.Sprintf("search %s w%d", strings.Fields(wikitexttest.Title(i % 20_000))[1], 1+i%50)
		}},
	}
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				if err := run(k.line(i * 7919)); err != nil {
					if _, ok := err.(*Problem); !ok {
						b.Fatal(err)
					}
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-us")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-us")
		})
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			x := wikistore.Open(dir)
			err := x.Snapshot(context.Background(), func(v storage.WikiView) error {
				_, err := v.Page(wikitexttest.Title(0))
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
			x.Close()
		}
	})
	b.Run("open and search", func(b *testing.B) {
		for b.Loop() {
			x := wikistore.Open(dir)
			err := x.Snapshot(context.Background(), func(v storage.WikiView) error {
				_, err := v.Search("anvil fountain", 10)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
			x.Close()
		}
	})
	b.Run("complete", func(b *testing.B) {
		for b.Loop() {
			w.complete(nil, "pal", 25)
		}
	})
}
