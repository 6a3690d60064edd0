package irc

import (
	"strconv"
	"strings"
)

// isupport is what the server has said about itself in RPL_ISUPPORT;
// newISupport has the values of RFC 1459.
type isupport struct {
	casemap   casemap
	modes     string // channel member modes, highest first: "qaohv"
	symbols   string // their symbols, in the same order: "~&@%+"
	argAlways string // channel modes that always have an argument, lists among them
	argOnSet  string // channel modes that have one when set
	statusMsg string // symbols that may stand before a channel as a target
	chanTypes string
	botMode   string // the user mode that marks a bot; empty: none
	whox      bool
	monitor   bool
	tagDeny   string // the tags of clients that the server does not pass on
	chanLen   int    // bytes that a channel's name may have; 0: the server did not say
}

func newISupport() isupport {
	return isupport{modes: "ov", symbols: "@+", argAlways: "beIk", argOnSet: "l", chanTypes: "#&"}
}

// set applies one token, such as "PREFIX=(ov)@+" or "WHOX".
func (is *isupport) set(token string) {
	name, value, _ := strings.Cut(token, "=")
	switch name {
	case "CASEMAPPING":
		is.casemap = parseCasemap(value)
	case "PREFIX":
		modes, symbols, ok := strings.Cut(strings.TrimPrefix(value, "("), ")")
		if ok && len(modes) == len(symbols) {
			is.modes, is.symbols = modes, symbols
		}
	case "CHANMODES":
		if kinds := strings.Split(value, ","); len(kinds) >= 4 {
			is.argAlways, is.argOnSet = kinds[0]+kinds[1], kinds[2]
		}
	case "STATUSMSG":
		is.statusMsg = value
	case "CHANTYPES":
		is.chanTypes = value
	case "BOT":
		is.botMode = value
	case "WHOX":
		is.whox = true
	case "MONITOR":
		is.monitor = true
	case "CLIENTTAGDENY":
		is.tagDeny = value
	case "CHANNELLEN":
		if n, err := strconv.Atoi(value); err == nil && n > 1 {
			is.chanLen = n
		}
	}
}

func (is *isupport) isChannel(target string) bool {
	return target != "" && strings.IndexByte(is.chanTypes, target[0]) >= 0
}

// roster knows who is in our channels, with which modes and which services
// account. It forgets everybody who no longer shares a channel with us. Its
// methods take nicks and channels in any case.
type roster struct {
	is       *isupport
	channels map[string]map[string]*member // folded channel -> folded nick
	users    map[string]*user              // folded nick
	present  present                       // the same users
}

type member struct {
	modes string // the mode letters held, such as "ov"
}

type user struct {
	account string // empty if there is none or it is unknown
	real    string // the realname; empty: unknown
	bot     bool
	in      int // how many of our channels
}

func newRoster(is *isupport) *roster {
	return &roster{is: is, channels: map[string]map[string]*member{}, users: map[string]*user{}}
}

// enter notes that we are in a channel.
func (r *roster) enter(channel string) {
	if c := r.is.casemap.fold(channel); r.channels[c] == nil {
		r.channels[c] = map[string]*member{}
	}
}

// leave forgets a channel we are no longer in.
func (r *roster) leave(channel string) {
	c := r.is.casemap.fold(channel)
	for nick := range r.channels[c] {
		r.unref(nick)
	}
	delete(r.channels, c)
}

func (r *roster) in(channel string) bool {
	return r.channels[r.is.casemap.fold(channel)] != nil
}

// add notes that nick is in a channel. It does nothing if we are not in it.
func (r *roster) add(channel, nick string) (*member, *user) {
	c, n := r.is.casemap.fold(channel), r.is.casemap.fold(nick)
	members := r.channels[c]
	if members == nil {
		return nil, nil
	}
	u := r.users[n]
	if u == nil {
		u = &user{}
		r.users[n] = u
		r.present.change(n, 1)
	}
	m := members[n]
	if m == nil {
		m = &member{}
		members[n] = m
		u.in++
	}
	return m, u
}

func (r *roster) remove(channel, nick string) {
	c, n := r.is.casemap.fold(channel), r.is.casemap.fold(nick)
	if r.channels[c][n] != nil {
		delete(r.channels[c], n)
		r.unref(n)
	}
}

