package wiki

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	fromText  = 30 // pages that the full text proposes for a question
	fromTitle = 12 // and titles, redirects among them
	fullyRead = 8  // pages whose sections are compared
	maxOthers = 5  // pages that are named beside the one that answers
)

// candidate is a page that may answer a question.
type candidate struct {
	name  string
	page  *storage.WikiPage // nil: not read yet
	how   redirected        // how a title of it led there
	title float64           // how much that title is what the question is about
	text  float64           // how well the full text fits, from 0 to 1
	own   float64           // how much its own title is
	score float64
	part  string // the section that says it; empty: the beginning
}

// The weights of what speaks for a page. They are chosen by the questions of
// testdata/small/questions.tsv.
const (
	weighTitle = 1.6
	weighText  = 0.2
	weighPart  = 1.5
	weighNamed = 0.5 // the section that the title of a redirect leads to
	weighBoth  = 0.8 // a title with a heading, beside a title alone
)

// ask answers a question in words with the section that says most about it. ok is false
// if no page holds anything of it.
func (w *room) ask(c *commands.Call, v storage.WikiView, t *wikiTitles, question string) (reply commands.Reply, ok bool, err error) {
	q := passage.Read(spelledOut(question))
	if len(q.Words) == 0 {
		return reply, false, nil
	}
	if err := weigh(v, q); err != nil {
		return reply, false, err
	}
	hits, err := v.Some(strings.Join(q.Words, " "), fromText)
	if err != nil {
		return reply, false, err
	}
	list, err := w.candidates(v, q, hits, t.asked(q, fromTitle))
	if err != nil || len(list) == 0 {
		return reply, false, err
	}
	best := &list[0]
	section := best.part
	if section == "" {
		best.how.fragment = "" // a redirect's is one section among others here
	}
	named := best.how.from // a redirect that is named like the question
	best.how.from = ""
	if reply, err = w.page(c, best.page, best.how, section); err != nil {
		return reply, false, err
	}
	if a, isPage := reply.Data.(*Answer); isPage && len(a.Matches) == 0 {
		var others []string
		for i := range list[:min(len(list), maxOthers)] {
			x := &list[i]
			title := x.page.Title
			if x.part != "" {
				title += "#" + x.part
			}
			if i > 0 {
				others = append(others, title)
			}
			a.Matches = append(a.Matches, wikiMatch{Title: x.page.Title, URL: wikiURL(x.page.Title, x.part)})
		}
		reply.Hints = wording.Prefixed("wiki ", others)
		notes := []commands.Note{{Kind: commands.Assumed, Text: "no page has that title, so this is the best passage"}}
		if missing := q.Missing(best.page.Title + "\n" + named + "\n" + best.page.Text); len(missing) > 0 {
			for i, m := range missing {
				missing[i] = strconv.Quote(wording.Typed(m))
			}
			notes = append(notes, commands.Note{Kind: commands.Warned, Text: "the page does not mention " + wording.Or(missing)})
		}
		reply.Notes = append(notes, reply.Notes...)
	}
	return reply, true, nil
}

// shortNames is what players call objects in one word, and their names.
var shortNames = sync.OnceValue(func() map[string]string {
	out, whole := map[string]string{}, map[string]bool{}
	terms := thing.Items(rules.Get(rules.Default))
	for _, t := range terms {
		for w := range strings.FieldsSeq(names.Fold(t.Name)) {
			whole[w] = true
		}
	}
	for _, t := range terms {
		for _, alias := range t.Aliases {
			if a := names.Fold(alias); !strings.Contains(a, " ") && !whole[a] && out[a] == "" {
				out[a] = t.Name
			}
		}
	}
	return out
})

// spelledOut returns a question with the names for what players say in short:
// "unihorn".
func spelledOut(question string) string {
	words := strings.Fields(question)
	for i, w := range words {
		if name, ok := shortNames()[names.Fold(strings.Trim(w, "?.,!"))]; ok {
			words[i] = name
		}
	}
	return strings.Join(words, " ")
}

// weigh gives the words of a question the weight of their rarity.
func weigh(v storage.WikiView, q *passage.Query) (err error) {
	q.Weigh(v.Info().Pages, func(word string) int {
		n, failed := v.Spread(word)
		err = cmp.Or(err, failed)
		return n
	})
	return err
}

