package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
	"delphi/bot/discord/slash"
	"delphi/commands"
)

// One model of rights for slash commands, messages and buttons. An interaction says what
// the asker may do where it was made; of a message that is worked out from the server's
// roles and its channels' overwrites, as Discord does it. What a server sets for single
// commands (Server Settings, Integrations) Discord itself enforces for slash commands
// alone; here it holds for the same command in a message or behind a button, and whoever
// is given /set there may change settings.

// overwrite is what a channel allows or denies a role or a member.
type overwrite struct {
	ID    string `json:"id"`
	Type  int    `json:"type"` // 0: a role; 1: a member
	Allow int64  `json:"allow,string"`
	Deny  int64  `json:"deny,string"`
}

// role is what a role of a server may do.
type role struct {
	ID          string `json:"id"`
	Permissions int64  `json:"permissions,string"`
}

// guarded is what is known of a server's rights.
type guarded struct {
	owner    string
	roles    map[string]int64
	channels map[string][]overwrite
	commands map[string][]granted // by the id of a command, or of the application for all; nil: not asked for yet
	asked    time.Time            // when they were asked for
}

// granted is whom a server lets use a command, or not.
type granted struct {
	ID    string `json:"id"`
	Type  int    `json:"type"` // 1: a role; 2: a user; 3: a channel
	Allow bool   `json:"permission"`
}

// grants are those of one command.
type grants struct {
	ID    string    `json:"id"`
	Guild string    `json:"guild_id"`
	List  []granted `json:"permissions"`
}

// rights is what is known of all servers. It is safe for use from many goroutines.
type rights struct {
	mu     sync.Mutex
	guilds map[string]*guarded
}

// learn takes over what an event of the gateway says.
func (r *rights) learn(kind string, raw json.RawMessage) {
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

// granted takes over what a server has set for a command.
func (r *rights) granted(g grants) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if guild := r.guilds[g.Guild]; guild != nil && guild.commands != nil {
		guild.commands[g.ID] = g.List
	}
}

// all are the permissions of whom nothing is forbidden.
const all = int64(-1)

// of are the permissions of a member in a channel, which for a thread is the one that it
// is in; ok is false for a server of which nothing is known.
func (r *rights) of(guild, channel, user string, roles []string) (permissions int64, ok bool) {
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

// setFor is what a server has set for single commands. It is asked for once; what cannot
// be had restricts nobody.
func (a *Adapter) setFor(ctx context.Context, guild string) map[string][]granted {
	app := a.application.Load()
	a.rights.mu.Lock()
	g := a.rights.guilds[guild]
	if g == nil || app == nil || a.cfg.Token == "" {
		a.rights.mu.Unlock()
		return nil
	}
	if g.commands != nil || a.now().Sub(g.asked) < grantsFresh {
		defer a.rights.mu.Unlock()
		return g.commands
	}
	g.asked = a.now()
	a.rights.mu.Unlock()
	b, err := a.rest.Do(ctx, api.Request{
		What: "asking what a server has set for commands", Method: http.MethodGet, Tries: 2,
		URL: discordgo.EndpointApplicationCommandsGuildPermissions(*app, guild),
	})
	var list []grants
	if err == nil {
		err = json.Unmarshal(b, &list)
	}
	if err != nil {
		a.log.Warn("what a server has set for commands cannot be read, so it restricts nobody", "server", guild, "err", err)
		return nil
	}
	out := map[string][]granted{}
	for _, of := range list {
		out[of.ID] = of.List
	}
	a.rights.mu.Lock()
	defer a.rights.mu.Unlock()
	g.commands = out
	return out
}

// asker is who asks, and where.
type asker struct {
	guild, channel, user string
	roles                []string
	permissions          int64
}

// allows is what a server has set about somebody's use of a command: whether they may, and
// whether it says so of them or their role.
func (g granting) allows(w asker, id, app string) (allowed, named bool) {
	allowed = true
	guild, _ := strconv.ParseUint(w.guild, 10, 64)
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
		if allow, found := entry(1, w.guild); found {
			allowed, named = allow, false
		}
		if allow, found := entry(1, w.roles...); found {
			allowed, named = allow, true
		}
		if allow, found := entry(2, w.user); found {
			allowed, named = allow, true
		}
	}
	for _, of := range []string{id, app} {
		for _, at := range []string{w.channel, everywhere} {
			for _, e := range g[of] {
				if e.Type == 3 && e.ID == at {
					return allowed && e.Allow, named && e.Allow
				}
			}
		}
	}
	return allowed, named
}

// granting is what a server has set for commands, by their ids.
type granting map[string][]granted

// mayAsk reports whether a server lets somebody ask a line here, and whether it gave them
// the command that runs the settings.
func (a *Adapter) mayAsk(ctx context.Context, w asker, line string) (may, manages bool) {
	if w.guild == "" || w.permissions&discordgo.PermissionAdministrator != 0 {
		return true, false
	}
	ids, app := a.ids.Load(), a.application.Load()
	set := granting(a.setFor(ctx, w.guild))
	if ids == nil || app == nil || len(set) == 0 {
		return true, false
	}
	id := func(c *commands.Command) string { return (*ids)[cmp.Or(a.grouped[c.Name], c.Name)] }
	word, _ := commands.CutWord(strings.ToLower(line))
	command := (*ids)[slash.Ask]
	if c := slash.Named(a.opt.Router, word); c != nil {
		command = id(c)
	}
	may, _ = set.allows(w, command, *app)
	if c := slash.Named(a.opt.Router, "set"); c != nil {
		allowed, named := set.allows(w, id(c), *app)
		manages = allowed && named
	}
	return may, manages
}

// entitle gives a request the rights of whoever has some permissions in its place.
func entitle(req *commands.Request, permissions int64) {
	req.Operator = req.Admin || permissions&may != 0
	req.Wide = req.Admin || permissions&mayWide != 0
}

// entitle gives a request the rights of its asker, and reports whether the server lets them
// ask it here.
func (a *Adapter) entitle(ctx context.Context, req *commands.Request, w asker) bool {
	req.Admin = slices.Contains(a.live.Load().Operators, w.user)
	entitle(req, w.permissions)
	allowed, manages := a.mayAsk(ctx, w, req.Line)
	req.Operator = req.Operator || manages
	return allowed || req.Admin
}
