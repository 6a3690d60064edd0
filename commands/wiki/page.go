package wiki

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/passage"
	"delphi/engine/wikitext"
	"delphi/storage"
)

// page answers with a page or a section of it. p is nil where redirects lead
// nowhere.
func (w *room) page(c *commands.Call, p *storage.WikiPage, how redirected, section string) (commands.Reply, error) {
	switch {
	case how.circle:
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%s redirects in a circle or through more than %d pages", how.from, maxRedirects), Hints: []string{"wiki search " + how.from}}
	case p == nil:
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%s redirects to %s, which is not in the imported wiki", how.from, how.missing), Hints: []string{"wiki search " + how.missing}}
	}
	asked := section != ""
	if !asked {
		section = how.fragment
	}
	answer := &Answer{Title: p.Title, RedirectedFrom: how.from}
	sections := w.parser.Sections(p.Text)
	text := ""
	var notes []commands.Note
	if section != "" {
		s, note, err := findSection(p.Title, sections, section)
		switch {
		case err != nil && asked:
			return commands.Reply{}, err
		case err != nil: // a redirect to a section that is gone
			notes = append(notes, commands.Note{Kind: commands.Warned, Text: fmt.Sprintf("%s redirects to the section %q, which the page does not have", how.from, section)})
		default:
			answer.Section = s.Title
			text = head(p.Text[s.Body:s.End], leadBytes)
			if note != "" {
				notes = append(notes, commands.Note{Kind: commands.Remarked, Text: note})
			}
		}
	}
	for i, s := range sections {
		if i < maxWikiListed {
			answer.Sections = append(answer.Sections, s.Title)
		}
	}
	// The version that a page was checked against, and whether it is a disambiguation,
	// is stated at its end as often as at its beginning.
	end := w.parser.Parse(tail(p.Text))
	var doc *wikitext.Document
	switch {
	case answer.Section != "":
		doc = w.parser.Parse(text)
	case end.Disambiguation:
		doc = w.parser.Parse(head(p.Text, leadBytes))
		doc.Disambiguation = true
	default:
		doc = w.parseLead(p.Text, sections)
	}
	if doc.Disambiguation {
		if matches := disambiguation(doc); len(matches) > 0 {
			r := w.list(p.Title+" may be", matches)
			answer.URL, answer.Text, answer.Matches = wikiURL(p.Title, ""), doc.Summary(wikiSummary), matches
			r.Data = answer
			return r, nil
		}
	}
	answer.URL = wikiURL(p.Title, answer.Section)
	versions := doc.Versions
	if len(versions) == 0 {
		versions = end.Versions
	}
	answer.VersionTag = strings.Join(versions, ", ")
	r := wikiReply(c, answer, doc, notes)
	if p.Truncated {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: "the imported file ends inside this page"})
	}
	return r, nil
}

// tail returns the end of a text, where pages say which version they were checked
// against.
func tail(text string) string {
	const enough = 600
	if len(text) <= enough {
		return text
	}
	return strings.ToValidUTF8(text[len(text)-enough:], "")
}

// wikiReply returns the reply for a page's or section's text.
func wikiReply(_ *commands.Call, answer *Answer, doc *wikitext.Document, notes []commands.Note) commands.Reply {
	name := answer.Title
	if answer.Section != "" {
		name += "#" + answer.Section
	}
	tag := ""
	if answer.VersionTag != "" {
		tag = " (for " + answer.VersionTag + ")"
	}
	answer.Text = doc.Summary(min(wikiSummary, commands.LineBudget-len(answer.URL)-len(tag)-1))
	if answer.Text == "" {
		answer.Text = name + " has no text of its own"
		if len(answer.Sections) > 0 && answer.Section == "" {
			answer.Text += "; its sections: " + wikitext.CutSentence(strings.Join(answer.Sections, ", "), 200)
		}
	}
	r := commands.Reply{Title: name, Summary: answer.Text + tag + " " + answer.URL, Data: answer, Menu: sectionMenu(answer)}
	r.Fields = append(r.Fields, commands.Field{Name: "page", Value: name})
	if answer.RedirectedFrom != "" {
		r.Fields = append(r.Fields, commands.Field{Name: "redirected from", Value: answer.RedirectedFrom})
	}
	if answer.VersionTag != "" {
		r.Fields = append(r.Fields, commands.Field{Name: "for", Value: answer.VersionTag})
	}
	if len(doc.Boxes) > 0 {
		for _, p := range doc.Boxes[0].Fields {
			if len(r.Fields) < 16 && len(p.Value) <= 120 {
				r.Fields = append(r.Fields, commands.Field{Name: p.Name, Value: p.Value})
			}
		}
	}
	var code []string
	size := 0
	for i := range doc.Blocks {
		if b := &doc.Blocks[i]; b.Kind == wikitext.Code && size+len(b.Text) < 2000 {
			code = append(code, b.Text)
			size += len(b.Text)
		}
	}
	if answer.Code = strings.Join(code, "\n\n"); answer.Code != "" {
		r.Table = codeTable(name, answer.Code)
	}
	if answer.Section == "" && len(answer.Sections) > 0 {
		r.Fields = append(r.Fields, commands.Field{Name: "sections", Value: wikitext.CutSentence(strings.Join(answer.Sections, ", "), 300)})
		r.Hints = []string{"wiki " + answer.Title + "#" + answer.Sections[0]}
	}
	r.Notes = append(notes, commands.Note{Kind: commands.Cited, Text: wikiLicence})
	return r
}

