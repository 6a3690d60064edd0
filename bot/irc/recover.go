package irc

import (
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/lrstanley/girc"
)

// The nicks of services where the configuration does not name them. They are
// only asked for what needs no password.
const (
	nickServ = "NickServ"
	chanServ = "ChanServ"
)

// recovery is how we get our own nick back. We ask for it with NICK; if somebody
// else holds it and services know us, services are asked to free it. Without an
// account that is allowed to have it, nothing is tried twice in a hurry: services
// would rename us for ever.
type recovery struct {
	denied  bool      // services renamed us, and do not know us: the nick is not ours
	since   time.Time // when we last got our nick
	next    time.Time // no attempt before
	pauses  *backoff.ExponentialBackOff
	asked   []string  // the commands still to be tried; the first one is under way
	askedAt time.Time // zero: none is under way
}

// Services differ in the command that frees a nick for its owner: Atheme has
// REGAIN, ergo GHOST, Anope RECOVER. A nick that services hold back themselves
// is freed by RELEASE.
var (
	freeTaken = []string{"REGAIN", "GHOST", "RECOVER"}
	freeHeld  = []string{"RELEASE", "REGAIN", "RECOVER"}
)

// regain asks for the configured nick, unless it is hopeless.
func (s *session) regain(now time.Time) {
	if !s.registered || s.named() || s.recovery.denied || s.hasAccount() && !s.login.done {
		return
	}
	s.recovery.next = now.Add(s.recovery.pauses.NextBackOff())
	s.recovery.asked, s.recovery.askedAt = nil, time.Time{}
	s.out.Now("NICK " + s.cfg.Nick)
}

// recoveryChores asks for the nick again where it is time.
func (s *session) recoveryChores(now time.Time) {
	if s.named() {
		return
	}
	if at := s.recovery.askedAt; !at.IsZero() && now.Sub(at) > s.t.freed {
		s.freed(now)
	}
	if now.After(s.recovery.next) {
		s.regain(now)
	}
}

// nickFreed takes our nick back as soon as its holder is seen to let it go.
func (s *session) nickFreed(nick string) {
	if s.is.Casemap.Fold(nick) == s.is.Casemap.Fold(s.cfg.Nick) {
		s.regain(time.Now())
	}
}

// nickTaken asks services to free our nick after the server refused it.
func (s *session) nickTaken(numeric string) {
	if s.named() || !s.login.done || !s.recovery.askedAt.IsZero() || s.recovery.asked != nil {
		return
	}
	s.recovery.asked = freeTaken
	if numeric == girc.ERR_ERRONEUSNICKNAME || numeric == girc.ERR_UNAVAILRESOURCE {
		s.recovery.asked = freeHeld
	}
	s.askToFree(time.Now())
}

func (s *session) askToFree(now time.Time) {
	s.recovery.askedAt = now
	s.out.Now("PRIVMSG " + s.cfg.services().nickOr(nickServ) + " :" + s.recovery.asked[0] + " " + s.cfg.Nick)
}

// recoverOtherwise tries the next command after services did not know the
// last one.
func (s *session) recoverOtherwise(now time.Time) {
	if s.recovery.askedAt.IsZero() {
		return
	}
	if s.recovery.asked = s.recovery.asked[1:]; len(s.recovery.asked) > 0 {
		s.askToFree(now)
	} else {
		s.recovery.askedAt = time.Time{}
	}
}

// freed asks for the nick once more after services have answered, or had time
// to act.
func (s *session) freed(now time.Time) {
	if s.recovery.askedAt.IsZero() {
		return
	}
	s.recovery.askedAt = time.Time{} // but asked stays, so that a refusal now is the end of this attempt
	if !s.named() {
		s.out.Now("NICK " + s.cfg.Nick)
	}
}

// recovered notes that we have our nick again.
func (s *session) recovered() {
	s.recovery.asked, s.recovery.askedAt, s.recovery.denied = nil, time.Time{}, false
	s.recovery.since = time.Now()
}

// forced takes a change of our nick that we did not ask for: services want to
// know who we are, or an operator does not like the nick.
func (s *session) forced() {
	now := time.Now()
	if now.Sub(s.recovery.since) > s.t.steady {
		s.recovery.pauses.Reset()
	}
	s.recovery.next = now.Add(s.recovery.pauses.NextBackOff())
	if s.login.done {
		return // an operator's wish, or services that lost us and have not said so
	}
	s.recovery.denied = true
	s.servicesActed(now)
}
