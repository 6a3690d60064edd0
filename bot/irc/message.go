package irc

import (
	"slices"
	"strings"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot/irc/desk"
	"delphi/bot/irc/queue"
	"delphi/bot/irc/render"
	"delphi/bot/irc/roster"
	"delphi/bot/irc/said"
	"delphi/commands"
)

// message takes a PRIVMSG: a question, a CTCP request, or nothing to us.
func (s *session) message(ev *girc.Event) {
	if s.isMe(from(ev)) {
		s.echoed(ev)
		return
	}
	if ev.Source == nil || !ev.Source.IsHostmask() || len(ev.Params) != 2 {
		return // servers and broken lines
	}
	nick, text := ev.Source.Name, ev.Params[1]
	if isBotTagged(ev) {
		s.roster.SetBot(nick)
	}
	account := s.accountOf(ev)
	u := utterance{src: ev.Source, account: account, text: text, target: ev.Params[0], bridge: s.bridge(ev.Source, account), vouched: relayMessage(ev)}
	robot := s.roster.IsBot(nick) || isBotTagged(ev)
	ignored := matchesAny(s.cfg.Ignore, ev.Source, account, s.is.Casemap)
	s.overhear(&u, robot || ignored)
	if robot && !u.relay() || ignored {
		return
	}
	if strings.HasPrefix(text, "\x01") {
		s.ctcp(nick, text)
		return
	}
	u.msgid = ev.Tags["msgid"]
	if s.place(&u) {
		s.consider(u)
		s.heard(&u)
	}
}

// utterance is something said where we can hear it.
type utterance struct {
	src     *girc.Source
	account string
	text    string
	target  string // whom an answer goes to, as the network spells it
	channel string // without the symbols of a STATUSMSG; empty in private
	msgid   string // how the network names this message; empty: it does not

	bridge  *said.Bridge // said by this bridge for somebody else; nil: by nobody's
	vouched bool         // said with RELAYMSG: the nick is already somebody else's
}

// relay reports whether somebody behind a bridge said it.
func (u *utterance) relay() bool { return u.bridge != nil || u.vouched }

// place finds out where something was said. It reports false for what is not
// meant for us.
func (s *session) place(u *utterance) bool {
	channel := strings.TrimLeft(u.target, s.is.StatusMsg)
	if s.is.IsChannel(channel) {
		u.channel = channel
		return s.roster.In(channel)
	}
	if !s.isMe(u.target) {
		return false // a mask such as $$*, meant for everybody
	}
	u.target = u.src.Name
	return true
}

// overhear has the neighbours know what is said in a channel: whoever is ignored may be
// another bot.
func (s *session) overhear(u *utterance, robot bool) {
	if channel := strings.TrimLeft(u.target, s.is.StatusMsg); s.a.opt.Neighbours != nil && s.is.IsChannel(channel) {
		place := commands.Place(s.is.Casemap.Fold(channel))
		s.a.opt.Neighbours.Heard(commands.Network(s.cfg.Name), place, u.src.Name, render.Clean(u.text), s.prefix(place), robot)
	}
}

// heard tells whoever listens that somebody said something in a channel.
func (s *session) heard(u *utterance) {
	if s.a.opt.Heard == nil || u.channel == "" || u.relay() {
		return
	}
	var accounts []string
	if u.account != "" {
		accounts = []string{u.account}
	}
	s.a.opt.Heard(commands.Network(s.cfg.Name), commands.Place(s.is.Casemap.Fold(u.channel)), u.src.Name, accounts...)
}

// consider asks the question in what was said, if there is one.
func (s *session) consider(u utterance) {
	fold := s.is.Casemap.Fold
	private := u.channel == ""
	req := commands.Request{
		Network: commands.Network(s.cfg.Name), Place: commands.Place(fold(u.channel)), User: commands.User("~" + fold(u.src.Name) + "@" + strings.ToLower(u.src.Host)),
		Nick: u.src.Name, Account: u.account, Host: u.src.Host, Mask: u.src.String(), Realname: s.roster.Realname(u.src.Name),
		Private: private, Admin: s.isOperator(u.account), At: time.Now(),
	}
	if u.account != "" {
		req.User = commands.User(fold(u.account))
	}
	req.Operator = req.Admin || private || s.roster.IsOp(u.channel, u.src.Name)
	to := ""
	if s.cfg.AddressAsker && !private {
		to = req.Nick + ": "
	}
	if u.relay() {
		inner, rest, ok := s.quoted(&u)
		if !ok {
			return
		}
		// A name behind a bridge proves nothing: it gets no account's rights,
		// and the account, host and mask are the bridge's.
		u.text, req.Nick, req.Operator, req.Admin = rest, inner, false, false
		req.Account, req.Host, req.Mask, req.Realname = "", "", "", ""
		req.User = commands.User("~" + fold(u.src.Name))
		if !u.vouched {
			req.User += commands.User("/" + strings.ToLower(inner))
		}
		to = inner + ": "
	}
	if private {
		req.Place = commands.Place(req.User)
	}
	prefix := s.prefix(req.Place)
	line, ok := said.Asked(u.text, prefix, s.nick, private, fold, func(line string) bool { return s.a.opt.Known(req.Network, req.Place, line) })
	if !ok {
		line = u.text // with a blank before it, a bot quotes somebody
		if s.a.opt.Settings == nil || !s.a.opt.Settings.Asks(req.Network, req.Place, line) {
			return
		}
	}
	if !private && !u.relay() {
		if before, nick, ok := s.handed(u.channel, line); ok {
			line, to = before, nick+": "
		}
	}
	req.Line = line
	_, called := said.Addressed(render.Clean(u.text), s.nick, fold)
	req.Called = called
	l := s.look(prefix)
	l.To = to
	if !private {
		l.Brief, l.Typed, l.Here = true, prefix, s.roster.Present.Has
		l.Hush = s.mentioned(u.channel, req.Nick, line)
	}
	s.ask(desk.Job{Req: req, Target: u.target, Nick: u.src.Name, Folded: fold(u.src.Name), Relay: u.relay(), Named: private || called, Look: l, Reply: s.replyTag(u.msgid)})
}

