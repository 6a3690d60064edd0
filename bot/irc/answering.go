package irc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/bot/irc/desk"
	"delphi/bot/irc/queue"
	"delphi/bot/irc/render"
	"delphi/commands"
)

// ask puts a question on the desk, if the Handler admits it. It never waits.
// Whoever loses a question because the desk is full is told.
func (s *session) ask(j desk.Job) {
	j.Turn = bot.Admit(s.h, j.Req)
	if j.Turn.Answer == nil {
		if !bot.Silent(j.Turn.Refusal) {
			s.sayRefusal(j, j.Turn.Refusal)
		}
		return
	}
	if lost := s.desk.Put(j); lost != nil {
		s.refused++
		lost.Turn.Cost(0)
		s.out.Apologise(queue.Answer{Asker: string(lost.Req.User), Nick: lost.Folded, Sorry: apology(*lost)})
	}
}

// answerAll is a worker: it answers questions until the desk is closed and
// empty. Once ctx has ended it only empties the desk.
func (s *session) answerAll(ctx context.Context) {
	for {
		j, ok := s.desk.Take()
		if !ok {
			return
		}
		if ctx.Err() == nil {
			s.answerOne(ctx, j)
		}
		s.desk.Done(j.Req.User)
	}
}

func (s *session) answerOne(ctx context.Context, j desk.Job) {
	err := bot.Guard(func() error {
		s.sayAnswer(ctx, j)
		return nil
	})
	if p := new(bot.Panic); errors.As(err, &p) {
		s.log.Error("panic while saying an answer", "line", j.Req.Line, "panic", p.Value, "stack", string(p.Stack))
	}
}

func (s *session) sayAnswer(ctx context.Context, j desk.Job) {
	reply := j.Turn.Answer(ctx)
	s.answered.Add(1)
	if bot.Silent(reply) || reply.Silent && !j.Named || ctx.Err() != nil || s.a.loop.mute(j.Req, reply.Failed) {
		j.Turn.Cost(0)
		return
	}
	answers := s.compose(j, reply)
	j.Turn.Cost(cost(answers))
	s.desk.Answered(j.Req.User)
	for _, a := range answers {
		s.out.Add(ctx, a)
	}
}

// cost returns how many lines it takes to say answers, which is what the network
// counts.
func cost(answers []queue.Answer) (n int) {
	for _, a := range answers {
		for _, line := range a.Lines {
			n += queue.Parts(line)
		}
	}
	return n
}

// sayRefusal queues a refusal without ever waiting, for the loop. In a channel,
// all who are told the same share a line.
func (s *session) sayRefusal(j desk.Job, r commands.Reply) {
	text := render.Clean(r.Summary)
	most := queue.LineBytes - len("\r\n") - int(s.overhead.Load())
	head := j.Look.Command + " " + j.Target + " :"
	if j.Req.Private || s.limits.at(string(j.Req.Place)).way == privately || len(queue.Notice(head, []string{j.Req.Nick}, text)) > most {
		answers := s.compose(j, r)
		for _, a := range answers {
			s.out.Offer(a)
		}
		j.Turn.Cost(cost(answers))
		return
	}
	if s.out.Tell(string(j.Req.Place), head, j.Req.Nick, text, most) {
		j.Turn.Cost(1)
	}
}

// leastBudget is the number of bytes of text below which a line is useless.
const leastBudget = 40

// overBridge is said where an answer is for somebody behind a bridge alone.
const overBridge = "The answer is for you alone, and a bridge would show it to everybody: ask me on this network."

// compose makes the answers that say a reply to whoever asked: one, or for what a
// channel does not want to read at length a second one in private. Any goroutine
// may call it.
func (s *session) compose(j desk.Job, r commands.Reply) []queue.Answer {
	here := s.limits.at(string(j.Req.Place))
	say := &saying{job: &j, target: j.Target, reply: r}
	say.tried.Store(int32(here.way))
	return s.composeBy(j, say, here.way, here.why)
}

