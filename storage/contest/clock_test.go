package contest_test

import (
	"testing"
	"time"

	"delphi/storage/contest/clock"
)

func TestClock(t *testing.T) {
	now, elapsed := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), time.Duration(0)
	believed := now
	c := clock.New(func() time.Time { return now }, func() time.Duration { return elapsed })
	step := func(what string, wall, even time.Duration, want bool) {
		t.Helper()
		now, elapsed = now.Add(wall), elapsed+even
		believed = believed.Add(even)
		if got := c.Steady(); got != want {
			t.Errorf("%s: steady %v", what, got)
		}
		if want {
			believed = now
		}
		if got := c.Now(); !got.Equal(believed) {
			t.Errorf("%s: it is %v, want %v", what, got, believed)
		}
	}
	step("at first", 0, 0, true)
	step("a minute", time.Minute, time.Minute, true)
	step("a correction by a minute", 2*time.Minute, time.Minute, true)
	step("and another", 2*time.Minute, time.Minute, true)
	step("a year ahead", 365*24*time.Hour, time.Second, false)
	step("still", 5*time.Minute, 5*time.Minute, false)
	step("and back", -365*24*time.Hour, 0, true)
	step("two hours ahead", 2*time.Hour, time.Second, false)
	step("nine minutes on", 9*time.Minute, 9*time.Minute, false)
	step("eleven minutes on", 2*time.Minute, 2*time.Minute, true)
	step("two hours back", -2*time.Hour, 0, false)
	step("and another way", -4*time.Hour, 5*time.Minute, false)
	step("ten minutes after that", 10*time.Minute, 10*time.Minute, true)
	if !clock.System().Steady() {
		t.Error("the system's clock is not steady at first")
	}

	// Another run has written down when it last was.
	for _, right := range []bool{true, false} {
		now, elapsed = now.AddDate(-1, 0, 0), 0
		c = clock.New(func() time.Time { return now }, func() time.Duration { return elapsed })
		c.Past(now.Add(-time.Hour))
		c.Past(now.Add(time.Minute))
		believed = now
		step("what was written down is past", 0, 0, true)
		c.Past(now.Add(time.Hour))
		believed = now.Add(time.Hour)
		step("the clock is an hour behind", 0, 0, false)
		step("still", 5*time.Minute, 5*time.Minute, false)
		if right {
			step("set right", time.Hour, 0, true)
		} else {
			step("the other one was ahead", 6*time.Minute, 6*time.Minute, true)
		}
	}
}
