package bot

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"
)

// GiveBack returns memory to the system after each quiet spell behind a busy one: the
// collector keeps for long what a flood has taken.
func GiveBack(ctx context.Context, spell time.Duration) {
	tick := time.NewTicker(spell)
	defer tick.Stop()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, given := m.Mallocs, false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		runtime.ReadMemStats(&m)
		quiet := m.Mallocs-before < quietly
		if quiet && !given {
			debug.FreeOSMemory()
		}
		before, given = m.Mallocs, quiet
	}
}

// quietly is how many things the program makes at most within a quiet spell: some hundred
// answers.
const quietly = 200_000
