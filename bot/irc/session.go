package irc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/bot/irc/desk"
	"delphi/bot/irc/queue"
	"delphi/bot/irc/render"
	"delphi/bot/irc/roster"
	"delphi/bot/irc/said"
	"delphi/bot/irc/wire"
)

// session is one connection. Its loop goroutine owns every field that is not
// said to be shared.
type session struct {
	a   *Adapter
	cfg *Config
	log *slog.Logger
	h   bot.Handler
	t   timing

	out       *queue.Queue    // shared
	desk      *desk.Desk      // shared
	work      context.Context // of the workers
	stopWork  context.CancelFunc
	beside    sync.WaitGroup // what the loop started and run waits for
	overhead  atomic.Int32   // bytes of ":nick!user@host " before what we say
	malformed atomic.Uint64  // lines the reader passed over
	answered  atomic.Uint64  // by the workers
	unsent    atomic.Uint64  // replies that the network did not take
	weakened  atomic.Uint64  // replies that it took only in another way
	limits    limits         // of channels; shared
	refused   uint64         // questions lost because too many were waiting

	started    time.Time
	registered bool
	joinedAt   time.Time // when we joined our first channel, or registered if none is wanted

	caps     map[string]bool // offered by the server; true once enabled
	capsOpen int             // CAP REQ lines without an answer
	capsDone bool            // CAP END was sent

	offeredLines multiline                 // what the server says of draft/multiline
	many         atomic.Pointer[multiline] // shared: how long a message of several lines may be; nil: there are none

	nick, user, host string
	nickTries        int
	login            login
	recovery         recovery

	bridges []said.Bridge // of cfg.Relays

	is     roster.Support
	roster *roster.Roster
	wants  map[string]*wanted // by folded name

	echoes    echoes // shared
	pingToken string // of the PING that is under way
	pingSent  time.Time
	lag       time.Duration
}

const (
	workers    = 16      // questions answered at a time
	maxWaiting = 256     // questions that may wait
	maxUnpaced = 1 << 16 // the same with pacing off, where answers go out as fast as they come
)

// errStopped ends the loop when ctx does.
var errStopped = errors.New("stopped")

func newSession(a *Adapter, cfg *Config, h bot.Handler) *session {
	most := maxWaiting
	if *cfg.LinesPerSecond == 0 {
		most = maxUnpaced
	}
	s := &session{
		a: a, cfg: cfg, log: a.log, h: h, t: a.t,
		out:     queue.New(*cfg.LinesPerSecond, *cfg.Burst),
		desk:    desk.New(most, workers),
		started: time.Now(),
		caps:    map[string]bool{},
		nick:    cfg.Nick,
		user:    "~" + cfg.User,
		is:      roster.NewSupport(),
		wants:   map[string]*wanted{},
	}
	s.setBridges()
	s.login.pauses = pauses(a.t.login, a.t.loginMax)
	s.recovery.pauses = pauses(a.t.regain, a.t.regainMax)
	s.roster = roster.New(&s.is)
	s.measure()
	return s
}

// run serves conn until it fails or ctx ends, and returns why. Everything it
// starts has ended when it returns.
func (s *session) run(ctx context.Context, conn net.Conn) error {
	// When ctx ends the connection goes on for a moment, so that what was
	// asked is still answered; it ends with its own contexts.
	wireCtx, stopWire := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWire()
	s.work, s.stopWork = context.WithCancel(wireCtx)
	defer s.stopWork()
	timed := wire.Timed(conn, s.t.ping+s.t.pong, s.t.write)
	events := make(chan *girc.Event, 256)
	readErr, writeErr := make(chan error, 1), make(chan error, 1)

	var answering, wires sync.WaitGroup
	wires.Go(func() {
		defer close(events)
		readErr <- wire.ReadLines(wireCtx, timed, events, &s.malformed)
	})
	wires.Go(func() { writeErr <- s.out.Run(wireCtx, wire.Held(timed, s.a.opt.Held)) })
	for range workers {
		answering.Go(func() { s.answerAll(s.work) })
	}

	s.register()
	err := s.loop(ctx, events, readErr, writeErr)
	leaving := (errors.Is(err, errStopped) || errors.Is(err, errReconfigured)) && s.registered && s.a.opt.Held()
	if leaving {
		s.readRest(events)
	}
	s.desk.Close()
	if leaving {
		s.leave(&answering, events, writeErr)
	}
	stopWire()
	conn.Close()
	wires.Wait()
	answering.Wait()
	s.beside.Wait()
	s.echoes.end()
	s.publish()
	return err
}

// loop handles one thing at a time.
func (s *session) loop(ctx context.Context, events <-chan *girc.Event, readErr, writeErr <-chan error) error {
	tick := time.NewTicker(s.t.tick)
	defer tick.Stop()
	for {
		s.a.heart.Turn()
		var err error
		select {
		case ev, ok := <-events:
			if !ok {
				return fmt.Errorf("reading: %w", <-readErr)
			}
			if !s.a.opt.Held() { // what came while this process was stopped is another's to answer
				return wire.ErrNotHeld
			}
			err = s.safely(func() error { return s.handle(ev) }, ev.Command)
		case err = <-writeErr:
			return fmt.Errorf("writing: %w", err)
		case now := <-tick.C:
			err = s.safely(func() error { return s.chores(now) }, "chores")
		case do := <-s.a.ctl:
			err = s.safely(func() error { return do(s) }, "request")
		case <-ctx.Done():
			return errStopped
		}
		if err != nil {
			return err
		}
	}
}

// safely keeps a panic over one event from ending the program.
func (s *session) safely(do func() error, what string) error {
	err := bot.Guard(do)
	if p := new(bot.Panic); errors.As(err, &p) {
		s.log.Error("panic in the connection's loop", "at", what, "panic", p.Value, "stack", string(p.Stack))
		return nil
	}
	return err
}

