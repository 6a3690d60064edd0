package xlog

import (
	"bufio"
	"compress/gzip"
	"math"
	"os"
	"testing"
	"time"
)

func TestIntact(t *testing.T) {
	const now = 1604275200 // 2020-11-02
	const row = "version=3.6.6\tname=ann\tdeath=quit\tstarttime=1604188000\tendtime=1604189000"
	with := func(more string) string { return row + "\tpoints=87\tturns=165\t" + more }
	for line, want := range map[string]error{
		with(""): nil,
		"version=3.6.6\tdeathdate=20201101\tname=ann\tdeath=killed by a ne": ErrCutDeath,

		row + "\tturns=-5":                     ErrTurnsBelow,
		row + "\tturns=-2147483648":            ErrTurnsBelow,
		row + "\tturns=4294967291":             ErrTurnsOver,
		row + "\tturns=2147483648":             ErrTurnsOver,
		row + "\tturns=99999999999999999999":   ErrTurnsOver,
		row + "\tturns=2147483647":             nil,
		row + "\tturns=0":                      nil,
		row + "\tpoints=-1":                    ErrPointsBelow,
		row + "\tpoints=-2147483648":           ErrPointsBelow,
		row + "\tpoints=4294967295":            ErrPointsOver,
		row + "\tpoints=2147483648":            ErrPointsOver,
		row + "\tpoints=9223372036854775808":   ErrPointsOver,
		row + "\tpoints=18446744073709551615":  ErrPointsOver,
		row + "\tpoints=-99999999999999999999": ErrPointsBelow,
		row + "\tpoints=2147483647":            nil,
		row + "\tpoints=4294967296":            nil, // of 64 bits
		row + "\tpoints=9223372036854775807":   nil,

		"name=a\tdeath=quit\tstarttime=1604188000\tendtime=2777000000\tx=": ErrFuture, // 2058
		"name=a\tdeath=quit\tendtime=1604361600\tx=":                       nil,       // a day
		"name=a\tdeath=quit\tendtime=1604361601\tx=":                       ErrFuture,
		"name=a\tdeath=quit\tendtime=99999999999\tdeathdate=20201101":      ErrFuture,
		"name=a\tdeath=quit\tendtimeus=2777000000123456\tx=":               ErrFuture,
		"name=a\tdeath=quit\tdeathdate=20201103":                           nil,
		"name=a\tdeath=quit\tdeathdate=20201104":                           ErrFuture,
		"name=a\tdeath=quit\tdeathdate=20580101\tendtime=0":                ErrFuture,
		"name=a\tdeath=quit\tdeathdate=20580101\tendtime=1604189000":       nil, // the end is said better
		"name=a\tmessage=x\tcurtime=1604361601":                            ErrFuture,
		"name=a\tmessage=x\tcurrenttime=1604361601":                        ErrFuture,
		"name=a\tmessage=x\tcurtime=1604189000\tturns=-1":                  ErrTurnsBelow,

		"name=a\tdeath=quit\tstarttime=1604189001\tendtime=1604189000":          ErrBackwards,
		"name=a\tdeath=quit\tstarttime=1604189000\tendtime=1604189000":          nil,
		"name=a\tdeath=quit\tstarttime=2777000000\tendtime=1604189000":          ErrBackwards,
		"name=a\tdeath=quit\tstarttime=1604189000\tendtime=-2147483648":         ErrBackwards,
		"name=a\tdeath=quit\tstarttimeus=1604189001000000\tendtime=1604189000":  ErrBackwards,
		"name=a\tdeath=quit\tstarttime=1604189000\tdeathdate=20080401":          ErrBackwards,
		"name=a\tdeath=quit\tbirthdate=20201101\tdeathdate=20080401":            ErrBackwards,
		"name=a\tdeath=quit\tbirthdate=20201101\tdeathdate=20201101":            nil,
		"name=a\tdeath=quit\tstarttime=1604269000\tdeathdate=20201101":          nil, // of another time zone
		"name=a\tmessage=x\tstarttime=1604189001\tcurtime=1604189000":           ErrBackwards,
		"name=a\tdeath=quit\tstarttime=0\tendtime=1604189000\tdeathdate=garble": nil,
	} {
		r, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if err := Intact(r, now); err != want {
			t.Errorf("%s: %v, want %v", line, err, want)
		}
	}
	r, err := Parse(row + "\tpoints=9223372036854775807")
	if err != nil {
		t.Fatal(err)
	}
	if g, err := Decode(r, ""); err != nil || g.Points != math.MaxInt64 {
		t.Errorf("the most points there can be: %+v, %v", g, err)
	}
}

// TestRealRowsAreIntact reads the log of a real server, none of whose rows is to be set
// aside.
func TestRealRowsAreIntact(t *testing.T) {
	f, err := os.Open("../score/testdata/tnnt2020eu.xlogfile.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	lines := bufio.NewScanner(z)
	n := 0
	for ; lines.Scan(); n++ {
		r, err := Parse(lines.Text())
		if err != nil {
			t.Fatal(err)
		}
		if err := Intact(r, now); err != nil {
			t.Errorf("%s: %v", lines.Text(), err)
		}
	}
	if err := lines.Err(); err != nil || n < 500 {
		t.Errorf("%d rows, %v", n, err)
	}
}

func BenchmarkIntact(b *testing.B) {
	r, err := Parse("version=3.6.6\tpoints=87\tdeathdnum=0\tdeathlev=1\tmaxlvl=2\thp=0\tmaxhp=12\tdeaths=1\tdeathdate=20201101\tbirthdate=20201101\tuid=5\trole=Hea\trace=Gno\tgender=Mal\talign=Neu\tname=thorsb\tdeath=killed by a water demon\tconduct=0xdcf\tturns=165\tachieve=0x0\trealtime=74\tstarttime=1604188860\tendtime=1604188935\tgender0=Mal\talign0=Neu\tflags=0x4")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := Intact(r, 1604275200); err != nil {
			b.Fatal(err)
		}
	}
}