// candidates returns the pages that the full text and the titles propose for a
// question, best first, at most fullyRead.
func (w *room) candidates(v storage.WikiView, q *passage.Query, hits []storage.WikiHit, titles []about) ([]candidate, error) {
	var list []candidate
	at := map[string]int{}
	add := func(title string) *candidate {
		i, known := at[title]
		if !known {
			i = len(list)
			at[title] = i
			own := q.Title(title)
			list = append(list, candidate{name: title, own: own, title: own})
		}
		return &list[i]
	}
	for _, h := range hits {
		add(h.Title).text = h.Score / hits[0].Score
	}
	for _, a := range titles {
		p, how, err := w.resolve(v, a.title)
		if err != nil {
			return nil, err
		}
		if p == nil {
			continue
		}
		x := add(p.Title)
		x.page = p
		if a.score > x.title || a.score == x.title && x.how.from == "" && how.fragment != "" && a.score > x.own {
			x.title, x.how = a.score, how
		}
	}
	sortBy(list, func(x *candidate) float64 { return weighTitle*x.title + weighText*x.text })
	var out []candidate
	for i := range list {
		x := &list[i]
		if x.page == nil { // texts are read only as far as they are compared
			var err error
			if x.page, err = v.Page(x.name); err != nil {
				return nil, err
			}
		}
		// What is quoted must be there.
		if x.page == nil || len(q.Phrases) > 0 && !q.Quotes(x.name+"\n"+x.page.Text) && !q.Quotes(x.how.from) {
			continue
		}
		w.read(q, x)
		if out = append(out, *x); len(out) == fullyRead {
			break
		}
	}
	sortBy(out, func(x *candidate) float64 { return x.score })
	return out, nil
}

func sortBy(list []candidate, score func(*candidate) float64) {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(score(&b), score(&a)) })
}

// maxParts bounds the sections of a page that are compared.
const maxParts = 80

// read finds the section of a page that says most about a question, and scores
// the page by it.
func (w *room) read(q *passage.Query, x *candidate) {
	text := x.page.Text
	sections := w.parser.Sections(text)
	sections = sections[:min(len(sections), maxParts)]
	parts := make([]passage.Section, 0, len(sections)+1)
	lead := len(text)
	if len(sections) > 0 {
		lead = sections[0].Start
	}
	parts = append(parts, passage.Section{Text: text[:lead]})
	for i, s := range sections {
		end := len(text)
		if i+1 < len(sections) {
			end = sections[i+1].Start // without the sections inside it
		}
		parts = append(parts, passage.Section{Heading: s.Title, Text: text[s.Body:end]})
	}
	best, score := q.Best(x.page.Title, parts)
	part := score
	if best > 0 {
		x.part = sections[best-1].Title
		x.title = max(x.title, weighBoth*q.Named(x.page.Title, x.part))
	}
	// A redirect that is named like the question knows the section.
	if x.how.fragment != "" && x.title > x.own+0.1 {
		if s := wikitext.Find(sections, x.how.fragment); s != nil {
			x.part = s.Title
			part += weighNamed
		}
	}
	x.score = weighTitle*x.title + weighText*x.text + weighPart*part
}

// pasted returns the title and section of an address of the wiki; other text is left
// as it is.
func pasted(text string) string {
	address := strings.Trim(text, "<>")
	if i := strings.Index(address, "://"); i >= 0 {
		address = address[i+3:]
	} else if !strings.HasPrefix(strings.ToLower(address), "nethackwiki.com/") && !strings.HasPrefix(strings.ToLower(address), "www.nethackwiki.com/") {
		return text
	}
	if strings.ContainsAny(address, " \t") {
		return text
	}
	u, err := url.Parse("//" + address)
	if err != nil || u.Path == "" {
		return text
	}
	title := u.Query().Get("title")
	if title == "" {
		_, title, _ = strings.Cut(strings.TrimPrefix(u.Path, "/"), "/") // wiki/TITLE
	}
	if title == "" || title == "index.php" {
		return text
	}
	title = strings.ReplaceAll(title, "_", " ")
	if u.Fragment != "" {
		// MediaWiki once wrote ".28" for "%28" in fragments.
		title += "#" + strings.ReplaceAll(u.Fragment, "_", " ")
	}
	return title
}
