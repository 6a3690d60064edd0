package wiki_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/commands"
	"delphi/commands/wiki"
	"delphi/engine/rules"
	"delphi/engine/wikitext"
	"delphi/engine/wikitext/wikitexttest"
	"delphi/storage"
	"delphi/storage/wikistore"
)

// bigWiki is a wiki of 20,000 pages of some 7 KB, made once.
var bigWiki struct {
	once sync.Once
	dir  string
	err  error
}

func openBigWiki(b *testing.B) (*wikistore.Index, string) {
	b.Helper()
	bigWiki.once.Do(func() {
		bigWiki.dir = b.TempDir() // of the benchmark that needs it first, to whose end it stays
		var build *wikistore.Builder
		if build, bigWiki.err = wikistore.Create(bigWiki.dir); bigWiki.err != nil {
			return
		}
		parser := wiki.Parser()
		for i := range 20_000 {
			title, text := wikitexttest.Page(i, 7_000)
			if bigWiki.err = build.Add(context.Background(), wiki.Record(parser, &wikitext.Page{Title: title, Text: text, Article: true})); bigWiki.err != nil {
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
	return x, bigWiki.dir
}

// BenchmarkWiki says how long lookups take with 20,000 pages: p50 and p99 of
// each kind, and the first answer after the start.
func BenchmarkWiki(b *testing.B) {
	store, dir := openBigWiki(b)
	w := wiki.Commands(store)[0]
	run := func(text string) error {
		c := commands.NewCall(w, rules.Get(rules.Default))
		c.Values[0] = commands.Value{Said: true, Text: text}
		_, err := c.Command.Run(context.Background(), c)
		return err
	}
	kinds := []struct {
		name string
		line func(i int) string
	}{
		{"title", func(i int) string { return wikitexttest.Title(i % 20_000) }},
		{"variant", func(i int) string { return strings.ToUpper(wikitexttest.Title(i % 20_000)) }},
		{"typo", func(i int) string { t := wikitexttest.Title(i % 20_000); return t[:3] + t[4:] }},
		{"typos", func(i int) string { t := wikitexttest.Title(i % 20_000); return t[:1] + t[2:4] + "zq" + t[5:] }},
		{"nothing", func(i int) string { return fmt.Sprintf("qzxv%d jkwq%d vvvv", i, i) }},
		{"search", func(i int) string {
			return fmt.Sprintf("search %s w%d", strings.Fields(wikitexttest.Title(i % 20_000))[1], 1+i%50)
		}},
		{"question", func(i int) string {
			return fmt.Sprintf("how do i use a %s with w%d", wikitexttest.Title(i%20_000), 1+i%50)
		}},
	}
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				if err := run(k.line(i * 7919)); err != nil {
					if problem := new(commands.Problem); !errors.As(err, &problem) {
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
			w.Params[0].Complete(nil, "pal", 25)
		}
	})
}
