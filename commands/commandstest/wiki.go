package commandstest

import (
	"context"
	"sync"
	"testing"
	"time"

	"delphi/commands/wiki"
	"delphi/engine/wikitext"
	"delphi/storage"
	"delphi/storage/wikistore"
)

// ImportWiki makes an index of pages in a directory of the test.
func ImportWiki(t testing.TB, pages ...*wikitext.Page) *wikistore.Index {
	t.Helper()
	dir := t.TempDir()
	b, err := wikistore.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	parser := wiki.Parser()
	for _, p := range pages {
		if err := b.Add(context.Background(), wiki.Record(parser, p)); err != nil {
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

// newWiki returns a lazyWiki, but for a fuzz target, which must not make a directory
// while it runs.
func newWiki(t testing.TB) *lazyWiki {
	l := &lazyWiki{t: t}
	if _, fuzzes := t.(*testing.F); fuzzes {
		l.load()
	}
	return l
}

func (l *lazyWiki) load() { l.once.Do(func() { l.x = ImportWiki(l.t, Pages()...) }) }

func (l *lazyWiki) Snapshot(ctx context.Context, fn func(storage.WikiView) error) error {
	l.load()
	return l.x.Snapshot(ctx, fn)
}

// Pages returns a small wiki with everything that a lookup may meet.
func Pages() []*wikitext.Page {
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
