package pgstore

import (
	"context"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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

// still returns a way to a server that can fall silent, as one to a machine that is lost.
func still(t *testing.T, to string) (address string, silence func()) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var silent atomic.Bool
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { in.Close() })
			if silent.Load() {
				continue
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				continue
			}
			t.Cleanup(func() { out.Close() })
			for _, ends := range [][2]net.Conn{{in, out}, {out, in}} {
				go func() {
					buf := make([]byte, 4096)
					for {
						n, err := ends[0].Read(buf)
						if err != nil {
							return
						}
						if !silent.Load() {
							_, _ = ends[1].Write(buf[:n])
						}
					}
				}()
			}
		}
	}()
	return l.Addr().String(), func() { silent.Store(true) }
}

// A server that falls silent in the middle is given up for one that answers.
func TestSilent(t *testing.T) {
	server := pgtest.Start(t)
	address, silence := still(t, fmt.Sprintf("127.0.0.1:%d", server.Port))
	var s *Store
	t.Cleanup(func() { s.Close() }) // after the connections, which it would wait for
	s = open(t, fmt.Sprintf("postgres://delphi@%s,127.0.0.1:%d/postgres?connect_timeout=1", address, server.Port))
	s.answer = time.Second
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := s.Update(ctx, add); err != nil {
		t.Fatal(err)
	}
	silence()
	if err := s.Update(ctx, add); err != nil {
		t.Error(err)
	}
	if n := count(t, s); n != 2 {
		t.Errorf("%d were added, want 2", n)
	}
}
