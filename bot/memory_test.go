package bot

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// TestGiveBack: what a flood has taken is given back once it is quiet.
func TestGiveBack(t *testing.T) {
	flood := make([][]byte, 256)
	for i := range flood {
		flood[i] = make([]byte, 1<<20)
		flood[i][0] = 1
	}
	held := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapSys - m.HeapReleased
	}
	full := held()
	runtime.KeepAlive(flood)
	flood = nil
	_ = flood
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		go GiveBack(ctx, time.Minute)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		stop()
	})
	if left := held(); left > full-128<<20 {
		t.Errorf("%d MB are held after the flood, and %d MB in it", left>>20, full>>20)
	}
}
