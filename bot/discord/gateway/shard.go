package gateway

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

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/storage/pause"
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

const (
	// maxFrame bounds a frame. A server's frames have a few MB at most, and
	// what is not asked for does not come.
	maxFrame = 16 << 20

	// resumeTries is how often in a row a session may fail to be resumed before
	// a new one is begun.
	resumeTries = 3

	// settled is how long a connection must last before the pauses between
	// connections begin anew.
	settled = time.Minute
)

// hangUp returns the operator's error for a code with which the gateway closed
// a connection; nil if a new connection may help.
func (g *group) hangUp(code int) error {
	switch code {
	case 4004:
		return api.ErrToken
	case 4010, 4011:
		return &api.Fatal{Text: fmt.Sprintf("Discord refuses shard_id %d of shard_count %d: the count may be too small; 0 uses the number that Discord recommends", g.ShardID, g.Shards)}
	case 4012:
		return &api.Fatal{Text: "Discord no longer speaks the version of its gateway that this bot uses: a newer release of the bot is needed"}
	case 4013, 4014:
		return &api.Fatal{Text: "Discord refuses the message content intent: switch it on at the application's Bot page (https://discord.com/developers/applications, Privileged Gateway Intents), or set message_commands = false"}
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
// of it except seq, acked and beaten, which its heartbeat uses too.
type shard struct {
	*group
	id, of  int
	session string // to be resumed; empty: none
	resume  string // the address for that
	self    string // the bot's user id
	seq     atomic.Int64
	acked   atomic.Bool
	beaten  atomic.Int64 // when the last heartbeat was sent, in ns; 0: it is acknowledged
	held    func() bool  // this process still has the shard
	begun   func()       // called when a session was begun, or the connection for it failed
	resumed int          // how often in a row resuming the session was tried
	heart   *bot.Heart   // turns at each frame; a heartbeat's acknowledgement is one
}

// errStart is the end of a connection that calls for a new session.
var errStart = errors.New("the session is lost")

// run keeps the shard connected until ctx ends; then it returns nil. Its error
// is one that no new connection can mend.
func (s *shard) run(ctx context.Context) error {
	log := s.Log.With("shard", s.id, "shards", s.of)
	pauses := api.Pauses(s.Timing.Retry, s.Timing.RetryMax)
	for {
		began := time.Now()
		err := bot.Guard(func() error { return s.connect(ctx) })
		if ctx.Err() != nil {
			return nil
		}
		var no *api.Fatal
		if errors.As(err, &no) {
			return err
		}
		if p := new(bot.Panic); errors.As(err, &p) {
			s.Stats.Panics.Add(1)
			log.Error("panic in the gateway's connection", "panic", p.Value, "stack", string(p.Stack))
		}
		text := err.Error()
		s.Stats.LastError.Store(&text)
		if time.Since(began) > settled {
			pauses.Reset()
		}
		again := pauses.NextBackOff()
		log.Warn("the gateway's connection ended; connecting again", "err", err, "in", again.Round(time.Millisecond), "resuming", s.session != "")
		s.heart.Rest()
		if pause.For(ctx, again) != nil {
			return nil
		}
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

// hangUp closes the connection with a code. 1000 ends the session too; others
// leave it to be resumed.
func (c *connection) hangUp(code int) {
	c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	c.Close()
}

// closeKeeping is a code of our own: all but 1000 and 1001 keep the session.
const closeKeeping = 4900

// connect makes one connection and serves it until it ends.
func (s *shard) connect(ctx context.Context) error {
	address, err := s.address(ctx)
	if err != nil {
		return err
	}
	defer s.begun()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.Timing.Hello}
	dial, cancel := context.WithTimeout(ctx, s.Timing.Hello)
	defer cancel()
	ws, res, err := dialer.DialContext(dial, address+"/?v="+discordgo.APIVersion+"&encoding=json", nil)
	if err != nil {
		if res != nil {
			err = fmt.Errorf("%w (HTTP %d)", err, res.StatusCode)
		}
		return fmt.Errorf("dialling the gateway: %w", err)
	}
	s.Stats.Connections.Add(1)
	ws.SetReadLimit(maxFrame)
	c := &connection{Conn: ws}
	defer c.Close()
	// This ends a read that waits.
	stop := context.AfterFunc(ctx, func() { c.hangUp(websocket.CloseNormalClosure) })
	defer stop()
	return s.serve(ctx, c)
}

// address returns where to connect: to resume the session if there is one, or
// to begin one, when that is allowed. A session that could not be resumed
// several times in a row is given up.
func (s *shard) address(ctx context.Context) (string, error) {
	if s.session != "" && s.resume != "" && s.resumed < resumeTries {
		s.resumed++
		return s.resume, nil
	}
	s.session, s.resumed = "", 0
	advice, err := s.advice(ctx)
	if err != nil {
		return "", err
	}
	begun, err := s.mayStart(ctx, s.id, advice)
	if err != nil {
		return "", err
	}
	s.begun = begun
	return advice.URL, nil
}

// serve introduces the shard and takes events until the connection ends.
func (s *shard) serve(ctx context.Context, c *connection) error {
	interval, err := s.hello(c)
	if err != nil {
		return err
	}
	beating, stop := context.WithCancel(ctx)
	var heart sync.WaitGroup
	defer heart.Wait()
	defer stop()
	s.acked.Store(true)
	heart.Go(func() { s.beat(beating, c, interval) })

	if err := s.introduce(c); err != nil {
		return fmt.Errorf("introducing ourselves: %w", err)
	}
	ready := false
	late := time.AfterFunc(s.Timing.Ready, func() { c.hangUp(closeKeeping) })
	defer late.Stop()
	defer func() {
		if ready {
			s.Stats.Connected.Add(-1)
			s.Stats.Lost.Add(1)
		}
	}()
	for {
		// Something comes at every heartbeat, if only its acknowledgement.
		f, err := s.read(c, interval+interval/2+s.Timing.Hello)
		if err != nil {
			return s.closed(err)
		}
		switch f.Op {
		case opDispatch:
			s.seq.Store(f.Seq)
			switch {
			case s.dispatch(f) && !ready:
				ready = true
				late.Stop()
				s.Stats.Connected.Add(1)
			case !ready: // a session that is resumed begins with what was missed
				late.Reset(s.Timing.Ready)
			}
		case opHeartbeat:
			if err := s.heartbeat(c); err != nil {
				return fmt.Errorf("heartbeat: %w", err)
			}
		case opHeartbeatAck:
			s.acked.Store(true)
			if beat := s.beaten.Swap(0); beat != 0 {
				s.Stats.Lag.Store(time.Now().UnixNano() - beat)
			}
		case opReconnect:
			c.hangUp(closeKeeping)
			return errors.New("the gateway asks for a new connection")
		case opInvalidSession:
			s.invalidated(ctx, c, f)
			return errStart
		}
	}
}

// hello waits for the server's first words, which say how often it wants a heartbeat.
func (s *shard) hello(c *connection) (interval time.Duration, err error) {
	f, err := s.read(c, s.Timing.Hello)
	if err != nil {
		return 0, fmt.Errorf("the gateway did not say hello: %w", err)
	}
	var hello struct {
		Interval int `json:"heartbeat_interval"`
	}
	if f.Op != opHello || json.Unmarshal(f.Data, &hello) != nil || hello.Interval <= 0 {
		return 0, fmt.Errorf("the gateway sent operation %d instead of hello", f.Op)
	}
	return time.Duration(hello.Interval) * time.Millisecond, nil
}

// introduce goes on with our session, or begins one.
func (s *shard) introduce(c *connection) error {
	if s.session != "" {
		return c.write(outgoing{opResume, resume{string(s.Token), s.session, s.seq.Load()}})
	}
	s.seq.Store(0)
	err := c.write(outgoing{opIdentify, s.identify()})
	s.begun()
	return err
}

// invalidated hangs up after the server has ended our session, and waits as it asks for.
func (s *shard) invalidated(ctx context.Context, c *connection, f *frame) {
	s.Stats.Invalidated.Add(1)
	var resumable bool
	if json.Unmarshal(f.Data, &resumable) != nil || !resumable {
		s.session = ""
	}
	c.hangUp(closeKeeping)
	// Discord asks for a pause of one to five seconds here.
	_ = pause.For(ctx, s.Timing.Invalid+rand.N(4*s.Timing.Invalid+1))
}

// read returns the next frame that can be decoded, waiting at most d for each.
func (s *shard) read(c *connection, d time.Duration) (*frame, error) {
	for {
		c.SetReadDeadline(time.Now().Add(d))
		_, b, err := c.ReadMessage()
		if err != nil {
			return nil, err
		}
		f := &frame{Op: -1}
		s.heart.Turn()
		if err := json.Unmarshal(b, f); err == nil {
			return f, nil
		}
		s.Stats.Malformed.Add(1)
	}
}

// closed returns the error of a connection that ended, and forgets the session
// if it ended too.
func (s *shard) closed(err error) error {
	var code *websocket.CloseError
	if !errors.As(err, &code) {
		return err
	}
	switch code.Code {
	case 1000, 1001, 4003, 4007, 4009: // the session is over
		s.session = ""
	}
	if no := s.hangUp(code.Code); no != nil {
		return no
	}
	return fmt.Errorf("the gateway closed the connection with %d %s", code.Code, code.Text)
}

// beat sends heartbeats until ctx ends. If the gateway has not acknowledged one
// when the next is due, beat ends the connection.
func (s *shard) beat(ctx context.Context, c *connection, interval time.Duration) {
	wait := rand.N(interval) + 1 // the first one anywhere in it, as Discord asks
	for pause.For(ctx, wait) == nil {
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
	return identify{
		Token:      string(s.Token),
		Properties: map[string]string{"os": runtime.GOOS, "browser": "delphi", "device": "delphi"},
		Shard:      [2]int{s.id, s.of},
		Intents:    s.Intents,
		Presence: presence{
			Status:     string(discordgo.StatusOnline),
			Activities: []activity{{Name: "Custom Status", Type: discordgo.ActivityTypeCustom, State: s.Presence}},
		},
	}
}

// dispatch takes an event. It returns true if the shard is ready.
func (s *shard) dispatch(f *frame) bool {
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
			s.Stats.Malformed.Add(1)
		}
		s.session, s.resume, s.self, s.resumed = r.SessionID, r.Resume, r.User.ID, 0
		s.Log.Info("connected to Discord", "shard", s.id, "shards", s.of, "as", r.User.Username)
		s.Dispatch(Event{Type: f.Type, Data: f.Data, Self: s.self})
		return true
	case "RESUMED":
		s.resumed = 0
		s.Stats.Resumed.Add(1)
		s.Log.Info("connected to Discord again", "shard", s.id, "shards", s.of)
		return true
	}
	s.Dispatch(Event{Type: f.Type, Data: f.Data, Self: s.self})
	return false
}
