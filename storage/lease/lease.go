package lease

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"delphi/storage"
	"delphi/storage/pause"
)

// DefaultLength is how long a lease is held after its last renewal where the
// options say nothing else.
const DefaultLength = 5 * time.Second

// How often a lease is renewed, and looked at by candidates, within its length,
// and the part of it that is the shortest pause between two renewals.
const (
	renewals = 4
	looks    = 4
	shortest = 32
)

// patience bounds giving a lease up at the end.
const patience = 2 * time.Second

// Options configures a Keeper. Only Store is required.
type Options struct {
	Store  storage.Store
	Length time.Duration // 0: DefaultLength

	// Alone means that no other process can write to the store while this one has it
	// open: every lease is granted at once, and nothing is written for it.
	Alone bool

	Log *slog.Logger // nil: slog.Default()

	now   func() time.Duration                       // tests: the monotonic clock
	sleep func(context.Context, time.Duration) error // tests
}

// Keeper takes leases for one process. It is safe for use by many goroutines.
type Keeper struct {
	opt Options
	me  string // differs from that of any other Keeper
}

// New returns a Keeper.
func New(o Options) *Keeper {
	if o.Length <= 0 {
		o.Length = DefaultLength
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.now == nil {
		o.now = monotonic
	}
	if o.sleep == nil {
		o.sleep = pause.For
	}
	return &Keeper{opt: o, me: rand.Text()}
}

// Look returns how often candidates check a lease, and thus how long one that was given
// up may stay free.
func (k *Keeper) Look() time.Duration { return k.opt.Length / looks }

// start is when the program began.
var start = time.Now()

func sinceStart() time.Duration { return time.Since(start) }

// Lease is a lease that is or was held. A nil Lease belongs to a process that is alone
// and is always held.
type Lease struct {
	name  string
	me    string
	epoch uint64
	now   func() time.Duration
	until atomic.Int64 // on the clock of now
	lost  atomic.Bool
	lapse atomic.Bool // it is not given up
}

// Held reports whether the lease is still held, by this process's own clock. It does no
// I/O, so that it can be called before each line that is sent.
func (l *Lease) Held() bool {
	return l == nil || !l.lost.Load() && l.now() < time.Duration(l.until.Load())
}

// Epoch returns the lease's epoch, which grows with each holder. It is 0 for a process
// that is alone.
func (l *Lease) Epoch() uint64 {
	if l == nil {
		return 0
	}
	return l.epoch
}

// Lapse lets the lease run out by itself: it is not given up when the work returns, and
// for one length nobody holds it.
func (l *Lease) Lapse() {
	if l != nil {
		l.lapse.Store(true)
	}
}

// Guard makes the transaction depend on the lease: it fails with ErrLost if
// another process has taken it meanwhile.
func (l *Lease) Guard(tx storage.ReadTx) error {
	if l == nil {
		return nil
	}
	h, err := readHolding(tx, l.name)
	if err != nil {
		return err
	}
	if h.Holder != l.me || h.Epoch != l.epoch {
		l.lost.Store(true)
		return ErrLost
	}
	return nil
}

// Run does work while this process holds the lease of that name: it waits until
// it does, and does work again after each loss. The context of work ends when
// the lease is lost or ctx ends, and Run waits for work to return. At the end of
// ctx the lease is given up, so that another process can take it at once, and Run
// returns nil. Work that returns while it holds the lease ends Run, which returns
// its error.
func (k *Keeper) Run(ctx context.Context, name string, work func(context.Context, *Lease) error) error {
	if k.opt.Alone {
		return work(ctx, nil)
	}
	last := uint64(0)
	for {
		l, err := k.take(ctx, name, last)
		if err != nil {
			return nil // ctx has ended
		}
		last = l.epoch
		k.opt.Log.Info("this process has a lease now", "lease", name, "epoch", l.epoch)
		kept, err := k.hold(ctx, l, work)
		if ctx.Err() != nil {
			return nil
		}
		if kept {
			return err
		}
		k.opt.Log.Warn("this process has lost a lease", "lease", name, "epoch", l.epoch)
	}
}

// take waits until it has the lease. It fails only with ctx's error. A lease that
// nobody has taken since this Run held it itself, in the epoch last, is taken at once:
// its work has ended.
func (k *Keeper) take(ctx context.Context, name string, last uint64) (*Lease, error) {
	var seen record
	var since time.Duration // when seen was first seen
	failing := false
	for first := true; ; first = false {
		at, pause := k.opt.now(), k.Look()
		r, err := k.look(ctx, name)
		mine := last > 0 && r.Holder == k.me && r.Epoch == last
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			if !failing {
				k.opt.Log.Warn("a lease cannot be looked at", "lease", name, "err", err)
			}
			first, seen = true, record{} // what was seen before may have moved meanwhile
		case r.Holder == "" || mine || !first && r == seen && at-since >= r.Length:
			l, err := k.replace(ctx, name, r)
			if err == nil {
				return l, nil
			}
			if !errors.Is(err, ErrLost) {
				last = l.epoch // it may have been written all the same
			}
			since = k.opt.now() // somebody else was quicker
		case first || r != seen:
			seen, since = r, k.opt.now()
		default:
			pause = min(pause, since+r.Length-at)
		}
		failing = err != nil
		if err := k.opt.sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

func (k *Keeper) look(ctx context.Context, name string) (r record, err error) {
	err = k.opt.Store.View(ctx, func(tx storage.ReadTx) error {
		r, err = readRecord(tx, name)
		return err
	})
	return r, err
}

// replace takes the lease from its holder if it has not changed since it was seen;
// otherwise it fails with ErrLost. It always returns the lease that it wanted.
func (k *Keeper) replace(ctx context.Context, name string, seen record) (*Lease, error) {
	ctx, cancel := context.WithTimeout(ctx, k.opt.Length)
	defer cancel()
	l := &Lease{name: name, me: k.me, epoch: seen.Epoch + 1, now: k.opt.now}
	l.until.Store(int64(k.opt.now() + k.opt.Length))
	err := k.opt.Store.Update(ctx, func(tx storage.Tx) error {
		r, err := readRecord(tx, name)
		if err != nil {
			return err
		}
		if r != seen {
			return ErrLost
		}
		return errors.Join(putHolding(tx, name, holding{k.me, l.epoch, k.opt.Length}), putBeat(tx, name, r.beat+1))
	})
	return l, err
}

// hold does work and renews the lease meanwhile. It reports whether the lease was
// kept until work ended.
func (k *Keeper) hold(ctx context.Context, l *Lease, work func(context.Context, *Lease) error) (kept bool, err error) {
	inner, lose := context.WithCancel(ctx)
	defer lose()
	renewing, stop := context.WithCancel(context.WithoutCancel(ctx)) // work may need the lease to come to its end
	defer stop()
	var renewer sync.WaitGroup
	renewer.Go(func() {
		defer lose()
		k.renew(renewing, l)
	})
	defer func() {
		stop()
		renewer.Wait()
		if kept = l.Held(); kept && !l.lapse.Load() {
			k.giveUp(ctx, l)
		}
		l.lost.Store(true)
	}()
	return false, work(inner, l)
}

// renew renews the lease until ctx ends or the lease is lost.
func (k *Keeper) renew(ctx context.Context, l *Lease) {
	for {
		left := time.Duration(l.until.Load()) - k.opt.now()
		// Where it took long to get the lease, not much of it may be left.
		pause := min(k.opt.Length/renewals, max(left/2, k.opt.Length/shortest))
		if k.opt.sleep(ctx, min(pause, max(left, 0))) != nil || !l.Held() {
			return
		}
		if errors.Is(k.beat(ctx, l), ErrLost) {
			l.lost.Store(true)
			return
		}
	}
}

// beat renews the lease once. It does not wait past the end of the lease.
func (k *Keeper) beat(ctx context.Context, l *Lease) error {
	began := k.opt.now()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(l.until.Load())-began)
	defer cancel()
	err := k.opt.Store.Update(ctx, func(tx storage.Tx) error {
		r, err := readRecord(tx, l.name)
		if err != nil {
			return err
		}
		if r.Holder != k.me || r.Epoch != l.epoch {
			return ErrLost
		}
		return putBeat(tx, l.name, r.beat+1)
	})
	if err == nil {
		l.until.Store(int64(began + k.opt.Length))
	}
	return err
}

// giveUp lets another process take the lease at once.
func (k *Keeper) giveUp(ctx context.Context, l *Lease) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := k.opt.Store.Update(ctx, func(tx storage.Tx) error {
		if err := l.Guard(tx); err != nil {
			return err
		}
		return putHolding(tx, l.name, holding{Epoch: l.epoch, Length: k.opt.Length})
	})
	if err != nil {
		k.opt.Log.Warn("a lease could not be given up; it ends by itself", "lease", l.name, "err", err)
	}
}
