package pgstore

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"delphi/storage/pgstore/pgtest"
)

// What was acknowledged is in the standby that takes over, and the store finds it
// by itself.
func TestPromotion(t *testing.T) {
	first := pgtest.Start(t)
	second := first.Standby(pgtest.FreePort(t))
	s := open(t, fmt.Sprintf("postgres://delphi@127.0.0.1:%d,127.0.0.1:%d/postgres", first.Port, second.Port))
	defer s.Close()
	stop := make(chan struct{})
	written := make(chan struct{}, 1)
	acknowledged, unknown := uint64(0), uint64(0)
	var done sync.WaitGroup
	done.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := s.Update(context.Background(), add); err != nil {
				unknown++
				t.Logf("not acknowledged: %v", err)
				continue
			}
			acknowledged++
			select {
			case written <- struct{}{}:
			default:
			}
		}
	})
	some := func() {
		for range 20 {
			<-written
		}
	}
	some()
	first.Kill()
	second.Promote()
	some()
	third := second.Standby(first.Port)
	some()
	second.Kill()
	third.Promote()
	some()
	close(stop)
	done.Wait()
	n := count(t, s)
	t.Logf("%d acknowledged, %d unknown, %d kept", acknowledged, unknown, n)
	if n < acknowledged || n > acknowledged+unknown {
		t.Errorf("%d Updates were acknowledged and of %d it is unknown, but %d were kept", acknowledged, unknown, n)
	}
}
