package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
	"delphi/bot/discord/slash"
)

// application holds what Discord reports about the application that owns the token.
type application struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	VerifyKey string `json:"verify_key"`
}

// introduce asks which application the token is for, says how to invite it,
// and registers its slash commands, in the background of everything else. Its
// error is one for the operator.
func (a *Adapter) introduce(ctx context.Context) error {
	var app application
	if err := a.patiently(ctx, func() error { return a.whoAmI(ctx, &app) }); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	if a.cfg.Listen != "" && app.VerifyKey != "" && !strings.EqualFold(app.VerifyKey, strings.TrimSpace(a.cfg.PublicKey)) {
		return &api.Fatal{Text: fmt.Sprintf("[discord] public_key is not that of the application %q, to which the token belongs", app.Name)}
	}
	a.introduced.Store(true)
	a.application.Store(&app.ID)
	a.log.Info("invite the bot to a server with this link", "application", app.Name, "link", Invite(app.ID))
	if a.cfg.ShardID > 0 {
		return nil // the first shard registers
	}
	if err := a.patiently(ctx, func() error { return a.register(ctx, app.ID) }); err != nil && ctx.Err() == nil {
		// Those that were registered before go on working.
		a.log.Error("the slash commands could not be registered", "err", err)
	}
	return nil
}

// patiently repeats do until it succeeds, Discord refuses, or ctx ends.
func (a *Adapter) patiently(ctx context.Context, do func() error) error {
	return api.Patiently(ctx, api.Pauses(a.t.retry, a.t.retryMax), func(err error, wait time.Duration) {
		a.log.Warn("a request to Discord failed; trying again", "err", err, "in", wait.Round(time.Millisecond))
	}, do)
}

func (a *Adapter) whoAmI(ctx context.Context, app *application) error {
	const what = "asking which application this is"
	b, err := a.rest.Do(ctx, api.Request{What: what, Method: http.MethodGet, URL: discordgo.EndpointApplications + "/@me"})
	if err != nil {
		return api.Denied(err)
	}
	if err := json.Unmarshal(b, app); err != nil || app.ID == "" {
		return fmt.Errorf("%s: the answer makes no sense: %v", what, err)
	}
	return nil
}

// register makes the application's slash commands those of the Router:
// everywhere, or in the servers that are configured.
func (a *Adapter) register(ctx context.Context, application string) error {
	global, err := slash.Definitions(a.opt.Router, true)
	if err != nil {
		return err
	}
	menus := slash.Menus(global)
	if len(a.cfg.Guilds) == 0 {
		return a.registerAt(ctx, discordgo.EndpointApplicationGlobalCommands(application), global, menus)
	}
	local, err := slash.Definitions(a.opt.Router, false)
	if err != nil {
		return err
	}
	// Left there, the global ones would show twice in these servers.
	if err := a.registerAt(ctx, discordgo.EndpointApplicationGlobalCommands(application), nil, menus); err != nil {
		return err
	}
	var errs []error
	for _, guild := range a.cfg.Guilds {
		if err := a.registerAt(ctx, discordgo.EndpointApplicationGuildCommands(application, guild), local, menus); err != nil {
			errs = append(errs, fmt.Errorf("server %s: %w", guild, err))
		}
	}
	return errors.Join(errs...)
}

func (a *Adapter) registerAt(ctx context.Context, url string, want []slash.Definition, menus []string) error {
	ids, changed, removed, err := slash.Register(ctx, a.rest, url, want, menus)
	if err != nil {
		return err
	}
	if len(want) > 0 {
		a.ids.Store(&ids)
	}
	a.stats.registered.Add(int64(changed + removed))
	if changed+removed > 0 {
		a.log.Info("slash commands registered", "changed", changed, "removed", removed, "unchanged", len(want)-changed)
	}
	return nil
}

// mayPin is the permission Pin Messages, which is newer than discordgo.
const mayPin = 1 << 51

// Invite returns the link that adds an application to a server, with the
// permissions that it needs and no more: to answer those who call it by name, to
// announce, and to pin scoreboards. Answers to slash commands need none.
func Invite(application string) string {
	permissions := int64(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads |
		discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory | mayPin)
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"}, "permissions": {strconv.FormatInt(permissions, 10)}}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}
