package wiki

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/passage"
	"delphi/engine/rules"
	"delphi/engine/wikitext"
	"delphi/storage"
)

const (
	wikiBase      = "https://nethackwiki.com/wiki/"
	wikiLicence   = "NetHackWiki, CC BY-SA 3.0: " + wikiBase + "NetHackWiki:Copyrights"
	wikiSummary   = 350 // bytes of a page's summary
	maxRedirects  = 5
	maxWikiListed = 40 // of a disambiguation
)

// Answer is the machine-readable answer of `wiki`.
type Answer struct {
	Title          string      `json:"title"`
	RedirectedFrom string      `json:"redirected_from,omitempty"`
	Section        string      `json:"section,omitempty"`
	Text           string      `json:"text"`
	Code           string      `json:"code,omitempty"` // examples and maps, to be shown as they are
	URL            string      `json:"url"`
	VersionTag     string      `json:"version_tag,omitempty"`
	Sections       []string    `json:"sections,omitempty"`
	Matches        []wikiMatch `json:"matches,omitempty"`
}

// wikiMatch is one page of several.
type wikiMatch struct {
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	URL   string `json:"url"`
}

type wikiMatches struct {
	Matches []wikiMatch `json:"matches"`
}

// Parser returns the parser that wiki pages are read with: monsters' letters
// are those of the default version.
func Parser() *wikitext.Parser {
	return &wikitext.Parser{Symbol: func(name string) string {
		found := thing.MonstersOf(rules.Get(rules.Default).Bestiary()).Called(name)
		if len(found) == 0 {
			return ""
		}
		return found[0].Symbol
	}}
}

// Record returns a page as the wiki's index takes it.
func Record(parser *wikitext.Parser, p *wikitext.Page) *storage.WikiPage {
	out := &storage.WikiPage{Title: p.Title, Text: p.Text, Revision: p.Revision, Time: p.Time, Truncated: p.Truncated, Key: wikitext.Key(p.Title)}
	if to, ok := p.Redirect(); ok {
		out.To, out.Fragment, out.Text = to.Title, to.Fragment, ""
		return out
	}
	doc := parser.Parse(p.Text)
	out.Plain = doc.Text()
	for i := range doc.Blocks {
		if doc.Blocks[i].Kind == wikitext.Heading {
			out.Sections = append(out.Sections, doc.Blocks[i].Text)
		}
	}
	return out
}

// Status says what is loaded, as names and values.
func Status(info storage.WikiInfo) []commands.Field {
	day := func(t time.Time) string {
		if t.IsZero() {
			return "not known"
		}
		return t.UTC().Format("2006-01-02 15:04 MST")
	}
	return []commands.Field{
		{Name: "pages", Value: fmt.Sprintf("%d, and %d redirects", info.Pages, info.Redirects)},
		{Name: "text", Value: fmt.Sprintf("%.1f MB", float64(info.Bytes)/1e6)},
		{Name: "newest", Value: day(info.Newest)},
		{Name: "imported", Value: day(info.Imported)},
		{Name: "from", Value: strings.Join(info.Files, ", ")},
		{Name: "left out", Value: fmt.Sprintf("%d of other namespaces, %d bad records", info.Skipped, info.Bad)},
	}
}

// wiki looks pages up.
type room struct {
	store  storage.Wiki
	parser *wikitext.Parser
	titles wikiTitlesCache

	pageText, desText commands.Text
}

func (w *room) command() *commands.Command {
	return &commands.Command{
		Name:     "wiki",
		Aliases:  []string{"w", "page"},
		Summary:  "Show what a page of the wiki says, in short",
		Params:   commands.Takes(w.pageText),
		Examples: []string{"wiki potion of sickness", "wiki Sacrifice#gift", "wiki search cursed unicorn horn", "wiki status"},
		Public:   true,
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			text := strings.TrimSpace(strings.TrimPrefix(w.pageText.In(c), "page:"))
			word, rest := wording.CutWord(text)
			var reply commands.Reply
			err := w.snapshot(ctx, func(v storage.WikiView) (err error) {
				switch {
				case text == "":
					return &commands.Problem{Text: "Which page?", Slot: "page", Hints: []string{"wiki potion of sickness", "wiki search WORDS"}}
				case word == "status" && rest == "":
					reply = wikiStatusReply(v.Info())
				case word == "search" && rest != "":
					reply, err = w.search(v, rest)
				default:
					reply, err = w.lookup(c, v, text)
				}
				return err
			})
			return reply, err
		},
	}
}

