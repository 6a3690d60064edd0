package irc

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/lrstanley/girc"

	"delphi/bot/irc/render"
	"delphi/commands"
)

// whoxToken marks the answers to our own WHO.
const whoxToken = "152"

// maxInvited bounds how many channels an open invitation policy can put us in.
const maxInvited = 50

// maxChannel is the longest name of a channel that any network can have, in
// bytes: RFC 1459 allows 200. Most networks allow fewer and say so.
const maxChannel = 200

// wanted is a channel to be in.
type wanted struct {
	name, key string
	joined    bool
	since     time.Time                   // when it was joined
	next      time.Time                   // when to try again, while not joined
	pauses    *backoff.ExponentialBackOff // between attempts; kicks count too
	helped    time.Time                   // ChanServ is not asked again before
	greet     bool                        // say who we are once we are in
	granted   bool                        // ChanServ says that it lets us in, and we have not tried since
	why       string                      // the last refusal
}

// checkChannel reports what is wrong with "#name" or its key. Longest is how
// many bytes the network allows a name to have; 0 if that is not known.
func checkChannel(name, key string, longest int) error {
	shown, _, _ := strings.Cut(render.Clean(name), ",") // what follows a mark that parts names may be a key
	if i := strings.IndexFunc(name, func(r rune) bool { return r <= ' ' }); i >= 0 {
		shown = name[:i]
	}
	switch {
	case name != "" && strings.IndexByte("#&+!", name[0]) < 0: // a key may stand in its place
		return errors.New("a channel begins with #: write it as \"#nethack\", or with its key as \"#nethack key\"")
	case len(name) < 2:
		return errors.New("a channel has a name: write it as \"#nethack\", or with its key as \"#nethack key\"")
	case strings.ContainsAny(name, " ,\x07") || render.Clean(name) != name:
		return fmt.Errorf("%q is followed by a character that no channel name can have", shown)
	case len(name) > maxChannel:
		return fmt.Errorf("the channel %s... is longer than the %d bytes that IRC allows", name[:20], maxChannel)
	case longest > 0 && len(name) > longest:
		return fmt.Errorf("%s is longer than the %d bytes that this network allows", name, longest)
	case strings.ContainsAny(key, " ,") || render.Clean(key) != key:
		return fmt.Errorf("the key of %s has a character that no key can have", name)
	}
	return nil
}

// splitChannel is channelKey with what checkChannel needs where no network is
// known.
func splitChannel(s string) (name, key string, longest int) {
	name, key = channelKey(s)
	return name, key, 0
}

// joinAll joins every channel wanted.
func (s *session) joinAll() {
	channels := s.a.wantedChannels()
	if len(channels) == 0 {
		s.joinedAt = time.Now()
	}
	for _, c := range channels {
		name, key := channelKey(c)
		s.wants[s.is.Casemap.Fold(name)] = s.newWanted(name, key)
	}
	s.sendJoins(channels)
}

func (a *Adapter) wantedChannels() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.channels)
}

// measureChannels takes over how long the network lets names of channels be.
// Longer ones are not asked for any more: servers cut them to another name.
func (s *session) measureChannels() {
	s.a.mu.Lock()
	s.a.longest = s.is.ChanLen
	s.a.mu.Unlock()
	for _, w := range s.wants {
		s.tooLong(w)
	}
}

func (s *session) tooLong(w *wanted) bool {
	if s.is.ChanLen == 0 || len(w.name) <= s.is.ChanLen {
		return false
	}
	w.why = fmt.Sprintf("the name is longer than the %d bytes that this network allows", s.is.ChanLen)
	return true
}

