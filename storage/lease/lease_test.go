package lease

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
	"delphi/storage/pause"
)

const length = time.Second

// process is one that wants a lease, on the clock of the test.
type process struct {
	*Keeper
	store   *faulty
	stopped chan struct{} // not nil: closed when the process goes on, as after SIGSTOP
	mu      sync.Mutex
	lease   *Lease
	doing   atomic.Int64 // how often work runs now
}

// faulty is a store that can be out of reach, and that takes its time to answer.
type faulty struct {
	storage.Store
	away  atomic.Bool
	takes time.Duration // to read
}

var errAway = errors.New("the database is away")

func (f *faulty) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	if f.away.Load() {
		return errAway
	}
	time.Sleep(f.takes)
	return f.Store.View(ctx, fn)
}

func (f *faulty) Update(ctx context.Context, fn func(storage.Tx) error) error {
	if f.away.Load() {
		return errAway
	}
	return f.Store.Update(ctx, fn)
}

func newProcess(store storage.Store) *process {
	p := &process{store: &faulty{Store: store}}
	began := time.Now()
	p.Keeper = New(Options{
		Store: p.store, Length: length, Log: slog.New(slog.DiscardHandler),
		now: func() time.Duration { return time.Since(began) },
		sleep: func(ctx context.Context, d time.Duration) error {
			err := pause.For(ctx, d)
			p.mu.Lock()
			stopped := p.stopped
			p.mu.Unlock()
			if stopped != nil {
				<-stopped
			}
			return err
		},
	})
	return p
}

// want runs the process until the function that it returns is called.
func (p *process) want(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		_ = p.Run(ctx, "voice", func(ctx context.Context, l *Lease) error {
			p.mu.Lock()
			p.lease = l
			p.mu.Unlock()
			p.doing.Add(1)
			defer p.doing.Add(-1)
			<-ctx.Done()
			return nil
		})
	})
	return func() { cancel(); done.Wait() }
}

func (p *process) held() *Lease {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lease
}

func (p *process) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = make(chan struct{})
}

func (p *process) goOn() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.stopped)
	p.stopped = nil
}

// holders counts the processes that think they hold the lease.
func holders(all ...*process) (n int) {
	for _, p := range all {
		if l := p.held(); l != nil && l.Held() {
			n++
		}
	}
	return n
}

func guarded(s storage.Store, l *Lease) error {
	return s.Update(context.Background(), func(tx storage.Tx) error {
		if err := l.Guard(tx); err != nil {
			return err
		}
		return tx.Put([]byte("said"), nil)
	})
}

// watch lets time pass in small steps and fails if two hold the lease at once.
func watch(t *testing.T, d time.Duration, all ...*process) {
	t.Helper()
	for range d / (10 * time.Millisecond) {
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
		if n := holders(all...); n > 1 {
			t.Fatalf("%d processes hold the lease", n)
		}
	}
}

func TestOneHolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New()
		a, b := newProcess(store), newProcess(store)
		endA := a.want(t.Context())
		synctest.Wait()
		if !a.held().Held() {
			t.Fatal("a lease that nobody has is not taken at once")
		}
		endB := b.want(t.Context())
		watch(t, 20*length, a, b)
		if b.held() != nil || !a.held().Held() {
			t.Error("a lease that is renewed was lost")
		}
		if err := guarded(store, a.held()); err != nil {
			t.Error(err)
		}
		endA()
		watch(t, length/looks+20*time.Millisecond, a, b)
		if b.held() == nil || !b.held().Held() || a.held().Held() {
			t.Error("a lease that was given up is not taken by the next look")
		}
		if b.held().Epoch() <= a.held().Epoch() {
			t.Errorf("epochs %d, then %d", a.held().Epoch(), b.held().Epoch())
		}
		endB()
	})
}

// A process that is stopped, as by SIGSTOP, is replaced within two lengths; when
// it goes on it knows at once that it holds nothing, and its writes are refused.
func TestStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New()
		a, b := newProcess(store), newProcess(store)
		endA := a.want(t.Context())
		watch(t, length, a, b)
		endB := b.want(t.Context())
		watch(t, length, a, b)
		old := a.held()
		a.stop()
		watch(t, 2*length, a, b)
		if n := holders(b); n != 1 {
			t.Fatal("nobody took over within two lengths")
		}
		if old.Held() {
			t.Error("the stopped process thinks it holds the lease")
		}
		if err := guarded(store, old); !errors.Is(err, ErrLost) {
			t.Errorf("a write of the stopped process: %v", err)
		}
		if err := guarded(store, b.held()); err != nil {
			t.Errorf("a write of its successor: %v", err)
		}
		a.goOn()
		watch(t, 5*length, a, b)
		if a.doing.Load() != 0 || b.doing.Load() != 1 {
			t.Errorf("work runs %d and %d times", a.doing.Load(), b.doing.Load())
		}
		endA()
		endB()
	})
}

