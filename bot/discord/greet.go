package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/commands"
)

const (
	newly     = 10 * time.Minute // how long after the bot was added a server is new
	mostDoors = 5                // channels that are tried for the first words
)

// servers are those that the bot is in. Discord lists them as a session begins; one
// that comes later has just added the bot.
type servers struct {
	mu    sync.Mutex
	known map[string]bool
}

// server holds the fields of a server that the adapter uses.
type server struct {
	ID          string    `json:"id"`
	Unavailable bool      `json:"unavailable"`
	JoinedAt    time.Time `json:"joined_at"` // of the bot
	System      string    `json:"system_channel_id"`
	Channels    []channel `json:"channels"`
}

// channel holds the fields of a server's channel that the adapter uses.
type channel struct {
	ID       string                `json:"id"`
	Type     discordgo.ChannelType `json:"type"`
	Position int                   `json:"position"`
}

// began takes over the servers of a session that begins.
func (s *servers) began(raw json.RawMessage) {
	var e struct {
		Guilds []server `json:"guilds"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range e.Guilds {
		s.known[g.ID] = true
	}
}

// added reports whether the bot was added to a server just now, once for each.
func (s *servers) added(g *server, now time.Time) bool {
	if g.ID == "" || g.Unavailable {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.known[g.ID]
	s.known[g.ID] = true
	return !before && now.Sub(g.JoinedAt) < newly
}

// doors returns the channels of a server in which the first words may be said: the one
// for notices, and then those for texts in their order.
func (g *server) doors() []string {
	var out []string
	if g.System != "" {
		out = append(out, g.System)
	}
	slices.SortStableFunc(g.Channels, func(a, b channel) int { return cmp.Compare(a.Position, b.Position) })
	for _, c := range g.Channels {
		if c.Type == discordgo.ChannelTypeGuildText && c.ID != g.System && len(out) < mostDoors {
			out = append(out, c.ID)
		}
	}
	return out
}

// welcome says the first words to a server that has just added the bot: how to
// ask, and how to set it up.
func (a *Adapter) welcome(work context.Context, raw json.RawMessage) {
	g := new(server)
	if json.Unmarshal(raw, g) != nil || !a.servers.added(g, a.now()) {
		return
	}
	a.take(work, func(ctx context.Context) {
		for _, channel := range g.doors() {
			reply := a.opt.Router.Introduction(network, commands.Place(channel), "/ask ")
			m := embed.Render(&reply, embed.Look{})
			m.Nonce, m.EnforceNonce = nonceOf(g.ID, "welcome"), true
			_, err := a.deliver(ctx, api.Request{
				What: "greeting a server", Method: http.MethodPost, URL: discordgo.EndpointChannelMessages(channel),
			}, m)
			var no *api.Refusal
			if errors.As(err, &no) && (no.Status == http.StatusForbidden || no.Status == http.StatusNotFound) {
				continue // the bot may not write there
			}
			a.sent(err)
			return
		}
		a.log.Info("a server added the bot, which may write in none of its first channels", "server", g.ID)
	})
}
