package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// The operations of the gateway's frames.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// maxFrame bounds a frame. A server's is a few MB at most, and what is not
// asked for does not come.
const maxFrame = 16 << 20

// fatal is the end of a shard that no new connection can mend.
type fatal struct{ text string }

func (e *fatal) Error() string { return e.text }

// hangUp is why the gateway ended a connection, in words for the operator; nil
// where a new connection is the answer.
func (a *Adapter) hangUp(code int) error {
	switch code {
	case 4004:
		return &fatal{"Discord refuses the bot's token: copy it again from the application's Bot page, into DELPHI_DISCORD_TOKEN or the token_file"}
	case 4010, 4011:
		return &fatal{fmt.Sprintf("Discord refuses shard_id %d of shard_count %d: the count may be too small; 0 takes what Discord advises", a.cfg.ShardID, a.cfg.ShardCount)}
	case 4012:
		return &fatal{"Discord no longer speaks the version of its gateway that this bot does: a newer release of the bot is needed"}
	case 4013, 4014:
		return &fatal{"Discord refuses the message content intent: switch it on at the application's Bot page (https://discord.com/developers/applications, Privileged Gateway Intents), or set message_commands = false"}
	}
	return nil
}

type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
}

type outgoing struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

type identify struct {
	Token      string            `json:"token"`
	Properties map[string]string `json:"properties"`
	Intents    discordgo.Intent  `json:"intents"`
	Shard      [2]int            `json:"shard"`
	Presence   presence          `json:"presence"`
}

type presence struct {
	Since      *int       `json:"since"`
	Activities []activity `json:"activities"`
	Status     string     `json:"status"`
	AFK        bool       `json:"afk"`
}

type activity struct {
	Name  string                 `json:"name"`
	Type  discordgo.ActivityType `json:"type"`
	State string                 `json:"state"`
}

type resume struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

// shard is one connection to the gateway after another. Its goroutine owns all
// of it but seq, acked and beaten, which its heartbeat reads too.
type shard struct {
	a       *Adapter
	id, of  int
	answer  func(ctx context.Context, i *discordgo.Interaction, first send)
	hear    func(ctx context.Context, raw json.RawMessage, self string) // of a message; nil: not wanted
	starts  *starts
	session string // to take up again; empty: none
	resume  string // the address for that
	self    string // the bot's user id
	seq     atomic.Int64
	acked   atomic.Bool
	beaten  atomic.Int64 // when the last heartbeat was sent, in ns; 0: it is acknowledged
	tried   int          // how often in a row taking the session up has failed
}

// errStart is the end of a connection that calls for a new session.
var errStart = errors.New("the session is lost")

// run keeps the shard connected until ctx ends; then it returns nil. Its error
// is one that no new connection can mend.
func (s *shard) run(ctx, work context.Context) error {
	log := s.a.log.With("shard", s.id, "shards", s.of)
	wait := s.a.t.retry
	for {
		began := time.Now()
		err := s.connect(ctx, work)
		if ctx.Err() != nil {
			return nil
		}
		var no *fatal
		if errors.As(err, &no) {
			return err
		}
		if time.Since(began) > time.Minute {
			wait = s.a.t.retry
		}
		// Spread, so that a thousand bots do not come back in one moment.
		pause := wait/2 + rand.N(wait/2+1)
		log.Warn("the gateway's connection ended; connecting again", "err", err, "in", pause.Round(time.Millisecond), "resuming", s.session != "")
		if !sleep(ctx, pause) {
			return nil
		}
		wait = min(2*wait, s.a.t.retryMax)
	}
}

// connection is one websocket with what writes to it.
type connection struct {
	*websocket.Conn
	mu sync.Mutex
}

func (c *connection) write(v any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.SetWriteDeadline(time.Now().Add(10 * time.Second))
	return c.WriteJSON(v)
}

// hang up with a code: 1000 ends the session too, others leave it to be taken
// up again.
func (c *connection) hangUp(code int) {
	c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	c.Close()
}

