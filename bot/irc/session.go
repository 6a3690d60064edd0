package irc

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"math/rand/v2"
	"net"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/commands"
)

// session is one connection. Its loop goroutine owns every field that is not
// said to be shared.
type session struct {
	a   *Adapter
	cfg *Config
	log *slog.Logger
	h   bot.Handler
	t   timing

	out       *queue          // shared
	work      context.Context // of the workers
	stopWork  context.CancelFunc
	jobs      []chan job    // one for each worker; the loop alone sends and closes
	overhead  atomic.Int32  // bytes of ":nick!user@host " before what we say
	malformed atomic.Uint64 // lines the reader passed over
	answered  atomic.Uint64 // by the workers
	refused   uint64        // questions that found no worker
	seed      maphash.Seed

	started    time.Time
	registered bool
	useful     bool

	caps     map[string]bool // offered by the server; true once enabled
	capsOpen int             // CAP REQ lines without an answer
	capsDone bool            // CAP END was sent
	saslSent bool            // AUTHENTICATE was sent

	identified bool      // services know us
	identifyBy time.Time // joining waits for that until then; zero: it does not

	nick, user, host string
	nickTries        int
	nextRegain       time.Time

	is     isupport
	roster *roster
	wants  map[string]*wanted // by folded name

	pingToken string // of the PING that is under way
	pingSent  time.Time
	lag       time.Duration
}

// wanted is a channel to be in.
type wanted struct {
	name, key string
	joined    bool
	pause     time.Duration // before the next try, doubled by each refusal
	next      time.Time     // when to try again, while not joined
	why       string        // the last refusal
}

// job is one question on its way to the Handler.
type job struct {
	req    commands.Request
	target string // whom to answer: a channel, or a nick
	nick   string // who asked
	look   look   // all but the budget, which say finds
}

const workers = 8

// errStopped ends the loop when ctx does.
var errStopped = errors.New("stopped")

func newSession(a *Adapter, cfg *Config, h bot.Handler) *session {
	s := &session{
		a: a, cfg: cfg, log: a.log, h: h, t: a.t,
		out:     newQueue(*cfg.LinesPerSecond, *cfg.Burst),
		jobs:    make([]chan job, workers),
		seed:    maphash.MakeSeed(),
		started: time.Now(),
		caps:    map[string]bool{},
		nick:    cfg.Nick,
		user:    "~" + cfg.User,
		is:      newISupport(),
		wants:   map[string]*wanted{},
	}
	s.roster = newRoster(&s.is)
	for i := range s.jobs {
		s.jobs[i] = make(chan job, 64)
	}
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
	wire := timedConn{conn, s.t.ping + s.t.pong, s.t.write}
	events := make(chan *girc.Event, 256)
	readErr, writeErr := make(chan error, 1), make(chan error, 1)

	var answering, wires sync.WaitGroup
	wires.Go(func() {
		defer close(events)
		readErr <- readLines(wireCtx, wire, events, &s.malformed)
	})
	wires.Go(func() { writeErr <- s.out.run(wireCtx, wire) })
	for _, jobs := range s.jobs {
		answering.Go(func() { s.answer(s.work, jobs) })
	}

	s.register()
	err := s.loop(ctx, events, readErr, writeErr)
	for _, jobs := range s.jobs {
		close(jobs)
	}
	if (errors.Is(err, errStopped) || errors.Is(err, errReconfigured)) && s.registered {
		s.leave(&answering, events, writeErr)
	}
	stopWire()
	conn.Close()
	wires.Wait()
	answering.Wait()
	s.publish()
	return err
}

