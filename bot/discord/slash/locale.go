package slash

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"delphi/bot/discord/api"
)

// What Discord shows of the commands to people who use it in one of these
// languages. Answers stay English. A row of locale/names.tsv is a name, a row of
// locale/summaries.tsv a description or the name of a menu, each with what it is in
// every language; "=" is the same as in English. A description whose row ends in a
// colon goes on with what stands behind the colon in English: a list of values.
//
//go:embed locale/*.tsv
var localeFiles embed.FS

// Local is a text by the language of who sees it: "de".
type Local map[string]string

// locales reads the tables: by the English text.
var locales = sync.OnceValue(func() (out struct{ names, summaries map[string]Local }) {
	out.names, out.summaries = table("names"), table("summaries")
	return out
})

// table reads one table. It panics where the file is broken, which is compiled in.
func table(name string) map[string]Local {
	b, err := localeFiles.ReadFile("locale/" + name + ".tsv")
	if err != nil {
		panic(err)
	}
	out := map[string]Local{}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	languages := strings.Split(lines[0], "\t")[1:]
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(languages)+1 || slices.Contains(cells, "") || out[cells[0]] != nil {
			panic(fmt.Sprintf("locale/%s.tsv: %q", name, line))
		}
		texts := Local{}
		for i, language := range languages {
			if texts[language] = cells[i+1]; cells[i+1] == "=" {
				texts[language] = cells[0]
			}
		}
		out[cells[0]] = texts
	}
	return out
}

// localName returns a name in the languages in which it differs; nil: in none.
func localName(name string) Local { return elsewhere(locales().names[name], name) }

// localSummary returns a description, or the name of a menu, likewise.
func localSummary(text string) Local {
	all := locales().summaries
	if l := all[text]; l != nil {
		return elsewhere(l, text)
	}
	head, rest, ok := strings.Cut(text, ":")
	l := all[head+":"]
	if !ok || l == nil {
		return nil
	}
	out := Local{}
	for language, lead := range l {
		out[language] = api.Cut(lead+rest, api.MaxSummary)
	}
	return out
}

// elsewhere leaves out the languages that have nothing of their own.
func elsewhere(l Local, english string) Local {
	out := Local{}
	for language, text := range l {
		if text != english {
			out[language] = text
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// localise fills in what Discord shows in other languages.
func localise(options []Option) {
	for i := range options {
		o := &options[i]
		o.Names, o.Descriptions = localName(o.Name), localSummary(o.Description)
		localise(o.Options)
	}
}
