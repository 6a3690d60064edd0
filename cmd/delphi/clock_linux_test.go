package main

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeClock is the clock of a bot that was built to have one: its time of day can leap
// against the clock that only runs forward, and time can pass without anybody's waiting
// for it. Timers run as they always do.
//
// It is the time package itself that is built anew, in a copy that adds to what the
// system's clocks say. So everything has this clock, the libraries too, and no line of
// the program knows of it.
type fakeClock struct {
	t    testing.TB
	file string
	leap time.Duration // of the time of day alone
	pass time.Duration // of both clocks
}

// clockVariable names the file from which such a bot reads how its clocks differ from
// the system's.
const clockVariable = "DELPHI_TEST_CLOCK"

// clockSource is the file that the copy of the time package has in addition.
const clockSource = `package time

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

var added = openAdded()

// openAdded maps a file of two numbers of nanoseconds: what is added to the time of
// day alone, and what to both clocks.
func openAdded() *[2]atomic.Int64 {
	name, ok := syscall.Getenv("` + clockVariable + `")
	if !ok {
		return new([2]atomic.Int64)
	}
	fd, err := syscall.Open(name, syscall.O_RDONLY, 0)
	if err != nil {
		panic(err)
	}
	data, err := syscall.Mmap(fd, 0, 16, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	return (*[2]atomic.Int64)(unsafe.Pointer(&data[0]))
}

func addedNow() (sec int64, nsec int32, mono int64) {
	sec, nsec, mono = runtimeNow()
	both := added[1].Load()
	n := sec*1e9 + int64(nsec) + added[0].Load() + both
	return n / 1e9, int32(n % 1e9), mono + both
}

func addedNano() int64 { return runtimeNano() + added[1].Load() }
`

// clockProgram is the program with such a clock, built once for all tests.
var clockProgram struct {
	sync.Mutex
	dir string
}

// buildWithClock builds the program with such a clock. Without DELPHI_NEED_INSPIRCD the
// test is skipped.
func buildWithClock(t testing.TB) (program string) {
	t.Helper()
	if os.Getenv("DELPHI_NEED_INSPIRCD") == "" {
		t.Skip("builds everything anew with a clock of its own, which takes a minute the first time: DELPHI_NEED_INSPIRCD=1 does it")
	}
	clockProgram.Lock()
	defer clockProgram.Unlock()
	if dir := clockProgram.dir; dir != "" {
		return filepath.Join(dir, "delphi")
	}
	dir, err := os.MkdirTemp("", "clock") // which outlives the test that is first
	if err != nil {
		t.Fatal(err)
	}
	sharedDirs = append(sharedDirs, dir)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	pkg := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	text, err := os.ReadFile(filepath.Join(pkg, "time.go"))
	if err != nil {
		t.Fatal(err)
	}
	source := string(text)
	for _, c := range []struct {
		is, becomes string
		times       int
	}{
		{"mono := runtimeNow()\n", "mono := addedNow()\n", 1},
		{"runtimeNano()-startNano", "addedNano()-startNano", 2},
	} {
		if n := strings.Count(source, c.is); n != c.times {
			t.Fatalf("this version of Go has %q %d times in time.go, not %d times", c.is, n, c.times)
		}
		source = strings.ReplaceAll(source, c.is, c.becomes)
	}
	replace := map[string]string{}
	for name, text := range map[string]string{"time.go": source, "added.go": clockSource} {
		replace[filepath.Join(pkg, name)] = filepath.Join(dir, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	program = filepath.Join(dir, "delphi")
	if out, err := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("built in %v", time.Since(began).Round(time.Second))
	clockProgram.dir = dir
	return program
}

// withClock makes the bot one that was built with such a clock.
func withClock(l *live, program string) *fakeClock {
	l.t.Helper()
	c := &fakeClock{t: l.t, file: filepath.Join(l.dir, "clock")}
	if err := os.WriteFile(c.file, make([]byte, 16), 0o600); err != nil {
		l.t.Fatal(err)
	}
	l.program, l.env = program, append(l.env, clockVariable+"="+c.file)
	return c
}

// Leap makes the time of day leap, forward or back.
func (c *fakeClock) Leap(d time.Duration) {
	c.t.Helper()
	c.leap += d
	c.write()
}

// Pass lets time pass.
func (c *fakeClock) Pass(d time.Duration) {
	c.t.Helper()
	c.pass += d
	c.write()
}

// Right is the right time of day, which has passed and has not leapt.
func (c *fakeClock) Right() time.Time { return time.Now().Add(c.pass) }

// write changes the file in place: the bot has mapped it.
func (c *fakeClock) write() {
	c.t.Helper()
	f, err := os.OpenFile(c.file, os.O_WRONLY, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	defer f.Close()
	b := binary.NativeEndian.AppendUint64(nil, uint64(c.leap))
	if _, err := f.WriteAt(binary.NativeEndian.AppendUint64(b, uint64(c.pass)), 0); err != nil {
		c.t.Fatal(err)
	}
}
