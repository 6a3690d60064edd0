package route

import (
	"container/list"
	"context"
	"sync"
	"time"

	"delphi/commands"
	"delphi/commands/read"
)

// turn is what somebody said last, as far as what they say next may change it.
type turn struct {
	at     time.Time
	lines  []string // the question in canonical lines, also where it lacked something
	offers []string // the lines that the bot offered when it asked back
}

// How long, and how many people's, last lines are remembered.
const (
	turnLasts = 10 * time.Minute
	mostTurns = 10_000
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

// last is the asker's last turn in a place, unless it is too long ago.
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
	said.at = when(req)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byKey == nil {
		t.byKey = map[string]*list.Element{}
	}
	key := ownKey(req)
	if e := t.byKey[key]; e != nil {
		t.order.Remove(e)
	}
	t.byKey[key] = t.order.PushFront(&keyedTurn{key, said})
	for t.order.Len() > mostTurns {
		e := t.order.Back()
		delete(t.byKey, t.order.Remove(e).(*keyedTurn).key)
	}
}

// EndConversation forgets the last turn of whoever asks, where they ask: the next line
// stands for itself.
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

// when is when a request was made.
func when(req *commands.Request) time.Time {
	if req.At.IsZero() {
		return time.Now()
	}
	return req.At
}

// past is the question that a line may change; nil: there is none.
func (r *Router) past(ctx context.Context, req *commands.Request, p *place) *read.Past {
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
		lines = said.lines
		if len(lines) == 0 && len(said.offers) > 0 {
			return &read.Past{}
		}
	}
	return r.Reader().Recall(ctx, lines, p.version)
}

// noteTurn remembers what a plan made of a line, for the lines that follow it.
func (r *Router) noteTurn(req *commands.Request, p *plan) {
	if req.Nobody || req.Alone || p.silent || len(p.about) == 0 && len(p.asks) == 0 {
		return
	}
	if p.reading != nil && p.reading.acts() {
		return
	}
	r.talks.put(req, turn{lines: p.about, offers: p.asks})
}