// snapshot calls the store's Snapshot, and turns the error for a missing wiki into one
// for the asker.
func (w *room) snapshot(ctx context.Context, fn func(storage.WikiView) error) error {
	err := storage.ErrNoWiki
	if w.store != nil {
		err = w.store.Snapshot(ctx, fn)
	}
	if errors.Is(err, storage.ErrNoWiki) {
		return &commands.Problem{Text: "No wiki has been imported here. The bot's operator can import one: delphi wiki import FILE", Err: err}
	}
	return err
}

func (w *room) complete(_ *rules.Set, text string, most int) []string {
	var out []string
	_ = w.snapshot(context.Background(), func(v storage.WikiView) error { // nothing is known: nothing is offered
		title, section, sectioned := strings.Cut(text, "#")
		if sectioned {
			p, _, err := w.resolve(v, wikitext.NormalTitle(title))
			if err != nil || p == nil {
				return err
			}
			for _, s := range w.parser.Sections(p.Text) {
				if strings.HasPrefix(names.Fold(s.Title), names.Fold(section)) && len(out) < most {
					out = append(out, p.Title+"#"+s.Title)
				}
			}
			return nil
		}
		t, err := w.titles.of(v)
		if err == nil {
			out = t.complete(text, most)
		}
		return err
	})
	return out
}

func wikiStatusReply(info storage.WikiInfo) commands.Reply {
	r := commands.Reply{Fields: Status(info), Data: info}
	parts := make([]string, len(r.Fields))
	for i, f := range r.Fields {
		parts[i] = f.Name + ": " + f.Value
	}
	r.Summary = strings.Join(parts, "; ") + "."
	return r
}

// redirected is how a title led to a page.
type redirected struct {
	from     string // the first title; empty: it was the page's own
	fragment string
	missing  string // where the redirects end in nothing
	circle   bool
}

// resolve follows the redirects from a title to a page; nil if there is no
// page of that title, or none at the end of the redirects, which how says.
func (w *room) resolve(v storage.WikiView, title string) (p *storage.WikiPage, how redirected, err error) {
	seen := []string{}
	for range maxRedirects + 1 {
		p, err := v.Page(title)
		if err != nil {
			return nil, how, err
		}
		if p == nil && len(seen) > 0 { // a redirect in another case than the title
			for _, t := range first(v.Keyed(wikitext.Key(title))) {
				if !slices.Contains(seen, t) {
					if p, err = v.Page(t); err != nil {
						return nil, how, err
					}
					break
				}
			}
		}
		if p == nil {
			if len(seen) > 0 {
				how.missing = title
			}
			return nil, how, nil
		}
		if p.To == "" {
			return p, how, nil
		}
		if how.from == "" {
			how.from = p.Title
		}
		if p.Fragment != "" {
			how.fragment = p.Fragment
		}
		seen = append(seen, p.Title)
		if title = p.To; slices.Contains(seen, title) {
			break
		}
	}
	how.circle = true
	return nil, how, nil
}

// first drops an error: no titles are as good as none readable, since the
// page's own lookup has failed or not already.
func first(titles []string, _ error) []string { return titles }

