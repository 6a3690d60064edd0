package discord

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"delphi/bot/discord/api"
	"delphi/storage/pause"
)

// editable is how long after posting a message its edits are still answered.
const editable = 2 * time.Minute

// exchange is a question and the message that answered it.
type exchange struct {
	sync.Mutex
	asked  string // the message as it was answered; empty: it was not
	edited string // when the message that was answered last was edited, as Discord writes it; empty: it was not
	answer string // the id of the answer in the same channel; empty: there is none

	components bool // the answer is laid out as components
}

// stale reports whether a newer version of a message was answered, because its
// edits do not wait for each other in their order.
func (x *exchange) stale(m *posted) bool {
	return x.edited != "" && (m.Edited == nil || *m.Edited < x.edited)
}

// exchanges keeps the most recent ones by the id of the question's message.
type exchanges struct {
	mu   sync.Mutex
	last *lru.Cache[string, *exchange]
}

func newExchanges() *exchanges {
	last, err := lru.New[string, *exchange](1024)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &exchanges{last: last}
}

// of returns the exchange of a message, which may be a new one.
func (e *exchanges) of(message string) *exchange {
	e.mu.Lock()
	defer e.mu.Unlock()
	x, ok := e.last.Get(message)
	if !ok {
		x = new(exchange)
		e.last.Add(message, x)
	}
	return x
}

// ageOf returns how long ago Discord made an id; of what is not an id, for ever.
func ageOf(id string, now time.Time) time.Duration {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 1<<63 - 1
	}
	return now.Sub(time.UnixMilli(int64(n>>idBits) + idEpoch))
}

// typing shows in a channel that an answer is being worked out, if that takes a
// while, until the function that it returns is called. Discord shows it for ten
// seconds at a time.
func (a *Adapter) typing(ctx context.Context, channel string) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer a.recover("typing")
		for wait := a.t.typing; pause.For(ctx, wait) == nil; wait = a.t.typingAgain {
			// One that is refused is no loss.
			_, err := a.rest.Do(ctx, api.Request{What: "typing", Method: http.MethodPost, URL: discordgo.EndpointChannelTyping(channel), Tries: 1})
			if err != nil {
				return
			}
		}
	}()
	return func() { cancel(); <-done }
}