// composeBy is compose for an answer that is said in one way; why is the reason
// for which it is not said as usual.
func (s *session) composeBy(j desk.Job, say *saying, how way, why string) []queue.Answer {
	l, r := j.Look, say.reply
	aside := r.Private && !j.Req.Private
	if how != asUsual {
		l, j.Reply = l.Plain(), ""
	}
	if how == privately && !j.Req.Private && !j.Relay && !aside {
		aside, r.Notes = true, append(slices.Clip(r.Notes), refuses(j.Target, why))
	}
	switch {
	case aside && j.Relay:
		r, aside = commands.Reply{Failed: true, Summary: overBridge}, false
	case aside:
		j.Target, j.Reply, l.To, l.Typed, l.Brief, l.Hush, l.Here = j.Nick, "", "", "", false, nil, nil
	case l.To == "" && !j.Req.Private && s.othersWait(&j):
		l.To = j.Req.Nick + ": "
	}
	p, ok := s.page(j.Target, r, l)
	if !ok {
		return nil
	}
	as := func(answers []queue.Answer) []queue.Answer {
		for i := range answers {
			answers[i].Of = origin{say, how}
		}
		return answers
	}
	if aside || j.Req.Private || j.Relay || !p.Long() {
		return as(s.answers(j, s.lines(j.Target, l.Command, j.Reply, p.Broken(p.Budget, p.Lines))))
	}
	if m := s.many.Load(); m != nil && how == asUsual {
		texts := p.Broken(p.Budget-1, m.fit(p.Budget)) // a blank goes behind each
		return as(s.answers(j, []string{batch(l.Command, j.Target, j.Reply, texts)}))
	}
	out := as(s.answers(j, s.lines(j.Target, l.Command, j.Reply, p.Part())))
	if p.Budget = min(p.Budget, s.budget(l.Command, j.Nick)-1); p.Budget < leastBudget {
		return out
	}
	j.Target = j.Nick
	return append(out, s.answers(j, s.lines(j.Nick, l.Command, "", p.Broken(p.Budget, privateLines)))...)
}

// privateLines is the line limit for the rest of a long answer, which is sent in private.
const privateLines = 8

// othersWait reports whether a channel waits for answers to others, too, so that
// an answer must say whom it is for.
func (s *session) othersWait(j *desk.Job) bool {
	return s.desk.Others(j.Target, j.Req.User) || s.out.Others(string(j.Req.Place), string(j.Req.User))
}

// answers returns lines as an answer for the queue, or nil if there are none.
func (s *session) answers(j desk.Job, lines []string) []queue.Answer {
	if len(lines) == 0 {
		return nil
	}
	target := string(j.Req.Place)
	if j.Target == j.Nick {
		target = "" // in private
	}
	return []queue.Answer{{Target: target, Asker: string(j.Req.User), Nick: j.Folded, Lines: lines, Sorry: apology(j)}}
}

// page returns a reply as it is to be said to target. ok is false where nothing fits
// beside the names. Any goroutine may call it.
func (s *session) page(target string, r commands.Reply, l render.Look) (p render.Page, ok bool) {
	if l.Budget = s.budget(l.Command, target); l.Budget < leastBudget {
		s.log.Warn("an answer does not fit beside such long names", "target", target)
		s.unsent.Add(1)
		return p, false
	}
	if s.a.opt.Link != nil && !r.Failed {
		l.Link = s.a.opt.Link(&r)
	}
	if r.People && strings.IndexByte("#&+!", target[0]) >= 0 {
		l.Hush = append(slices.Clip(l.Hush), presentIn(r.OneLine(l.Budget, l.Prefix), s.roster.Present.Has)...)
	}
	return render.Compile(r, l), true
}

// presentIn are the nicks in a text of those who are there.
func presentIn(text string, here func(nick string) bool) (nicks []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !render.NickRune(r) }) {
		if len(nicks) < 64 && here(word) && !slices.Contains(nicks, word) {
			nicks = append(nicks, word)
		}
	}
	return nicks
}

// lines are the protocol lines that say texts to target.
func (s *session) lines(target, command, reply string, texts []string) []string {
	for i, text := range texts {
		texts[i] = tagged(command+" "+target+" :"+text, reply)
	}
	return texts
}

// announced says a reply to target unasked. Its error says that the target does
// not let us speak. Any goroutine may call it.
func (s *session) announced(target string, r commands.Reply, l render.Look) (queue.Answer, error) {
	here := s.limits.at(strings.ToLower(target))
	if here.way == privately {
		return queue.Answer{}, fmt.Errorf("%s does not let me speak: %s", target, here.why)
	}
	return s.announcement(&saying{target: target, reply: r, look: l}, here.way), nil
}

// announcement renders an unsolicited message for one way of delivery.
func (s *session) announcement(say *saying, how way) queue.Answer {
	say.tried.Store(int32(how))
	l := say.look
	say.reply.People = true // games and tournaments are what is announced
	if how != asUsual {
		l = l.Plain()
	}
	p, ok := s.page(say.target, say.reply, l)
	if !ok {
		return queue.Answer{}
	}
	return queue.Answer{Lines: s.lines(say.target, l.Command, "", p.Broken(p.Budget, p.Lines)), Of: origin{say, how}}
}

// maxQuoted is where the quotation of a dropped question is truncated, in bytes.
const maxQuoted = 60

// apology returns the line that tells an asker that a question was lost. It is empty
// for questions that came over a bridge, which would not pass it on.
func apology(j desk.Job) string {
	if j.Relay {
		return ""
	}
	quoted := j.Req.Line
	if len(quoted) > maxQuoted {
		quoted, _ = render.Cut(quoted, maxQuoted)
		quoted += render.CutMark
	}
	return girc.NOTICE + " " + j.Nick + " :I dropped your question \"" + quoted +
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
