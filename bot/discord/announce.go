package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/commands"
)

const (
	mostUnsaid = 1024       // announcements that may wait, of all channels together
	manyUnsaid = 64         // announcements that wait while the adapter counts as busy
	manyAsking = atOnce / 8 // interactions in work while the adapter counts as busy

	// announcedPerSecond leaves most of the 50 requests a second that Discord
	// allows a bot to answers.
	announcedPerSecond = 20

	// announceTries makes an announcement's tries last for about a minute in all,
	// with pauses that double.
	announceTries = 8
)

// voice holds what is said unasked. Each channel in which something waits has a
// goroutine of its own, so that announcements keep their order in a channel, and
// a channel that Discord holds up does not hold up the others.
type voice struct {
	pace *rate.Limiter // of all channels together

	mu      sync.Mutex
	ctx     context.Context               // of the sending; nil while the adapter does not run
	waiting map[string][]announcement     // by place, in order; each entry has a goroutine
	unsaid  int                           // how many are in waiting
	failed  *lru.Cache[string, time.Time] // places where the last one could not be said, and until when no other is tried
	direct  *lru.Cache[string, string]    // the channels of private conversations, by user

	unpinned *lru.Cache[string, struct{}] // places where it was said that nothing can be pinned
}

type announcement struct {
	news  *api.Message
	until time.Time // when it is of no use any more
	nonce string    // tells it from others; empty: nobody says it again later
	again bool      // it may have been said already
}

func newVoice() *voice {
	v := &voice{pace: rate.NewLimiter(announcedPerSecond, announcedPerSecond), waiting: map[string][]announcement{}}
	var err, err2, err3 error
	v.failed, err = lru.New[string, time.Time](4096)
	v.direct, err2 = lru.New[string, string](1024)
	v.unpinned, err3 = lru.New[string, struct{}](1024)
	if err := errors.Join(err, err2, err3); err != nil {
		panic(err) // only for a size below one
	}
	return v
}

// begin lets announcements be sent until ctx ends.
func (v *voice) begin(ctx context.Context) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ctx = ctx
}

// end stops taking announcements; those that wait are still sent.
func (v *voice) end() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ctx = nil
}

// Say queues a reply for a channel, or for the user of a private
// conversation, by its id. An announcement that Discord does not accept is tried
// again for two minutes, if that may help, and then dropped; a channel that is
// closed to the bot is left alone for ten minutes. Both are logged, once until
// something can be said there again, and are not errors of Say. Its errors are
// a place that is not an id, and a queue that is full or not running.
func (a *Adapter) Say(place string, r commands.Reply) error {
	if !isSnowflake(place) {
		return fmt.Errorf("%q is not the id of a channel or user", place)
	}
	news := embed.News(&r, a.codec, a.opt.Router.Prefix(network, commands.Place(place)))
	if news.Content == "" && len(news.Embeds) == 0 {
		return errors.New("there is nothing to say")
	}
	now, v := a.now(), a.voice
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.ctx == nil {
		return errors.New("nothing can be announced on Discord now: the adapter does not run, or has no bot token")
	}
	if until, _ := v.failed.Get(place); now.Before(until) {
		a.stats.unsaid.Add(1)
		return nil
	}
	if v.unsaid >= mostUnsaid {
		return fmt.Errorf("%d announcements are waiting already", v.unsaid)
	}
	list := v.waiting[place]
	v.waiting[place] = append(list, announcement{news: news, until: now.Add(a.t.announce)})
	v.unsaid++
	if len(list) == 0 {
		ctx := v.ctx
		a.work.Go(func() { a.speak(ctx, place) })
	}
	return nil
}

// Busy reports that there is no connection, or that many interactions are in
// work or many announcements waiting.
func (a *Adapter) Busy() bool {
	return !a.State().Connected || len(a.room) >= manyAsking || a.voice.waits() >= manyUnsaid
}

// Room returns how many bytes an announcement may have: escaping what Discord would
// take for markup makes it longer.
func (a *Adapter) Room() int { return api.MaxContent * 3 / 4 }

// waits returns how many announcements wait.
func (v *voice) waits() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.unsaid
}

