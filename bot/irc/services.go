package irc

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/lrstanley/girc"

	"delphi/bot/irc/render"
)

// login is how far we have come in proving our account to services.
//
// SASL is always the first choice. NickServ gets the password only if the
// configuration names its host, only after WHOIS has shown that whoever holds
// the nick has this host, and never on a connection on which SASL failed.
type login struct {
	done       bool      // services know us
	since      time.Time // when that began
	until      time.Time // joining waits for services until then; zero: it does not
	saslSent   bool      // AUTHENTICATE was sent and its result stands
	saslFailed bool      // the account or password was refused
	asking     bool      // WHOIS for NickServ is under way
	sent       bool      // IDENTIFY was sent, and NickServ has not answered
	refused    bool      // NickServ refused the account or password
	away       bool      // services were not there when last asked
	next       time.Time // no attempt before
	pauses     *backoff.ExponentialBackOff
}

// hasAccount reports whether there is anything to identify with.
func (s *session) hasAccount() bool { return s.cfg.SASL != "off" || s.cfg.Password != "" }

// logIn starts to identify us. It reports whether an answer is to be waited
// for.
func (s *session) logIn(now time.Time) (waiting bool) {
	if s.login.saslFailed || s.login.refused {
		return false
	}
	s.login.next = now.Add(s.login.pauses.NextBackOff())
	switch {
	case s.cfg.SASL != "off" && s.caps["sasl"]:
		s.startSASL()
	case s.cfg.Password != "" && s.cfg.services().nick != "":
		s.login.asking, s.login.sent = true, false
		s.out.Now("WHOIS " + s.cfg.services().nick)
	case s.cfg.SASL != "off":
		// Services may offer SASL again without the server's saying so.
		s.capsOpen++
		s.out.Now("CAP REQ :sasl")
		return false
	default:
		return false
	}
	return true
}

func (s *session) startSASL() {
	s.login.saslSent = true
	s.out.Now("AUTHENTICATE " + strings.ToUpper(s.cfg.SASL))
}

// authenticate answers the server's invitation to prove who we are.
func (s *session) authenticate(ev *girc.Event) {
	if param(ev, 0) != "+" {
		s.out.Now("AUTHENTICATE *")
		return
	}
	var mech girc.SASLMech = &girc.SASLPlain{User: s.cfg.SASLUser, Pass: string(s.cfg.Password)}
	if s.cfg.SASL == "external" {
		mech = &girc.SASLExternal{}
	}
	const chunk = 400 // the most that one line may carry; a full one announces another
	response := mech.Encode(ev.Params)
	for len(response) >= chunk {
		s.out.Now("AUTHENTICATE " + response[:chunk])
		response = response[chunk:]
	}
	response = cmp.Or(response, "+")
	s.out.Now("AUTHENTICATE " + response)
}

func (s *session) saslFailed(why string) error {
	why = render.Clean(why)
	s.login.saslFailed = true
	if s.cfg.RequireAccount && !s.registered {
		return &unwelcome{"SASL failed: " + why}
	}
	s.complain("SASL failed: " + why)
	s.endCaps()
	return nil
}

// complain tells the operator what is wrong without ending the connection.
func (s *session) complain(why string) {
	s.log.Error("not identified to services", "why", why)
	s.a.publish(func(st *Detail) { st.LastError, st.LastErrorAt = why, time.Now() })
}

// servicesAre takes the answer to our WHOIS: who holds NickServ's nick.
func (s *session) servicesAre(nick, user, host string) {
	want := s.cfg.services()
	if !s.login.asking || s.is.Casemap.Fold(nick) != s.is.Casemap.Fold(want.nick) {
		return
	}
	s.login.asking = false
	if !strings.EqualFold(host, want.host) {
		s.complain("the password was not sent, because " + nick + " is " + render.Clean(user) + "@" + render.Clean(host) +
			" and not at " + want.host + ", which nickserv names")
		return
	}
	account := s.cfg.SASLUser
	if account != "" {
		account += " "
	}
	s.login.sent = true
	s.out.Now("PRIVMSG " + nick + " :IDENTIFY " + account + string(s.cfg.Password))
}

// nobodyThere takes the news that there is no such nick. Services that are
// away are asked again later; others have left before their answer came.
func (s *session) nobodyThere(nick string) {
	if s.login.asking && s.is.Casemap.Fold(nick) == s.is.Casemap.Fold(s.cfg.services().nick) {
		s.login.asking, s.login.away = false, true
		s.log.Warn("services are not online")
	}
}

