package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Discord waits this long for the first answer to an interaction, and takes
// later ones for as long as its token lives.
const (
	firstAnswer = 3 * time.Second
	tokenLife   = 15 * time.Minute
)

// send gives Discord the first answer to an interaction, and returns when it
// has it.
type send func(ctx context.Context, r response) error

// deferring is the middleware between handlers, which may be slow, and
// Discord, which may not wait: an answer that is not there in time is promised
// first and edited in when it comes. It returns when all is said.
func (a *Adapter) deferring(next handler) func(ctx context.Context, i *discordgo.Interaction, first send) {
	return func(ctx context.Context, i *discordgo.Interaction, first send) {
		arrived := a.now()
		ready := make(chan response, 1)
		go func() { ready <- next(ctx, i) }() // waited for below, in every case
		patience := time.NewTimer(a.t.patience)
		defer patience.Stop()
		var r response
		select {
		case r = <-ready:
			if r.Type != 0 {
				a.sent(first(ctx, r))
			}
			return
		case <-patience.C:
		}
		promise := a.promise(i)
		if promise.Type == 0 { // a completion: there is no later
			a.stats.slow.Add(1)
			a.sent(first(ctx, completed(nil)))
			<-ready
			return
		}
		a.stats.deferred.Add(1)
		err := first(ctx, promise)
		r = <-ready
		if err != nil {
			a.sent(err)
			return
		}
		if r.Type == 0 {
			return
		}
		if a.now().Sub(arrived) > tokenLife {
			a.stats.expired.Add(1)
			return
		}
		ctx, cancel := context.WithTimeout(ctx, max(a.t.followUp, time.Second))
		defer cancel()
		a.sent(a.followUp(ctx, i, promise, r))
	}
}

// promise is what says "working on it" for an interaction. Whether others will
// see the answer must be said now.
func (a *Adapter) promise(i *discordgo.Interaction) response {
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		if i.Type != discordgo.InteractionApplicationCommand {
			return response{}
		}
		var f discordgo.MessageFlags
		if a.private(i, said(data.Options)) {
			f = discordgo.MessageFlagsEphemeral
		}
		return response{discordgo.InteractionResponseDeferredChannelMessageWithSource, &flags{f}}
	case discordgo.MessageComponentInteractionData:
		if p, err := a.codec.decode(data.CustomID); err == nil && p.action == share {
			return response{discordgo.InteractionResponseDeferredChannelMessageWithSource, &flags{}}
		}
		return response{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	}
	return response{}
}

// followUp gives the answer that was promised.
func (a *Adapter) followUp(ctx context.Context, i *discordgo.Interaction, promise, r response) error {
	m := r.message()
	if m == nil {
		return nil
	}
	original := discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
	edit := request{what: "editing an answer in", method: http.MethodPatch, url: original, body: m, chart: m.chart, once: true, young: true}
	another := request{what: "sending an answer after the first", method: http.MethodPost, url: discordgo.EndpointWebhookToken(i.AppID, i.Token), body: m, chart: m.chart, once: true, young: true}

	promised := promise.Type == discordgo.InteractionResponseDeferredChannelMessageWithSource
	hidden := false
	if f, ok := promise.Data.(*flags); ok {
		hidden = f.Flags&discordgo.MessageFlagsEphemeral != 0
	}
	switch {
	case promised && m.ephemeral() && !hidden:
		// It was to be seen by all and must not be: the promise is taken back
		// first, for what follows a promise takes its place.
		_, err := a.rest.do(ctx, request{what: "taking a promised answer back", method: http.MethodDelete, url: original, once: true, young: true})
		if err != nil {
			return err
		}
		_, err = a.rest.do(ctx, another)
		return err
	case promised, r.Type == discordgo.InteractionResponseUpdateMessage:
		m.Flags = 0
		_, err := a.rest.do(ctx, edit)
		return err
	}
	_, err := a.rest.do(ctx, another) // beside the message whose button it was
	return err
}

// sent counts, and logs once, what came of an answer. One that came too late
// is given up quietly.
func (a *Adapter) sent(err error) {
	switch {
	case err == nil:
	case gone(err):
		a.stats.expired.Add(1)
	default:
		a.stats.unsent.Add(1)
		a.log.Warn("an answer was not sent", "err", err)
	}
}

// callback is the send of an interaction that came through the gateway.
func (a *Adapter) callback(i *discordgo.Interaction) send {
	return func(ctx context.Context, r response) error {
		ctx, cancel := context.WithTimeout(ctx, firstAnswer)
		defer cancel()
		_, err := a.rest.do(ctx, request{
			what: "answering an interaction", method: http.MethodPost, once: true,
			url: discordgo.EndpointInteractionResponse(i.ID, i.Token), body: r, chart: r.chart(),
		})
		return err
	}
}