// speak sends what waits for a place, in order, until nothing does.
func (a *Adapter) speak(ctx context.Context, place string) {
	v := a.voice
	for {
		v.mu.Lock()
		next := v.waiting[place][0]
		v.mu.Unlock()

		// A panic costs one announcement and leaves the queue in order.
		err := bot.Guard(func() error { return a.announce(ctx, place, next) })

		v.mu.Lock()
		said := 1
		closed := a.announceFailed(place, err)
		if closed {
			said = len(v.waiting[place])
		}
		v.waiting[place] = v.waiting[place][said:]
		v.unsaid -= said
		more := len(v.waiting[place]) > 0
		if !more {
			delete(v.waiting, place)
		}
		v.mu.Unlock()
		if err == nil {
			a.stats.announced.Add(1)
		} else {
			a.stats.unsaid.Add(int64(said))
		}
		if !more {
			return
		}
	}
}

// announceFailed notes and logs what became of an announcement. The voice must
// be locked. It returns true if the place is closed to the bot; then it is left
// alone for a while, because Discord shuts out bots that repeat forbidden
// requests.
func (a *Adapter) announceFailed(place string, err error) (closed bool) {
	v := a.voice
	if err == nil {
		v.failed.Remove(place)
		return false
	}
	var no *api.Refusal
	var until time.Time
	if errors.As(err, &no) {
		switch no.Status {
		case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
			closed, until = true, a.now().Add(a.t.closed)
		}
	}
	again, _ := v.failed.ContainsOrAdd(place, until)
	if again {
		v.failed.Add(place, until)
		return closed
	}
	what := "an announcement was not sent"
	if closed {
		what = "nothing can be announced there: the bot needs View Channel and Send Messages, and the channel must still be there"
	}
	a.log.Warn(what, "place", place, "err", err)
	return closed
}

// announce sends an announcement to a channel, or to a user.
func (a *Adapter) announce(ctx context.Context, place string, n announcement) error {
	ctx, cancel := context.WithTimeout(ctx, n.until.Sub(a.now()))
	defer cancel()
	if err := a.voice.pace.Wait(ctx); err != nil {
		return fmt.Errorf("announcing: %w", err)
	}
	channel, direct := a.voice.direct.Get(place)
	if !direct {
		channel = place
	}
	err := a.post(ctx, channel, n)
	var no *api.Refusal
	if direct || !errors.As(err, &no) || no.Code != discordgo.ErrCodeUnknownChannel {
		return err
	}
	// The place of a private conversation is its user.
	if channel, err = a.conversation(ctx, place); err != nil {
		if errors.As(err, new(*api.Refusal)) {
			return no // neither a channel nor a user
		}
		return err
	}
	a.voice.direct.Add(place, channel)
	return a.post(ctx, channel, n)
}

// conversation returns the channel of the private conversation with a user.
func (a *Adapter) conversation(ctx context.Context, user string) (string, error) {
	b, err := a.rest.Do(ctx, api.Request{
		What: "opening a conversation", Method: http.MethodPost, URL: discordgo.EndpointUserChannels("@me"),
		Body: map[string]string{"recipient_id": user},
	})
	if err != nil {
		return "", err
	}
	var got struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(b, &got); err != nil || got.ID == "" {
		return "", fmt.Errorf("opening a conversation: the answer makes no sense: %v", err)
	}
	return got.ID, nil
}

// post sends an announcement to a channel, without previews of its links.
func (a *Adapter) post(ctx context.Context, channel string, n announcement) error {
	m := n.news
	if n.again {
		if said, err := a.said(ctx, channel, m); err != nil || said {
			return err
		}
	}
	// A second try must not say it twice.
	m.Nonce, m.EnforceNonce = cmp.Or(n.nonce, strconv.FormatUint(rand.Uint64(), 36)), true
	if m.Plain != nil {
		m.Plain.Nonce, m.Plain.EnforceNonce = m.Nonce, true
	}
	_, err := a.deliverIn(ctx, channel, api.Request{
		What: "announcing", Method: http.MethodPost, Tries: announceTries, URL: discordgo.EndpointChannelMessages(channel),
	}, m)
	return err
}
