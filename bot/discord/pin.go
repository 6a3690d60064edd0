package discord

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/commands"
)

// notPinned is said once in a channel where the bot may not pin.
const notPinned = "I keep this scoreboard up to date, but I may not pin it: a moderator can pin it, or give me the permission Pin Messages."

// Pin implements bot.Pinner. Where the message may not be pinned it is kept up to
// date all the same, which is said below it.
func (a *Adapter) Pin(ctx context.Context, place, message string, r commands.Reply) (string, error) {
	if a.cfg.Token == "" || !isSnowflake(place) {
		return message, fmt.Errorf("%w: a message in %q", bot.ErrNever, place)
	}
	if err := a.voice.pace.Wait(ctx); err != nil {
		return message, err
	}
	board := embed.Board(&r, a.codec)
	if message != "" {
		_, err := a.deliver(ctx, api.Request{What: "changing a scoreboard", Method: http.MethodPatch, URL: discordgo.EndpointChannelMessage(place, message)}, board)
		var no *api.Refusal
		if !errors.As(err, &no) || no.Code != discordgo.ErrCodeUnknownMessage {
			return message, refusedForGood(err)
		}
	}
	board.Nonce, board.EnforceNonce = strconv.FormatUint(rand.Uint64(), 36), true // a second try must not make a second one
	made, err := a.deliver(ctx, api.Request{What: "making a scoreboard", Method: http.MethodPost, URL: discordgo.EndpointChannelMessages(place)}, board)
	if err != nil {
		return "", refusedForGood(err)
	}
	_, err = a.rest.Do(ctx, api.Request{What: "pinning a scoreboard", Method: http.MethodPut, URL: discordgo.EndpointChannelMessages(place) + "/pins/" + made})
	if err != nil {
		a.log.Info("a scoreboard was not pinned", "place", place, "err", err)
		a.unpinned(ctx, place, made)
	}
	return made, nil
}

// unpinned says, once in each channel, that a message is not pinned.
func (a *Adapter) unpinned(ctx context.Context, place, message string) {
	if told, _ := a.voice.unpinned.ContainsOrAdd(place, struct{}{}); told {
		return
	}
	notice, missing := embed.Notice(notPinned), false
	notice.Flags = 0
	notice.Reference = &discordgo.MessageReference{MessageID: message, FailIfNotExists: &missing}
	_, err := a.deliver(ctx, api.Request{What: "saying that a scoreboard is not pinned", Method: http.MethodPost, URL: discordgo.EndpointChannelMessages(place)}, notice)
	a.sent(err)
}

// refusedForGood marks what Discord will refuse again.
func refusedForGood(err error) error {
	var no *api.Refusal
	if errors.As(err, &no) && (no.Status == http.StatusForbidden || no.Status == http.StatusNotFound) {
		return fmt.Errorf("%w: %w", bot.ErrNever, err)
	}
	return err
}
