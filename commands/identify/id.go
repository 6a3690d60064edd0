package identify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Options configures the room.
type Options struct {
	Sessions Sessions
	// Parse reads the arguments of a command; set is the version meant where the
	// line names none.
	Parse func(cmd *commands.Command, line string, set *rules.Set) (*commands.Call, error)
}

type room struct {
	opts     Options
	id, know *commands.Command
}

// Commands lists the commands of this room. Without Sessions, id is missing.
func Commands(opts Options) []*commands.Command {
	out := []*commands.Command{priceOf()}
	if opts.Sessions == nil || opts.Parse == nil {
		return out
	}
	r := &room{opts: opts}
	sub := func(name, summary string, run func(context.Context, *commands.Call) (commands.Reply, error), aliases ...string) *commands.Command {
		return &commands.Command{Name: name, Aliases: aliases, Summary: summary, Examples: []string{"id " + name}, Run: run}
	}
	r.know = &commands.Command{
		Name:    "know",
		Fillers: fillers, Aliases: []string{"known", "not"}, Summary: "Note what you already know, so that I don't take anything else for it",
		Params: commands.Takes(commands.RuleSet, known), Examples: []string{"id know scroll of identify, ring of conflict"},
		Run: r.addKnown,
	}
	r.id = &commands.Command{
		Name:    "id",
		Fillers: fillers,
		Aliases: []string{"identify"},
		Summary: "Keep what you see of unidentified things, and show what they may be",
		Recall:  recallSucker,
		Params:  commands.Takes(commands.RuleSet, look, class, buy, sell, base, cha, sucker, angry, quantity, enchant, shop, stack, engraved, over, sunk, weight, stacks, dlvl),
		RunName: "see",

		Subs: []*commands.Command{
			r.know,
			sub("list", "List all things of your session", r.list, "all"),
			sub("undo", "Undo the last line of your session", r.undo),
			sub("done", "Forget your session", r.done, "new", "forget", "end", "clear"),
		},
		Examples: []string{
			"id twisted ring buy 133 cha 10", "id sell 50", "id wand engrave bugs stop moving", "id ring sink hot water", "id scroll buy 80 cha 12, shop 1",
		},

		Answers: true,
		Run:     r.see,
	}
	return append(out, r.id)
}

func (r *room) parse(cmd *commands.Command, line string, set *rules.Set) (*commands.Call, error) {
	return r.opts.Parse(cmd, line, set)
}

// idAnswer is the machine-readable answer of `id`.
type idAnswer struct {
	Thing      string        `json:"thing"`
	Candidates []idCandidate `json:"candidates"`
	Seen       []string      `json:"seen"`
	Known      []string      `json:"known"`
}

type idCandidate struct {
	Name string  `json:"name"`
	P    float64 `json:"p"`
	Num  int64   `json:"num,omitempty"`
	Den  int64   `json:"den,omitempty"`
}

// nothingSeen returns the error for a session that has not been started.
func nothingSeen() error {
	return problem.New("You have not shown me anything yet. Say what you see of it.", "id twisted ring buy 133 cha 10", "id wand engrave no message")
}

// see runs `id` itself: it records what the line says, and shows what the thing may be.
// A line that says nothing shows the session.
func (r *room) see(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	if c.SaidCount() == 0 || c.VersionSaid && c.SaidCount() == 1 {
		s, err := r.load(ctx, c)
		if err != nil {
			return commands.Reply{}, err
		}
		if s.last == nil {
			return commands.Reply{}, nothingSeen()
		}
		if err := s.solve(); err != nil {
			return commands.Reply{}, err
		}
		return s.reply(c, s.last), nil
	}
	if class.In(c) == "food" {
		return commands.Reply{}, problem.New("You know all food at sight.", "id twisted ring buy 133 cha 10")
	}
	s, err := r.grow(ctx, c, func(s *session) error { return s.complete(c) })
	if err != nil {
		return commands.Reply{}, err
	}
	return s.reply(c, s.last), nil
}

// complete fills in what the line leaves to the session: the version, the
// Charisma and whether the hero is a sucker, and which thing is meant.
func (s *session) complete(c *commands.Call) error {
	if err := s.version(c); err != nil {
		return err
	}
	if _, asked := buy.In(c); asked && s.cha > 0 {
		if _, said := cha.In(c); !said {
			*c.Value(cha.Param) = commands.Value{Said: true, Num: s.cha, To: s.cha}
			c.Note(commands.Assumed, fmt.Sprintf("Charisma %d as before", s.cha))
		}
	}
	if v := c.Value(sucker.Param); s.sucker && !v.Said && priced(c) {
		v.Said = true
		c.Note(commands.Assumed, "a sucker as before")
	}
	// The line that is kept names the thing, whatever is said after it.
	if kind, _ := kindOf(c); kind == "" && s.last != nil {
		if l := s.last.q.Look; l != "" {
			for _, t := range look.Terms(c.Rules) {
				if t.Name == s.last.name {
					*c.Value(look.Param) = commands.Value{Said: true, Names: []commands.Said{{Name: t.Name, Value: t.Value}}}
				}
			}
		} else if s.last.q.Kind != "" {
			*c.Value(class.Param) = commands.Value{Said: true, Text: s.last.q.Kind}
		}
	}
	return nil
}

