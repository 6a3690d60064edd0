package irc

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/lrstanley/girc"
)

// whoxToken marks the answers to our own WHO.
const whoxToken = "152"

// maxInvited bounds how many channels an open invitation policy can put us in.
const maxInvited = 50

// joinAll joins every channel wanted.
func (s *session) joinAll() {
	channels := s.a.wantedChannels()
	if len(channels) == 0 {
		s.useful = true
	}
	for _, c := range channels {
		name, key := channelKey(c)
		s.wants[s.is.casemap.fold(name)] = s.newWanted(name, key)
	}
	s.sendJoins(channels)
}

func (a *Adapter) wantedChannels() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.channels)
}

// sendJoins asks for channels, as many in a line as fit. Those with a key
// come first, as the protocol wants it.
func (s *session) sendJoins(channels []string) {
	const most = 400
	var names, keys string
	flush := func() {
		if names != "" {
			s.out.now(strings.TrimSpace("JOIN " + names + " " + keys))
		}
		names, keys = "", ""
	}
	add := func(list *string, s string) {
		if *list != "" {
			*list += ","
		}
		*list += s
	}
	for _, withKey := range []bool{true, false} {
		for _, c := range channels {
			name, key := channelKey(c)
			if (key != "") != withKey {
				continue
			}
			if len(names)+len(keys)+len(c) > most {
				flush()
			}
			add(&names, name)
			if key != "" {
				add(&keys, key)
			}
		}
	}
	flush()
}

// want joins a channel now and looks after it.
func (s *session) want(channel string) {
	name, key := channelKey(channel)
	w := s.newWanted(name, key)
	w.joined = s.roster.in(name)
	s.wants[s.is.casemap.fold(name)] = w
	if s.registered && s.identifyBy.IsZero() && !s.roster.in(name) {
		s.sendJoins([]string{channel})
	}
}

// newWanted is a channel about to be joined. It is asked for again even if the
// server never answers.
func (s *session) newWanted(name, key string) *wanted {
	return &wanted{name: name, key: key, pause: s.t.rejoin, next: time.Now().Add(s.t.join), why: "not joined yet"}
}

func (s *session) unwant(channel string) {
	delete(s.wants, s.is.casemap.fold(channel))
	if s.roster.in(channel) {
		s.out.now("PART " + channel)
	}
}

// joined takes a JOIN, ours or another's.
func (s *session) joined(ev *girc.Event) {
	channel, nick := param(ev, 0), from(ev)
	if !s.isMe(nick) {
		s.roster.add(channel, nick)
		if len(ev.Params) > 1 { // extended-join
			s.roster.setAccount(nick, ev.Params[1])
		}
		return
	}
	w := s.wants[s.is.casemap.fold(channel)]
	if w == nil {
		// Nobody asked for it: a forward, or services that mean well.
		s.log.Info("put into a channel; leaving it", "channel", channel)
		s.out.now("PART " + channel)
		return
	}
	s.roster.enter(channel)
	s.roster.add(channel, nick)
	w.joined, w.pause, w.why = true, s.t.rejoin, ""
	s.useful = true
	s.seen(ev.Source.Ident, ev.Source.Host)
	switch {
	case s.is.whox:
		s.out.now("WHO " + channel + " %tnfa," + whoxToken)
	case s.is.botMode != "":
		s.out.now("WHO " + channel)
	}
	s.log.Info("joined", "channel", channel)
	s.publish()
}

// gone takes the leaving of nick from a channel.
func (s *session) gone(channel, nick, why string) {
	if !s.isMe(nick) {
		s.roster.remove(channel, nick)
		return
	}
	s.roster.leave(channel)
	if s.wants[s.is.casemap.fold(channel)] != nil {
		s.joinRefused(channel, why)
	}
}

// joinRefused waits before the next try, longer after each refusal.
func (s *session) joinRefused(channel, why string) {
	w := s.wants[s.is.casemap.fold(channel)]
	if w == nil || s.roster.in(channel) {
		return
	}
	w.joined, w.why = false, clean(why)
	pause := w.pause/2 + rand.N(w.pause)
	w.next = time.Now().Add(pause)
	w.pause = min(2*w.pause, s.t.rejoinMax)
	s.log.Warn("not in a channel", "channel", w.name, "why", w.why, "again_in", pause.Round(time.Second))
	s.publish()
}

func (s *session) retryJoins(now time.Time) {
	for _, w := range s.wants {
		if !w.joined && now.After(w.next) {
			w.next = now.Add(s.t.join) // unless the answer says otherwise
			s.sendJoins([]string{strings.TrimSpace(w.name + " " + w.key)})
		}
	}
}

// invited accepts an invitation where the policy says so.
func (s *session) invited(ev *girc.Event) {
	channel := ev.Last()
	if !s.isMe(param(ev, 0)) || ev.Source == nil || !girc.IsValidChannel(channel) {
		return
	}
	if w := s.wants[s.is.casemap.fold(channel)]; w != nil {
		if !w.joined {
			w.next = time.Now() // it was closed to us, and now it is not
		}
		return
	}
	switch {
	case s.cfg.Invites == "anyone" && len(s.wants) < maxInvited:
	case s.cfg.Invites == "operators" && s.isOperator(s.accountOf(ev)):
	default:
		s.log.Info("invitation declined", "channel", channel, "by", ev.Source.String())
		return
	}
	s.log.Info("invitation accepted", "channel", channel, "by", ev.Source.String())
	if err := s.a.Join(channel); err != nil {
		s.log.Error("cannot accept the invitation", "err", err)
	}
}
