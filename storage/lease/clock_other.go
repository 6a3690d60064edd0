//go:build !linux

package lease

import "time"

func monotonic() time.Duration { return sinceStart() }
