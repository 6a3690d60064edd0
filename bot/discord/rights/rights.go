package rights

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// overwrite is a channel's permission overwrite for a role or a member.
type overwrite struct {
	ID    string `json:"id"`
	Type  int    `json:"type"` // 0: a role; 1: a member
	Allow int64  `json:"allow,string"`
	Deny  int64  `json:"deny,string"`
}

// role is a role of a server with its permissions.
type role struct {
	ID          string `json:"id"`
	Permissions int64  `json:"permissions,string"`
}

// guarded holds what is known about one server's permissions.
type guarded struct {
	owner    string
	roles    map[string]int64
	channels map[string][]overwrite
	commands Set       // by the id of a command, or of the application for all; nil: not asked for yet
	asked    time.Time // when they were asked for
}

// granted is one entry of a server's permissions for a command.
type granted struct {
	ID    string `json:"id"`
	Type  int    `json:"type"` // 1: a role; 2: a user; 3: a channel
	Allow bool   `json:"permission"`
}

// grants holds the entries for one command.
type grants struct {
	ID    string    `json:"id"`
	Guild string    `json:"guild_id"`
	List  []granted `json:"permissions"`
}

// Servers is what is known of the rights on all servers; the zero value is nothing. It is safe for use from many goroutines.
type Servers struct {
	mu     sync.Mutex
	guilds map[string]*guarded
}

// Learn takes over what an event of the gateway says.
func (r *Servers) Learn(kind string, raw json.RawMessage) {
	var e struct {
		ID       string          `json:"id"`
		Guild    string          `json:"guild_id"`
		Owner    string          `json:"owner_id"`
		Roles    []role          `json:"roles"`
		Role     role            `json:"role"`
		RoleID   string          `json:"role_id"`
		Over     []overwrite     `json:"permission_overwrites"`
		Channels json.RawMessage `json:"channels"`
		List     []granted       `json:"permissions"`
	}
	if kind == "APPLICATION_COMMAND_PERMISSIONS_UPDATE" {
		var g grants
		if json.Unmarshal(raw, &g) == nil {
			r.granted(g)
		}
		return
	}
	if json.Unmarshal(raw, &e) != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.guilds[cmp.Or(e.Guild, e.ID)]
	switch kind {
	case "GUILD_CREATE", "GUILD_UPDATE":
		if e.Owner == "" { // it is not available
			return
		}
		if g == nil {
			g = &guarded{channels: map[string][]overwrite{}}
		}
		g.owner, g.roles = e.Owner, map[string]int64{}
		for _, role := range e.Roles {
			g.roles[role.ID] = role.Permissions
		}
		var channels []struct {
			ID   string      `json:"id"`
			Over []overwrite `json:"permission_overwrites"`
		}
		if json.Unmarshal(e.Channels, &channels) == nil {
			for _, c := range channels {
				g.channels[c.ID] = c.Over
			}
		}
		if r.guilds == nil {
			r.guilds = map[string]*guarded{}
		}
		r.guilds[e.ID] = g
	case "GUILD_DELETE":
		delete(r.guilds, e.ID)
	case "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE":
		if g != nil {
			g.roles[e.Role.ID] = e.Role.Permissions
		}
	case "GUILD_ROLE_DELETE":
		if g != nil {
			delete(g.roles, e.RoleID)
		}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE":
		if g != nil {
			g.channels[e.ID] = e.Over
		}
	case "CHANNEL_DELETE":
		if g != nil {
			delete(g.channels, e.ID)
		}
	}
}

// granted records a changed entry for a command.
func (r *Servers) granted(g grants) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if guild := r.guilds[g.Guild]; guild != nil && guild.commands != nil {
		set := maps.Clone(guild.commands) // the old one may be being read
		set[g.ID] = g.List
		guild.commands = set
	}
}

// all is the set of all permissions.
const all = int64(-1)

// Of returns the permissions of a member in a channel, which for a thread is the one that it
// is in; ok is false for a server of which nothing is known.
func (r *Servers) Of(guild, channel, user string, roles []string) (permissions int64, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.guilds[guild]
	if g == nil {
		return 0, false
	}
	if user == g.owner {
		return all, true
	}
	p := g.roles[guild] // what everyone may
	for _, id := range roles {
		p |= g.roles[id]
	}
	if p&discordgo.PermissionAdministrator != 0 {
		return all, true
	}
	var allow, deny int64
	list := g.channels[channel]
	for _, o := range list {
		if o.ID == guild {
			p = p&^o.Deny | o.Allow
		} else if o.Type == 0 && slices.Contains(roles, o.ID) {
			allow, deny = allow|o.Allow, deny|o.Deny
		}
	}
	p = p&^deny | allow
	for _, o := range list {
		if o.Type == 1 && o.ID == user {
			p = p&^o.Deny | o.Allow
		}
	}
	return p, true
}

// grantsFresh is how long what a server has set for commands is believed; the gateway
// tells of every change.
const grantsFresh = 6 * time.Hour

// Set returns what a server has set for single commands. It calls ask for it once; what
// cannot be had restricts nobody.
func (r *Servers) Set(guild string, now time.Time, ask func() (list []byte, err error)) (Set, error) {
	r.mu.Lock()
	g := r.guilds[guild]
	if g == nil || g.commands != nil || now.Sub(g.asked) < grantsFresh {
		defer r.mu.Unlock()
		if g == nil {
			return nil, nil
		}
		return g.commands, nil
	}
	g.asked = now
	r.mu.Unlock()
	b, err := ask()
	var list []grants
	if err == nil {
		err = json.Unmarshal(b, &list)
	}
	if err != nil {
		return nil, err
	}
	out := Set{}
	for _, of := range list {
		out[of.ID] = of.List
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	g.commands = out
	return out, nil
}

// Asker identifies who asks and where, with their permissions there.
type Asker struct {
	Guild, Channel, User string
	Roles                []string
	Permissions          int64
}

// Allows returns what a server has set about somebody's use of a command: whether they may, and
// whether it says so of them or their role.
func (g Set) Allows(w Asker, id, app string) (allowed, named bool) {
	allowed = true
	guild, _ := strconv.ParseUint(w.Guild, 10, 64)
	everywhere := strconv.FormatUint(guild-1, 10)
	for _, of := range []string{app, id} { // the command's own come after those for all
		list := g[of]
		entry := func(kind int, ids ...string) (allow, found bool) {
			for _, e := range list {
				if e.Type == kind && slices.Contains(ids, e.ID) {
					allow, found = allow || e.Allow, true
				}
			}
			return allow, found
		}
		if allow, found := entry(1, w.Guild); found {
			allowed, named = allow, false
		}
		if allow, found := entry(1, w.Roles...); found {
			allowed, named = allow, true
		}
		if allow, found := entry(2, w.User); found {
			allowed, named = allow, true
		}
	}
	for _, of := range []string{id, app} {
		for _, at := range []string{w.Channel, everywhere} {
			for _, e := range g[of] {
				if e.Type == 3 && e.ID == at {
					return allowed && e.Allow, named && e.Allow
				}
			}
		}
	}
	return allowed, named
}

// Set is what a server has set for commands, by their ids and that of the application, which
// stands for all of them.
type Set map[string][]granted
