package discord

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
	"delphi/bot/discord/rights"
	"delphi/bot/discord/slash"
	"delphi/commands"
	"delphi/commands/wording"
)

// setFor returns what a server has set for single commands.
func (a *Adapter) setFor(ctx context.Context, guild string) rights.Set {
	app := a.application.Load()
	if app == nil || a.cfg.Token == "" {
		return nil
	}
	set, err := a.rights.Set(guild, a.now(), func() ([]byte, error) {
		return a.rest.Do(ctx, api.Request{
			What: "asking what a server has set for commands", Method: http.MethodGet, Tries: 2,
			URL: discordgo.EndpointApplicationCommandsGuildPermissions(*app, guild),
		})
	})
	if err != nil {
		a.log.Warn("what a server has set for commands cannot be read, so it restricts nobody", "server", guild, "err", err)
	}
	return set
}

// mayAsk reports whether a server lets somebody ask a line here, and whether it gave them
// the command that runs the settings.
func (a *Adapter) mayAsk(ctx context.Context, w rights.Asker, line string) (may, manages bool) {
	if w.Guild == "" || w.Permissions&discordgo.PermissionAdministrator != 0 {
		return true, false
	}
	ids, app := a.ids.Load(), a.application.Load()
	set := a.setFor(ctx, w.Guild)
	if ids == nil || app == nil || len(set) == 0 {
		return true, false
	}
	id := func(c *commands.Command) string { return (*ids)[cmp.Or(a.grouped[c.Name], c.Name)] }
	word, _ := wording.CutWord(strings.ToLower(line))
	command := (*ids)[slash.Ask]
	if c := slash.Named(a.opt.Router, word); c != nil {
		command = id(c)
	}
	may, _ = set.Allows(w, command, *app)
	if c := slash.Named(a.opt.Router, "set"); c != nil {
		allowed, named := set.Allows(w, id(c), *app)
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
func (a *Adapter) entitle(ctx context.Context, req *commands.Request, w rights.Asker) bool {
	req.Admin = slices.Contains(a.live.Load().Operators, w.User)
	entitle(req, w.Permissions)
	allowed, manages := a.mayAsk(ctx, w, req.Line)
	req.Operator = req.Operator || manages
	return allowed || req.Admin
}