// readRest handles what was read before the end, so that a question that has come is
// answered.
func (s *session) readRest(events <-chan *girc.Event) {
	for range len(events) {
		if ev := <-events; ev != nil {
			_ = s.safely(func() error { return s.handle(ev) }, ev.Command) // it ends in any case
		}
	}
}

// leave lets the workers finish (half of drain, then their context ends) and
// the queue empty, says QUIT, and waits for the server to close, all within
// drain + farewell.
func (s *session) leave(answering *sync.WaitGroup, events <-chan *girc.Event, writeErr <-chan error) {
	answered := make(chan struct{})
	go func() { // ends with the workers, whom run waits for
		answering.Wait()
		close(answered)
	}()
	half, late := time.After(s.t.drain/2), time.After(s.t.drain)
	for {
		select {
		case <-answered:
			answered = nil
			s.out.Close("QUIT :"+render.Clean(s.cfg.QuitMessage), s.t.drain/3)
		case <-half:
			s.stopWork()
		case <-late:
			s.log.Warn("leaving with answers unsaid", "answers", s.out.Size())
			return
		case ev, ok := <-events:
			if !ok {
				return
			}
			s.leavingSaid(ev)
		case err := <-writeErr: // nil: the queue is empty and QUIT has been sent
			for bye := time.After(s.t.farewell); err == nil; {
				select {
				case ev, ok := <-events:
					if !ok {
						return
					}
					s.leavingSaid(ev)
				case <-bye:
					return
				}
			}
			return
		}
	}
}

// leavingSaid handles what the server says while we leave: it wants to know that we
// are there, or has read what was to be told.
func (s *session) leavingSaid(ev *girc.Event) {
	switch ev.Command {
	case girc.PING:
		s.pong(ev)
	case girc.PONG:
		s.echoes.heard(ev.Last())
	}
}

// chores does what is due.
func (s *session) chores(now time.Time) error {
	if !s.registered {
		if now.Sub(s.started) > s.t.register {
			return fmt.Errorf("not registered after %v", s.t.register)
		}
		return nil
	}
	if now.Sub(s.pingSent) >= s.t.ping {
		s.ping(now)
	}
	if err := s.loginChores(now); err != nil {
		return err
	}
	s.retryJoins(now)
	s.recoveryChores(now)
	s.publish()
	return nil
}

func (s *session) ping(now time.Time) {
	s.pingToken = strconv.FormatInt(rand.Int64(), 36)
	s.pingSent = now
	s.out.Now("PING :" + s.pingToken)
}

func (s *session) pong(ev *girc.Event) { s.out.Now("PONG :" + ev.Last()) }

// measure sets how much of each line the network takes for our name.
func (s *session) measure() {
	host := len(s.host)
	if s.host == "" {
		host = unknownHost
	}
	s.overhead.Store(int32(len(":!@ ") + len(s.nick) + len(s.user) + host))
}

// budget returns how many bytes of text fit in one line to target. Any goroutine
// may call it.
func (s *session) budget(command, target string) int {
	return queue.LineBytes - len("\r\n") - int(s.overhead.Load()) - len(command) - len(target) - len("  :")
}

// setBridges reads cfg.Relays, which Validate has checked.
func (s *session) setBridges() {
	s.bridges = nil
	for _, entry := range s.cfg.Relays {
		if b, err := said.ParseBridge(entry); err == nil {
			s.bridges = append(s.bridges, b)
		}
	}
}

// reconfigure takes over what a live connection can.
func (s *session) reconfigure(cfg *Config) {
	s.cfg = cfg
	s.setBridges()
	s.out.SetPace(*cfg.LinesPerSecond, *cfg.Burst)
	channels := s.a.wantedChannels()
	for _, w := range s.wants {
		if !slices.ContainsFunc(channels, sameChannel(w.name)) {
			s.unwant(w.name)
		}
	}
	for _, c := range channels {
		if name, _ := channelKey(c); s.wants[s.is.Casemap.Fold(name)] == nil {
			s.want(c)
		}
	}
}

// publish makes the session's state the adapter's.
func (s *session) publish() {
	queued, dropped := s.out.Size(), s.out.TakeDropped()
	joined, waiting := []string{}, map[string]string{}
	for _, w := range s.wants {
		if w.joined {
			joined = append(joined, w.name)
		} else {
			waiting[w.name] = w.why
		}
	}
	slices.Sort(joined)
	answered, malformed, unsent, weakened := s.answered.Swap(0), s.malformed.Swap(0), s.unsent.Swap(0), s.weakened.Swap(0)
	limited := s.limits.shown()
	refused := s.refused
	s.refused = 0
	s.a.publish(func(st *Detail) {
		st.Connected, st.Identified, st.Nick, st.Since = s.registered, s.login.done, s.nick, s.started
		st.Joined, st.Waiting, st.Lag, st.Queued, st.Limited = joined, waiting, s.lag, queued, limited
		st.Answered += answered
		st.Counts.Malformed += malformed
		st.Counts.Unsent += unsent
		st.Counts.Weakened += weakened
		st.Counts.Refused += refused
		st.Counts.Dropped += dropped
	})
}

// isMe reports whether nick is ours.
func (s *session) isMe(nick string) bool {
	return nick != "" && s.is.Casemap.Fold(nick) == s.is.Casemap.Fold(s.nick)
}

// named reports whether our nick is the configured one.
func (s *session) named() bool { return s.isMe(s.cfg.Nick) }

// unknownHost is how many bytes our host is assumed to have until we have seen it.
const unknownHost = 63