// servicesActed tries again to identify us after services did something that
// concerns us. The pause between attempts holds, unless it only grew because
// services were away.
func (s *session) servicesActed(now time.Time) {
	if s.login.away {
		s.login.away = false
		s.login.pauses.Reset()
		s.login.next = time.Time{}
	}
	if s.hasAccount() && !s.login.asking && !s.login.sent && now.After(s.login.next) {
		s.logIn(now)
	}
}

// identified notes that services know us, which joining may have waited for.
func (s *session) identified() {
	s.login.asking, s.login.sent = false, false
	if s.login.done {
		return
	}
	s.login.done, s.login.since = true, time.Now()
	s.login.saslFailed, s.login.refused = false, false
	s.log.Info("identified to services")
	if !s.registered {
		return
	}
	if !s.login.until.IsZero() {
		s.login.until = time.Time{}
		s.joinAll()
	}
	s.recovery.denied = false
	s.regain(time.Now())
}

// loggedOut notes that services no longer know us. The chores identify us
// again.
func (s *session) loggedOut(why string) {
	if s.login.done {
		s.login.done, s.login.saslSent = false, false
		if time.Since(s.login.since) > s.t.steady {
			s.login.pauses.Reset()
			s.login.next = time.Time{}
		}
		s.log.Warn("no longer identified to services", "why", why)
	}
}

// loginChores gives up waiting for services, and tries again where that can
// help.
func (s *session) loginChores(now time.Time) error {
	if s.login.done {
		return nil
	}
	if !s.login.until.IsZero() && now.After(s.login.until) {
		s.login.until = time.Time{}
		if s.cfg.RequireAccount {
			return &unwelcome{"services did not identify us, and require_account is set"}
		}
		s.log.Warn("services did not identify us; joining all the same")
		s.joinAll()
	}
	if s.hasAccount() && now.After(s.login.next) {
		s.logIn(now)
	}
	return nil
}

// What services say, in any of Anope's, Atheme's and ergo's words.
var (
	saysIdentified = []string{"you are now identified", "you are now logged in", "password accepted", "you are already identified",
		"you are already logged in", "you're now logged in", "you're already logged in"}
	saysIdentify = []string{"please identify", "/msg nickserv identify", "to identify", "identify via", "choose a different nick",
		"is registered and protected", "nickname is registered", "nickname is reserved", "nick is registered", "this nickname is owned"}
	saysRefused = []string{"password incorrect", "incorrect password", "invalid password", "authentication failed", "invalid account",
		"isn't registered", "is not registered", "not a registered", "invalid credentials"}
	saysUnknown = []string{"unknown command", "invalid command", "no such command"}
)

func says(text string, signs []string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(text, sign) })
}

// notice listens to services. No notice is ever answered as a question is.
func (s *session) notice(ev *girc.Event) error {
	if s.isMe(from(ev)) {
		s.echoed(ev)
		return nil
	}
	if ev.Source != nil && s.is.IsChannel(param(ev, 0)) { // some bots answer with notices
		s.overhear(&utterance{src: ev.Source, target: param(ev, 0), text: ev.Last()}, s.roster.IsBot(from(ev)) || isBotTagged(ev))
	}
	// Formatting is taken out, since services like to set names in bold.
	text := strings.ToLower(render.Clean(ev.Last()))
	switch {
	case !s.isMe(param(ev, 0)):
	case s.isService(ev, s.cfg.services().nickOr(nickServ)):
		return s.nickServSays(text)
	case s.isService(ev, chanServ):
		s.chanServSays(text, render.Clean(ev.Last()))
	}
	return nil
}

// isService reports whether ev comes from the service of that nick. Where the
// configuration names the host of services, it must come from there.
func (s *session) isService(ev *girc.Event, nick string) bool {
	host := s.cfg.services().host
	return ev.Source != nil && s.is.Casemap.Fold(ev.Source.Name) == s.is.Casemap.Fold(nick) &&
		(host == "" || strings.EqualFold(ev.Source.Host, host))
}

func (s *session) nickServSays(text string) error {
	now := time.Now()
	switch {
	case says(text, saysUnknown):
		s.recoverOtherwise(now)
	case s.login.sent && says(text, saysIdentified):
		s.identified()
	case s.login.sent && says(text, saysRefused):
		s.login.sent, s.login.refused = false, true
		if s.cfg.RequireAccount {
			return &unwelcome{"NickServ refused to identify us: " + text}
		}
		s.complain("NickServ refused to identify us: " + text)
	case says(text, saysIdentify):
		// Services have come back, or do not know us under this nick.
		s.loggedOut("NickServ asks who we are")
		s.servicesActed(now)
	default:
		s.freed(now)
	}
	return nil
}