const closeKeeping = 4900 // of our own: anything but 1000 and 1001 keeps the session

// connect makes one connection and serves it until it ends.
func (s *shard) connect(ctx, work context.Context) error {
	address := s.resume
	if s.session == "" || address == "" {
		s.session = ""
		advice, err := s.a.advice(ctx)
		if err != nil {
			return err
		}
		address = advice.URL
		if err := s.starts.wait(ctx, s.id, advice); err != nil {
			return err
		}
	}
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.a.t.hello}
	dial, cancel := context.WithTimeout(ctx, s.a.t.hello)
	defer cancel()
	ws, res, err := dialer.DialContext(dial, address+"/?v="+discordgo.APIVersion+"&encoding=json", nil)
	if err != nil {
		if res != nil {
			err = fmt.Errorf("%w (HTTP %d)", err, res.StatusCode)
		}
		if s.tried++; s.session != "" && s.tried >= 3 {
			s.session = ""
		}
		return fmt.Errorf("dialling the gateway: %w", err)
	}
	s.a.stats.connections.Add(1)
	ws.SetReadLimit(maxFrame)
	c := &connection{Conn: ws}
	defer c.Close()
	// A read that waits ends with the context.
	stop := context.AfterFunc(ctx, func() { c.hangUp(websocket.CloseNormalClosure) })
	defer stop()
	return s.serve(ctx, work, c)
}

// serve says hello and answers events until the connection ends.
func (s *shard) serve(ctx, work context.Context, c *connection) error {
	f, err := s.read(c, s.a.t.hello)
	if err != nil {
		return fmt.Errorf("the gateway says no hello: %w", err)
	}
	var hello struct {
		Interval int `json:"heartbeat_interval"`
	}
	if f.Op != opHello || json.Unmarshal(f.Data, &hello) != nil || hello.Interval <= 0 {
		return fmt.Errorf("the gateway says %d instead of hello", f.Op)
	}
	interval := time.Duration(hello.Interval) * time.Millisecond

	beating, stop := context.WithCancel(ctx)
	var heart sync.WaitGroup
	defer heart.Wait()
	defer stop()
	s.acked.Store(true)
	heart.Go(func() { s.beat(beating, c, interval) })

	if s.session != "" {
		err = c.write(outgoing{opResume, resume{string(s.a.cfg.Token), s.session, s.seq.Load()}})
	} else {
		s.seq.Store(0)
		err = c.write(outgoing{opIdentify, s.identify()})
	}
	if err != nil {
		return fmt.Errorf("introducing ourselves: %w", err)
	}
	ready := false
	late := time.AfterFunc(s.a.t.ready, func() { c.hangUp(closeKeeping) })
	defer late.Stop()
	defer func() {
		if ready {
			s.a.stats.connected.Add(-1)
			s.a.stats.lost.Add(1)
		}
	}()
	for {
		// Something comes at every heartbeat, if only its acknowledgement.
		f, err := s.read(c, interval+interval/2+s.a.t.hello)
		if err != nil {
			return s.ended(err)
		}
		switch f.Op {
		case opDispatch:
			s.seq.Store(f.Seq)
			if s.dispatch(work, f) && !ready {
				ready = true
				late.Stop()
				s.a.stats.connected.Add(1)
			}
		case opHeartbeat:
			if err := s.heartbeat(c); err != nil {
				return fmt.Errorf("heartbeat: %w", err)
			}
		case opHeartbeatAck:
			s.acked.Store(true)
			if beat := s.beaten.Swap(0); beat != 0 {
				s.a.stats.lag.Store(time.Now().UnixNano() - beat)
			}
		case opReconnect:
			c.hangUp(closeKeeping)
			return errors.New("the gateway asks for a new connection")
		case opInvalidSession:
			s.a.stats.invalidated.Add(1)
			var resumable bool
			if json.Unmarshal(f.Data, &resumable) != nil || !resumable {
				s.session = ""
			}
			c.hangUp(closeKeeping)
			// Discord asks for a pause of one to five seconds here.
			sleep(ctx, s.a.t.invalid+rand.N(4*s.a.t.invalid+1))
			return errStart
		}
	}
}