// A holder that cannot reach the store stops in time, and takes the lease again
// when it can.
func TestStoreAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New()
		a, b := newProcess(store), newProcess(store)
		endA := a.want(t.Context())
		watch(t, length, a, b)
		endB := b.want(t.Context())
		a.store.away.Store(true)
		watch(t, 2*length+length/2, a, b)
		if n := holders(b); n != 1 || a.doing.Load() != 0 {
			t.Errorf("the successor holds %d leases, and the former one still works %d times", n, a.doing.Load())
		}
		b.store.away.Store(true)
		a.store.away.Store(false)
		watch(t, 3*length, a, b)
		if n := holders(a); n != 1 {
			t.Error("the lease was not taken back")
		}
		endB()
		endA()
	})
}

// A store that was away from everybody for longer than a length gives the lease back
// to who had it, as soon as it is there: nobody else can have taken it.
func TestStoreAwayFromAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New()
		a, b := newProcess(store), newProcess(store)
		defer a.want(t.Context())()
		watch(t, length, a, b)
		defer b.want(t.Context())()
		watch(t, length, a, b)
		old := a.held()
		a.store.away.Store(true)
		b.store.away.Store(true)
		watch(t, 2*length, a, b)
		if n := holders(a, b); n != 0 || a.doing.Load() != 0 {
			t.Errorf("%d hold the lease without a store, and the work runs %d times", n, a.doing.Load())
		}
		a.store.away.Store(false)
		b.store.away.Store(false)
		watch(t, length/looks+20*time.Millisecond, a, b)
		if holders(a) != 1 || a.held().Epoch() == old.Epoch() {
			t.Error("who had the lease does not have it again, in a new epoch, with its next look")
		}
		watch(t, 3*length, a, b)
		if b.held() != nil {
			t.Error("two had the lease in turn")
		}
	})
}

// Whoever dies has a successor after a length without a beat and the look that finds
// that, wherever in its renewals it died.
func TestDies(t *testing.T) {
	for part := range time.Duration(10) {
		synctest.Test(t, func(t *testing.T) {
			store := memstore.New()
			a, b := newProcess(store), newProcess(store)
			defer a.want(t.Context())()
			watch(t, length, a, b)
			b.store.takes = 60 * time.Millisecond
			defer b.want(t.Context())()
			watch(t, length+part*length/renewals/10, a, b)
			a.stop()
			died := time.Now()
			for holders(b) == 0 {
				watch(t, 10*time.Millisecond, a, b)
			}
			if took, most := time.Since(died), length+length/looks+3*b.store.takes; took > most {
				t.Errorf("the successor has it after %v, want %v at most", took, most)
			}
			a.goOn()
		})
	}
}

// slow is a store whose next COMMIT takes long.
type slow struct {
	storage.Store
	next atomic.Int64 // how long
}

func (s *slow) Update(ctx context.Context, fn func(storage.Tx) error) error {
	err := s.Store.Update(ctx, fn)
	time.Sleep(time.Duration(s.next.Swap(0)))
	return err
}

// A lease that took most of its length to get is renewed before it ends.
func TestSlowToGet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &slow{Store: memstore.New()}
		store.next.Store(int64(length - length/10))
		p := newProcess(store)
		defer p.want(t.Context())()
		watch(t, 5*length, p)
		if l := p.held(); l == nil || !l.Held() || l.Epoch() != 1 {
			t.Errorf("the lease was lost: %+v", l)
		}
	})
}

func TestWorkThatEnds(t *testing.T) {
	store := memstore.New()
	want := errors.New("no such network")
	k := New(Options{Store: store, Length: length, Log: slog.New(slog.DiscardHandler)})
	if err := k.Run(t.Context(), "x", func(context.Context, *Lease) error { return want }); !errors.Is(err, want) {
		t.Errorf("Run returned %v", err)
	}
	err := store.View(t.Context(), func(tx storage.ReadTx) error {
		r, err := readRecord(tx, "x")
		if r.Holder != "" || r.Epoch != 1 {
			t.Errorf("the lease was not given up: %+v", r)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A lease that lapses is free a length after its work.
func TestLapse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memstore.New()
		leases := func() *Keeper {
			began := time.Now()
			return New(Options{Store: store, Length: length, Log: slog.New(slog.DiscardHandler), now: func() time.Duration { return time.Since(began) }})
		}
		err := leases().Run(t.Context(), "x", func(_ context.Context, l *Lease) error { l.Lapse(); return nil })
		if err != nil {
			t.Fatal(err)
		}
		ended := time.Now()
		_ = leases().Run(t.Context(), "x", func(context.Context, *Lease) error { return nil })
		if took := time.Since(ended); took < length || took > 2*length {
			t.Errorf("the next holder had it after %v", took)
		}
	})
}

// A process that is alone writes nothing and loses nothing.
func TestAlone(t *testing.T) {
	k := New(Options{Alone: true})
	err := k.Run(t.Context(), "x", func(_ context.Context, l *Lease) error {
		if !l.Held() || l.Guard(nil) != nil || l.Epoch() != 0 {
			t.Error("the lease of a process that is alone is not held")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
