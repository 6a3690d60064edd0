package entries

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/entries/book"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage"
)

// Options configures the commands of this room.
type Options struct {
	Book *book.Book
	// On reports whether the place of a request has switched entries on.
	On func(ctx context.Context, req *commands.Request) (bool, error)
}

type room struct {
	opts Options
	book *book.Book
}

// The parameters: a term, and a term with what follows it.
var (
	askedTerm = commands.NewText(commands.Param{Name: "term", Summary: "A term, and which of its texts: unicorn horn[2]"})
	oneTerm   = commands.NewText(commands.Param{Name: "term", Summary: "A term"})
	words     = commands.NewText(commands.Param{Name: "words", Summary: "Words in the term or its texts; leave it out for all terms"})
	termText  = commands.NewText(commands.Param{Name: "entry", Summary: `The term (several words "in quotation marks" or with_underscores), then the text`})
	termEdit  = commands.NewText(commands.Param{Name: "entry", Summary: "The term, with [2] behind it if it has several texts, then the new text or s/OLD/NEW/"})
	fromTo    = commands.NewText(commands.Param{Name: "terms", Summary: "The term to redirect, then the one that it redirects to"})
)

// Commands returns the command that answers with entries, and the words of
// learn that change them.
func Commands(opts Options) (entry *commands.Command, learn []*commands.Command) {
	r := &room{opts: opts, book: opts.Book}
	entry = &commands.Command{
		Name: "entry", Aliases: []string{book.Mark}, Summary: "Show what this channel has written down about a term: ?? TERM",
		Params: commands.Takes(askedTerm), Examples: []string{"entry gnome"},
		ReadOnly: true, Run: r.ask,
	}
	return entry, []*commands.Command{
		r.word("add", "Write something down about a term, for ?? TERM to show", termText, []string{"learn add gnome A gnome is a small humanoid."}, r.add),
		r.word("edit", "Change what is written down about a term", termEdit, []string{"learn edit gnome s/small/tiny/", "learn edit gnome[1] A gnome carries candles in the Mines."}, r.edit),
		r.word("del", "Delete what is written down about a term, or one text of it", askedTerm, []string{"learn del gnome", "learn del gnome[1]"}, r.del, "delete"),
		r.word("undo", "Undo the last change to a term", oneTerm, []string{"learn undo gnome"}, r.undo),
		r.word("history", "Show who changed a term, and how", oneTerm, []string{"learn history gnome"}, r.history),
		r.word("search", "Find terms by their words", words, []string{"learn search humanoid", "learn search"}, r.search),
		r.word("redirect", "Redirect a term to another", fromTo, []string{"learn redirect gnomes gnome"}, r.redirect),
		r.locker("lock", "Let only operators change a term; * is every term", true),
		r.locker("unlock", "Let everybody change a term again; * is every term", false),
	}
}

type run = func(ctx context.Context, c *commands.Call, a book.Actor, text string) (commands.Reply, error)

// word returns a word of learn, which works where entries are on.
func (r *room) word(name, summary string, text commands.Text, examples []string, do run, aliases ...string) *commands.Command {
	return &commands.Command{
		Name: name, Aliases: aliases, Summary: summary, Params: commands.Takes(text), Examples: examples,
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if err := r.on(ctx, c); err != nil {
				return commands.Reply{}, err
			}
			return do(ctx, c, actor(&c.Request), strings.TrimSpace(text.In(c)))
		},
	}
}

func (r *room) locker(name, summary string, lock bool) *commands.Command {
	cmd := r.word(name, summary, oneTerm, []string{"learn " + name + " gnome", "learn " + name + " *"}, func(ctx context.Context, _ *commands.Call, a book.Actor, text string) (commands.Reply, error) {
		term, _ := oneTermOf(text)
		e, err := r.book.Lock(ctx, a, term, lock)
		if err != nil {
			return commands.Reply{}, err
		}
		switch {
		case lock:
			return commands.Reply{Summary: e.Term + " is locked: only operators can change it now."}, nil
		case term == "*":
			return commands.Reply{Summary: "Entries as a whole are no longer locked; those that were locked one by one still are."}, nil
		}
		return commands.Reply{Summary: e.Term + " is no longer locked."}, nil
	})
	cmd.Rights = commands.Operator
	return cmd
}

// on refuses the request if the channel has not switched entries on. In private they
// are always on.
func (r *room) on(ctx context.Context, c *commands.Call) error {
	if c.Private {
		return nil
	}
	on, err := r.opts.On(ctx, &c.Request)
	if err == nil && !on {
		err = problem.New("Entries are switched off in this channel. An operator can switch them on.", "set on entries")
	}
	return err
}

