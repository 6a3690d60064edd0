package route

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage"
)

// unreadEvery is how often it is logged that the store cannot be read: each question
// looks things up in it.
const unreadEvery = time.Minute

// without carries on, and notes that, if something could not be read because the store
// is lost: that is not a reason to refuse. A request that is over is a reason, and so
// is any other error.
func (r *Router) without(ctx context.Context, err error, unread *bool) error {
	if ctx.Err() != nil || !storage.Lost(err) {
		return err
	}
	*unread = true
	now, last := time.Now().UnixNano(), r.unread.Load()
	if now-last >= int64(unreadEvery) && r.unread.CompareAndSwap(last, now) {
		r.opts.Log.Error("settings and characters cannot be read; questions are answered with the defaults", "err", err)
	}
	return nil
}

// recalled returns the settings of the place of a request. Where they cannot be read,
// unread says so, and they are those of a place that has set nothing.
func (r *Router) recalled(ctx context.Context, req *commands.Request) (d storage.PlaceSettings, unread bool, err error) {
	d, err = r.settings(ctx, req)
	if err = r.without(ctx, err, &unread); unread || err != nil {
		d = storage.PlaceSettings{}
	}
	return d, unread, err
}

// unsure returns the notes of a call, with a warning if remembered data might have
// changed its answer.
func (r *Router) unsure(call *commands.Call, reply *commands.Reply) []commands.Note {
	if !call.Unread || !hero.About(call.Command, r.hero) && (reply.Version == "" || call.VersionSaid) {
		return call.Notes
	}
	return append(slices.Clip(call.Notes), commands.Note{
		Kind: commands.Warned,
		Text: "what I remember, such as this channel's settings and your character, is not available just now: I assume the defaults",
	})
}

// forgot tells an asker who is asked for something that a character would supply that
// theirs cannot be read.
func (r *Router) forgot(call *commands.Call, err error) error {
	var mendable problem.Mendable
	if !call.Unread || !hero.About(call.Command, r.hero) || !errors.As(err, &mendable) {
		return err
	}
	return &problem.Problem{Text: "Your character is not available just now, so describe it here. " + wording.Capital(mendable.Error()), Hints: mendable.Instead(), Err: err}
}

// lost returns the reply to an asker whose command needs a store that is lost.
func (r *Router) lost(err error, command string) string {
	ref := rand.Text()[:8]
	r.opts.Log.Error("the store is needed for an answer, and cannot be used", "ref", ref, "command", command, "err", err)
	what := "that"
	if command != "" {
		what = command
	}
	return fmt.Sprintf("What I remember is not available just now, and %s needs it; the log says why under %s. I can still answer what needs no memory: odds and lookups.", what, ref)
}
