package answers

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"delphi/commands"
)

func TestEqualQuestionsAreWorkedOutOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := New(nil, "", slog.New(slog.DiscardHandler))
		defer a.Close(context.Background())
		var runs atomic.Int64
		slow := func(context.Context) (*commands.Reply, error) {
			runs.Add(1)
			time.Sleep(time.Second)
			return &commands.Reply{Summary: "47%"}, nil
		}
		var asking sync.WaitGroup
		for range 20 {
			asking.Go(func() {
				if r, err := a.Do(t.Context(), "fail", slow); err != nil || r.Summary != "47%" {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		asking.Wait()
		a.Do(t.Context(), "fail", slow)
		if n := runs.Load(); n != 1 {
			t.Errorf("worked out %d times, want once", n)
		}
	})
}

// TestWhoeverLeavesTakesNobodyAlong: one asker's connection ends while others
// wait for the same answer.
func TestWhoeverLeavesTakesNobodyAlong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := New(nil, "", slog.New(slog.DiscardHandler))
		defer a.Close(context.Background())
		slow := func(ctx context.Context) (*commands.Reply, error) {
			select {
			case <-time.After(time.Second):
				return &commands.Reply{Summary: "47%"}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		leaving, leave := context.WithCancel(t.Context())
		var asking sync.WaitGroup
		asking.Go(func() {
			if _, err := a.Do(leaving, "fail", slow); !errors.Is(err, context.Canceled) {
				t.Errorf("who left got %v", err)
			}
		})
		synctest.Wait()
		asking.Go(func() {
			if r, err := a.Do(t.Context(), "fail", slow); err != nil || r.Summary != "47%" {
				t.Errorf("who stayed got %+v, %v", r, err)
			}
		})
		synctest.Wait()
		leave()
		asking.Wait()
	})
}

func TestATimedOutQuestionIsRememberedForAMinute(t *testing.T) {
	a := New(nil, "", slog.New(slog.DiscardHandler))
	defer a.Close(context.Background())
	now := time.Unix(1000, 0)
	a.now = func() time.Time { return now }
	runs := 0
	stuck := func(context.Context) (*commands.Reply, error) { runs++; return nil, context.DeadlineExceeded }
	if _, err := a.Do(t.Context(), "poly", stuck); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	now = now.Add(59 * time.Second)
	_, err := a.Do(t.Context(), "poly", stuck)
	var problem *commands.Problem
	if !errors.As(err, &problem) || !strings.Contains(problem.Text, "try again after 1s") || runs != 1 {
		t.Errorf("within the minute: %v, tried %d times", err, runs)
	}
	if r, err := a.Do(t.Context(), "fail", func(context.Context) (*commands.Reply, error) { return &commands.Reply{}, nil }); err != nil || r == nil {
		t.Errorf("another question: %v", err)
	}
	now = now.Add(time.Second)
	if a.Do(t.Context(), "poly", stuck); runs != 2 {
		t.Errorf("after the minute: tried %d times, want a second time", runs)
	}
}
