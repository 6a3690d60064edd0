package irc

import (
	"errors"
	"strings"
	"time"

	"delphi/bot/irc/render"
	"delphi/bot/irc/roster"

	"github.com/lrstanley/girc"
)

// Numerics for which girc has no name.
const (
	rplHostHidden    = "396"
	rplMonOffline    = "731"
	errLinkChannel   = "470"
	errNeedRegNick   = "477"
	errThrottledJoin = "480"
	errSecureOnly    = "489"
)

// handle takes one event. An error from it ends the connection.
func (s *session) handle(ev *girc.Event) error {
	switch ev.Command {
	case girc.PING:
		s.pong(ev)
	case girc.PONG:
		s.echoes.heard(ev.Last())
		if s.pingToken != "" && ev.Last() == s.pingToken {
			s.lag, s.pingToken = time.Since(s.pingSent), ""
		}
	case girc.PRIVMSG:
		s.message(ev)
	case girc.NOTICE:
		return s.notice(ev)
	case girc.ERROR:
		return s.closed(ev.Last())
	case girc.ERR_PASSWDMISMATCH, girc.ERR_YOUREBANNEDCREEP, girc.ERR_NOPERMFORHOST:
		return &unwelcome{"the server refused us: " + ev.Last()}
	case girc.ERR_CANNOTSENDTOCHAN, errNoColors, errTargetTooFast, errNoNonReg, errCantSendToUser, errIsCallerID, "FAIL":
		s.refusal(ev)
	case girc.CAP, girc.AUTHENTICATE, girc.RPL_LOGGEDIN, girc.RPL_LOGGEDOUT, girc.RPL_SASLSUCCESS, girc.ERR_SASLALREADY,
		girc.RPL_NICKLOCKED, girc.ERR_SASLFAIL, girc.ERR_SASLTOOLONG, girc.ERR_SASLABORTED,
		girc.RPL_WHOISUSER, girc.ERR_NOSUCHNICK, girc.CAP_ACCOUNT:
		return s.accountEvent(ev)
	case girc.ERR_NICKNAMEINUSE, girc.ERR_NICKCOLLISION, girc.ERR_ERRONEUSNICKNAME, girc.ERR_UNAVAILRESOURCE:
		if ev.Command == girc.ERR_UNAVAILRESOURCE && s.is.IsChannel(param(ev, 1)) {
			s.refusal(ev)
			s.joinRefused(param(ev, 1), ev.Command, ev.Last())
			return nil
		}
		return s.nickRefused(ev)
	case girc.RPL_WELCOME:
		s.welcome(ev)
	case girc.RPL_ISUPPORT:
		for _, token := range ev.Params[min(1, len(ev.Params)):] {
			s.is.Set(token)
		}
	case girc.RPL_ENDOFMOTD, girc.ERR_NOMOTD:
		s.settled()
	case rplHostHidden:
		if user, host, ok := strings.Cut(param(ev, 1), "@"); ok {
			s.seen(user, host)
		} else {
			s.seen(s.user, param(ev, 1))
		}
	case rplMonOffline:
		s.regain(time.Now())
	default:
		s.channelEvent(ev)
	}
	return nil
}

// accountEvent takes what concerns our identity to services.
func (s *session) accountEvent(ev *girc.Event) error {
	switch ev.Command {
	case girc.CAP:
		return s.capability(ev)
	case girc.AUTHENTICATE:
		s.authenticate(ev)
	case girc.RPL_LOGGEDIN:
		s.identified()
	case girc.RPL_LOGGEDOUT:
		s.loggedOut("the server says that we are logged out")
	case girc.RPL_SASLSUCCESS, girc.ERR_SASLALREADY:
		s.identified()
		s.endCaps()
	case girc.RPL_NICKLOCKED, girc.ERR_SASLFAIL, girc.ERR_SASLTOOLONG, girc.ERR_SASLABORTED:
		return s.saslFailed(ev.Last())
	case girc.RPL_WHOISUSER:
		s.servicesAre(param(ev, 1), param(ev, 2), param(ev, 3))
	case girc.ERR_NOSUCHNICK:
		s.nobodyThere(param(ev, 1))
	case girc.CAP_ACCOUNT:
		s.roster.SetAccount(from(ev), param(ev, 0))
		switch {
		case !s.isMe(from(ev)):
		case roster.CleanAccount(param(ev, 0)) == "":
			s.loggedOut("services logged us out")
		default:
			s.identified()
		}
	}
	return nil
}