// sendJoins asks for channels, as many in a line as fit. Those with a key
// come first, as the protocol requires.
func (s *session) sendJoins(channels []string) {
	const most = 400
	var names, keys string
	flush := func() {
		if names != "" {
			s.out.Now(strings.TrimSpace("JOIN " + names + " " + keys))
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
	if w.joined = s.roster.In(name); w.joined {
		w.since = time.Now()
	}
	s.wants[s.is.Casemap.Fold(name)] = w
	if s.registered && s.login.until.IsZero() && !w.joined && !s.tooLong(w) {
		s.sendJoins([]string{channel})
	}
}

// newWanted returns a channel about to be joined. It is asked for again even if the
// server never answers.
func (s *session) newWanted(name, key string) *wanted {
	return &wanted{name: name, key: key, pauses: pauses(s.t.rejoin, s.t.rejoinMax), next: time.Now().Add(s.t.join), why: "not joined yet"}
}

func (s *session) unwant(channel string) {
	delete(s.wants, s.is.Casemap.Fold(channel))
	if s.roster.In(channel) {
		s.out.Now("PART " + channel)
	}
}

// joined takes a JOIN, ours or another's.
func (s *session) joined(ev *girc.Event) {
	channel, nick := param(ev, 0), from(ev)
	if !s.isMe(nick) {
		s.roster.Add(channel, nick)
		if len(ev.Params) > 1 { // extended-join
			s.roster.SetAccount(nick, ev.Params[1])
			s.learnRealname(nick, param(ev, 2))
		}
		return
	}
	w := s.wants[s.is.Casemap.Fold(channel)]
	if w == nil {
		// Nobody asked for it: a forward, or services that mean well.
		s.log.Info("forced into a channel; leaving it", "channel", channel)
		s.out.Now("PART " + channel)
		return
	}
	s.roster.Enter(channel)
	s.roster.Add(channel, nick)
	s.limits.forget(s.is.Casemap.Fold(channel))
	if w.greet {
		w.greet = false
		s.introduce(w.name)
	}
	w.granted = false
	w.joined, w.since, w.why = true, time.Now(), ""
	if s.joinedAt.IsZero() {
		s.joinedAt = w.since
	}
	s.seen(ev.Source.Ident, ev.Source.Host)
	if s.a.opt.Modes != nil {
		s.out.Now("MODE " + channel)
	}
	switch {
	case s.is.WHOX:
		s.out.Now("WHO " + channel + " %tnfar," + whoxToken)
	case s.is.BotMode != "":
		s.out.Now("WHO " + channel)
	}
	s.log.Info("joined", "channel", channel)
	s.publish()
}

// introduce says to a channel that has just let us in what we do there.
func (s *session) introduce(channel string) {
	if s.a.opt.Introduction == nil {
		return
	}
	place := commands.Place(s.is.Casemap.Fold(channel))
	reply := s.a.opt.Introduction(commands.Network(s.cfg.Name), place)
	said, err := s.announced(channel, reply, s.look(s.prefix(place)))
	if err == nil {
		err = s.out.Announce(said)
	}
	if err != nil {
		s.log.Warn("a channel was not greeted", "channel", channel, "err", err)
	}
}

// gone takes the leaving of nick from a channel.
func (s *session) gone(channel, nick, why string) {
	if !s.isMe(nick) {
		s.roster.Remove(channel, nick)
		return
	}
	s.roster.Leave(channel)
	s.notIn(channel, why)
}

// joinRefused takes the refusal of a JOIN and asks ChanServ for help where it
// can give any.
func (s *session) joinRefused(channel, numeric, why string) {
	w := s.notIn(channel, why)
	switch {
	case w == nil:
	case w.granted: // services may say that they let us in before they do
		w.granted, w.next = false, time.Now().Add(s.t.freed)
	default:
		s.askChanServ(w, numeric)
	}
}

// notIn waits before the next attempt to join a channel, longer each time. A
// channel that let us stay for a while starts over. It returns nil if the
// channel is not wanted, or we are in it.
func (s *session) notIn(channel, why string) *wanted {
	w := s.wants[s.is.Casemap.Fold(channel)]
	if w == nil || s.roster.In(channel) {
		return nil
	}
	now := time.Now()
	if w.joined && now.Sub(w.since) > s.t.steady {
		w.pauses.Reset()
	}
	pause := w.pauses.NextBackOff()
	w.joined, w.why, w.next = false, render.Clean(why), now.Add(pause)
	s.log.Warn("not in a channel", "channel", w.name, "why", w.why, "again_in", pause.Round(time.Second))
	s.publish()
	return w
}

func (s *session) retryJoins(now time.Time) {
	for _, w := range s.wants {
		if !w.joined && now.After(w.next) && s.login.until.IsZero() && !s.tooLong(w) {
			w.next = now.Add(s.t.join) // unless the answer says otherwise
			s.sendJoins([]string{strings.TrimSpace(w.name + " " + w.key)})
		}
	}
}

// help lists the ChanServ commands that can undo a refused JOIN.
var help = map[string]string{
	girc.ERR_INVITEONLYCHAN: "INVITE",
	girc.ERR_CHANNELISFULL:  "INVITE",
	girc.ERR_BANNEDFROMCHAN: "UNBAN",
	girc.ERR_BADCHANNELKEY:  "GETKEY",
}

// askChanServ asks ChanServ to let us in where services know us. Whether we
// have access there, only ChanServ can tell. It is asked no more often than the
// pauses between attempts, since the attempt that follows its help may fail too.
func (s *session) askChanServ(w *wanted, numeric string) {
	now := time.Now()
	if command := help[numeric]; command != "" && s.login.done && now.After(w.helped) {
		w.helped = w.next
		s.out.Now("PRIVMSG " + chanServ + " :" + command + " " + w.name)
	}
}

// chanServSays takes a notice of ChanServ: text is what it said, lower is the
// same in lower case.
func (s *session) chanServSays(lower, text string) {
	now := time.Now()
	for _, w := range s.wants {
		if w.joined || now.After(w.helped) || !slices.ContainsFunc(strings.Fields(lower), func(word string) bool {
			return s.is.Casemap.Fold(strings.TrimRight(word, ".,:")) == s.is.Casemap.Fold(w.name)
		}) {
			continue
		}
		if key, ok := channelKeyIn(text); ok {
			w.key, w.next = key, now
		} else if strings.Contains(lower, "unbanned") || strings.Contains(lower, "invited") {
			w.next, w.granted = now, true
		}
	}
}

// channelKeyIn finds the key in ChanServ's answer to GETKEY: "Key for channel
// #c is KEY." from Anope, "Channel #c key is: KEY" from Atheme.
func channelKeyIn(text string) (key string, ok bool) {
	words := strings.Fields(text)
	if n := len(words); n >= 6 && strings.EqualFold(words[0], "Key") && words[n-2] == "is" {
		key = strings.TrimSuffix(words[n-1], ".")
	} else if n >= 5 && words[n-3] == "key" && words[n-2] == "is:" {
		key = words[n-1]
	}
	return key, key != "" && checkChannel("#c", key, 0) == nil
}

// invited accepts an invitation where the policy allows it.
func (s *session) invited(ev *girc.Event) {
	channel := ev.Last()
	if !s.isMe(param(ev, 0)) || ev.Source == nil || !s.is.IsChannel(channel) || checkChannel(channel, "", s.is.ChanLen) != nil {
		return
	}
	if w := s.wants[s.is.Casemap.Fold(channel)]; w != nil {
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
	s.a.add(channel)
	s.want(channel)
	s.wants[s.is.Casemap.Fold(channel)].greet = true
	s.beside.Go(func() {
		if err := s.a.remember(); err != nil {
			s.log.Error("a channel joined by invitation will be forgotten", "channel", channel, "err", err)
		}
	})
}
