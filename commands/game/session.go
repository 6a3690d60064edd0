package game

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"delphi/commands"
	"delphi/engine/dump"
	"delphi/engine/problem"
)

// What is kept about the games that people show: in memory only, and not for long.
const (
	sessions  = 500
	sessionOf = 2 * time.Hour
	// together is how long after a message the asker's next one still belongs to the
	// same game.
	together = 10 * time.Minute
	longest  = 64 << 10 // bytes of messages that are read together
)

// session is the game that somebody has shown.
type session struct {
	hero   *dump.Hero
	text   string // of the messages that make it up; empty: it came whole
	at     time.Time
	before string // the character that was saved before; meaningful if saved
	saved  bool
}

// memory keeps the sessions by owner. It is safe for many goroutines.
type memory struct {
	mu   sync.Mutex
	held *lru.Cache[string, *session]
}

func newMemory() *memory {
	held, err := lru.New[string, *session](sessions)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &memory{held: held}
}

// of returns the asker's session, or nil if there is none or it is too old.
func (m *memory) of(req *commands.Request) *session {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.held.Get(req.Owner())
	if !ok || req.At.Sub(s.at) > sessionOf {
		return nil
	}
	return s
}

func (m *memory) put(req *commands.Request, s *session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held.Add(req.Owner(), s)
}

// shown returns the text that a call shows: what is in the line, what came with it, or
// the page that a link leads to. whole means that it is a complete page and not the
// continuation of an earlier one.
func (r *room) shown(ctx context.Context, c *commands.Call) (text string, whole bool, err error) {
	line := strings.TrimSpace(page.In(c))
	if c.Text != "" {
		// The line of a message of many lines stands in its text as well.
		return c.Text, strings.Count(c.Text, "\n") > 30, nil
	}
	if !link(line) {
		return apart.ReplaceAllString(line, "\n$1"), false, nil
	}
	if r.opts.Pages == nil {
		return "", false, problem.New("I can't follow links here. Paste the text instead.", "game Dlvl:5 $:120 HP:40(40) Pw:30(30) AC:4 Xp:8/1234")
	}
	text, err = r.opts.Pages.Page(ctx, line)
	return text, true, err
}

// apart matches where a new line begins within text that was pasted as one line: a
// stack of the inventory, a row of the spell menu. The comma between two stacks is part of neither:
// behind "(weapon in hands)" it would hide that the stack is held.
var apart = regexp.MustCompile(`[,;]?\s+(?:\|\s+)?([a-zA-Z$] - )`)

// link reports whether a line is a single address.
func link(line string) bool {
	u, err := url.Parse(line)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && !strings.ContainsAny(line, " \t")
}

// read reads what a call shows into the asker's session.
func (r *room) read(c *commands.Call, text string, whole bool) (*session, error) {
	o := dump.Options{Version: c.Rules, Said: c.VersionSaid}
	s := &session{at: c.At}
	var alone *dump.Hero
	old := r.memory.of(&c.Request)
	if old != nil && !whole {
		var err error
		if alone, err = dump.Read(text, o); err != nil {
			return nil, err
		}
	}
	if old != nil && !whole && old.text == "" && later(old.hero, alone) {
		h := *old.hero // whose whole page stays known
		h.Update(alone)
		s.hero, s.before, s.saved = &h, old.before, old.saved
		return s, nil
	}
	if old != nil && !whole && old.text != "" && c.At.Sub(old.at) <= together {
		another := alone.Name != "" && old.hero.Name != "" && alone.Name != old.hero.Name
		if joined := old.text + "\n" + text; len(joined) <= longest && !another {
			text = joined
			s.before, s.saved = old.before, old.saved
		}
	}
	h, err := dump.Read(text, o)
	if err != nil {
		return nil, err
	}
	if old != nil && alone != nil && alone.Empty() && alone.Name == "" {
		h = alone // what was shown before does not make sense of it
	}
	if h.Empty() {
		return nil, problem.New("I can't find a character in that: no status line, inventory, spells, skills or attributes.", "game Dlvl:5 $:120 HP:40(40) Pw:30(30) AC:4 Xp:8/1234", "help game")
	}
	if !whole {
		s.text = text
	}
	s.hero = h
	return s, nil
}

// later reports whether a text that was shown after a whole page is a status line of the same
// hero and nothing else.
func later(page, shown *dump.Hero) bool {
	return page.Died == nil && shown.Died == nil && shown.HP.Known && len(shown.Inventory) == 0 && (shown.Name == "" || shown.Name == page.Name)
}
