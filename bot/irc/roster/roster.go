package roster

import "strings"

// Roster knows who is in our channels, with which modes and which services
// account. It forgets everybody who no longer shares a channel with us. Its
// methods take nicks and channels in any case.
type Roster struct {
	is       *Support
	channels map[string]map[string]*member // folded channel -> folded nick
	users    map[string]*user              // folded nick
	Present  Present                       // the same users
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

func New(is *Support) *Roster {
	return &Roster{is: is, channels: map[string]map[string]*member{}, users: map[string]*user{}}
}

// Enter notes that we are in a channel.
func (r *Roster) Enter(channel string) {
	if c := r.is.Casemap.Fold(channel); r.channels[c] == nil {
		r.channels[c] = map[string]*member{}
	}
}

// Leave forgets a channel we are no longer in.
func (r *Roster) Leave(channel string) {
	c := r.is.Casemap.Fold(channel)
	for nick := range r.channels[c] {
		r.unref(nick)
	}
	delete(r.channels, c)
}

func (r *Roster) In(channel string) bool {
	return r.channels[r.is.Casemap.Fold(channel)] != nil
}

// Add notes that nick is in a channel. It does nothing if we are not in it.
func (r *Roster) Add(channel, nick string) { r.add(channel, nick) }

// Has reports whether nick is in a channel.
func (r *Roster) Has(channel, nick string) bool {
	return r.channels[r.is.Casemap.Fold(channel)][r.is.Casemap.Fold(nick)] != nil
}

func (r *Roster) add(channel, nick string) (*member, *user) {
	c, n := r.is.Casemap.Fold(channel), r.is.Casemap.Fold(nick)
	members := r.channels[c]
	if members == nil {
		return nil, nil
	}
	u := r.users[n]
	if u == nil {
		u = &user{}
		r.users[n] = u
		r.Present.change(n, 1)
	}
	m := members[n]
	if m == nil {
		m = &member{}
		members[n] = m
		u.in++
	}
	return m, u
}

func (r *Roster) Remove(channel, nick string) {
	c, n := r.is.Casemap.Fold(channel), r.is.Casemap.Fold(nick)
	if r.channels[c][n] != nil {
		delete(r.channels[c], n)
		r.unref(n)
	}
}

func (r *Roster) unref(folded string) {
	if u := r.users[folded]; u != nil {
		if u.in--; u.in <= 0 {
			r.forget(folded)
		}
	}
}

func (r *Roster) forget(folded string) {
	if r.users[folded] != nil {
		delete(r.users, folded)
		r.Present.change(folded, -1)
	}
}

// Quit forgets nick everywhere.
func (r *Roster) Quit(nick string) {
	n := r.is.Casemap.Fold(nick)
	for _, members := range r.channels {
		delete(members, n)
	}
	r.forget(n)
}

func (r *Roster) Rename(from, to string) {
	f, t := r.is.Casemap.Fold(from), r.is.Casemap.Fold(to)
	u := r.users[f]
	if f == t || u == nil {
		return
	}
	if r.users[t] != nil {
		r.Quit(to) // we missed that the previous holder left
	}
	r.forget(f)
	r.users[t] = u
	r.Present.change(t, 1)
	for _, members := range r.channels {
		if m := members[f]; m != nil {
			delete(members, f)
			members[t] = m
		}
	}
}

// Names applies one list of RPL_NAMREPLY, such as "@op +voiced plain".
func (r *Roster) Names(channel, list string) {
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

// Mode applies a channel MODE: flags such as "+o-v", and their arguments.
func (r *Roster) Mode(channel, flags string, args []string) {
	members := r.channels[r.is.Casemap.Fold(channel)]
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
			if m := members[r.is.Casemap.Fold(args[0])]; m != nil {
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

// SetAccount notes an account as IRC writes it: "*" and "0" mean none.
func (r *Roster) SetAccount(nick, account string) {
	if u := r.users[r.is.Casemap.Fold(nick)]; u != nil {
		u.account = CleanAccount(account)
	}
}

func CleanAccount(s string) string {
	if s == "*" || s == "0" {
		return ""
	}
	return s
}

func (r *Roster) SetRealname(nick, name string) {
	if u := r.users[r.is.Casemap.Fold(nick)]; u != nil {
		u.real = name
	}
}

func (r *Roster) Realname(nick string) string {
	if u := r.users[r.is.Casemap.Fold(nick)]; u != nil {
		return u.real
	}
	return ""
}

func (r *Roster) Account(nick string) string {
	if u := r.users[r.is.Casemap.Fold(nick)]; u != nil {
		return u.account
	}
	return ""
}

func (r *Roster) SetBot(nick string) {
	if u := r.users[r.is.Casemap.Fold(nick)]; u != nil {
		u.bot = true
	}
}

func (r *Roster) IsBot(nick string) bool {
	u := r.users[r.is.Casemap.Fold(nick)]
	return u != nil && u.bot
}

// IsOp reports whether nick is an operator (@) or higher in a channel.
func (r *Roster) IsOp(channel, nick string) bool {
	m := r.channels[r.is.Casemap.Fold(channel)][r.is.Casemap.Fold(nick)]
	if m == nil {
		return false
	}
	op := strings.IndexByte(r.is.symbols, '@')
	return op >= 0 && strings.ContainsAny(m.modes, r.is.modes[:op+1])
}