func (r *roster) unref(folded string) {
	if u := r.users[folded]; u != nil {
		if u.in--; u.in <= 0 {
			r.forget(folded)
		}
	}
}

func (r *roster) forget(folded string) {
	if r.users[folded] != nil {
		delete(r.users, folded)
		r.present.change(folded, -1)
	}
}

// quit forgets nick everywhere.
func (r *roster) quit(nick string) {
	n := r.is.casemap.fold(nick)
	for _, members := range r.channels {
		delete(members, n)
	}
	r.forget(n)
}

func (r *roster) rename(from, to string) {
	f, t := r.is.casemap.fold(from), r.is.casemap.fold(to)
	u := r.users[f]
	if f == t || u == nil {
		return
	}
	if r.users[t] != nil {
		r.quit(to) // we missed that the previous holder left
	}
	r.forget(f)
	r.users[t] = u
	r.present.change(t, 1)
	for _, members := range r.channels {
		if m := members[f]; m != nil {
			delete(members, f)
			members[t] = m
		}
	}
}

// names applies one list of RPL_NAMREPLY, such as "@op +voiced plain".
func (r *roster) names(channel, list string) {
	for word := range strings.FieldsSeq(list) {
		nick := strings.TrimLeft(word, r.is.symbols)
		nick, _, _ = strings.Cut(nick, "!")
		if nick == "" {
			continue
		}
		m, _ := r.add(channel, nick)
		if m == nil {
			return
		}
		m.modes = ""
		for i := range len(word) - len(nick) {
			if j := strings.IndexByte(r.is.symbols, word[i]); j >= 0 {
				m.modes += r.is.modes[j : j+1]
			}
		}
	}
}

// mode applies a channel MODE: flags such as "+o-v", and their arguments.
func (r *roster) mode(channel, flags string, args []string) {
	members := r.channels[r.is.casemap.fold(channel)]
	add := true
	for i := range len(flags) {
		f := flags[i]
		switch {
		case f == '+':
			add = true
		case f == '-':
			add = false
		case strings.IndexByte(r.is.modes, f) >= 0:
			if len(args) == 0 {
				return
			}
			if m := members[r.is.casemap.fold(args[0])]; m != nil {
				m.modes = strings.ReplaceAll(m.modes, string(f), "")
				if add {
					m.modes += string(f)
				}
			}
			args = args[1:]
		case strings.IndexByte(r.is.argAlways, f) >= 0, add && strings.IndexByte(r.is.argOnSet, f) >= 0:
			if len(args) > 0 {
				args = args[1:]
			}
		}
	}
}

// setAccount notes an account as IRC writes it: "*" and "0" mean none.
func (r *roster) setAccount(nick, account string) {
	if u := r.users[r.is.casemap.fold(nick)]; u != nil {
		u.account = cleanAccount(account)
	}
}

func cleanAccount(s string) string {
	if s == "*" || s == "0" {
		return ""
	}
	return s
}

// longestRealname is how much of a realname is kept, in bytes.
const longestRealname = 60

func (r *roster) setRealname(nick, name string) {
	if u := r.users[r.is.casemap.fold(nick)]; u != nil {
		u.real = clean(name[:min(len(name), longestRealname)])
	}
}

func (r *roster) realname(nick string) string {
	if u := r.users[r.is.casemap.fold(nick)]; u != nil {
		return u.real
	}
	return ""
}

func (r *roster) account(nick string) string {
	if u := r.users[r.is.casemap.fold(nick)]; u != nil {
		return u.account
	}
	return ""
}

func (r *roster) setBot(nick string) {
	if u := r.users[r.is.casemap.fold(nick)]; u != nil {
		u.bot = true
	}
}

func (r *roster) isBot(nick string) bool {
	u := r.users[r.is.casemap.fold(nick)]
	return u != nil && u.bot
}

// isOp reports whether nick is an operator (@) or higher in a channel.
func (r *roster) isOp(channel, nick string) bool {
	m := r.channels[r.is.casemap.fold(channel)][r.is.casemap.fold(nick)]
	if m == nil {
		return false
	}
	op := strings.IndexByte(r.is.symbols, '@')
	return op >= 0 && strings.ContainsAny(m.modes, r.is.modes[:op+1])
}
