package irc

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/lrstanley/girc"
)

// wantedCaps are the capabilities that are used where the server has them.
var wantedCaps = []string{
	"account-notify", "account-tag", "cap-notify", "chghost", "extended-join", "message-tags", "multi-prefix",
}

const maxNickTries = 8

// register opens the conversation.
func (s *session) register() {
	s.out.now("CAP LS 302")
	if s.cfg.ServerPassword != "" {
		s.out.now("PASS :" + string(s.cfg.ServerPassword))
	}
	s.out.now("NICK " + s.nick)
	s.out.now("USER " + s.cfg.User + " 0 * :" + clean(s.cfg.RealName))
}

// capability takes a CAP line. Each capability is asked for on its own, so
// that one that is refused costs no other.
func (s *session) capability(ev *girc.Event) error {
	list := strings.Fields(ev.Last())
	switch param(ev, 1) {
	case girc.CAP_LS, girc.CAP_NEW:
		for _, c := range list {
			name, _, _ := strings.Cut(c, "=")
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
		if s.cfg.SASL != "off" && !s.identified {
			s.request("sasl")
		}
		return s.capsAnswered()
	case girc.CAP_ACK:
		for _, c := range list {
			s.caps[strings.TrimPrefix(c, "-")] = !strings.HasPrefix(c, "-")
			s.capsOpen--
		}
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
		s.saslSent = s.saslSent && s.caps["sasl"] // services are gone; they may come back
	}
	return nil
}

func (s *session) request(name string) {
	if enabled, offered := s.caps[name]; offered && !enabled {
		s.capsOpen++
		s.out.now("CAP REQ :" + name)
	}
}

// capsAnswered goes on to SASL, or ends the negotiation, once every request
// has its answer.
func (s *session) capsAnswered() error {
	switch {
	case s.capsOpen > 0, s.saslSent && !s.identified:
	case s.caps["sasl"] && s.cfg.SASL != "off" && !s.identified:
		s.saslSent = true
		s.out.now("AUTHENTICATE " + strings.ToUpper(s.cfg.SASL))
	case s.cfg.SASL == "external" && s.cfg.RequireAccount && !s.identified && !s.registered:
		return &unwelcome{"the server offers no SASL, and require_account is set"}
	default:
		s.endCaps()
	}
	return nil
}

func (s *session) endCaps() {
	if !s.capsDone && !s.registered {
		s.capsDone = true
		s.out.now("CAP END")
	}
}

// authenticate answers the server's invitation to name ourselves.
func (s *session) authenticate(ev *girc.Event) {
	if param(ev, 0) != "+" {
		s.out.now("AUTHENTICATE *")
		return
	}
	var mech girc.SASLMech = &girc.SASLPlain{User: s.cfg.SASLUser, Pass: string(s.cfg.Password)}
	if s.cfg.SASL == "external" {
		mech = &girc.SASLExternal{}
	}
	const chunk = 400 // as much as one line may carry; a whole one announces another
	response := mech.Encode(ev.Params)
	for len(response) >= chunk {
		s.out.now("AUTHENTICATE " + response[:chunk])
		response = response[chunk:]
	}
	if response == "" {
		response = "+"
	}
	s.out.now("AUTHENTICATE " + response)
}

func (s *session) saslFailed(why string) error {
	if s.cfg.RequireAccount {
		return &unwelcome{"SASL failed: " + why}
	}
	s.log.Error("SASL failed; going on without an account", "why", why)
	s.a.publish(func(st *Detail) { st.LastError, st.LastErrorAt = "SASL failed: "+why, time.Now() })
	s.endCaps()
	return nil
}

// identify notes that services know us, which joining may have waited for.
func (s *session) identify() {
	s.identified = true
	if !s.identifyBy.IsZero() {
		s.identifyBy = time.Time{}
		s.joinAll()
	}
}

// nickRefused tries another nick while registering: the name with one more
// underscore, then with numbers. Afterwards it only meant that ours is not
// free yet.
func (s *session) nickRefused(ev *girc.Event) error {
	if s.registered {
		return nil
	}
	s.nickTries++
	if s.nickTries > maxNickTries {
		return &unwelcome{fmt.Sprintf("no nick was accepted, the last refusal being: %s", ev.Last())}
	}
	base := s.cfg.Nick
	if ev.Command == girc.ERR_ERRONEUSNICKNAME || s.nickTries > 3 {
		// Perhaps it is too long: nine bytes are allowed everywhere.
		base = base[:min(len(base), 6)]
		s.nick = fmt.Sprintf("%s%03d", base, rand.IntN(1000))
	} else {
		s.nick = base + strings.Repeat("_", s.nickTries)
	}
	s.measure()
	s.out.now("NICK " + s.nick)
	return nil
}

// welcome is the end of registration.
func (s *session) welcome(ev *girc.Event) {
	s.registered = true
	s.pingSent = time.Now()
	s.nextRegain = time.Now().Add(s.t.regain)
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
	s.log.Info("connected", "nick", s.nick, "identified", s.identified)
	if !s.identified && s.cfg.Password != "" && s.cfg.NickServ != "off" && !s.saslRejected() {
		account := s.cfg.SASLUser
		if account != "" {
			account += " "
		}
		s.out.now("PRIVMSG " + s.cfg.NickServ + " :IDENTIFY " + account + string(s.cfg.Password))
		s.identifyBy = time.Now().Add(s.t.identify)
		return
	}
	if s.cfg.RequireAccount && !s.identified {
		s.identifyBy = time.Now() // the next chores refuse to go on
		return
	}
	s.joinAll()
}

// saslRejected says that the account or password is wrong, which NickServ
// would say again.
func (s *session) saslRejected() bool { return s.caps["sasl"] && !s.identified }

// settled is the end of the server's greeting: it has said what it offers.
func (s *session) settled() {
	if *s.cfg.BotMode && s.is.botMode != "" {
		s.out.now("MODE " + s.nick + " +" + s.is.botMode)
	}
	if s.is.monitor && !s.isMe(s.cfg.Nick) {
		s.out.now("MONITOR + " + s.cfg.Nick)
	}
	s.publish()
}

// notice looks for the answer of services; no notice is ever answered.
func (s *session) notice(ev *girc.Event) {
	if s.identifyBy.IsZero() || s.is.casemap.fold(from(ev)) != s.is.casemap.fold(s.cfg.NickServ) {
		return
	}
	text := strings.ToLower(ev.Last())
	for _, sign := range []string{"you are now identified", "you are now logged in", "password accepted", "you are already"} {
		if strings.Contains(text, sign) {
			s.identify()
			return
		}
	}
}
