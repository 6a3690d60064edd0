package bot

import (
	"sync/atomic"
	"time"
)

// Heart is a [Pulse] for one loop, to be embedded or kept by an adapter. The
// loop calls Turn each time around, at least every minute, and Rest before it
// waits on purpose. The zero Heart rests. It is safe for use from many
// goroutines.
type Heart struct{ turned atomic.Int64 } // in ns since 1970; 0: resting

// Turn notes that the loop has turned.
func (h *Heart) Turn() { h.turned.Store(time.Now().UnixNano()) }

// Rest notes that the loop waits on purpose, until the next Turn.
func (h *Heart) Rest() { h.turned.Store(0) }

// Beat implements Pulse.
func (h *Heart) Beat() time.Time {
	if at := h.turned.Load(); at != 0 {
		return time.Unix(0, at)
	}
	return time.Now()
}
