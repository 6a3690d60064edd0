package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	testscript.Main(tidy{m}, map[string]func(){"delphi": main})
}

// tidy are tests after which what they share is removed.
type tidy struct{ *testing.M }

// sharedDirs are the directories that several tests share.
var sharedDirs []string

func (m tidy) Run() int {
	defer func() {
		for _, dir := range sharedDirs {
			os.RemoveAll(dir)
		}
	}()
	return m.M.Run()
}

// The scripts run the program: "exec delphi" as a process of its own, and "here delphi" in
// this one, which takes a small part of the time; so no other test may run beside them.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", e.WorkDir+"/state")
			e.Setenv("HOME", e.WorkDir)
			socket := e.WorkDir + "/notify" // as systemd's
			l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
			if err != nil {
				return err
			}
			e.Defer(func() { l.Close() })
			e.Values[notifySocket{}] = l
			e.Setenv("NOTIFY_SOCKET", socket)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"here":    hereCmd,
			"mode":    modeCmd,
			"status":  statusCmd,
			"waitfor": waitforCmd,
			"ready":   readyCmd,
			"damage":  damageCmd,
		},
	})
}

// here is held by what runs in this process: it has the script's directory and variables.
var here sync.Mutex

// hereCmd runs "here [<FILE] delphi ARGS..." in this process, with that file as standard input.
func hereCmd(ts *testscript.TestScript, neg bool, args []string) {
	in := ""
	if file, ok := strings.CutPrefix(args[0], "<"); ok {
		in, args = ts.ReadFile(file), args[1:]
	}
	here.Lock()
	defer here.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(before)) }()
	for _, name := range []string{"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		was, had := os.LookupEnv(name)
		ts.Check(os.Setenv(name, ts.Getenv(name)))
		defer func() {
			if !had {
				os.Unsetenv(name)
				return
			}
			os.Setenv(name, was)
		}()
	}
	switch got := status(run(context.Background(), args[1:], strings.NewReader(in), ts.Stdout(), ts.Stderr())); {
	case got == 0 && neg:
		ts.Fatalf("unexpected command success")
	case got != 0 && !neg:
		ts.Fatalf("unexpected exit status %d", got)
	}
}

// modeCmd runs "mode OCTAL FILE", as chmod does.
func modeCmd(ts *testscript.TestScript, neg bool, args []string) {
	mode, err := strconv.ParseUint(args[0], 8, 32)
	ts.Check(err)
	ts.Check(os.Chmod(ts.MkAbs(args[1]), os.FileMode(mode)))
}

// statusCmd runs "status N delphi ARGS...", with the file in as standard input
// if there is one, and wants that exit status.
func statusCmd(ts *testscript.TestScript, neg bool, args []string) {
	var out, errs bytes.Buffer
	in := strings.NewReader("")
	if text, err := os.ReadFile(ts.MkAbs("in")); err == nil {
		in = strings.NewReader(string(text))
	}
	here.Lock()
	defer here.Unlock()
	got := status(run(context.Background(), args[2:], in, &out, &errs))
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("%v: exit status %d, want %s\n%s%s", args[1:], got, args[0], out.String(), errs.String())
	}
}

// waitforCmd waits until a file that a background command makes is there, and
// the note of its owner with it.
func waitforCmd(ts *testscript.TestScript, neg bool, args []string) {
	deadline := time.Now().Add(20 * time.Second)
	for time.Now().Before(deadline) {
		if _, err := os.Stat(ts.MkAbs(args[0]) + ".owner"); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	ts.Fatalf("%s did not appear", args[0])
}

type notifySocket struct{} // the key of a script's socket

// readyCmd waits until a background command says that it serves, as systemd
// does.
func readyCmd(ts *testscript.TestScript, neg bool, args []string) {
	l := ts.Value(notifySocket{}).(*net.UnixConn)
	ts.Check(l.SetReadDeadline(time.Now().Add(20 * time.Second)))
	for buf := make([]byte, 100); ; {
		n, err := l.Read(buf)
		ts.Check(err)
		if string(buf[:n]) == "READY=1" {
			return
		}
	}
}

// The program as a value leaves nothing behind.
func TestRunLeavesNothing(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent()) // the full-text library starts workers when it is loaded
	var out, errs bytes.Buffer
	db := t.TempDir() + "/new/dir/delphi.db"
	for range 2 {
		err := run(context.Background(), []string{"--db", db, "ask", "--json"}, strings.NewReader("fail wiz xl8 int16 force bolt\nwhy\n"), &out, &errs)
		if err != nil {
			t.Fatal(err, errs.String())
		}
	}
	if n := strings.Count(out.String(), `"ok":true`); n != 4 {
		t.Errorf("%d answers: %s", n, &out)
	}
}

func TestAskStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if err := run(ctx, []string{"ask"}, strings.NewReader("help\nhelp\n"), &out, &errs); err == nil || out.Len() > 0 {
		t.Errorf("%v, %q", err, out.String())
	}
}

func BenchmarkAskJSON(b *testing.B) {
	var in strings.Builder
	const lines = 1000
	for i := range lines {
		fmt.Fprintf(&in, "fail wiz xl%d int%d basic force bolt plate mail, helmet\n", i%30+1, i%23+3)
	}
	for b.Loop() {
		var out, errs bytes.Buffer
		if err := run(context.Background(), []string{"ask", "--json"}, strings.NewReader(in.String()), &out, &errs); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(lines*b.N)/b.Elapsed().Seconds(), "questions/s")
}

// broken is a standard input whose reading panics, as a damaged file may make
// any reading do.
type broken struct{}

func (broken) Read([]byte) (int, error) { panic("a damaged page") }

// TestPanicsGoOn: only kong's own way out is caught; a panic of ours ends the
// program with its stack instead of a silent success.
func TestPanicsGoOn(t *testing.T) {
	var out, errs bytes.Buffer
	defer func() {
		if p := recover(); p != "a damaged page" {
			t.Errorf("recovered %v, want the panic", p)
		}
	}()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	err := run(context.Background(), []string{"ask"}, broken{}, &out, &errs)
	t.Errorf("run returned %v", err)
}

func TestHelpAndWrongUse(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for _, c := range []struct {
		args   string
		status int
	}{{"--help", 0}, {"serve --help", 0}, {"version", 0}, {"nonsense", wrongUse}, {"serve", wrongUse}, {"--db", wrongUse}} {
		var out, errs bytes.Buffer
		if got := status(run(context.Background(), strings.Fields(c.args), strings.NewReader(""), &out, &errs)); got != c.status {
			t.Errorf("delphi %s: status %d, want %d", c.args, got, c.status)
		}
	}
}
