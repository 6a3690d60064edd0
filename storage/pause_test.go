package storage_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"delphi/storage/pause"
)

func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		if err := pause.For(ctx, 50*time.Second); err != nil || time.Since(began) != 50*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		if err := pause.For(ctx, 50*time.Second); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		if err := pause.For(t.Context(), -time.Second); err != nil || time.Since(began) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}
