package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/bot/discord/slash"
)

// Discord waits this long for the first answer to an interaction, and accepts
// later ones while the interaction's token lives.
const (
	firstAnswer = 3 * time.Second
	tokenLife   = 15 * time.Minute
)

// send gives Discord the first answer to an interaction, and returns when
// Discord has it.
type send func(ctx context.Context, r api.Response) error

// answerer answers an interaction. It gives the first answer to first, and
// returns when everything has been sent.
type answerer func(ctx context.Context, i *interaction, first send)

// deferring returns the middleware between handlers, which may be slow, and Discord,
// which does not wait: an answer that is not there in time is promised first
// and edited in when it comes.
func (a *Adapter) deferring(next handler) answerer {
	return func(ctx context.Context, i *interaction, first send) {
		arrived := a.now()
		ready := make(chan api.Response, 1)
		go func() { ready <- next(ctx, i) }() // waited for below, in every case
		patience := time.NewTimer(a.t.patience)
		defer patience.Stop()
		var r api.Response
		select {
		case r = <-ready:
			if r.Type != 0 {
				a.sent(first(ctx, r))
			}
			return
		case <-patience.C:
		}
		promise := a.promise(i)
		if promise.Type == 0 { // a completion cannot come later
			a.stats.slow.Add(1)
			a.sent(first(ctx, completed(nil)))
			<-ready
			return
		}
		a.stats.deferred.Add(1)
		err := first(ctx, promise)
		r = <-ready
		switch {
		case err != nil:
			a.sent(err)
		case r.Type == 0:
		case a.now().Sub(arrived) > tokenLife:
			a.stats.expired.Add(1)
		default:
			ctx, cancel := context.WithTimeout(ctx, max(a.t.followUp, time.Second))
			defer cancel()
			a.sent(a.followUp(ctx, i, promise, r))
		}
	}
}

// promise says "working on it" for an interaction. Whether others will see the
// answer must be said now.
func (a *Adapter) promise(i *interaction) api.Response {
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		var f discordgo.MessageFlags
		_, values := slash.Chosen(a.opt.Router, i.Data.Name, i.Data.Options)
		menu := i.Data.Type == discordgo.MessageApplicationCommand || i.Data.Type == discordgo.UserApplicationCommand
		if menu && !i.direct() || a.private(i, slash.Said(values)) {
			f = discordgo.MessageFlagsEphemeral
		}
		return promised(f)
	case discordgo.InteractionModalSubmit:
		if _, private := a.filled(i); private {
			return promised(discordgo.MessageFlagsEphemeral)
		}
		return promised(0)
	case discordgo.InteractionMessageComponent:
		if p, err := a.codec.Decode(i.Data.CustomID); err == nil && p.Action == embed.Share {
			return promised(0)
		}
		return api.Response{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	}
	return api.Response{}
}

// promised returns the promise of a message.
func promised(f discordgo.MessageFlags) api.Response {
	return api.Response{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource, Data: &api.Flags{Flags: f}}
}

// followUp gives the answer that was promised.
func (a *Adapter) followUp(ctx context.Context, i *interaction, promise, r api.Response) error {
	m := r.Message()
	if m == nil {
		return nil
	}
	original := discordgo.EndpointInteractionResponseActions(i.AppID, i.Token)
	edit := api.Request{What: "editing an answer in", Method: http.MethodPatch, URL: original, Once: true, Young: true}
	another := api.Request{What: "sending an answer after the first", Method: http.MethodPost, URL: discordgo.EndpointWebhookToken(i.AppID, i.Token), Once: true, Young: true}

	isPromised := promise.Type == discordgo.InteractionResponseDeferredChannelMessageWithSource
	hidden := false
	if f, ok := promise.Data.(*api.Flags); ok {
		hidden = f.Flags&discordgo.MessageFlagsEphemeral != 0
	}
	switch {
	case isPromised && m.Ephemeral() && !hidden:
		// Everybody was to see the answer, and now must not. What follows a
		// promise takes its place, so the promise is taken back first.
		_, err := a.rest.Do(ctx, api.Request{What: "taking a promised answer back", Method: http.MethodDelete, URL: original, Once: true, Young: true})
		if err != nil {
			return err
		}
		_, err = a.deliver(ctx, another, m)
		return err
	case isPromised, r.Type == discordgo.InteractionResponseUpdateMessage:
		m.Flags &= discordgo.MessageFlagsIsComponentsV2
		_, err := a.deliver(ctx, edit, m)
		return err
	}
	_, err := a.deliver(ctx, another, m) // beside the message whose button it was
	return err
}

// deliver sends a message with a request and, where Discord refuses it, what
// is left of it without what may not be allowed there: a reference, an embed, a
// file. It returns the id of the message.
func (a *Adapter) deliver(ctx context.Context, q api.Request, m *api.Message) (id string, err error) {
	id, _, err = a.delivering(ctx, q, m)
	return id, err
}

// delivering is deliver, and returns the last refusal of what was said in the end.
func (a *Adapter) delivering(ctx context.Context, q api.Request, m *api.Message) (id string, refused *api.Refusal, err error) {
	for {
		q.Body, q.Chart = m, m.Chart
		b, err := a.rest.Do(ctx, q)
		weaker := a.weaker(err, m)
		if weaker == nil {
			var made struct {
				ID string `json:"id"`
			}
			if err == nil {
				_ = json.Unmarshal(b, &made) // an answer without an id cannot be changed later
			}
			return made.ID, refused, err
		}
		errors.As(err, &refused)
		m = weaker
	}
}

// weaker returns the message to try after an error; nil if there is none, or
// if nothing else would be accepted either.
func (a *Adapter) weaker(err error, m *api.Message) *api.Message {
	var no *api.Refusal
	if m == nil || !errors.As(err, &no) || no.Status != http.StatusForbidden && no.Status != http.StatusBadRequest ||
		no.Code == api.AlreadyAnswered || no.Code == discordgo.ErrCodeMissingAccess {
		return nil
	}
	out := embed.Weaker(m, no)
	if out != nil {
		a.stats.weakened.Add(1)
		a.log.Info("Discord refused an answer as it was; sending less of it", "err", err)
	}
	return out
}

// sent counts, and logs once, what became of an answer. One that came too late
// is given up quietly.
func (a *Adapter) sent(err error) {
	switch {
	case err == nil:
	case api.Gone(err):
		a.stats.expired.Add(1)
	default:
		a.stats.unsent.Add(1)
		a.log.Warn("an answer was not sent", "err", err)
	}
}

// callback returns the send of an interaction that came through the gateway.
func (a *Adapter) callback(i *interaction) send {
	return func(ctx context.Context, r api.Response) error {
		ctx, cancel := context.WithTimeout(ctx, firstAnswer)
		defer cancel()
		for {
			_, err := a.rest.Do(ctx, api.Request{
				What: "answering an interaction", Method: http.MethodPost, Once: true,
				URL: discordgo.EndpointInteractionResponse(i.ID, i.Token), Body: r, Chart: r.Chart(),
			})
			weaker := a.weaker(err, r.Message())
			if weaker == nil {
				return err
			}
			r.Data = weaker
		}
	}
}
