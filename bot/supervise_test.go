package bot

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestSuperviseRestartsWork(t *testing.T) {
	var logged bytes.Buffer
	before, runs := Panics(), 0
	supervise(context.Background(), slog.New(slog.NewTextHandler(&logged, nil)), "digest", func(context.Context) error {
		switch runs++; runs {
		case 1:
			panic("index out of range")
		case 2:
			return errors.New("disk full")
		}
		return nil
	}, time.Millisecond)
	if runs != 3 {
		t.Errorf("the work ran %d times, want 3", runs)
	}
	if n := Panics() - before; n != 1 {
		t.Errorf("%d panics were counted, want 1", n)
	}
	for _, want := range []string{"work=digest", "index out of range", "disk full", "TestSuperviseRestartsWork", "again_in"} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, logged.String())
		}
	}
}

func TestSuperviseEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	failed := make(chan struct{}, 1)
	go func() {
		defer close(done)
		supervise(ctx, discard(), "digest", func(context.Context) error {
			failed <- struct{}{}
			return errors.New("again")
		}, time.Hour)
	}()
	<-failed
	cancel()
	<-done
}

func TestGuard(t *testing.T) {
	if err := Guard(func() error { return nil }); err != nil {
		t.Error(err)
	}
	err := Guard(func() error { panic(io.ErrUnexpectedEOF) })
	p := new(Panic)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &p) || !strings.Contains(string(p.Stack), "TestGuard") {
		t.Errorf("got %v", err)
	}
}

func TestHeart(t *testing.T) {
	var h Heart
	start := time.Now()
	if h.Beat().Before(start) {
		t.Error("a heart that rests is not up to date")
	}
	h.Turn()
	beat := h.Beat()
	time.Sleep(2 * time.Millisecond)
	if !h.Beat().Equal(beat) {
		t.Error("the beat moved on without a turn")
	}
	h.Rest()
	if !h.Beat().After(beat) {
		t.Error("the beat stands still at rest")
	}
}