// channelEvent takes what concerns channels and the people in them.
func (s *session) channelEvent(ev *girc.Event) {
	nick := from(ev)
	switch ev.Command {
	case girc.JOIN:
		s.joined(ev)
	case girc.PART:
		s.gone(param(ev, 0), nick, "parted")
	case girc.KICK:
		s.gone(param(ev, 0), param(ev, 1), "kicked by "+nick+": "+ev.Last())
	case girc.QUIT:
		s.roster.Quit(nick)
		s.desk.Forget(s.is.Casemap.Fold(nick))
		s.out.Forget(s.is.Casemap.Fold(nick))
		s.nickFreed(nick)
	case girc.NICK:
		s.renamed(nick, param(ev, 0))
	case girc.MODE:
		if s.is.IsChannel(param(ev, 0)) && len(ev.Params) > 1 {
			s.limits.forget(s.is.Casemap.Fold(ev.Params[0])) // it may take more now, or let us speak
			s.roster.Mode(ev.Params[0], ev.Params[1], ev.Params[2:])
		} else if s.isMe(param(ev, 0)) && strings.HasPrefix(param(ev, 1), "+") && strings.Contains(param(ev, 1), "r") {
			s.identified() // the mode of registered users
		}
	case girc.RPL_CHANNELMODEIS:
		if s.a.opt.Modes != nil {
			s.a.opt.Modes(param(ev, 1), strings.TrimPrefix(param(ev, 2), "+"))
		}
	case girc.RPL_NAMREPLY:
		s.roster.Names(param(ev, 2), ev.Last())
	case girc.RPL_WHOSPCRPL: // as asked for in joined: token, nick, flags, account, realname
		if len(ev.Params) > 4 && ev.Params[1] == whoxToken {
			s.roster.SetAccount(ev.Params[2], ev.Params[4])
			s.learnRealname(ev.Params[2], param(ev, 5))
			s.flags(ev.Params[2], ev.Params[3])
		}
	case girc.RPL_WHOREPLY:
		s.flags(param(ev, 5), param(ev, 6))
		if _, name, ok := strings.Cut(param(ev, 7), " "); ok { // behind the number of hops
			s.learnRealname(param(ev, 5), name)
		}
	case girc.CAP_CHGHOST:
		if s.isMe(nick) {
			s.seen(param(ev, 0), param(ev, 1))
		}
	case girc.INVITE:
		s.invited(ev)
	case errNeedRegNick:
		s.refusal(ev)
		s.joinRefused(param(ev, 1), ev.Command, ev.Last())
	case girc.ERR_NOSUCHCHANNEL, girc.ERR_TOOMANYCHANNELS, girc.ERR_CHANNELISFULL, girc.ERR_INVITEONLYCHAN,
		girc.ERR_BANNEDFROMCHAN, girc.ERR_BADCHANNELKEY, girc.ERR_BADCHANMASK,
		errLinkChannel, errThrottledJoin, errSecureOnly:
		s.joinRefused(param(ev, 1), ev.Command, ev.Last())
	}
}

// closed makes an error of the server's last words. They mean that we are
// unwelcome if they sound like it, or come before we were in our channels. Soon
// after we joined, once may be chance, and again means the same.
func (s *session) closed(why string) error {
	why = "the server closed the connection: " + render.Clean(why)
	if s.joinedAt.IsZero() {
		return &unwelcome{why}
	}
	lower := strings.ToLower(why)
	for _, sign := range []string{"-line", ":line", "banned", "throttl", "too fast", "too many", "excess",
		"kill", "denied", "not authori", "dnsbl"} {
		if strings.Contains(lower, sign) {
			return &unwelcome{why}
		}
	}
	if time.Since(s.joinedAt) < s.t.probation {
		return &brief{why}
	}
	return errors.New(why)
}

// flags notes who is marked as a bot in a WHO reply.
func (s *session) flags(nick, flags string) {
	if s.is.BotMode != "" && strings.Contains(flags, s.is.BotMode) {
		s.roster.SetBot(nick)
	}
}

// seen notes how the network shows us. Names longer than any network has are
// not believed: they would leave no room for answers.
func (s *session) seen(user, host string) {
	if user != "" && host != "" && len(user) <= 64 && len(host) <= 255 {
		s.user, s.host = user, host
		s.measure()
	}
}

func (s *session) renamed(nick, to string) {
	if to == "" {
		return
	}
	me := s.isMe(nick)
	s.roster.Rename(nick, to)
	if !me {
		s.nickFreed(nick)
		return
	}
	s.nick = to
	s.measure()
	s.log.Info("our nick changed", "nick", to)
	if s.named() {
		s.recovered()
	} else {
		s.forced()
	}
}

// longestRealname is where a realname is truncated, in bytes.
const longestRealname = 60

func (s *session) learnRealname(nick, name string) {
	s.roster.SetRealname(nick, render.Clean(name[:min(len(name), longestRealname)]))
}

// param returns the i-th parameter of an event, or "".
func param(ev *girc.Event, i int) string {
	if i < len(ev.Params) {
		return ev.Params[i]
	}
	return ""
}

// from returns the nick or server that sent an event, or "".
func from(ev *girc.Event) string {
	if ev.Source == nil {
		return ""
	}
	return ev.Source.Name
}
