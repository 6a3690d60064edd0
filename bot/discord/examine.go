package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
)

// The flags of an application whose bot may read messages: of a small bot, and of one that
// Discord has verified.
const (
	mayReadLimited = 1 << 19
	mayRead        = 1 << 18
)

// Examine implements bot.Examiner: it asks Discord for the application, whether it may read
// messages, and the gateway. It connects to nothing.
func (a *Adapter) Examine(ctx context.Context) []bot.Finding {
	defer a.rest.Close()
	if a.cfg.Token == "" {
		return []bot.Finding{{What: "there is no bot token", Do: "set DELPHI_DISCORD_TOKEN or token_file; without it slash commands are not registered"}}
	}
	var app struct {
		application
		Flags int `json:"flags"`
	}
	b, err := a.rest.Do(ctx, api.Request{What: "asking which application this is", Method: http.MethodGet, URL: discordgo.EndpointApplications + "/@me", Tries: 2})
	if err == nil {
		err = json.Unmarshal(b, &app)
	}
	if err != nil {
		return []bot.Finding{{What: "Discord does not know the bot", Do: api.Denied(err).Error()}}
	}
	out := []bot.Finding{bot.Found("the token is that of %s; invite it with %s", app.Name, Invite(app.ID))}
	if a.cfg.Listen != "" && app.VerifyKey != "" && !strings.EqualFold(app.VerifyKey, strings.TrimSpace(a.cfg.PublicKey)) {
		out = append(out, bot.Finding{What: "public_key is another application's", Do: "copy it from the General Information page of " + app.Name})
	}
	if a.cfg.MessageCommands {
		if app.Flags&(mayRead|mayReadLimited) == 0 {
			out = append(out, bot.Finding{What: "message_commands is on, but the bot may not read messages", Do: "switch on the Message Content Intent on the application's Bot page"})
		} else {
			out = append(out, bot.Found("it may read messages"))
		}
	}
	if a.cfg.Gateway {
		if _, err := a.rest.Do(ctx, api.Request{What: "asking for the gateway", Method: http.MethodGet, URL: discordgo.EndpointGatewayBot, Tries: 2}); err != nil {
			return append(out, bot.Finding{What: "the gateway cannot be reached", Do: err.Error()})
		}
		out = append(out, bot.Found("the gateway can be reached"))
	}
	return out
}
