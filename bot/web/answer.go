package web

import (
	"cmp"
	"context"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"delphi/bot/chart"
	"delphi/bot/web/form"
	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
)

// home serves the page with the one search field, and redirects a line typed into it to
// the page of its answer.
func (s *site) home(w http.ResponseWriter, r *http.Request) {
	line := typed(r.URL.Query().Get("q"))
	if line == "" {
		p, err := s.keep(r, "/", func(context.Context) (*page, error) { return s.homePage() })
		s.sent(w, r, p, err)
		return
	}
	turn := s.admit(r, line)
	if turn.Answer == nil {
		w.Header().Set("Retry-After", "60")
		s.failed(w, r, http.StatusTooManyRequests, line, askedTooMuch(turn.Refusal).Summary, nil)
		return
	}
	p, err := s.once(r, "?"+line+"\x00"+before(r), func(ctx context.Context) (*page, error) {
		reply := turn.Answer(ctx)
		switch path, ok := s.where(&reply, line); {
		case reply.Failed || reply.Summary == "" && reply.Table == nil:
			if p, err := s.askedBack(line, &reply); p != nil || err != nil {
				return p, err
			}
			text := cmp.Or(reply.Summary, "I see no question in that.")
			return s.wrongPage(http.StatusUnprocessableEntity, line, text, reply.Hints)
		case ok:
			if s.leavesOut(ctx, r, &reply) {
				path += "?as=" + url.QueryEscape(line)
			}
			return &page{path: path, fresh: true, lasting: reply.Question != ""}, nil
		}
		// Several answers to one line have no question of their own.
		return s.answerPage(ctx, r, line, "", &reply, 1)
	})
	s.sent(w, r, p, err)
}

// askedBack returns the form of an incomplete question, with what it said filled in. It
// is nil if what was read is not a question or nothing in particular is missing.
func (s *site) askedBack(line string, refused *commands.Reply) (*page, error) {
	if len(refused.Asks) == 0 || refused.Asks[0].Slot == "" {
		return nil, nil
	}
	call, err := s.Router.Read(cmp.Or(refused.Read, line))
	if err != nil || !call.Command.ForAll() {
		return nil, nil
	}
	in := form.Entries(call)
	f := form.New(call.Command, call.Rules, in)
	s.mark(f, in, refused)
	return s.calculatorPage(f, refused)
}

// leavesOut reports whether the answer to a line as typed says something about that
// line which the answer to its canonical question does not.
func (s *site) leavesOut(ctx context.Context, r *http.Request, reply *commands.Reply) bool {
	if reply.Question == "" {
		return false
	}
	plain := s.free.Answer(ctx, s.request(r, reply.Question))
	return len(unsaid(reply, &plain)) > 0
}

// unsaid returns the remarks and warnings of a reply that another lacks, and the words
// that it passed over.
func unsaid(reply, other *commands.Reply) (out []string) {
	for _, n := range reply.Notes {
		if (n.Kind == commands.Remarked || n.Kind == commands.Warned) && !slices.Contains(other.Notes, n) {
			out = append(out, wording.Capital(n.Text))
		}
	}
	if len(reply.Skipped) > 0 {
		out = append(out, "Not used: "+strings.Join(reply.Skipped, ", "))
	}
	return out
}

// typed returns a line as it was typed, without invisible characters and those that
// change the direction of text.
func typed(line string) string {
	line = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r) || r == utf8.RuneError:
			return -1
		}
		return r
	}, line)
	return strings.Join(strings.Fields(line), " ")
}

// where returns the address of an answer to a line; ok is false if it has none.
func (s *site) where(reply *commands.Reply, line string) (path string, ok bool) {
	if reply.Failed {
		return "", false
	}
	if reply.Question != "" {
		return Address(s.Router, reply.Question)
	}
	cmd, rest := s.named(line)
	if cmd == nil || !cmd.ForAll() || cmd.Path() != reply.Command {
		return "", false
	}
	return join(anyVersion, cmd, rest), true
}

