package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/rights"
	"delphi/bot/discord/slash"
	"delphi/commands"
)

// network is the name that requests and settings know Discord by.
const network commands.Network = "discord"

// interaction is what the adapter reads of an interaction. discordgo's own
// Interaction decodes the whole message below a button too, and fails if that
// holds a component that it does not know yet.
type interaction struct {
	ID        string                    `json:"id"`
	AppID     string                    `json:"application_id"`
	Token     string                    `json:"token"`
	Type      discordgo.InteractionType `json:"type"`
	GuildID   string                    `json:"guild_id"`
	ChannelID string                    `json:"channel_id"`
	Context   int                       `json:"context"`
	Owners    map[string]string         `json:"authorizing_integration_owners"`
	Channel   thread                    `json:"channel"`
	Member    *member                   `json:"member"`
	User      *user                     `json:"user"`
	Message   *struct {
		ID    string                 `json:"id"`
		Flags discordgo.MessageFlags `json:"flags"`
	} `json:"message"`
	Data struct {
		Type     discordgo.ApplicationCommandType `json:"type"`
		Name     string                           `json:"name"`
		Options  []*slash.Value                   `json:"options"`
		CustomID string                           `json:"custom_id"`
		Values   []string                         `json:"values"`    // picked in a menu below a message
		Target   string                           `json:"target_id"` // of a menu
		Resolved resolved                         `json:"resolved"`
		// Components are the fields of a form that was filled in.
		Components fields `json:"components"`
	} `json:"data"`
}

// resolved is what an interaction refers to. Few need it, so one that cannot be
// read is as good as none.
type resolved struct {
	Attachments map[string]*attached `json:"attachments"`
	Messages    map[string]*posted   `json:"messages"`
	Roles       map[string]struct{}  `json:"roles"`
}

// UnmarshalJSON never fails.
func (r *resolved) UnmarshalJSON(content []byte) error {
	type plain resolved
	var p plain
	if json.Unmarshal(content, &p) == nil {
		*r = resolved(p)
	}
	return nil
}

// fields are those of a form. Like resolved, they may hold what is not known
// yet.
type fields []formed

// UnmarshalJSON never fails.
func (f *fields) UnmarshalJSON(content []byte) error {
	var list []formed
	if json.Unmarshal(content, &list) == nil {
		*f = list
	}
	return nil
}

// user is a Discord user.
type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// member is a user in a server. A message's member has neither User nor
// Permissions.
type member struct {
	User        *user    `json:"user"`
	Nick        string   `json:"nick"`
	Roles       []string `json:"roles"`
	Permissions int64    `json:"permissions,string"`
}

// decode reads an interaction and checks that it holds what every one has.
func decode(content []byte) (*interaction, error) {
	i := new(interaction)
	if err := json.Unmarshal(content, i); err != nil {
		return nil, err
	}
	switch {
	case i.Type == 0:
		return nil, errors.New("an interaction without a type")
	case i.Type != discordgo.InteractionPing && (i.ID == "" || i.Token == ""):
		return nil, errors.New("an interaction without an id or a token")
	case i.isCommand() && i.Data.Name == "", (i.Type == discordgo.InteractionMessageComponent || i.Type == discordgo.InteractionModalSubmit) && i.Data.CustomID == "":
		return nil, fmt.Errorf("an interaction of type %d without its data", i.Type)
	}
	return i, nil
}

// isCommand reports whether an interaction is a slash command, or one that is
// being typed.
func (i *interaction) isCommand() bool {
	return i.Type == discordgo.InteractionApplicationCommand || i.Type == discordgo.InteractionApplicationCommandAutocomplete
}

// hidden reports whether the message below which a button was pressed is shown
// to the asker alone.
func (i *interaction) hidden() bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// ofComponents reports whether the message below which a button was pressed is laid
// out as components.
func (i *interaction) ofComponents() bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsIsComponentsV2 != 0
}

// direct reports whether an interaction is between the asker and the bot.
func (i *interaction) direct() bool {
	return i.GuildID == "" && i.Member == nil && i.Context == int(discordgo.InteractionContextBotDM)
}

// guest reports whether the bot is there only because the asker installed it
// for themself.
func (i *interaction) guest() bool {
	_, server := i.Owners[fmt.Sprint(int(discordgo.ApplicationIntegrationGuildInstall))]
	_, user := i.Owners[fmt.Sprint(int(discordgo.ApplicationIntegrationUserInstall))]
	return user && !server
}

// asker returns who caused an interaction. It is never nil.
func (i *interaction) asker() *user {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return i.Member.User
	case i.User != nil:
		return i.User
	}
	return &user{}
}

// buttonLife is how long after its message a button may be pressed. By then
// the answer belongs to another game.
const buttonLife = 30 * 24 * time.Hour

// expired reports whether the message with an id is so old that its buttons
// have expired.
func expired(id string, now time.Time) bool {
	t, err := discordgo.SnowflakeTimestamp(id)
	return err == nil && now.Sub(t) > buttonLife
}

// private reports whether only the asker is to see the answer: they said so,
// or they brought the bot along to a place that has not invited it.
func (a *Adapter) private(i *interaction, options map[string]any) bool {
	if i.direct() {
		return false // nobody else is there
	}
	if i.guest() {
		return true
	}
	if v, ok := options[slash.Private].(bool); ok {
		return v
	}
	return a.live.Load().Private
}

// mayWide are the permissions that let a member change the settings of a server.
const mayWide = discordgo.PermissionAdministrator | discordgo.PermissionManageGuild

// may are the permissions that let a member change a channel's settings.
const may = discordgo.PermissionAdministrator | discordgo.PermissionManageChannels | discordgo.PermissionManageGuild

// tablePage is the number of table rows per message.
var tablePage = commands.PageSize{Rows: 25, Chars: 2800}

// request returns the question of an interaction. A private one has an answer
// that nobody else sees; the settings of the place hold all the same.
func (a *Adapter) request(i *interaction, line string, private bool) commands.Request {
	u, own := i.asker(), ""
	if i.Member != nil {
		own = i.Member.Nick
	}
	req := commands.Request{
		Size:    tablePage,
		Buttons: true,
		Veils:   true,
		Line:    line,
		ID:      i.ID,
		Network: network,
		Place:   commands.Place(i.ChannelID),
		User:    commands.User(u.ID),
		Nick:    nick(own, u),
		Private: private,
		At:      a.now(),
	}
	req.Admin = slices.Contains(a.live.Load().Operators, u.ID)
	req.Within = i.within()
	if i.direct() {
		req.Place, req.Private, req.Operator = commands.Place(u.ID), true, true
	} else if i.Member != nil {
		req.Roles = i.Member.Roles
		entitle(&req, i.Member.Permissions)
	}
	return req
}

// who is the asker of an interaction, and where they ask.
func (i *interaction) who() rights.Asker {
	w := rights.Asker{Guild: i.GuildID, Channel: i.ChannelID, User: i.asker().ID}
	if i.Channel.isThread() {
		w.Channel = i.Channel.Parent
	}
	if i.Member != nil {
		w.Roles, w.Permissions = i.Member.Roles, i.Member.Permissions
	}
	return w
}
