package discord

import (
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

	"delphi/commands"
)

const (
	mostUnsaid = 1024 // announcements that may wait, of all channels together
	manyUnsaid = 64   // from so many on no more are wanted
	manyAsking = atOnce / 8

	// announcedPerSecond leaves most of what Discord lets a bot ask of it, 50
	// requests a second, to answers.
	announcedPerSecond = 20

	// announceTries doubles its pauses for about a minute in all.
	announceTries = 8
)

// voice holds what is said unasked. Each channel in which something waits has a
// goroutine, so that one that Discord holds up does not hold up the others, and
// what is said in one keeps its order.
type voice struct {
	pace *rate.Limiter // of all channels together

	mu      sync.Mutex
	ctx     context.Context               // of the sending; nil: the adapter does not run
	waiting map[string][]announcement     // by place, in order; with an entry there is a goroutine
	unsaid  int                           // in all of waiting
	failed  *lru.Cache[string, time.Time] // places where the last one could not be said, and until when none is tried
	direct  *lru.Cache[string, string]    // channels of users, by the user
}

type announcement struct {
	text  string
	until time.Time // later it is of no use
}

func newVoice() *voice {
	v := &voice{pace: rate.NewLimiter(announcedPerSecond, announcedPerSecond), waiting: map[string][]announcement{}}
	var err, err2 error
	v.failed, err = lru.New[string, time.Time](4096)
	v.direct, err2 = lru.New[string, string](1024)
	if err != nil || err2 != nil {
		panic(errors.Join(err, err2)) // only for a size below one
	}
	return v
}

// begin lets announcements be sent until ctx ends.
func (v *voice) begin(ctx context.Context) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ctx = ctx
}

// end takes no more announcements; those that wait are still sent.
func (v *voice) end() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ctx = nil
}

// Say queues a reply's summary for a channel, or for the user of a private
// conversation, by its id. What Discord does not take is tried again for two
// minutes, where that may help, and then dropped; a channel that is closed to
// the bot is left alone for ten. Either is logged once, until something can be
// said there again, and is no error here: that is a place that is no id, or a
// queue that is full or not running.
func (a *Adapter) Say(place string, r commands.Reply) error {
	if !isSnowflake(place) {
		return fmt.Errorf("%q is not the id of a channel or user", place)
	}
	text := announced(r)
	if text == "" {
		return errors.New("there is nothing to say")
	}
	now, v := a.now(), a.voice
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.ctx == nil {
		return errors.New("there is no service on Discord now")
	}
	if until, _ := v.failed.Get(place); now.Before(until) {
		a.stats.unsaid.Add(1)
		return nil
	}
	if v.unsaid >= mostUnsaid {
		return fmt.Errorf("%d announcements wait already", v.unsaid)
	}
	list := v.waiting[place]
	v.waiting[place] = append(list, announcement{text, now.Add(a.t.announce)})
	v.unsaid++
	if len(list) == 0 {
		ctx := v.ctx
		a.work.Go(func() { a.speak(ctx, place) })
	}
	return nil
}

// Busy reports that there is no connection, that many answers are in work, or
// that many announcements wait.
func (a *Adapter) Busy() bool {
	a.voice.mu.Lock()
	unsaid := a.voice.unsaid
	a.voice.mu.Unlock()
	return !a.State().Connected || len(a.room) >= manyAsking || unsaid >= manyUnsaid
}

// announced is a reply as a plain message, which needs no permission but to
// send; Discord makes every reader's own times of the moments.
func announced(r commands.Reply) string {
	return cut(escape(r.ShowMoments(moment).Summary), maxContent)
}

// moment is a time as Discord shows each reader in their own zone and language.
func moment(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// speak says what waits for a place, one after the other, until nothing does.
func (a *Adapter) speak(ctx context.Context, place string) {
	v := a.voice
	for {
		v.mu.Lock()
		next := v.waiting[place][0]
		v.mu.Unlock()

		err := a.announce(ctx, place, next)

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

// announceFailed notes and logs what came of an announcement, with the voice
// locked; true: the place is closed to the bot, and is left alone for a while.
// Discord shuts out bots that go on asking for what they may not have.
func (a *Adapter) announceFailed(place string, err error) (closed bool) {
	v := a.voice
	if err == nil {
		v.failed.Remove(place)
		return false
	}
	var no *refusal
	var until time.Time
	if errors.As(err, &no) {
		switch no.status {
		case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
			closed, until = true, a.now().Add(a.t.closed)
		}
	}
	again, _ := v.failed.ContainsOrAdd(place, until)
	if again {
		v.failed.Add(place, until)
		return closed
	}
	what := "an announcement was not said"
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
	err := a.post(ctx, channel, n.text)
	var no *refusal
	if direct || !errors.As(err, &no) || no.code != discordgo.ErrCodeUnknownChannel {
		return err
	}
	// The place of a private conversation is its user.
	if channel, err = a.conversation(ctx, place); err != nil {
		if errors.As(err, new(*refusal)) {
			return no // neither a channel nor a user
		}
		return err
	}
	a.voice.direct.Add(place, channel)
	return a.post(ctx, channel, n.text)
}

// conversation is the channel of the private conversation with a user.
func (a *Adapter) conversation(ctx context.Context, user string) (string, error) {
	b, err := a.rest.do(ctx, request{
		what: "opening a conversation", method: http.MethodPost, url: discordgo.EndpointUserChannels("@me"),
		body: map[string]string{"recipient_id": user},
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

// post sends a plain message to a channel, with no pictures of what its
// addresses lead to.
func (a *Adapter) post(ctx context.Context, channel, text string) error {
	m := newMessage()
	m.Content, m.Flags = text, discordgo.MessageFlagsSuppressEmbeds
	// A second try must not say it twice.
	m.Nonce, m.EnforceNonce = strconv.FormatUint(rand.Uint64(), 36), true
	_, err := a.rest.do(ctx, request{
		what: "announcing", method: http.MethodPost, tries: announceTries,
		url: discordgo.EndpointChannelMessages(channel), body: m,
	})
	return err
}
