//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"syscall"
	"testing"
	"time"
)

// spent is the time that this process has had of the processors.
func spent(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkBulk asks 30,000 different questions of several commands through ask
// --json, and tells how many are answered in a second of a processor, the start
// of the program included.
func BenchmarkBulk(b *testing.B) {
	const lines = 30_000
	spells := []string{"force bolt", "finger of death", "magic missile", "sleep", "identify", "remove curse", "dig"}
	versions := []string{"3.4.3", "3.6.7", "5.0.0"}
	var in bytes.Buffer
	for i := range lines {
		spell, version := spells[i%len(spells)], versions[i%len(versions)]
		switch i % 10 {
		case 0, 1, 2, 3:
			fmt.Fprintf(&in, "fail v%s wiz xl%d int%d basic %s plate mail, helmet\n", version, i%30+1, i/30%18+8, spell)
		case 4:
			fmt.Fprintf(&in, "cast v%s wiz xl%d int%d %s pw %d\n", version, i%30+1, i/30%18+8, spell, i/300%200+5)
		case 5:
			fmt.Fprintf(&in, "learn v%s wiz xl%d int%d %s\n", version, i%30+1, i/30%18+8, spell)
		case 6:
			fmt.Fprintf(&in, "bones v%s %d\n", version, i/10%50+1)
		case 7:
			fmt.Fprintf(&in, "theft v%s %d hits\n", version, i/10%100+2)
		case 8:
			fmt.Fprintf(&in, "odds %d/%d %d tries\n", i%9+1, i/10%90+10, i/10%200+1)
		default:
			fmt.Fprintf(&in, "zap v%s magic missile wiz xl%d int%d dex%d skilled vs ac %d\n", version, i%30+1, i/30%18+8, i/60%11+8, i/10%20-10)
		}
	}
	from := spent(b)
	for b.Loop() {
		if err := run(b.Context(), []string{"ask", "--json"}, bytes.NewReader(in.Bytes()), io.Discard, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(lines*b.N)/(spent(b)-from).Seconds(), "questions/cpu-s")
}