// lookup answers a term: by its exact title, a redirect, a variant of either,
// a title that adds a remark in brackets, a typo, the full text.
func (w *room) lookup(c *commands.Call, v storage.WikiView, term string) (commands.Reply, error) {
	term = pasted(term)
	title, section, _ := strings.Cut(term, "#")
	title, section = strings.TrimSpace(title), strings.TrimSpace(section)
	if len(title) > wikitext.MaxTitle || title == "" {
		if t, err := w.titles.of(v); err == nil {
			if reply, ok, err := w.ask(c, v, t, term); ok || err != nil {
				return reply, err
			}
		}
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("a title has 1 to %d bytes", wikitext.MaxTitle), Hints: []string{"wiki search WORDS"}}
	}
	p, how, err := w.resolve(v, wikitext.NormalTitle(title))
	if err != nil {
		return commands.Reply{}, err
	}
	if p != nil || how.from != "" {
		return w.page(c, p, how, section)
	}
	// Variants: the same words in another case, number or punctuation.
	titles, err := v.Keyed(wikitext.Key(title))
	if err != nil {
		return commands.Reply{}, err
	}
	if len(titles) > 0 {
		return w.among(c, v, titles, section, fmt.Sprintf("%q could be", title))
	}
	t, err := w.titles.of(v)
	if err != nil {
		return commands.Reply{}, err
	}
	if named := t.qualified(strings.ReplaceAll(title, "_", " ")); len(named) > 0 {
		return w.loosely(c, v, title, named, section, fmt.Sprintf("%q could be", title))
	}
	if near, _ := t.nearest(title, names.GuessWithin(len(title))); len(near) > 0 {
		return w.loosely(c, v, title, near, section, fmt.Sprintf("there is no page named %q; similar titles are", title))
	}
	if reply, ok, err := w.ask(c, v, t, term); ok || err != nil {
		return reply, err
	}
	problem := &commands.Problem{Text: fmt.Sprintf("There is no page named %q, and none that mentions it.", wording.Cut(title, 60)), Hints: []string{"wiki search WORDS"}}
	if near, _ := t.nearest(title, names.SuggestWithin(len(title))); len(near) > 0 {
		problem.Hints = wording.Prefixed("wiki ", near[:min(len(near), 4)])
	}
	return commands.Reply{}, problem
}

// loosely is like among, for titles other than what was typed, and says which title
// answers.
func (w *room) loosely(c *commands.Call, v storage.WikiView, typed string, titles []string, section, intro string) (commands.Reply, error) {
	reply, err := w.among(c, v, titles, section, intro)
	if a, ok := reply.Data.(*Answer); err == nil && ok {
		reply.Notes = append([]commands.Note{{Kind: commands.Remarked, Text: fmt.Sprintf("%q read as %s", typed, a.Title)}}, reply.Notes...)
	}
	return reply, err
}

// among answers with the page that all titles lead to, or lists the pages.
func (w *room) among(c *commands.Call, v storage.WikiView, titles []string, section, intro string) (commands.Reply, error) {
	type end struct {
		page *storage.WikiPage
		how  redirected
	}
	var ends []end
	for _, t := range titles[:min(len(titles), maxWikiListed)] {
		p, how, err := w.resolve(v, t)
		if err != nil {
			return commands.Reply{}, err
		}
		same := func(e end) bool {
			return p != nil && e.page != nil && e.page.Title == p.Title && e.how.fragment == how.fragment
		}
		switch i := slices.IndexFunc(ends, same); {
		case i < 0:
			ends = append(ends, end{p, how})
		case how.from == "":
			ends[i] = end{p, how} // the page's own title tells more than a redirect
		}
	}
	own := slices.DeleteFunc(slices.Clone(ends), func(e end) bool { return e.page == nil || e.how.from != "" })
	switch {
	case len(own) == 1: // one page is named so, others redirect
		return w.page(c, own[0].page, own[0].how, section)
	case len(ends) == 1:
		return w.page(c, ends[0].page, ends[0].how, section)
	}
	var matches []wikiMatch
	for _, e := range ends {
		m := wikiMatch{Title: e.how.from}
		if e.page != nil {
			m.Title, m.Text = e.page.Title, w.lead(e.page.Text, 80)
			m.URL = wikiURL(e.page.Title, e.how.fragment)
			if e.how.fragment != "" {
				m.Title += "#" + e.how.fragment
			}
		}
		matches = append(matches, m)
	}
	return w.list(intro, matches), nil
}

const (
	leadBytes   = 24 << 10 // how much markup of a page is parsed for its summary
	listedBytes = 3 << 10  // and of one of several
)

// lead returns a summary of a text's beginning, for a list.
func (w *room) lead(text string, limit int) string {
	return w.parser.Parse(head(text, listedBytes)).Summary(limit)
}