func actor(req *commands.Request) book.Actor {
	name, err := book.GoodText(cmp.Or(req.Account, req.Nick))
	if err != nil || len(name) > book.MaxTerm {
		name = string(req.User.Shown())
	}
	return book.Actor{Place: req.PlaceKey(), Name: name, User: string(req.User), Operator: req.Operator || req.Admin}
}

// oneTermOf returns a whole text as a term: its quotation marks are not meant.
func oneTermOf(text string) (term string, n int) {
	if quoted, rest := cutTerm(text); strings.HasPrefix(text, `"`) && rest == "" {
		text = quoted
	}
	name, n := cutNumber(text)
	return book.Normal(name), n
}

// ask answers with an entry. If there is none, it says nothing in a channel: another
// bot may answer to the same mark.
func (r *room) ask(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	silent := commands.Reply{Silent: true}
	if err := r.on(ctx, c); err != nil {
		return silent, err
	}
	term, n := oneTermOf(askedTerm.In(c))
	if term == "" {
		return silent, problem.New("Which term?", "learn search", "help learn add")
	}
	e, by, err := r.book.Find(ctx, c.PlaceKey(), term)
	if err != nil {
		return silent, err
	}
	texts := e.Now().Texts
	switch {
	case len(texts) == 0:
		return silent, book.Nothing(term)
	case n > len(texts):
		return silent, problem.Newf("%s has only %s.", e.Term, wording.Count(len(texts), "text")).Try(book.Mark + " " + e.Term)
	}
	n = max(n, 1)
	t := texts[n-1]
	reply := commands.Reply{Summary: shown(e.Term, n, len(texts), t.Text), Data: entryAnswer(&e, n)}
	if len(by) > 0 {
		reply.Field("from", "%s", strings.Join(by, ", "))
	}
	if t.By != "" {
		reply.Field("written by", "%s", written(t.By, t.At))
	}
	if n < len(texts) {
		reply.Hints = []string{fmt.Sprintf("%s %s[%d]", book.Mark, e.Term, n+1)}
	}
	return reply, nil
}

func written(by string, at time.Time) string {
	if at.IsZero() {
		return by
	}
	return by + ", " + at.Format("2006-01-02")
}

// Answer is an entry in machine-readable form.
type Answer struct {
	Term   string              `json:"term"`
	N      int                 `json:"n,omitempty"` // the text that is shown, from 1
	Texts  []storage.TopicText `json:"texts"`
	See    string              `json:"see,omitempty"`
	Locked bool                `json:"locked,omitempty"`
}

func entryAnswer(e *storage.Topic, n int) Answer {
	return Answer{Term: e.Term, N: n, Texts: e.Now().Texts, See: e.Now().See, Locked: e.Locked}
}

// said returns the reply after a change: what the term says now, and how to undo the
// change. If there are several texts, it shows the one that changed.
func said(verb string, e *storage.Topic) commands.Reply {
	now, n := e.Now(), 0
	if k := len(e.Versions); k > 1 {
		before := e.Versions[k-2].Texts
		for n < len(before) && n < len(now.Texts) && before[n] == now.Texts[n] {
			n++
		}
	}
	n = max(1, min(n+1, len(now.Texts)))
	reply := commands.Reply{Data: entryAnswer(e, n)}
	if now.What != "undo" || now.Of > 0 {
		reply.Hints = []string{"learn undo " + e.Term}
	}
	switch k := len(now.Texts); {
	case now.See != "":
		reply.Summary = fmt.Sprintf("%s %s redirects to %s.", verb, e.Term, now.See)
	case k == 0:
		reply.Summary = fmt.Sprintf("%s There is no entry for %s any more.", verb, e.Term)
	default:
		reply.Summary = verb + " " + shown(e.Term, n, k, now.Texts[n-1].Text)
	}
	return reply
}

func (r *room) add(ctx context.Context, _ *commands.Call, a book.Actor, text string) (commands.Reply, error) {
	term, rest := cutTerm(text)
	e, err := r.book.Add(ctx, a, term, rest)
	if err != nil {
		return commands.Reply{}, err
	}
	return said("Added.", &e), nil
}

func (r *room) edit(ctx context.Context, _ *commands.Call, a book.Actor, text string) (commands.Reply, error) {
	typed, rest := cutTerm(text)
	term, n := cutNumber(typed)
	e, err := r.book.Edit(ctx, a, term, n, rest)
	if err != nil {
		return commands.Reply{}, err
	}
	return said("Changed.", &e), nil
}

