package shared

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"delphi/storage"
)

// answered returns what a host answers to the first requests of a connection.
func answered(t *testing.T, path string, first ...*request) (r response) {
	t.Helper()
	conn, err := net.Dial("unix", socketOf(path))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	w := newWire(conn)
	for i, q := range first {
		if err := w.send(q, i == len(first)-1); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.receive(&r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestOtherPrograms: programs that read another format, or say nothing of any, do not
// work together.
func TestOtherPrograms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := Open(t.Context(), path, Options{Own: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	later := hello()
	later.Key = fmt.Appendf(nil, "delphi store, format %d, made by delphi v9", storage.Format+1)
	talk := hello()
	talk.Limit++
	for want, first := range map[string][]*request{
		"does not say which it reads":                                     {{Op: opUpdate}}, // a client of before there was a hello
		fmt.Sprintf("is delphi v9 and reads format %d", storage.Format+1): {later, {Op: opView}},
		fmt.Sprintf("is %s and reads", storage.Program):                   {talk, {Op: opView}},
		"": {hello(), {Op: opView}},
	} {
		r := answered(t, path, first...)
		err := r.err()
		if want == "" {
			if err != nil {
				t.Errorf("one of our own: %v", err)
			}
			continue
		}
		if !errors.Is(err, storage.ErrFormat) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "use the program of that process") {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestOlderHost: a process of before there was a hello is refused when the store is
// opened.
func TestOlderHost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	l, err := listen(socketOf(path))
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	defer served.Wait()
	defer l.Close()
	served.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			w := newWire(conn)
			var q request
			if w.receive(&q) == nil {
				r := response{End: true, Err: fmt.Sprintf("request %d is not known here: is the other process another version?", q.Op)}
				_ = w.send(&r, true)
			}
			_ = conn.Close()
		}
	})
	if err := os.WriteFile(path, nil, 0o600); err != nil { // whose owner the socket's must be
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, Options{}); !errors.Is(err, storage.ErrFormat) || !strings.Contains(err.Error(), "restart that process with this one") {
		t.Errorf("Open = %v", err)
	}
}