// version sets the session's version on a call that names none.
func (s *session) version(c *commands.Call) error {
	if s.rules != nil && c.VersionSaid && c.Rules != s.rules {
		return problem.Newf("Your session is about %s, not %s.", s.rules.Title, c.Rules.Title).Try("id done", "id")
	}
	if s.rules != nil {
		c.Rules = s.rules
	}
	return nil
}

// reply says what a thing may be.
func (s *session) reply(c *commands.Call, t *seenThing) commands.Reply {
	assume(c, &t.q, t.cha)
	seen := append([]string{}, t.seen...)
	answer := &idAnswer{Thing: t.name, Candidates: []idCandidate{}, Seen: seen, Known: append([]string{}, s.known...)}
	for _, x := range t.list {
		p, _ := x.P.Float64()
		e := idCandidate{Name: x.Object.Name, P: p}
		if x.P.Num().IsInt64() && x.P.Denom().IsInt64() {
			e.Num, e.Den = x.P.Num().Int64(), x.P.Denom().Int64()
		}
		answer.Candidates = append(answer.Candidates, e)
	}
	r := commands.Reply{Data: answer, Version: s.rules.Name}
	head := wording.Capital(t.name)
	if len(seen) > 0 {
		r.Fields = append(r.Fields, commands.Field{Name: "seen", Value: strings.Join(seen, "; ")})
		if text := strings.Join(seen, "; "); len(text) < 90 {
			head += " (" + text + ")"
		} else {
			head += fmt.Sprintf(" (%d things seen)", len(seen))
		}
	}
	if len(s.known) > 0 {
		r.Fields = append(r.Fields, commands.Field{Name: "not, because you know it", Value: strings.Join(s.known, ", ")})
	}
	r.Table = table(head+":", t.list)
	if name := t.only(); name != "" {
		r.Summary = fmt.Sprintf("%s: it is %s.", head, wording.Article(name))
		r.Headline = name
		r.Hints = []string{"id know " + name, "item " + name}
	} else {
		r.Summary, r.Table.Told = sentence(head, t.q.Kind, t.list, commands.LineBudget-90)
		r.Hints = append(r.Hints, "id undo", "id done")
	}
	cites(&r, s.rules, &t.q)
	return r
}

// addKnown runs `id know`.
func (r *room) addKnown(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	if len(known.All(c)) == 0 {
		return commands.Reply{}, problem.New("What do you know?", "id know scroll of identify, ring of conflict")
	}
	s, err := r.grow(ctx, c, func(s *session) error { return s.version(c) })
	if err != nil {
		return commands.Reply{}, err
	}
	if s.last != nil {
		return s.reply(c, s.last), nil
	}
	return commands.Reply{
		Summary: "Noted: your unidentified things are not " + wording.Or(s.known) + ".", Hints: []string{"id twisted ring buy 133 cha 10"},
		Version: s.rules.Name, Data: &idAnswer{Candidates: []idCandidate{}, Seen: []string{}, Known: s.known},
	}, nil
}

// list runs `id list`.
func (r *room) list(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	s, err := r.load(ctx, c)
	if err != nil {
		return commands.Reply{}, err
	}
	if len(s.things) == 0 {
		return commands.Reply{}, nothingSeen()
	}
	if err := s.solve(); err != nil {
		return commands.Reply{}, err
	}
	out := commands.Reply{Version: s.rules.Name, Table: &commands.Table{Columns: []string{"thing", "seen", "likeliest"}}, Hints: []string{"id done"}}
	var parts []string
	for _, t := range s.things {
		text, _ := sentence(t.name, t.q.Kind, t.list, 60)
		text = strings.TrimSuffix(text, ".")
		parts = append(parts, text)
		_, likely, _ := strings.Cut(text, ": ")
		out.Table.Rows = append(out.Table.Rows, []string{t.name, strings.Join(t.seen, "; "), likely})
	}
	if len(s.known) > 0 {
		out.Fields = append(out.Fields, commands.Field{Name: "known", Value: strings.Join(s.known, ", ")})
	}
	text, _ := wording.List(parts, "; ", commands.LineBudget-60)
	out.Summary = wording.Capital(text) + "."
	return out, nil
}

// undo runs `id undo`.
func (r *room) undo(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	taken := ""
	err := r.opts.Sessions.ChangeSession(ctx, key(&c.Request), func(lines []string) ([]string, error) {
		if len(lines) == 0 {
			return nil, nothingSeen()
		}
		taken = lines[len(lines)-1]
		return slices.Clone(lines[:len(lines)-1]), nil
	})
	if err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{Summary: "Undone: " + taken + ".", Hints: []string{"id"}}, nil
}

// done runs `id done`.
func (r *room) done(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	n := 0
	err := r.opts.Sessions.ChangeSession(ctx, key(&c.Request), func(lines []string) ([]string, error) {
		n = len(lines)
		return nil, nil
	})
	if err != nil {
		return commands.Reply{}, err
	}
	if n == 0 {
		return commands.Reply{Summary: "There is nothing to forget. Say what you see of a thing.", Hints: []string{"id twisted ring buy 133 cha 10"}}, nil
	}
	return commands.Reply{Summary: "I have forgotten what you saw here.", Hints: []string{"id twisted ring buy 133 cha 10"}}, nil
}