// mostMenu is how many pages or sections a menu offers.
const mostMenu = 24

// sectionMenu lists the sections of a page; nil if it has none.
func sectionMenu(a *Answer) *commands.Menu {
	if len(a.Sections) == 0 {
		return nil
	}
	m := &commands.Menu{Prompt: "Sections of " + a.Title, Choices: []commands.Next{{Label: a.Title, Line: "wiki " + a.Title}}}
	for _, s := range a.Sections[:min(len(a.Sections), mostMenu)] {
		m.Choices = append(m.Choices, commands.Next{Label: s, Line: "wiki " + a.Title + "#" + s})
	}
	return m
}

// maxCodeLines bounds the lines of code and maps that are shown.
const maxCodeLines = 30

// codeTable returns code as a table of one column: networks that can show tables line
// up their characters.
func codeTable(name, code string) *commands.Table {
	t := &commands.Table{Columns: []string{name}}
	for line := range strings.Lines(code) {
		if len(t.Rows) == maxCodeLines {
			t.Rows = append(t.Rows, []string{"..."})
			break
		}
		t.Rows = append(t.Rows, []string{strings.TrimRight(line, "\n ")})
	}
	return t
}

// sectionAbout returns the section whose heading has all the words of a name, in any
// inflection: the shortest of several, or nil.
func sectionAbout(sections []wikitext.Section, name string) (best *wikitext.Section) {
	q := passage.Read(name)
	for i := range sections {
		s := &sections[i]
		if q.Within(s.Title) && (best == nil || len(s.Title) < len(best.Title)) {
			best = s
		}
	}
	return best
}

// findSection finds a section by its name, the end of it, or a typo; note says
// how it was read. The error lists what there is.
func findSection(title string, sections []wikitext.Section, name string) (s *wikitext.Section, note string, err error) {
	if s = wikitext.Find(sections, name); s != nil {
		return s, "", nil
	}
	x := names.NewIndex()
	for i := range sections {
		x.Add(&names.Entry{Name: sections[i].Title, Value: &sections[i]})
	}
	if tails := x.Tail([]byte(wikitext.Key(name))); len(tails) == 1 {
		return tails[0].Value.(*wikitext.Section), fmt.Sprintf("%q read as %s", name, tails[0].Name), nil
	}
	if s := sectionAbout(sections, name); s != nil { // "cure" for "Curing lycanthropy"
		return s, fmt.Sprintf("%q read as %s", name, s.Title), nil
	}
	if len(name) <= 60 {
		if e, ok := x.Guess(strings.ReplaceAll(name, "_", " "), nil); ok {
			return e.Value.(*wikitext.Section), fmt.Sprintf("%q read as %s", name, e.Name), nil
		}
	}
	if like := x.Complete(name, 2, nil); len(like) == 1 {
		return like[0].Value.(*wikitext.Section), fmt.Sprintf("%q read as %s", name, like[0].Name), nil
	}
	p := &commands.Problem{Text: fmt.Sprintf("%s has no section %q", title, wording.Cut(name, 60))}
	if len(sections) == 0 {
		p.Text = title + " has no sections"
		p.Hints = []string{"wiki " + title}
		return nil, "", p
	}
	near := x.Nearest(wording.Cut(name, 60), 4, nil)
	for _, n := range near {
		p.Hints = append(p.Hints, "wiki "+title+"#"+n.Name)
	}
	if len(near) == 0 {
		var list []string
		for i := range sections {
			list = append(list, sections[i].Title)
		}
		p.Text += "; there are " + wikitext.CutSentence(strings.Join(list, ", "), 250)
		p.Hints = []string{"wiki " + title + "#" + sections[0].Title}
	}
	return nil, "", p
}
