package slash

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
)

// maxCommand is how many characters the names and descriptions of one command and
// its options may have, with the longest of each text's languages.
const maxCommand = 8000

// TestLocales: every name and description that is registered stands in the tables
// in every language, as Discord allows it, no two of a command are the same, and
// the tables hold nothing else.
func TestLocales(t *testing.T) {
	defs, err := Definitions(newRouter(t), true)
	if err != nil {
		t.Fatal(err)
	}
	tables := locales()
	names, summaries := maps.Clone(tables.names), maps.Clone(tables.summaries)
	languages := []string{"de", "fr", "ja"}
	name := func(where, s string) Local {
		t.Helper()
		l := tables.names[s]
		if l == nil {
			t.Errorf("locale/names.tsv lacks %q, of %s", s, where)
		}
		delete(names, s)
		for _, language := range languages {
			if text := l[language]; l != nil && (bad(text) || api.Length(text) > 32) {
				t.Errorf("%s: Discord does not allow %q (%s) as a name", where, text, language)
			}
		}
		return l
	}
	summary := func(where, s string, most int) (longest int) {
		t.Helper()
		key := s
		if head, _, ok := strings.Cut(s, ":"); ok && tables.summaries[s] == nil {
			key = head + ":"
		}
		if tables.summaries[key] == nil {
			t.Errorf("locale/summaries.tsv lacks %q, of %s", s, where)
		}
		delete(summaries, key)
		longest = api.Length(s)
		for language, text := range localSummary(s) {
			if n := api.Length(text); n < 1 || n > most {
				t.Errorf("%s: %d characters in %s, at most %d: %q", where, n, language, most, text)
			} else {
				longest = max(longest, n)
			}
		}
		return longest
	}
	total := 0
	var walk func(where string, options []Option)
	walk = func(where string, options []Option) {
		taken := map[string]string{}
		for _, o := range options {
			at := where + " " + o.Name
			l := name(at, o.Name)
			for _, language := range languages {
				key := language + " " + l[language]
				if other := taken[key]; other != "" && l != nil {
					t.Errorf("%s and %s are both %s", at, other, key)
				}
				taken[key] = at
			}
			total += 32 + summary(at, o.Description, api.MaxSummary)
			walk(at, o.Options)
		}
	}
	taken := map[string]string{}
	for _, d := range defs {
		if d.Type != discordgo.ChatApplicationCommand {
			summary("the menus", d.Name, 32)
			continue
		}
		l := name("/"+d.Name, d.Name)
		for _, language := range languages {
			key := language + " " + l[language]
			if other := taken[key]; other != "" && l != nil {
				t.Errorf("/%s and /%s are both %s", d.Name, other, key)
			}
			taken[key] = d.Name
		}
		total = summary("/"+d.Name, d.Description, api.MaxSummary)
		walk("/"+d.Name, d.Options)
		if total > maxCommand {
			t.Errorf("/%s has up to %d characters, and Discord takes %d", d.Name, total, maxCommand)
		}
	}
	if len(names)+len(summaries) > 0 {
		t.Errorf("not registered any more: names %q, summaries %q", slices.Sorted(maps.Keys(names)), slices.Sorted(maps.Keys(summaries)))
	}
	if got := localSummary("Game version: 3.4.3")["de"]; got != "Spielversion: 3.4.3" {
		t.Errorf("%q", got)
	}
	if localName("excalibur") == nil || localName("excalibur")["de"] != "" {
		t.Errorf("a name that stays: %v", localName("excalibur"))
	}
}
