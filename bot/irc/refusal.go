package irc

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot/irc/desk"
	"delphi/bot/irc/queue"
	"delphi/bot/irc/render"
	"delphi/commands"
)

// This is what becomes of a line that the network refuses: it is said again in
// another way within the same second, and the place is remembered for it.

// way is one of the ways to deliver an answer; each is a fallback for the one before.
type way int32

const (
	asUsual   way = iota
	plainly       // PRIVMSG without formatting, tags or a batch
	privately     // to the asker instead of the channel
	nowhere       // there is no other way
)

// Numerics of refused messages for which girc has no name.
const (
	errNoColors       = "408"
	errTargetTooFast  = "439"
	errNoNonReg       = "486"
	errCantSendToUser = "531"
	errIsCallerID     = "716"
)

// origin identifies an answer in the queue, together with the way it is being delivered.
type origin struct {
	say *saying
	way way
}

// saying is what an answer was made from, so that it can be said in another way.
type saying struct {
	job    *desk.Job // whose question it answers; nil: nobody asked
	target string
	reply  commands.Reply
	look   render.Look

	tried atomic.Int32 // the latest way that was tried
}

const (
	sentEchoed = time.Minute     // how long an echo or a refusal may take
	sentUnseen = 2 * time.Second // the same where no echo tells which lines arrived
)

// limits is what channels do not take from us, as far as they have shown it. It is
// safe for use from many goroutines.
type limits struct {
	mu sync.Mutex
	of map[string]limit // by folded channel
}

type limit struct {
	way   way // the first one to try
	why   string
	until time.Time // then the usual one is tried again
}

// How long a refusal is believed, unless the channel's modes change before.
const (
	plainFor = time.Hour
	muteFor  = 5 * time.Minute
)

// at returns the limit of a channel. The zero value means that there is none.
func (l *limits) at(channel string) limit {
	l.mu.Lock()
	defer l.mu.Unlock()
	found, ok := l.of[channel]
	if ok && time.Now().After(found.until) {
		delete(l.of, channel)
		return limit{}
	}
	return found
}

func (l *limits) set(channel string, how way, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[string]limit{}
	}
	pause := plainFor
	if how == privately {
		pause = muteFor
	}
	l.of[channel] = limit{how, why, time.Now().Add(pause)}
}

func (l *limits) forget(channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.of, channel)
}

// shown describes each limited channel for status.
func (l *limits) shown() map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := map[string]string{}
	for channel, limit := range l.of {
		switch {
		case time.Now().After(limit.until):
		case limit.way == plainly:
			out[channel] = "takes plain text only: " + limit.why
		default:
			out[channel] = "does not let me speak, so I answer in private: " + limit.why
		}
	}
	return out
}

// echoed handles the server's echo of one of our messages, which proves its delivery.
func (s *session) echoed(ev *girc.Event) {
	fold := s.is.Casemap.Fold
	s.out.Arrived(func(target string) bool { return fold(target) == fold(param(ev, 0)) })
}

// refusal handles an error reply for a message that the server did not deliver.
func (s *session) refusal(ev *girc.Event) {
	target, why := param(ev, 1), ev.Command+" "+render.Clean(ev.Last())
	named := []string{target}
	if ev.Command == "FAIL" { // FAIL PRIVMSG CODE context... :text
		switch param(ev, 0) {
		case girc.PRIVMSG, girc.NOTICE, "BATCH":
			named, why = ev.Params[1:], param(ev, 1)+" "+render.Clean(ev.Last())
		default:
			return
		}
	}
	fold := s.is.Casemap.Fold
	same := func(t string) bool {
		return slices.ContainsFunc(named, func(p string) bool { return fold(p) == fold(t) })
	}
	within := max(sentUnseen, 4*s.lag)
	if s.caps[capEcho] {
		within = sentEchoed
	}
	m, ok := s.out.Refused(same, within, s.caps[capEcho])
	if !ok && ev.Command == "FAIL" { // it names no target
		m, ok = s.out.Refused(func(string) bool { return true }, within, s.caps[capEcho])
	}
	if ok {
		s.sayOtherwise(m, why)
	}
}

// sayOtherwise says a refused message in the next way that there is.
func (s *session) sayOtherwise(m queue.Sent, why string) {
	channel := ""
	of, _ := m.Of.(origin) // of a message that is not said again it is empty
	if s.is.IsChannel(m.Target) {
		channel = s.is.Casemap.Fold(m.Target)
	}
	next := privately
	switch {
	case of.way == asUsual && m.Decorated:
		next = plainly
	case channel == "" || of.way == privately:
		next = nowhere
	}
	if channel != "" && next != nowhere && s.limits.at(channel).way < next {
		s.limits.set(channel, next, why)
		s.log.Warn("a channel does not take what I say", "channel", m.Target, "why", why, "instead", map[way]string{plainly: "plain text", privately: "private messages"}[next])
		s.publish()
	}
	switch {
	case next == nowhere && of.say != nil && of.say.closed(channel):
		s.sayRefusal(*of.say.job, commands.Reply{Failed: true, Summary: closedToUs})
		fallthrough
	case of.say == nil, next == nowhere, next == privately && of.say.job == nil, of.say != nil && of.say.job != nil && next == privately && of.say.job.Relay:
		s.unsent.Add(1)
		s.log.Warn("the network did not deliver a message", "target", m.Target, "why", why)
		return
	case !of.say.tried.CompareAndSwap(int32(of.way), int32(next)): // another line of it was refused before
		return
	}
	s.out.Withdraw(of)
	s.weakened.Add(1)
	if of.say.job == nil {
		if err := s.out.Announce(s.announcement(of.say, next)); err != nil {
			s.unsent.Add(1)
			s.log.Warn("an announcement was lost", "target", m.Target, "err", err)
		}
		return
	}
	for _, a := range s.composeBy(*of.say.job, of.say, next, why) {
		s.out.Offer(a)
	}
}

// closedToUs is said in the channel where an answer is for the asker alone, who
// takes no messages from us.
const closedToUs = "The answer is for you alone, and the network does not let me write to you. Open your private messages, and ask again."

// closed reports whether a refused message was to tell somebody in private what they
// asked in a channel.
func (say *saying) closed(channel string) bool {
	return channel == "" && say.job != nil && !say.job.Req.Private && say.reply.Private && say.tried.Load() != int32(privately)
}

// refuses returns the note that tells the asker why an answer did not go to the channel.
func refuses(channel, why string) commands.Note {
	_, text, ok := strings.Cut(why, " ") // without the numeric
	if !ok || text == "" {
		text = why
	}
	return commands.Note{Kind: commands.Warned, Text: channel + " does not let me speak: " + text}
}
