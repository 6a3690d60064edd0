package irc

import (
	"context"
	"hash/maphash"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/commands"
)

// message takes a PRIVMSG: a question, a CTCP, or nothing to us.
func (s *session) message(ev *girc.Event) {
	if ev.Source == nil || !ev.Source.IsHostmask() || len(ev.Params) != 2 || s.isMe(ev.Source.Name) {
		return // servers, broken lines and our own echo
	}
	nick, target, text := ev.Source.Name, ev.Params[0], ev.Params[1]
	if isBotTagged(ev) {
		s.roster.setBot(nick)
	}
	account := s.accountOf(ev)
	relay := matchesAny(s.cfg.Relays, ev.Source, account, s.is.casemap)
	if s.roster.isBot(nick) && !relay || isBotTagged(ev) && !relay || matchesAny(s.cfg.Ignore, ev.Source, account, s.is.casemap) {
		return
	}
	if strings.HasPrefix(text, "\x01") {
		s.ctcp(nick, text)
		return
	}

	channel := strings.TrimLeft(target, s.is.statusMsg)
	private := !s.is.isChannel(channel)
	if private {
		if !s.isMe(target) {
			return // to a mask such as $$*: meant for everybody
		}
		channel, target = nick, nick
	} else if !s.roster.in(channel) {
		return
	}

	fold := s.is.casemap.fold
	who, mask, host := commands.User("~"+fold(nick)), ev.Source.String(), ev.Source.Host
	if account != "" {
		who = commands.User(fold(account))
	}
	admin := s.isOperator(account)
	operator := admin || private || s.roster.isOp(channel, nick)
	to := ""
	if s.cfg.AddressAsker && !private {
		to = nick + ": "
	}
	if relay {
		inner, rest, ok := relayed(text)
		if !ok {
			return
		}
		// A name behind a bridge proves nothing: it gets no account's rights.
		nick, text, operator, admin = inner, rest, false, false
		account, host, mask = "", "", "" // those are the bridge's
		who = commands.User("~" + fold(ev.Source.Name) + "/" + strings.ToLower(inner))
		to = inner + ": "
	}
	place := commands.Place(fold(channel))
	if private {
		place = commands.Place(who)
	}
	prefix := s.prefix(place)
	q, ok := asked(text, prefix, s.nick, private, fold, s.a.opt.Known)
	if !ok {
		return
	}
	l := s.look(prefix)
	l.to = to
	if !private {
		l.brief = true
		l.hush = s.mentioned(channel, nick, q.line)
	}
	s.ask(job{
		req: commands.Request{
			Line: q.line, Network: commands.Network(s.cfg.Name), Place: place, User: who, Nick: nick,
			Account: account, Host: host, Mask: mask,
			Private: private, Operator: operator, Admin: admin, At: time.Now(),
		},
		target: target,
		nick:   ev.Source.Name,
		look:   l,
	})
}

// look is how answers look here by default.
func (s *session) look(prefix string) look {
	command := girc.PRIVMSG
	if s.cfg.ReplyWith == "notice" {
		command = girc.NOTICE
	}
	return look{command: command, bold: *s.cfg.Formatting, prefix: prefix, lines: maxLines}
}

// mentioned is the words of a question that are nicks of others in the channel.
// They are not passed on in a way that calls those others.
func (s *session) mentioned(channel, asker, line string) []string {
	members := s.roster.channels[s.is.casemap.fold(channel)]
	var out []string
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return !nickRune(r) }) {
		if len(out) < 16 && members[s.is.casemap.fold(word)] != nil && !s.isMe(word) &&
			s.is.casemap.fold(word) != s.is.casemap.fold(asker) && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

func isBotTagged(ev *girc.Event) bool {
	_, tagged := ev.Tags["bot"]
	_, draft := ev.Tags["draft/bot"]
	return tagged || draft
}

// accountOf is the services account of who sent ev; empty: none, or unknown.
// With account-tag the server says it with each message, and saying nothing
// says that there is none.
func (s *session) accountOf(ev *girc.Event) string {
	if s.caps["account-tag"] {
		account, _ := ev.Tags.Get("account")
		return cleanAccount(account)
	}
	return s.roster.account(from(ev))
}

func (s *session) isOperator(account string) bool {
	return account != "" && slices.ContainsFunc(s.cfg.Operators, func(o string) bool { return strings.EqualFold(o, account) })
}

func (s *session) prefix(place commands.Place) string {
	if s.a.opt.Settings != nil {
		if p := s.a.opt.Settings.Prefix(commands.Network(s.cfg.Name), place); p != "" {
			return p
		}
	}
	return s.cfg.Prefix
}

// matchesAny says whether one of the masks fits: "nick", "nick!user@host" with
// stars, or "account:name".
func matchesAny(masks []string, src *girc.Source, account string, m casemap) bool {
	for _, mask := range masks {
		if name, ok := strings.CutPrefix(mask, "account:"); ok {
			if account != "" && strings.EqualFold(name, account) {
				return true
			}
			continue
		}
		if !strings.ContainsAny(mask, "!@") {
			mask += "!*@*"
		}
		if girc.Glob(m.fold(src.String()), m.fold(mask)) {
			return true
		}
	}
	return false
}

// ctcp answers VERSION, now and then, and nothing else.
func (s *session) ctcp(nick, text string) {
	if strings.Trim(text, "\x01") == girc.CTCP_VERSION && s.a.opt.Version != "" && s.a.versions.Allow() {
		s.out.add(s.work, answer{target: s.is.casemap.fold(nick), asker: "~" + nick,
			lines: []string{"NOTICE " + nick + " :" + girc.EncodeCTCPRaw(girc.CTCP_VERSION, clean(s.a.opt.Version))}})
	}
}

// ask gives a question to the asker's worker. If that one is busy with many
// others, the question waits a little, and is then dropped.
func (s *session) ask(j job) {
	jobs := s.jobs[maphash.String(s.seed, string(j.req.User))%uint64(len(s.jobs))]
	select {
	case jobs <- j:
		return
	default:
	}
	select {
	case jobs <- j:
	case <-time.After(s.t.room):
		s.refused++
	}
}

// answer is a worker: it answers the jobs it gets until there are no more, or
// ctx ends.
func (s *session) answer(ctx context.Context, jobs <-chan job) {
	for j := range jobs {
		if ctx.Err() != nil {
			continue
		}
		s.answerOne(ctx, j)
	}
}

func (s *session) answerOne(ctx context.Context, j job) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic while saying an answer", "line", j.req.Line, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	reply := s.h.Answer(ctx, j.req)
	s.answered.Add(1)
	if bot.Silent(reply) || ctx.Err() != nil || s.a.loop.mute(j.req, reply.Failed) {
		return
	}
	if reply.Private && !j.req.Private {
		j.target, j.look.to, j.look.brief, j.look.hush = j.nick, "", false, nil
	}
	s.say(ctx, j.target, string(j.req.User), reply, j.look)
}

// leastBudget is the bytes of text below which a line says nothing.
const leastBudget = 40

// say queues a reply for target. Any goroutine may call it.
func (s *session) say(ctx context.Context, target, asker string, r commands.Reply, l look) {
	if l.budget = s.budget(l.command, target); l.budget < leastBudget {
		s.log.Warn("no room for an answer beside such names", "target", target)
		return
	}
	lines := render(r, l)
	for i, text := range lines {
		lines[i] = l.command + " " + target + " :" + text
	}
	s.out.add(ctx, answer{target: strings.ToLower(target), asker: asker, lines: lines})
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
		g.seen, _ = lru.New[loopKey, *failures](1024) // an error only for a size below one
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
