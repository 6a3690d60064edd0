package irc

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/commands"
)

// ask puts a question on the desk, if the Handler admits it. It never waits.
// Whoever loses a question because the desk is full is told.
func (s *session) ask(j job) {
	reply, refusal := bot.Admit(s.h, j.req)
	if reply == nil {
		if !bot.Silent(refusal) {
			s.sayNow(j, refusal)
		}
		return
	}
	j.answer = reply
	if lost := s.desk.put(j); lost != nil {
		s.refused++
		s.out.apologise(answer{asker: string(lost.req.User), nick: lost.folded, sorry: apology(*lost)})
	}
}

// answerAll is a worker: it answers questions until the desk is closed and
// empty. Once ctx has ended it only empties the desk.
func (s *session) answerAll(ctx context.Context) {
	for {
		j, ok := s.desk.take()
		if !ok {
			return
		}
		if ctx.Err() == nil {
			s.answerOne(ctx, j)
		}
		s.desk.done(j.req.User)
	}
}

func (s *session) answerOne(ctx context.Context, j job) {
	err := bot.Guard(func() error {
		s.sayAnswer(ctx, j)
		return nil
	})
	if p := new(bot.Panic); errors.As(err, &p) {
		s.log.Error("panic while saying an answer", "line", j.req.Line, "panic", p.Value, "stack", string(p.Stack))
	}
}

func (s *session) sayAnswer(ctx context.Context, j job) {
	reply := j.answer(ctx)
	s.answered.Add(1)
	if bot.Silent(reply) || reply.Silent && !j.named || ctx.Err() != nil || s.a.loop.mute(j.req, reply.Failed) {
		return
	}
	if a, ok := s.compose(j, reply); ok {
		s.out.add(ctx, a)
	}
}

// sayNow queues a reply without ever waiting, for the loop.
func (s *session) sayNow(j job, reply commands.Reply) {
	if a, ok := s.compose(j, reply); ok {
		s.out.offer(a)
	}
}

// leastBudget is the number of bytes of text below which a line is useless.
const leastBudget = 40

// compose makes the lines that say a reply to whoever asked. Any goroutine may
// call it.
func (s *session) compose(j job, r commands.Reply) (answer, bool) {
	target, l := j.target, j.look
	if r.Private && !j.req.Private {
		target, l.to, l.brief, l.hush = j.nick, "", false, nil
	}
	lines := s.lines(target, r, l)
	return answer{target: strings.ToLower(target), asker: string(j.req.User), nick: j.folded, lines: lines, sorry: apology(j)}, len(lines) > 0
}

// lines are the protocol lines that say a reply to target. Any goroutine may
// call it.
func (s *session) lines(target string, r commands.Reply, l look) []string {
	if l.budget = s.budget(l.command, target); l.budget < leastBudget {
		s.log.Warn("an answer does not fit beside such long names", "target", target)
		s.unsent.Add(1)
		return nil
	}
	if s.a.opt.Link != nil && !r.Failed {
		l.link = s.a.opt.Link(&r)
	}
	lines := render(r, l)
	for i, text := range lines {
		lines[i] = l.command + " " + target + " :" + text
	}
	return lines
}

// maxQuoted is how much of a lost question is quoted, in bytes.
const maxQuoted = 60

// apology is the line that tells an asker that a question was lost. It is empty
// for questions that came over a bridge, which would not pass it on.
func apology(j job) string {
	if j.relay {
		return ""
	}
	quoted := j.req.Line
	if len(quoted) > maxQuoted {
		quoted, _ = cut(quoted, maxQuoted)
		quoted += cutMark
	}
	return girc.NOTICE + " " + j.nick + " :I dropped your question \"" + quoted +
		"\" because too many are waiting. Please ask it again in a minute."
}

// loopGuard ends a conversation with another bot: whoever gets failedInARow
// failures in a place, each within failedWithin of the one before, is told
// nothing more until something of theirs is understood or that time passes.
type loopGuard struct {
	mu   sync.Mutex
	seen *lru.Cache[loopKey, *failures]
}

const (
	failedInARow = 30
	failedWithin = time.Minute
)

type loopKey struct {
	place commands.Place
	user  commands.User
}

type failures struct {
	n    int
	last time.Time
}

func (g *loopGuard) mute(req commands.Request, failed bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.seen == nil {
		g.seen, _ = lru.New[loopKey, *failures](1024) // fails only for a size below one
	}
	key := loopKey{req.Place, req.User}
	if !failed {
		g.seen.Remove(key)
		return false
	}
	f, ok := g.seen.Get(key)
	if !ok || req.At.Sub(f.last) > failedWithin {
		f = &failures{}
		g.seen.Add(key, f)
	}
	f.n++
	f.last = req.At
	return f.n > failedInARow
}