// named returns the command that a line begins with, or nil, and what follows.
func (s *site) named(line string) (cmd *commands.Command, rest string) {
	list, rest := s.Router.Commands(), strings.TrimSpace(line)
	for {
		word, after := wording.CutWord(rest)
		i := slices.IndexFunc(list, func(c *commands.Command) bool { return c.Name == word || slices.Contains(c.Aliases, word) })
		if i < 0 || word == "" {
			return cmd, strings.TrimSpace(rest)
		}
		cmd, rest = list[i], after
		list = cmd.Subs
	}
}

// homePage returns the page with the search field.
func (s *site) homePage() (*page, error) {
	body, err := s.render("home", struct {
		Head   head
		Groups []group
	}{head{Title: "Delphi: odds in NetHack", Description: "Ask for odds in NetHack: spells, polypiles, bones, prayer, fights, prices.", Path: "/", Script: "complete.js"}, s.groups()})
	return &page{body: body, lasting: true, script: true}, err
}

// tableRows is the number of table rows per page.
const tableRows = 300

// answer serves the page of a question.
func (s *site) answer(w http.ResponseWriter, r *http.Request) {
	raw := r.URL.EscapedPath()
	line, ok := question(raw)
	if !ok {
		s.wrong(w, r, http.StatusNotFound, "There is no page here.")
		return
	}
	number, as := pageNumber(r), asTyped(r)
	p, err := s.keep(r, raw+"?"+strconv.Itoa(number)+" "+as, func(ctx context.Context) (*page, error) {
		reply := s.free.Answer(ctx, s.request(r, line))
		path, ok := s.where(&reply, line)
		if ok && path != raw && reply.Question != "" {
			return &page{path: path, lasting: true}, nil
		}
		return s.answerPage(ctx, r, line, raw, &reply, number, s.typedAs(ctx, r, &reply, as)...)
	})
	s.sent(w, r, p, err)
}

// asTyped returns the typed line that led the reader to the page of its question, or
// "".
func asTyped(r *http.Request) string {
	as := typed(r.URL.Query().Get("as"))
	if len(as) > commands.MaxLine {
		return ""
	}
	return as
}

// typedAs returns what the answer to a line typed for a question adds to the question's
// own answer, or nothing if the line asks something else.
func (s *site) typedAs(ctx context.Context, r *http.Request, reply *commands.Reply, line string) []string {
	if line == "" || reply.Question == "" {
		return nil
	}
	other := s.free.Answer(ctx, s.request(r, line))
	if other.Question != reply.Question {
		return nil
	}
	says := unsaid(&other, reply)
	if len(says) == 0 {
		return nil
	}
	return append([]string{"You asked: " + line}, says...)
}

// chartOf returns the chart for a question that did not ask for one, since a page has
// room for it. It may be nil.
func (s *site) chartOf(ctx context.Context, r *http.Request, call *commands.Call) *commands.Chart {
	for _, p := range call.Command.Params {
		if p.Kind == commands.KindFlag && p.Name == "chart" {
			return s.free.Answer(ctx, s.request(r, call.Changed(p, func(*commands.Value) {}))).Chart
		}
	}
	return nil
}

// part is a piece of text, marked if it is the figure that answers the question.
type part struct {
	Text   string
	Strong bool
	Time   time.Time
}

// answerData is the data for the template of an answer.
type answerData struct {
	Head     head
	Reply    *commands.Reply
	Summary  []part
	Table    *tableData
	Chart    template.HTML
	Steps    []steps.Step
	Changed  []commands.Next
	Assumed  []string
	Warnings []string
	Read     []string // how the line was read that was typed, and what of it was not used
	Cites    []string
	Form     *form.Form
	API      string
}

// tableData is a page of a table.
type tableData struct {
	*commands.Table
	Rows           [][]cell
	Number, Of     int
	Previous, Next string
	Folded         bool // it is long, and the summary says what matters of it
}

// unfolded is the largest number of table rows that are shown without unfolding them.
const unfolded = 12

