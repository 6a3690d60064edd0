package irc

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot/irc/render"
)

// wantedCaps are the capabilities that we use if the server has them.
var wantedCaps = []string{
	"account-notify", "account-tag", "cap-notify", "chghost", capEcho, "extended-join", "message-tags", "multi-prefix",
	"draft/relaymsg",
}

// What one message of several lines takes, where the server has both.
const (
	capBatch     = "batch"
	capMultiline = "draft/multiline"
)

// capEcho has the server say back what it delivered, which tells apart what it
// refused.
const capEcho = "echo-message"

const maxNickTries = 8

// register sends the first lines of the conversation.
func (s *session) register() {
	s.out.Now("CAP LS 302")
	if s.cfg.ServerPassword != "" {
		s.out.Now("PASS :" + string(s.cfg.ServerPassword))
	}
	s.out.Now("NICK " + s.nick)
	s.out.Now("USER " + s.cfg.User + " 0 * :" + render.Clean(s.cfg.RealName))
}

// capability handles a CAP line. Each capability is requested on its own, so
// that the refusal of one costs no other.
func (s *session) capability(ev *girc.Event) error {
	list := strings.Fields(ev.Last())
	switch param(ev, 1) {
	case girc.CAP_LS, girc.CAP_NEW:
		for _, c := range list {
			name, value, _ := strings.Cut(c, "=")
			if name == capMultiline {
				s.offeredLines = multilineOf(value)
			}
			if _, seen := s.caps[name]; !seen {
				s.caps[name] = false
			}
		}
		if param(ev, 2) == "*" && len(ev.Params) > 3 {
			return nil // more to come
		}
		for _, name := range wantedCaps {
			s.request(name)
		}
		if _, offered := s.caps[capMultiline]; offered {
			s.request(capBatch)
			s.request(capMultiline)
		}
		if s.cfg.SASL != "off" && !s.login.done {
			s.request("sasl")
		}
		return s.capsAnswered()
	case girc.CAP_ACK:
		for _, c := range list {
			s.caps[strings.TrimPrefix(c, "-")] = !strings.HasPrefix(c, "-")
			s.capsOpen--
		}
		s.useMultiline()
		return s.capsAnswered()
	case girc.CAP_NAK:
		for _, c := range list {
			delete(s.caps, c)
			s.capsOpen--
		}
		return s.capsAnswered()
	case girc.CAP_DEL:
		for _, c := range list {
			delete(s.caps, c)
		}
		s.useMultiline()
		if _, offered := s.caps["sasl"]; !offered { // services have gone, and may come back
			s.login.saslSent = false
		}
	}
	return nil
}

// useMultiline sends long answers as one message where all that it takes is
// there.
func (s *session) useMultiline() {
	s.many.Store(nil)
	if s.caps[capMultiline] && s.caps[capBatch] {
		m := s.offeredLines
		s.many.Store(&m)
	}
}

func (s *session) request(name string) {
	if enabled, offered := s.caps[name]; offered && !enabled {
		s.capsOpen++
		s.out.Now("CAP REQ :" + name)
	}
}

// capsAnswered goes on to SASL, or ends the negotiation, once every request
// has its answer.
func (s *session) capsAnswered() error {
	switch {
	case s.capsOpen > 0, s.login.saslSent && !s.login.done:
	case s.caps["sasl"] && s.cfg.SASL != "off" && !s.login.done:
		s.startSASL()
	case s.cfg.SASL != "off" && s.cfg.RequireAccount && s.cfg.services().nick == "" && !s.login.done && !s.registered:
		return &unwelcome{"the server does not offer SASL, and require_account is set"}
	default:
		s.endCaps()
	}
	return nil
}

func (s *session) endCaps() {
	if !s.capsDone && !s.registered {
		s.capsDone = true
		s.out.Now("CAP END")
	}
}

// nickRefused tries another nick while registering: the name with one more
// underscore, then with numbers. Later it means that our own nick is not free.
func (s *session) nickRefused(ev *girc.Event) error {
	if s.registered {
		s.nickTaken(ev.Command)
		return nil
	}
	s.nickTries++
	if s.nickTries > maxNickTries {
		return &unwelcome{"no nick was accepted; the last refusal was: " + render.Clean(ev.Last())}
	}
	base := s.cfg.Nick
	if ev.Command == girc.ERR_ERRONEUSNICKNAME || s.nickTries > 3 {
		// Perhaps it is too long: nine bytes are allowed everywhere.
		s.nick = fmt.Sprintf("%s%03d", base[:min(len(base), 6)], rand.IntN(1000))
	} else {
		s.nick = base + strings.Repeat("_", s.nickTries)
	}
	s.measure()
	s.out.Now("NICK " + s.nick)
	return nil
}

// welcome ends the registration.
func (s *session) welcome(ev *girc.Event) {
	s.registered = true
	s.pingSent = time.Now()
	if nick := param(ev, 0); girc.IsValidNick(nick) {
		s.nick = nick
	}
	// Many servers greet us by our whole name.
	words := strings.Fields(ev.Last())
	if len(words) > 0 {
		if src := girc.ParseSource(words[len(words)-1]); s.isMe(src.Name) {
			s.seen(src.Ident, src.Host)
		}
	}
	s.measure()
	s.log.Info("connected", "nick", s.nick, "identified", s.login.done)
	if s.cfg.SASL != "off" && !s.login.done {
		s.log.Warn("connected without being identified to services, although sasl is configured: operators are not known by their accounts until it is", "sasl", s.cfg.SASL)
	}
	if !s.named() {
		s.log.Warn(fmt.Sprintf("the nick %q is taken or not allowed on this network: I am %q until I can have it; nick in [[irc]] names another", s.cfg.Nick, s.nick))
	}
	s.recovery.next = time.Now()
	if !s.login.done && s.logIn(time.Now()) || s.cfg.RequireAccount && !s.login.done {
		s.login.until = time.Now().Add(s.t.identify) // joining waits for services
		return
	}
	s.joinAll()
}

// settled runs once the server has finished its greeting and said what it
// supports.
func (s *session) settled() {
	if *s.cfg.BotMode && s.is.BotMode != "" {
		s.out.Now("MODE " + s.nick + " +" + s.is.BotMode)
	}
	if s.is.Monitor && !s.named() {
		s.out.Now("MONITOR + " + s.cfg.Nick)
	}
	s.measureChannels()
	s.publish()
}
