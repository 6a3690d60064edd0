package route

import (
	"container/list"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"delphi/commands"
	"delphi/commands/read"
	"delphi/commands/read/said"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// turn is what somebody said last, as far as what they say next may change it.
type turn struct {
	at       time.Time
	lines    []string   // the question in canonical lines, also where it lacked something
	offers   []string   // the lines that the bot offered when it asked back
	past     *said.Past // the question as it was read from a sentence; nil: it was none
	before   []turn     // the latest turns before it, the last first, without any of their own
	asking   bool       // the bot asked which of the offered lines is meant
	proposed bool       // the bot asked which question is meant, and nobody has chosen one yet
	recalled *typedQuestion
}

// typedQuestion is the question of typed lines, read once for all lines that may change it.
type typedQuestion struct {
	mu   sync.Mutex
	set  *rules.Set // for which it was read; nil: it was not
	past *said.Past
}

// of returns the question that lines ask by the rules of a version, or nil.
func (c *typedQuestion) of(ctx context.Context, r *read.Reader, lines []string, set *rules.Set) *said.Past {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.set == set {
		return c.past
	}
	past := r.Recall(ctx, lines, set)
	if ctx.Err() == nil {
		c.set, c.past = set, past
	}
	return past
}

// How long, and how many people's, last lines are remembered, and how many of each.
const (
	turnLasts  = 10 * time.Minute
	mostTurns  = 10_000
	mostBefore = 8
)

// talks remembers the last turn of each asker in each place. It is safe for many
// goroutines; the zero value is empty.
type talks struct {
	mu    sync.Mutex
	byKey map[string]*list.Element
	order list.List // the latest first
}

type keyedTurn struct {
	key string
	turn
}

// last returns the asker's last turn in a place, unless it is too long ago.
func (t *talks) last(req *commands.Request) (turn, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.byKey[ownKey(req)]
	if e == nil {
		return turn{}, false
	}
	k := e.Value.(*keyedTurn)
	if now := when(req); now.Sub(k.at) > turnLasts || now.Before(k.at.Add(-turnLasts)) {
		return turn{}, false
	}
	return k.turn, true
}

// put remembers a turn.
func (t *talks) put(req *commands.Request, said turn) {
	said.at, said.recalled = when(req), &typedQuestion{}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byKey == nil {
		t.byKey = map[string]*list.Element{}
	}
	key := ownKey(req)
	if e := t.byKey[key]; e != nil {
		last := t.order.Remove(e).(*keyedTurn).turn
		said.before = append([]turn{last}, last.before...)
		said.before[0].before = nil
		said.before = slices.DeleteFunc(said.before, func(b turn) bool { return said.at.Sub(b.at) > turnLasts })
		said.before = said.before[:min(len(said.before), mostBefore)]
	}
	t.byKey[key] = t.order.PushFront(&keyedTurn{key, said})
	for t.order.Len() > mostTurns {
		e := t.order.Back()
		delete(t.byKey, t.order.Remove(e).(*keyedTurn).key)
	}
}

// offer remembers the lines that the bot offered in answer to the last turn; false: there was none.
func (t *talks) offer(req *commands.Request, lines []string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.byKey[ownKey(req)]
	if e != nil {
		e.Value.(*keyedTurn).offers = lines
	}
	return e != nil
}

// propose remembers the lines that the bot offered where it asked which question is meant. The
// question before stays the one that later lines change until one of them is chosen; false: there
// was none.
func (t *talks) propose(req *commands.Request, lines []string) bool {
	last, ok := t.last(req)
	if !ok || last.proposed || len(last.lines) == 0 && last.past == nil {
		return false
	}
	last.asking, last.offers, last.at = true, lines, when(req)
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.byKey[ownKey(req)]; e != nil {
		e.Value.(*keyedTurn).turn = last
	}
	return true
}

// EndConversation forgets the asker's last turn in a place, so that the next line is read on its
// own.
func (r *Router) EndConversation(req commands.Request) { r.talks.drop(&req) }

// drop forgets a turn.
func (t *talks) drop(req *commands.Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := ownKey(req)
	if e := t.byKey[key]; e != nil {
		t.order.Remove(e)
		delete(t.byKey, key)
	}
}

// when returns when a request was made.
func when(req *commands.Request) time.Time {
	if req.At.IsZero() {
		return time.Now()
	}
	return req.At
}

// past returns the question that a line may change, or nil.
func (r *Router) past(ctx context.Context, req *commands.Request, p *place) *said.Past {
	if req.Alone {
		return nil
	}
	lines := req.Follows
	if len(lines) == 0 {
		if req.Nobody {
			return nil
		}
		said, ok := r.talks.last(req)
		if !ok {
			return nil
		}
		return r.questionOf(ctx, &said, p)
	}
	return r.Reader().Recall(ctx, lines, p.version)
}

// questionOf returns the question of a turn, as the one that follows those before it.
func (r *Router) questionOf(ctx context.Context, t *turn, p *place) *said.Past {
	past := t.past
	switch {
	case past != nil:
	case len(t.lines) > 0:
		past = t.recalled.of(ctx, r.Reader(), t.lines, p.version)
	case len(t.offers) > 0:
		past = &said.Past{}
	}
	if len(t.before) == 0 {
		return past.After(nil)
	}
	before := t.before[0]
	before.before = t.before[1:]
	return past.After(r.questionOf(ctx, &before, p))
}

// noteTurn remembers what a plan made of a line, for the lines that follow it.
func (r *Router) noteTurn(req *commands.Request, p *plan) {
	if req.Nobody || req.Alone || p.silent || len(p.about) == 0 && len(p.asks) == 0 {
		return
	}
	if p.reading != nil && p.reading.acts() {
		return
	}
	if p.proposes && !r.asksFor(req, p) && r.talks.propose(req, p.asks) {
		return
	}
	t := turn{lines: p.about, offers: p.asks, past: p.past, asking: p.proposes, proposed: p.proposes}
	switch {
	case p.proposes && r.does(p.about):
		t.lines, t.past = nil, nil
	case p.past != nil && p.problem != nil:
		open := *p.past
		open.Open = true
		t.past = &open
	}
	r.talks.put(req, t)
}

// asksFor reports whether the words of a line that could be read in several ways ask for the
// likeliest of them, or it is of the same command as the question before: then that is what later
// lines change. What is only guessed at behind another question is not.
func (r *Router) asksFor(req *commands.Request, p *plan) bool {
	if p.asked {
		return true
	}
	last, _ := r.talks.last(req)
	if len(last.lines) == 0 || len(p.about) == 0 {
		return false
	}
	was, _, _ := r.find(last.lines[0])
	is, _, _ := r.find(p.about[0])
	return was != nil && was == is
}

// does reports whether the first of some lines does something.
func (r *Router) does(lines []string) bool {
	if len(lines) == 0 {
		return false
	}
	cmd, _, _ := r.find(lines[0])
	return cmd != nil && cmd.Acts()
}

// noteOffers remembers the lines that a refusal offers.
func (r *Router) noteOffers(req *commands.Request, lines []string) {
	if req.Nobody || req.Alone || len(lines) < 2 {
		return
	}
	if !r.talks.offer(req, lines) {
		r.talks.put(req, turn{offers: lines})
	}
}

// mostSingling is how many words may single out a line that was offered.
const mostSingling = 3

// singledOut returns the line among those that the bot offered last that a few words stand in,
// and in no other that is as short: "monster" of "create monster" and "create familiar".
func (r *Router) singledOut(req *commands.Request, line string) (offer string, ok bool) {
	turn, ok := r.talks.last(req)
	if !ok || req.Alone || req.Nobody || len(turn.offers) < 2 {
		return "", false
	}
	if cmd, rest, _ := r.find(line); cmd != nil && strings.TrimSpace(rest) == "" { // which stands for itself
		return "", false
	}
	var words []string
	for w := range strings.FieldsSeq(names.Fold(line)) {
		if w = strings.Trim(w, ".,!?"); w != "" && !polite[w] && w != "one" && w != "too" {
			words = append(words, names.Stem(w))
		}
	}
	if len(words) == 0 || len(words) > mostSingling {
		return "", false
	}
	shortest, found := 0, 0
	for _, o := range turn.offers {
		has := map[string]bool{}
		for w := range strings.FieldsSeq(names.Fold(o)) {
			has[names.Stem(strings.Trim(w, ",;"))] = true
		}
		if !slices.ContainsFunc(words, func(w string) bool { return !has[w] }) {
			switch n := len(has); {
			case found == 0 || n < shortest:
				offer, shortest, found = o, n, 1
			case n == shortest:
				found++
			}
		}
	}
	return offer, found == 1
}