// handed finds whom the answer to a line is for, where its end says that: "fail force bolt @ bob".
func (s *session) handed(channel, line string) (before, nick string, ok bool) {
	i := strings.LastIndexByte(line, '@')
	if i < 2 || line[i-1] != ' ' {
		return line, "", false
	}
	nick = strings.TrimSpace(line[i+1:])
	if strings.ContainsRune(nick, ' ') || !s.roster.Has(channel, nick) || s.isMe(nick) {
		return line, "", false
	}
	return strings.TrimSpace(line[:i]), nick, true
}

// quoted finds who behind a bridge said something, and what.
func (s *session) quoted(u *utterance) (nick, text string, ok bool) {
	if u.vouched {
		nick, _, _ = strings.Cut(u.src.Name, "/")
		return said.PlainNick(nick), u.text, true
	}
	return u.bridge.Relayed(u.text, s.isMe)
}

// look returns how answers look on this network by default.
func (s *session) look(prefix string) render.Look { return lookOf(s.cfg, prefix) }

func lookOf(cfg *Config, prefix string) render.Look {
	command := girc.PRIVMSG
	if cfg.ReplyWith == "notice" {
		command = girc.NOTICE
	}
	return render.Look{Command: command, Bold: *cfg.Formatting, Prefix: prefix, Lines: render.MaxLines}
}

// mentioned returns the words of a question that are nicks of others in the
// channel. An answer must not call those others by repeating their nicks.
func (s *session) mentioned(channel, asker, line string) []string {
	var out []string
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return !render.NickRune(r) }) {
		if len(out) < 16 && s.roster.Has(channel, word) && !s.isMe(word) &&
			s.is.Casemap.Fold(word) != s.is.Casemap.Fold(asker) && !slices.Contains(out, word) {
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

// accountOf returns the services account of the sender of ev, or "" if there
// is none or it is unknown. With account-tag the server adds the account to
// each message, and a message without the tag comes from somebody without one.
func (s *session) accountOf(ev *girc.Event) string {
	if s.caps["account-tag"] {
		account, _ := ev.Tags.Get("account")
		return roster.CleanAccount(account)
	}
	return s.roster.Account(from(ev))
}

func (s *session) isOperator(account string) bool {
	return account != "" && slices.ContainsFunc(s.cfg.Operators, func(o string) bool { return strings.EqualFold(o, account) })
}

func (s *session) prefix(place commands.Place) string { return s.a.prefix(s.cfg, place) }

// prefix returns what commands begin with in a place. Any goroutine may ask.
func (a *Adapter) prefix(cfg *Config, place commands.Place) string {
	if a.opt.Settings != nil {
		if p := a.opt.Settings.Prefix(commands.Network(cfg.Name), place); p != "" {
			return p
		}
	}
	return cfg.Prefix
}

// matchesAny reports whether one of the masks fits: "nick", "nick!user@host"
// with stars, or "account:name".
func matchesAny(masks []string, src *girc.Source, account string, m roster.Casemap) bool {
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
		if girc.Glob(m.Fold(src.String()), m.Fold(mask)) {
			return true
		}
	}
	return false
}

// maxPingToken is how much of a CTCP PING is sent back, in bytes. Clients send
// a time, which is far shorter.
const maxPingToken = 64

// ctcp answers PING and VERSION, a few times a minute, and nothing else.
func (s *session) ctcp(nick, text string) {
	command, rest, _ := strings.Cut(strings.Trim(text, "\x01"), " ")
	switch command {
	case girc.CTCP_PING:
		if rest = render.Clean(rest); len(rest) > maxPingToken {
			rest, _ = render.Cut(rest, maxPingToken)
		}
	case girc.CTCP_VERSION:
		rest = render.Clean(s.a.opt.Version)
		if rest == "" {
			return
		}
	default:
		return
	}
	if s.a.ctcps.Allow() {
		folded := s.is.Casemap.Fold(nick)
		s.out.Offer(queue.Answer{Asker: "~" + folded, Nick: folded,
			Lines: []string{"NOTICE " + nick + " :" + girc.EncodeCTCPRaw(command, rest)}})
	}
}

// bridge returns the bridge that sent a message; nil: nobody that the configuration
// names.
func (s *session) bridge(src *girc.Source, account string) *said.Bridge {
	for i := range s.bridges {
		if matchesAny([]string{s.bridges[i].Mask}, src, account, s.is.Casemap) {
			return &s.bridges[i]
		}
	}
	return nil
}

// relayMessage reports whether a message was sent with RELAYMSG: the server
// shows somebody behind a bridge under a name that no nick can be, such as
// "alice/discord", and vouches for the bridge, not for them.
func relayMessage(ev *girc.Event) bool {
	_, tagged := ev.Tags["draft/relaymsg"]
	return tagged || strings.Contains(from(ev), "/")
}
