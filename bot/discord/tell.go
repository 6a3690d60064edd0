package discord

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/commands"
)

// Ready implements bot.Teller: a message needs no connection to the gateway.
func (a *Adapter) Ready() bool {
	return len(a.room) < manyAsking && a.voice.waits() < manyUnsaid
}

// Tell implements bot.Teller. Discord itself takes a message of one key once
// within some minutes. What was begun before is first looked for among the last
// messages of the channel.
func (a *Adapter) Tell(ctx context.Context, place string, r commands.Reply, key string, again bool) error {
	news := embed.News(&r, a.codec, a.opt.Router.Prefix(network, commands.Place(place)))
	if !isSnowflake(place) || news.Content == "" && len(news.Embeds) == 0 {
		return fmt.Errorf("%w: a message of %d bytes to %q", bot.ErrNever, len(news.Content), place)
	}
	if a.cfg.Token == "" {
		return errors.New("nothing can be announced on Discord without a bot token")
	}
	err := a.announce(ctx, place, announcement{news, a.now().Add(a.t.announce), nonceOf(place, key), again})
	if err == nil {
		a.stats.announced.Add(1)
		return nil
	}
	a.stats.unsaid.Add(1)
	var no *api.Refusal
	if errors.As(err, &no) && no.Status != http.StatusUnauthorized && no.Status != http.StatusTooManyRequests {
		return fmt.Errorf("%w: %w", bot.ErrNever, err)
	}
	return err
}

// nonceLength is the length of our nonces, within Discord's limit of 25.
const nonceLength = 22

// nonceOf names what is said in a place.
func nonceOf(place, key string) string {
	sum := sha256.Sum256([]byte(place + "\x00" + key))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:nonceLength]
}

// lookedAt is the number of recent messages that are searched, the most that Discord returns.
const lookedAt = 100

// said reports whether a message is among the last ones of a channel that bots
// have said. Where the bot may not look, the nonce must do.
func (a *Adapter) said(ctx context.Context, channel string, m *api.Message) (bool, error) {
	b, err := a.rest.Do(ctx, api.Request{
		What: "looking for an announcement", Method: http.MethodGet,
		URL: fmt.Sprintf("%s?limit=%d", discordgo.EndpointChannelMessages(channel), lookedAt),
	})
	var no *api.Refusal
	if errors.As(err, &no) && no.Status == http.StatusForbidden {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var there []discordgo.Message
	if err := json.Unmarshal(b, &there); err != nil {
		return false, fmt.Errorf("looking for an announcement: the answer makes no sense: %w", err)
	}
	wanted := []string{textOf(m.Content, m.Embeds)}
	if m.Plain != nil {
		wanted = append(wanted, textOf(m.Plain.Content, m.Plain.Embeds))
	}
	for _, x := range there {
		if x.Author != nil && x.Author.Bot && slices.Contains(wanted, textOf(x.Content, x.Embeds)) {
			return true, nil
		}
	}
	return false, nil
}

// textOf returns what a message says, as Discord keeps it.
func textOf(content string, embeds []*discordgo.MessageEmbed) string {
	all := []string{strings.TrimSpace(content)}
	for _, e := range embeds {
		all = append(all, strings.TrimSpace(e.Title), strings.TrimSpace(e.Description))
		for _, f := range e.Fields {
			all = append(all, strings.TrimSpace(f.Name), strings.TrimSpace(f.Value))
		}
	}
	return strings.Join(all, "\n")
}