func (r *room) del(ctx context.Context, _ *commands.Call, a book.Actor, text string) (commands.Reply, error) {
	term, n := oneTermOf(text)
	e, err := r.book.Delete(ctx, a, term, n)
	if err != nil {
		return commands.Reply{}, err
	}
	return said("Deleted.", &e), nil
}

func (r *room) undo(ctx context.Context, _ *commands.Call, a book.Actor, text string) (commands.Reply, error) {
	term, _ := oneTermOf(text)
	e, err := r.book.Undo(ctx, a, term)
	if err != nil {
		return commands.Reply{}, err
	}
	return said("Undone.", &e), nil
}

func (r *room) redirect(ctx context.Context, _ *commands.Call, a book.Actor, text string) (commands.Reply, error) {
	from, to := cutTerm(text)
	to, _ = oneTermOf(to)
	if to == "" {
		return commands.Reply{}, problem.New("Which term redirects where?", "learn redirect gnomes gnome")
	}
	e, err := r.book.Redirect(ctx, a, from, to)
	if err != nil {
		return commands.Reply{}, err
	}
	return said("Done.", &e), nil
}

// did says what a version changed.
var did = map[string]string{"add": "added to", "edit": "edited", "del": "deleted from", "redirect": "redirected", "undo": "undid a change", "import": "imported"}

func (r *room) history(ctx context.Context, c *commands.Call, a book.Actor, text string) (commands.Reply, error) {
	term, _ := oneTermOf(text)
	e, err := r.book.Topics.Topic(ctx, a.Place, book.Key(term))
	if err != nil {
		return commands.Reply{}, err
	}
	if len(e.Versions) == 0 {
		return commands.Reply{}, book.Nothing(term)
	}
	reply := commands.Reply{Data: map[string]any{"term": e.Term, "locked": e.Locked, "versions": e.Versions}}
	reply.Table = &commands.Table{Title: "Changes of " + e.Term + ", the latest first:", Columns: []string{"when", "who", "what", "then it said"}}
	var parts []string
	for i := len(e.Versions) - 1; i >= 0; i-- {
		v := e.Versions[i]
		says := "nothing"
		switch n := len(v.Texts); {
		case v.See != "":
			says = "see " + v.See
		case n > 0:
			says = wording.Cut(v.Texts[n-1].Text, 60)
		}
		day := v.At.Format("2006-01-02")
		reply.Table.Rows = append(reply.Table.Rows, []string{day, v.By, did[v.What], says})
		parts = append(parts, fmt.Sprintf("%s %s (%s)", v.By, did[v.What], day))
	}
	list, _ := wording.List(parts, "; ", commands.LineBudget-100)
	reply.Summary = e.Term + ", the latest first: " + list + "."
	if e.Locked {
		reply.Summary += " It is locked."
	}
	reply.Hints = []string{"learn undo " + e.Term}
	return reply, nil
}

// maxListed is how many terms a search lists.
const maxListed = 50

func (r *room) search(ctx context.Context, c *commands.Call, a book.Actor, text string) (commands.Reply, error) {
	found, err := r.book.Search(ctx, a.Place, text)
	if err != nil {
		return commands.Reply{}, err
	}
	if len(found) == 0 {
		if text == "" {
			return commands.Reply{}, problem.New("Nothing is written down here yet.", "learn add gnome A gnome is a small humanoid.")
		}
		return commands.Reply{}, problem.Newf("No entry contains %q.", wording.Typed(text)).Try("learn search")
	}
	var terms []string
	table := &commands.Table{Columns: []string{"term", "what it says"}}
	for i, e := range found {
		terms = append(terms, e.Term)
		if i == maxListed {
			table.Rows = append(table.Rows, []string{"...", fmt.Sprintf("and %d more", len(found)-i)})
		}
		if i < maxListed {
			says := "see " + e.Now().See
			if t := e.Now().Texts; len(t) > 0 {
				says = wording.Cut(t[0].Text, 80)
			}
			table.Rows = append(table.Rows, []string{e.Term, says})
		}
	}
	list, _ := wording.List(terms, ", ", commands.LineBudget-60)
	return commands.Reply{
		Summary: wording.Count(len(found), "term") + ": " + list + ".", Table: table,
		Data: map[string]any{"terms": terms}, Hints: []string{book.Mark + " " + found[0].Term},
	}, nil
}