// read is the next frame that can be read, within d.
func (s *shard) read(c *connection, d time.Duration) (*frame, error) {
	for {
		c.SetReadDeadline(time.Now().Add(d))
		_, b, err := c.ReadMessage()
		if err != nil {
			return nil, err
		}
		f := &frame{Op: -1}
		if err := json.Unmarshal(b, f); err == nil {
			return f, nil
		}
		s.a.stats.malformed.Add(1)
	}
}

// ended is the error of a connection that ended, and forgets a session that it
// took along.
func (s *shard) ended(err error) error {
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return err
	}
	switch closed.Code {
	case 1000, 1001, 4003, 4007, 4009: // the session is over
		s.session = ""
	}
	if no := s.a.hangUp(closed.Code); no != nil {
		return no
	}
	return fmt.Errorf("the gateway closed the connection with %d %s", closed.Code, closed.Text)
}

// beat sends heartbeats until ctx ends. One that the gateway did not
// acknowledge before the next is due ends the connection.
func (s *shard) beat(ctx context.Context, c *connection, interval time.Duration) {
	wait := rand.N(interval) + 1 // the first one anywhere in it, as Discord asks
	for sleep(ctx, wait) {
		if !s.acked.Swap(false) {
			c.hangUp(closeKeeping)
			return
		}
		if s.heartbeat(c) != nil {
			c.Close()
			return
		}
		wait = interval
	}
}

func (s *shard) heartbeat(c *connection) error {
	s.beaten.Store(time.Now().UnixNano())
	return c.write(outgoing{opHeartbeat, s.seq.Load()})
}

func (s *shard) identify() identify {
	id := identify{
		Token:      string(s.a.cfg.Token),
		Properties: map[string]string{"os": runtime.GOOS, "browser": "delphi", "device": "delphi"},
		Shard:      [2]int{s.id, s.of},
		Presence: presence{
			Status:     string(discordgo.StatusOnline),
			Activities: []activity{{Name: "Custom Status", Type: discordgo.ActivityTypeCustom, State: s.a.presence()}},
		},
	}
	if s.hear != nil {
		id.Intents = discordgo.IntentGuildMessages | discordgo.IntentDirectMessages | discordgo.IntentMessageContent
	}
	return id
}

// dispatch takes an event; true: the shard is ready.
func (s *shard) dispatch(work context.Context, f *frame) bool {
	switch f.Type {
	case "READY":
		var r struct {
			SessionID string `json:"session_id"`
			Resume    string `json:"resume_gateway_url"`
			User      struct {
				ID       string `json:"id"`
				Username string `json:"username"`
			} `json:"user"`
		}
		if json.Unmarshal(f.Data, &r) != nil {
			s.a.stats.malformed.Add(1)
		}
		s.session, s.resume, s.self, s.tried = r.SessionID, r.Resume, r.User.ID, 0
		s.a.log.Info("connected to Discord", "shard", s.id, "shards", s.of, "as", r.User.Username)
		return true
	case "RESUMED":
		s.tried = 0
		s.a.stats.resumed.Add(1)
		s.a.log.Info("connected to Discord again", "shard", s.id, "shards", s.of)
		return true
	case "INTERACTION_CREATE":
		i := new(discordgo.Interaction)
		if err := decode(f.Data, i); err != nil {
			s.a.stats.malformed.Add(1)
			s.a.log.Debug("an interaction could not be read", "err", err)
			return false
		}
		s.a.take(work, func(ctx context.Context) { s.answer(ctx, i, s.a.callback(i)) })
	case "MESSAGE_CREATE":
		if s.hear != nil {
			raw, self := f.Data, s.self
			s.hear(work, raw, self)
		}
	}
	return false
}