// loop handles what happens, one thing at a time.
func (s *session) loop(ctx context.Context, events <-chan *girc.Event, readErr, writeErr <-chan error) error {
	tick := time.NewTicker(s.t.tick)
	defer tick.Stop()
	for {
		var err error
		select {
		case ev, ok := <-events:
			if !ok {
				return fmt.Errorf("reading: %w", <-readErr)
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
func (s *session) safely(do func() error, what string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic in the connection's loop", "at", what, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	return do()
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
			s.out.close("QUIT :"+clean(s.cfg.QuitMessage), s.t.drain/3)
		case <-half:
			s.stopWork()
		case <-late:
			s.log.Warn("leaving with answers unsaid", "answers", s.out.size())
			return
		case ev, ok := <-events:
			if !ok {
				return
			}
			if ev.Command == girc.PING {
				s.pong(ev)
			}
		case err := <-writeErr: // nil: the queue is empty and QUIT has gone out
			for bye := time.After(s.t.farewell); err == nil; {
				select {
				case _, ok := <-events:
					if !ok {
						return
					}
				case <-bye:
					return
				}
			}
			return
		}
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
	if !s.identifyBy.IsZero() && now.After(s.identifyBy) {
		s.identifyBy = time.Time{}
		if s.cfg.RequireAccount {
			return &unwelcome{"services did not identify us, and require_account is set"}
		}
		s.log.Warn("services did not identify us; joining without")
		s.joinAll()
	}
	s.retryJoins(now)
	if s.is.casemap.fold(s.nick) != s.is.casemap.fold(s.cfg.Nick) && now.After(s.nextRegain) {
		s.regain(now)
	}
	s.publish()
	return nil
}

func (s *session) ping(now time.Time) {
	s.pingToken = strconv.FormatInt(rand.Int64(), 36)
	s.pingSent = now
	s.out.now("PING :" + s.pingToken)
}

func (s *session) pong(ev *girc.Event) { s.out.now("PONG :" + ev.Last()) }

// regain asks for the configured nick.
func (s *session) regain(now time.Time) {
	s.nextRegain = now.Add(s.t.regain)
	s.out.now("NICK " + s.cfg.Nick)
}

// measure sets how much of each line the network takes for our name.
func (s *session) measure() {
	host := len(s.host)
	if s.host == "" {
		host = unknownHost
	}
	s.overhead.Store(int32(len(":!@ ") + len(s.nick) + len(s.user) + host))
}

// budget is the bytes of text that fit in one line to target. Any goroutine
// may ask.
func (s *session) budget(command, target string) int {
	return lineBytes - len("\r\n") - int(s.overhead.Load()) - len(command) - len(target) - len("  :")
}

// reconfigure takes over what a live connection can.
func (s *session) reconfigure(cfg *Config) {
	s.cfg = cfg
	s.out.setPace(*cfg.LinesPerSecond, *cfg.Burst)
	channels := s.a.wantedChannels()
	for _, w := range s.wants {
		if !slices.ContainsFunc(channels, sameChannel(w.name)) {
			s.unwant(w.name)
		}
	}
	for _, c := range channels {
		if name, _ := channelKey(c); s.wants[s.is.casemap.fold(name)] == nil {
			s.want(c)
		}
	}
}

// publish makes the session's state the adapter's.
func (s *session) publish() {
	queued, dropped := s.out.size(), s.out.takeDropped()
	joined, waiting := []string{}, map[string]string{}
	for _, w := range s.wants {
		if w.joined {
			joined = append(joined, w.name)
		} else {
			waiting[w.name] = w.why
		}
	}
	slices.Sort(joined)
	answered, malformed := s.answered.Swap(0), s.malformed.Swap(0)
	refused := s.refused
	s.refused = 0
	s.a.publish(func(st *Detail) {
		st.Connected, st.Identified, st.Nick, st.Since = s.registered, s.identified, s.nick, s.started
		st.Joined, st.Waiting, st.Lag, st.Queued = joined, waiting, s.lag, queued
		st.Answered += answered
		st.Malformed += malformed
		st.Dropped += refused + dropped
	})
}

// isMe says whether nick is ours.
func (s *session) isMe(nick string) bool {
	return nick != "" && s.is.casemap.fold(nick) == s.is.casemap.fold(s.nick)
}

// handle takes one event. Its error ends the connection.
func (s *session) handle(ev *girc.Event) error {
	nick := from(ev)
	switch ev.Command {
	case girc.PING:
		s.pong(ev)
	case girc.PONG:
		if s.pingToken != "" && ev.Last() == s.pingToken {
			s.lag, s.pingToken = time.Since(s.pingSent), ""
		}
	case girc.PRIVMSG:
		s.message(ev)
	case girc.NOTICE:
		s.notice(ev)

	case girc.CAP:
		return s.capability(ev)
	case girc.AUTHENTICATE:
		s.authenticate(ev)
	case girc.RPL_LOGGEDIN: // 900
		s.identify()
	case girc.RPL_LOGGEDOUT:
		s.identified = false
	case girc.RPL_SASLSUCCESS, girc.ERR_SASLALREADY:
		s.identify()
		s.endCaps()
	case girc.RPL_NICKLOCKED, girc.ERR_SASLFAIL, girc.ERR_SASLTOOLONG, girc.ERR_SASLABORTED:
		return s.saslFailed(ev.Last())
	case girc.ERR_NICKNAMEINUSE, girc.ERR_NICKCOLLISION, girc.ERR_ERRONEUSNICKNAME, girc.ERR_UNAVAILRESOURCE:
		if ev.Command == girc.ERR_UNAVAILRESOURCE && s.is.isChannel(param(ev, 1)) {
			s.joinRefused(param(ev, 1), ev.Last())
			return nil
		}
		return s.nickRefused(ev)
	case girc.ERROR:
		return s.closed(ev.Last())
	case girc.ERR_PASSWDMISMATCH, girc.ERR_YOUREBANNEDCREEP, "463":
		return &unwelcome{"refused: " + ev.Last()}

	case girc.RPL_WELCOME:
		s.welcome(ev)
	case girc.RPL_ISUPPORT:
		for _, token := range ev.Params[min(1, len(ev.Params)):] {
			s.is.set(token)
		}
	case girc.RPL_ENDOFMOTD, girc.ERR_NOMOTD:
		s.settled()
	case "396": // RPL_HOSTHIDDEN
		if user, host, ok := strings.Cut(param(ev, 1), "@"); ok {
			s.seen(user, host)
		} else {
			s.seen(s.user, param(ev, 1))
		}
	case "731": // RPL_MONOFFLINE
		if s.nick != s.cfg.Nick {
			s.regain(time.Now())
		}

	case girc.JOIN:
		s.joined(ev)
	case girc.PART:
		s.gone(param(ev, 0), nick, "parted")
	case girc.KICK:
		s.gone(param(ev, 0), param(ev, 1), "kicked by "+nick+": "+ev.Last())
	case girc.QUIT:
		s.roster.quit(nick)
		s.nickFreed(nick)
	case girc.NICK:
		s.renamed(nick, param(ev, 0))
	case girc.MODE:
		if s.is.isChannel(param(ev, 0)) && len(ev.Params) > 1 {
			s.roster.mode(ev.Params[0], ev.Params[1], ev.Params[2:])
		} else if s.isMe(param(ev, 0)) && strings.HasPrefix(param(ev, 1), "+") && strings.Contains(param(ev, 1), "r") {
			s.identify() // the mode of registered users
		}
	case girc.RPL_NAMREPLY:
		s.roster.names(param(ev, 2), ev.Last())
	case girc.RPL_WHOSPCRPL: // as asked for in joined: token, nick, flags, account
		if len(ev.Params) == 5 && ev.Params[1] == whoxToken {
			s.roster.setAccount(ev.Params[2], ev.Params[4])
			s.flags(ev.Params[2], ev.Params[3])
		}
	case girc.RPL_WHOREPLY:
		s.flags(param(ev, 5), param(ev, 6))
	case girc.CAP_ACCOUNT:
		s.roster.setAccount(nick, param(ev, 0))
	case girc.CAP_CHGHOST:
		if s.isMe(nick) {
			s.seen(param(ev, 0), param(ev, 1))
		}
	case girc.INVITE:
		s.invited(ev)
	case girc.ERR_NOSUCHCHANNEL, girc.ERR_TOOMANYCHANNELS, girc.ERR_CHANNELISFULL, girc.ERR_INVITEONLYCHAN,
		girc.ERR_BANNEDFROMCHAN, "470", girc.ERR_BADCHANNELKEY, girc.ERR_BADCHANMASK, girc.ERR_NOCHANMODES, "480", "489":
		s.joinRefused(param(ev, 1), ev.Last())
	}
	return nil
}

// closed makes an error of the server's last words.
func (s *session) closed(why string) error {
	lower := strings.ToLower(why)
	for _, sign := range []string{"-lined", "-line", ":line", "banned", "throttl", "too fast", "too many", "excess",
		"kill", "denied", "not authori", "dnsbl"} {
		if strings.Contains(lower, sign) {
			return &unwelcome{"the server closed the connection: " + why}
		}
	}
	return fmt.Errorf("the server closed the connection: %s", why)
}

// flags notes who is marked as a bot in a WHO reply.
func (s *session) flags(nick, flags string) {
	if s.is.botMode != "" && strings.Contains(flags, s.is.botMode) {
		s.roster.setBot(nick)
	}
}

// seen notes how the network shows us. Names longer than any network has are
// not believed: they would leave no room for answers.
func (s *session) seen(user, host string) {
	if user != "" && host != "" && len(user) <= 64 && len(host) <= 255 {
		s.user, s.host = user, host
		s.measure()
	}
}

func (s *session) renamed(nick, to string) {
	if to == "" {
		return
	}
	me := s.isMe(nick)
	s.roster.rename(nick, to)
	if me {
		s.nick = to
		s.measure()
		s.log.Info("our nick changed", "nick", to)
	} else {
		s.nickFreed(nick)
	}
}

// nickFreed takes our own nick back as soon as its holder is seen to let go.
func (s *session) nickFreed(nick string) {
	if !s.isMe(s.cfg.Nick) && s.is.casemap.fold(nick) == s.is.casemap.fold(s.cfg.Nick) {
		s.regain(time.Now())
	}
}
