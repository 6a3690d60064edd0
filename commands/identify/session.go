package identify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/identify"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Sessions keeps lines under a key, durably. Change replaces them in one transaction
// with what change makes of them; change may be called again. An empty list is the same
// as no session.
type Sessions interface {
	Session(ctx context.Context, key string) (lines []string, err error)
	ChangeSession(ctx context.Context, key string, change func(lines []string) ([]string, error)) error
}

// most is how many lines a session has.
const most = 40

// seenThing is what was seen about one unidentified thing.
type seenThing struct {
	name string // as the asker calls it: "twisted ring", "scroll", "thing"
	q    identify.Question
	seen []string
	cha  bool // a Charisma was said

	list []identify.Candidate
}

// session is what one asker has seen in one place, rebuilt from the lines that said so.
type session struct {
	lines  []string
	rules  *rules.Set
	things []*seenThing
	last   *seenThing // the line before was about it; nil: none was
	known  []string
	cha    int  // last said; 0: never
	sucker bool // likewise
}

// replay reads the lines of a session again. A line that can no longer be read is left
// out.
func (r *room) replay(lines []string) *session {
	s := &session{}
	for _, line := range lines {
		cmd, rest := r.id, strings.TrimPrefix(line, r.id.Name+" ")
		if after, ok := strings.CutPrefix(line, r.know.Path()+" "); ok {
			cmd, rest = r.know, after
		}
		set := s.rules
		if set == nil {
			set = rules.Get(rules.Default)
		}
		if c, err := r.parse(cmd, rest, set); err == nil {
			s.take(c)
			s.lines = append(s.lines, line)
		}
	}
	return s
}

// take adds what a call says.
func (s *session) take(c *commands.Call) {
	if s.rules == nil {
		s.rules = c.Rules
	}
	for _, k := range known.All(c) {
		if name := known.Of(k).Name; !slices.Contains(s.known, name) {
			s.known = append(s.known, name)
		}
	}
	if c.Command.Has(known) {
		return
	}
	s.cha = cha.Else(c, s.cha, "")
	s.sucker = s.sucker || isSucker(c)
	t := s.about(c)
	s.last = t
	t.seen = append(t.seen, add(&t.q, c)...)
	_, said := cha.In(c)
	t.cha = t.cha || said
}

// about returns the thing that a call is about: the one it names, else the last one.
func (s *session) about(c *commands.Call) *seenThing {
	kind, as := kindOf(c)
	if kind == "" && s.last != nil {
		return s.last
	}
	if t := s.last; t != nil && as == "" && t.q.Kind == kind {
		return t // "ring", of the twisted one
	}
	for _, t := range s.things {
		if t.q.Kind == kind && t.q.Look == as {
			return t
		}
	}
	t := &seenThing{q: identify.Question{Rules: s.rules, Kind: kind, Look: as}}
	t.name = named(&t.q)
	s.things = append(s.things, t)
	return t
}

// solve works out what each thing may be. Things of different appearance cannot be the
// same.
func (s *session) solve() error {
	known := slices.Clone(s.known)
	for range 2 {
		for _, t := range s.things {
			t.q.Known = slices.DeleteFunc(slices.Clone(known), func(name string) bool { return t.only() == name })
			if err := t.q.Check(); err != nil {
				return err
			}
			var err error
			if t.list, err = identify.Of(&t.q); err != nil {
				return err
			}
		}
		found := false
		for _, t := range s.things {
			if name := t.only(); name != "" && t.q.Look != "" && !slices.Contains(known, name) {
				known, found = append(known, name), true
			}
		}
		if !found {
			break
		}
	}
	return nil
}

// only returns the name of what the thing must be, or "" if it may be several things.
func (t *seenThing) only() string {
	if len(t.list) == 1 {
		return t.list[0].Object.Name
	}
	return ""
}

// key identifies a session by its owner and place.
func key(req *commands.Request) string { return req.Owner() + "\x00" + string(req.Place) }

// load returns the asker's session.
func (r *room) load(ctx context.Context, c *commands.Call) (*session, error) {
	lines, err := r.opts.Sessions.Session(ctx, key(&c.Request))
	if err != nil {
		return nil, fmt.Errorf("the session: %w", err)
	}
	return r.replay(lines), nil
}

// grow adds a call to the asker's session and returns the new session. A call after
// which nothing fits is refused and not kept.
func (r *room) grow(ctx context.Context, c *commands.Call, complete func(*session) error) (*session, error) {
	var s *session
	err := r.opts.Sessions.ChangeSession(ctx, key(&c.Request), func(lines []string) ([]string, error) {
		if len(lines) >= most {
			return nil, problem.Newf("I keep at most %d lines of a session.", most).Try("id undo", "id done")
		}
		s = r.replay(lines)
		if err := complete(s); err != nil {
			return nil, err
		}
		s.take(c)
		if err := s.solve(); err != nil {
			return nil, err
		}
		if t := s.last; t != nil && len(t.list) == 0 && !c.Command.Has(known) {
			return nil, contradiction(t, len(lines) > 0)
		}
		for _, t := range s.things {
			if len(t.list) == 0 {
				return nil, problem.Newf("If you know that, there is nothing left for the %s to be. I have not noted it.", t.name).Try("id", "id undo")
			}
		}
		s.lines = append(s.lines, c.Line())
		return s.lines, nil
	})
	return s, err
}

// contradiction says that nothing fits what was seen.
func contradiction(t *seenThing, before bool) error {
	text := fmt.Sprintf("No unidentified %s fits all of that: %s.", t.name, strings.Join(t.seen, "; "))
	if slices.Contains(t.seen, "in a sink: "+meatRing) {
		text = "Flies that buzz without anger mean a meat ring, which cannot be mistaken for another ring."
	}
	hints := []string{"help id"}
	if before {
		text += " I have not kept the last one: perhaps it was another stack or shop, or an angry shopkeeper."
		hints = []string{"id", "id undo", "id done"}
	}
	return problem.New(text, hints...)
}