// answerPage returns the page of an answer. path is where it is, empty if it has no
// address of its own.
func (s *site) answerPage(ctx context.Context, r *http.Request, line, path string, reply *commands.Reply, number int, read ...string) (*page, error) {
	if reply.Failed {
		return s.wrongPage(http.StatusNotFound, line, reply.Summary, reply.Hints)
	}
	if p, err := s.thingPage(ctx, r, path, reply); p != nil || err != nil {
		return p, err
	}
	title := line
	if reply.Question != "" {
		title = reply.Question
	}
	d := answerData{
		Head:  head{Title: title, Description: reply.Summary, Path: path, Ask: title},
		Reply: reply, Summary: parts(reply.Summary, reply), Read: read,
		Assumed: reply.Assumptions(), Warnings: reply.Warnings(), Cites: reply.Citations(), API: "/api/ask?q=" + url.QueryEscape(title),
	}
	if path != "" {
		d.Head.Card = "/card" + path + ".png"
		if len(read) > 0 {
			d.Head.Card += "?as=" + url.QueryEscape(asTyped(r))
		}
	}
	if t := reply.Table; t != nil && len(t.Rows) > 0 {
		d.Table = s.paged(t, number, s.link(path), reply.Version)
		if d.Table == nil {
			return nil, errNone
		}
	} else if number > 1 {
		return nil, errNone
	}
	shown := reply.Chart
	if reply.Question != "" {
		why := s.free.Answer(ctx, s.request(r, "why "+reply.Question))
		if !why.Failed {
			d.Steps = why.Steps
		}
		if call, err := s.Router.Read(reply.Question); err == nil {
			d.Form, d.Head.Script, d.Head.Sorts = form.New(call.Command, call.Rules, form.Entries(call)), "form.js", true
			if shown == nil {
				shown = s.chartOf(ctx, r, call)
			}
		}
	}
	if shown != nil {
		d.Chart = chart.Markup(shown)
	}
	for _, n := range reply.Next {
		if at, ok := Address(s.Router, n.Line); ok {
			d.Changed = append(d.Changed, commands.Next{Label: n.Label, Line: s.link(at)})
		}
	}
	body, err := s.render("answer", &d)
	p := &page{body: body, script: d.Form != nil}
	if reply.Question != "" {
		p.lasting = true
	} else if path != "" {
		p.until = s.Now().Add(live)
	}
	return p, err
}

// parts splits a text into words, setting off the figure that answers and the times.
func parts(text string, reply *commands.Reply) []part {
	out := []part{{Text: text}}
	split := func(at string, p part) {
		for i := range out {
			before, after, ok := strings.Cut(out[i].Text, at)
			if ok && at != "" && !out[i].Strong && out[i].Time.IsZero() {
				out = slices.Replace(out, i, i+1, part{Text: before}, p, part{Text: after})
				return
			}
		}
	}
	split(reply.Headline, part{Text: reply.Headline, Strong: true})
	for _, m := range reply.Moments {
		split(m.Text, part{Text: m.Text, Time: m.At})
	}
	return out
}

// paged returns one page of a table, or nil if it has no page of that number.
func (s *site) paged(t *commands.Table, number int, path, version string) *tableData {
	d := &tableData{Table: t, Number: number, Of: (len(t.Rows) + tableRows - 1) / tableRows}
	if number > d.Of {
		return nil
	}
	d.Rows = s.linked(t.Rows[(number-1)*tableRows:min(number*tableRows, len(t.Rows))], version)
	d.Previous, d.Next = turn(path, number, d.Of)
	d.Folded = t.Title == "" && len(t.Rows) > unfolded && d.Of == 1
	return d
}

// pageNumber returns which page of a table somebody asks for.
func pageNumber(r *http.Request) int {
	n, _ := strconv.Atoi(r.URL.Query().Get("page"))
	return min(max(n, 1), 10_000)
}

// turn returns the addresses of the previous and the next page, each "" if there is
// none.
func turn(path string, number, of int) (previous, next string) {
	if number > 1 {
		previous = path + "?page=" + strconv.Itoa(number-1)
	}
	if number < of {
		next = path + "?page=" + strconv.Itoa(number+1)
	}
	return previous, next
}
