package lease

import (
	"time"

	"golang.org/x/sys/unix"
)

// monotonic returns the time since the machine started. Unlike the clock of package
// time it goes on while the machine is suspended.
func monotonic() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return sinceStart()
	}
	return time.Duration(t.Nano())
}
