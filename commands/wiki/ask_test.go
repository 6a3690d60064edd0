package wiki_test

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/commands/wiki"
	"delphi/engine/wikitext"
)

// smallWiki returns a wiki about the game, with the pages of testdata/small.
func smallWiki(t testing.TB) *route.Router {
	t.Helper()
	a, err := txtar.ParseFile("testdata/small/pages.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var pages []*wikitext.Page
	for _, f := range a.Files {
		pages = append(pages, &wikitext.Page{Title: f.Name, Text: string(f.Data), Revision: 1, Article: true})
	}
	index := commandstest.ImportWiki(t, pages...)
	return commandstest.New(t, func(o *route.Options) { o.Wiki = index })
}

// Questions in words are answered with a passage of the right page.
func TestQuestions(t *testing.T) {
	r := smallWiki(t)
	list, err := os.ReadFile("testdata/small/questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	asked, wrong, elsewhere := 0, 0, 0
	for line := range strings.Lines(string(list)) {
		question, want, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		asked++
		reply := commandstest.Ask(t, r, "wiki "+question)
		a, ok := reply.Data.(*wiki.Answer)
		if reply.Failed || !ok {
			t.Errorf("%s: %s", question, reply.Summary)
			continue
		}
		page, section := false, false
		for w := range strings.SplitSeq(want, "|") {
			title, part, parted := strings.Cut(w, "#")
			page = page || title == a.Title
			section = section || title == a.Title && (!parted || part == a.Section)
		}
		switch {
		case !page:
			wrong++
			t.Logf("%s: %s#%s, want %s", question, a.Title, a.Section, want)
		case !section:
			elsewhere++
			t.Logf("%s: section %q, want %s", question, a.Section, want)
		}
		if len(reply.OneLine(400, "!")) > 400 || a.URL == "" || a.Section != "" && !strings.Contains(a.URL, "#") {
			t.Errorf("%s: %s", question, reply.OneLine(400, "!"))
		}
	}
	t.Logf("%d questions, %d wrong pages, %d other sections", asked, wrong, elsewhere)
	if asked < 60 || 33*wrong > asked || 10*elsewhere > asked { // 33 right for each wrong one
		t.Errorf("of %d questions %d lead to a wrong page and %d to another section", asked, wrong, elsewhere)
	}
}

// What is quoted must be in the page, and addresses are titles.
func TestPasted(t *testing.T) {
	r := smallWiki(t)
	for line, want := range map[string]string{
		`wiki "gears and tumblers"`:                                            "Mastermind#Playing",
		`wiki who says "gears and tumblers"?`:                                  "Mastermind#Playing",
		"wiki https://nethackwiki.com/wiki/Bag_of_holding#Weight":              "Bag of holding#Weight",
		"wiki <https://nethackwiki.com/wiki/Medusa%27s_Island>":                "Medusa's Island#",
		"wiki nethackwiki.com/wiki/Price_identification":                       "Price identification#",
		"wiki https://nethackwiki.com/mediawiki/index.php?title=Black_pudding": "Black pudding#",
		"wiki https://nethackwiki.com/wiki/MR":                                 "Magic resistance#",
		"wiki lycanthropy#cure":                                                "Lycanthropy#Curing lycanthropy",
		"wiki werecreature#strategies":                                         "Werecreature#Strategy",
		"wiki #curing lycanthropy":                                             "Lycanthropy#Curing lycanthropy",
		"wiki unihorn cursed effects":                                          "Unicorn horn#Cursed",
		"wiki cure lycan":                                                      "Lycanthropy#Curing lycanthropy",
		"wiki sokoban#cheat":                                                   "Sokoban#Cheating",
	} {
		reply := commandstest.Ask(t, r, line)
		a, ok := reply.Data.(*wiki.Answer)
		if !ok {
			t.Errorf("%s: %s", line, reply.Summary)
		} else if got := a.Title + "#" + a.Section; got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	for _, line := range []string{`wiki "gears or tumblers"`, "wiki https://nethackwiki.com/wiki/Zzyzx", "wiki https://nethackwiki.com/", "wiki #"} {
		if reply := commandstest.Ask(t, r, line); !reply.Failed {
			t.Errorf("%s: %s", line, reply.Summary)
		}
	}
}

// What the page does not mention is said.
func TestNotMentioned(t *testing.T) {
	r := smallWiki(t)
	reply := commandstest.Ask(t, r, "wiki does holy water cure frobnication")
	if _, ok := reply.Data.(*wiki.Answer); !ok || strings.Join(reply.Warnings(), "; ") != `the page does not mention "frobnication"` {
		t.Errorf("%+v %v", reply.Data, reply.Notes)
	}
	if reply = commandstest.Ask(t, r, "wiki how do i cure lycanthropy"); len(reply.Warnings()) > 0 {
		t.Error(reply.Warnings())
	}
}