// head returns the beginning of a text, cut between lines.
func head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if i := strings.LastIndexByte(text[:most], '\n'); i > 0 {
		return text[:i]
	}
	return strings.ToValidUTF8(text[:most], "")
}

// parseLead parses what a page says before its first section, which is mostly all
// that a summary needs; the whole beginning if there is nothing in it, and of a
// disambiguation.
func (w *room) parseLead(text string, sections []wikitext.Section) *wikitext.Document {
	if len(sections) > 0 {
		doc := w.parser.Parse(head(text[:sections[0].Start], leadBytes))
		if !doc.Disambiguation && len(doc.Blocks) > 0 {
			return doc
		}
	}
	return w.parser.Parse(head(text, leadBytes))
}

// list names several pages and how to pick one.
func (w *room) list(intro string, matches []wikiMatch) commands.Reply {
	r := commands.Reply{
		Table: &commands.Table{Title: intro + ":", Columns: []string{"page", "what"}},
		Data:  wikiMatches{matches},
		Notes: []commands.Note{{Kind: commands.Cited, Text: wikiLicence}},
	}
	r.Summary = intro + ": "
	for i, m := range matches {
		r.Table.Rows = append(r.Table.Rows, []string{m.Title, m.Text})
		part := m.Title
		if i > 0 {
			part = "; " + part
		}
		if len(r.Summary)+len(part) > commands.LineBudget-60 && i > 0 {
			r.Summary += fmt.Sprintf("; and %d more", len(matches)-i)
			break
		}
		r.Summary += part
	}
	if len(matches) > 1 {
		r.Menu = &commands.Menu{Prompt: "Pick a page"}
		for _, m := range matches[:min(len(matches), mostMenu)] {
			r.Menu.Choices = append(r.Menu.Choices, commands.Next{Label: m.Title, Line: "wiki " + m.Title})
		}
	}
	if len(matches) > 0 {
		r.Summary += ". Pick one: wiki " + matches[0].Title
		for _, m := range matches[:min(len(matches), 4)] {
			r.Hints = append(r.Hints, "wiki "+m.Title)
		}
	}
	return r
}

// search lists the pages that hold the words, the best first.
func (w *room) search(v storage.WikiView, words string) (commands.Reply, error) {
	hits, err := v.Search(words, fromText)
	if err != nil {
		return commands.Reply{}, err
	}
	q := passage.Read(words)
	if err := weigh(v, q); err != nil {
		return commands.Reply{}, err
	}
	list, err := w.candidates(v, q, hits, nil)
	if err != nil {
		return commands.Reply{}, err
	}
	if len(list) == 0 {
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("No page contains %q.", wording.Cut(words, 80))}
	}
	matches := make([]wikiMatch, len(list))
	for i := range list {
		x := &list[i]
		matches[i] = wikiMatch{Title: x.page.Title, Text: w.lead(x.page.Text, 120), URL: wikiURL(x.page.Title, "")}
	}
	return w.list(fmt.Sprintf("%q is in", wording.Cut(words, 80)), matches), nil
}

// disambiguation lists the pages of a disambiguation page.
func disambiguation(doc *wikitext.Document) []wikiMatch {
	var out []wikiMatch
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		if b.Kind != wikitext.Item || b.Link == "" || len(out) == maxWikiListed {
			continue
		}
		title, fragment, _ := strings.Cut(b.Link, "#")
		m := wikiMatch{Title: wikitext.NormalTitle(title), Text: wikitext.CutSentence(b.Text, 150), URL: wikiURL(wikitext.NormalTitle(title), fragment)}
		if fragment != "" {
			m.Title += "#" + strings.ReplaceAll(fragment, "_", " ")
		}
		out = append(out, m)
	}
	return out
}

// wikiURL returns a page's address.
func wikiURL(title, section string) string {
	out := wikiBase + wikiEscape(title)
	if section != "" {
		out += "#" + wikiEscape(section)
	}
	return out
}

// wikiEscape escapes a title as MediaWiki does: spaces become underscores, and what is
// legal in an address stays.
func wikiEscape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ':
			b.WriteByte('_')
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~:/@!$*(),;", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
