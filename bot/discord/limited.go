package discord

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
)

// limited is what channels do not take from the bot, as Discord has refused it: nobody
// waits twice for that to be found out.
type limited struct{ of *lru.Cache[string, limit] }

type limit struct {
	closed bool // nothing can be said there; else plain text can
	why    string
	until  time.Time // then all of it is tried again
}

// limitedFor is how long a refusal is remembered, unless the server's permissions change first.
const limitedFor = 10 * time.Minute

func newLimited() limited {
	of, err := lru.New[string, limit](1024)
	if err != nil {
		panic(err) // only for a size below one
	}
	return limited{of}
}

// at is the limit of a channel; the zero value where it has none.
func (l limited) at(channel string, now time.Time) limit {
	found, ok := l.of.Get(channel)
	if ok && now.After(found.until) {
		l.of.Remove(channel)
		return limit{}
	}
	return found
}

// shown describes each limited channel for status.
func (l limited) shown(now time.Time) map[string]string {
	out := map[string]string{}
	for _, channel := range l.of.Keys() {
		switch found := l.at(channel, now); {
		case found.until.IsZero():
		case found.closed:
			out[channel] = "does not let me write, so I answer in private: " + found.why
		default:
			out[channel] = "takes plain text only: " + found.why
		}
	}
	return out
}

// deliverIn is deliver for a message in a channel, which is remembered for what it refuses.
func (a *Adapter) deliverIn(ctx context.Context, channel string, q api.Request, m *api.Message) (id string, err error) {
	if l := a.limited.at(channel, a.now()); l.until != (time.Time{}) && !l.closed {
		if plain := embed.Plainest(m); plain != nil {
			m = plain
			a.stats.weakened.Add(1)
		}
	}
	id, refused, err := a.delivering(ctx, q, m)
	var no *api.Refusal
	switch {
	case errors.As(err, &no) && shutOut(no):
		a.limit(channel, limit{closed: true, why: explained(no)})
	case err == nil && refused != nil && refused.Code == discordgo.ErrCodeMissingPermissions:
		a.limit(channel, limit{why: "I may lack Embed Links or Attach Files"})
	}
	return id, err
}

func (a *Adapter) limit(channel string, l limit) {
	l.until = a.now().Add(limitedFor)
	if before := a.limited.at(channel, a.now()); before.closed != l.closed || before.why != l.why {
		a.log.Warn("a channel does not take what I say", "channel", channel, "closed", l.closed, "why", l.why)
	}
	a.limited.of.Add(channel, l)
}

// shutOut reports whether a refusal says that the bot may write nothing in a channel.
func shutOut(no *api.Refusal) bool {
	return no.Status == http.StatusForbidden
}

// explained returns which permission the bot lacks where Discord refuses a message.
func explained(no *api.Refusal) string {
	if no.Code == discordgo.ErrCodeMissingAccess {
		return "I lack View Channel"
	}
	return "I lack Send Messages, or in a thread Send Messages in Threads"
}
