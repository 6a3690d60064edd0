package shared

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/storagetest"

	"go.uber.org/goleak"
)

// ownEnv makes the test binary a process that has the store in this file open
// until standard input ends.
const ownEnv = "DELPHI_TEST_SHARED_OWN"

func TestMain(m *testing.M) {
	if path := os.Getenv(ownEnv); path != "" {
		if err := own(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func own(path string) error {
	s, err := Open(context.Background(), path, Options{Own: true})
	if err != nil {
		return err
	}
	fmt.Println("open")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return s.Close()
}

// owner starts another process that has the store open.
func owner(t *testing.T, path string) (cmd *exec.Cmd, end func()) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), ownEnv+"="+path)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "open\n" {
		t.Fatalf("the owner said %q, %v", line, err)
	}
	return cmd, func() {
		t.Helper()
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
}

func open(t testing.TB, path string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func put(t testing.TB, s storage.Store, key, value string) {
	t.Helper()
	if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put([]byte(key), []byte(value)) }); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, s storage.Store, key string) (value string) {
	t.Helper()
	if err := s.View(t.Context(), func(tx storage.ReadTx) error {
		v, _, err := tx.Get([]byte(key))
		value = string(v)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestStore(t *testing.T) {
	t.Run("own", func(t *testing.T) {
		t.Parallel()
		storagetest.Run(t, func(t testing.TB) storage.Store { return open(t, filepath.Join(t.TempDir(), "s.db"), Options{}) })
	})
	t.Run("through another", func(t *testing.T) {
		t.Parallel()
		storagetest.Run(t, func(t testing.TB) storage.Store {
			path := filepath.Join(t.TempDir(), "s.db")
			open(t, path, Options{Own: true})
			return open(t, path, Options{})
		})
	})
}

// TestBesideAnotherProcess does everything through a process that has the file.
func TestBesideAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s.db")
	_, end := owner(t, path)
	s := open(t, path, Options{})
	if s.own != nil {
		t.Fatal("the file is open here")
	}
	for i := range 3000 {
		if i%1000 == 0 {
			if err := s.Update(t.Context(), func(tx storage.Tx) error {
				for j := range 1000 {
					if err := tx.Put(storage.Key("n", storage.Number(uint64(i+j))), make([]byte, 300)); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	n := uint64(0)
	if err := s.View(t.Context(), func(tx storage.ReadTx) error {
		for e, err := range storage.ScanPrefix(tx, storage.Key("n")) {
			if err != nil {
				return err
			}
			if string(e.Key) != string(storage.Key("n", storage.Number(n))) {
				return fmt.Errorf("entry %d is %q", n, e.Key)
			}
			n++
		}
		return nil
	}); err != nil || n != 3000 {
		t.Errorf("%d entries, %v", n, err)
	}
	if report, err := s.Check(t.Context()); err != nil || report.Problems > 0 || report.Entries != 3000 {
		t.Errorf("Check: %+v, %v", report, err)
	}
	if report, err := boltstore.WriteBackup(t.Context(), s, filepath.Join(dir, "backup")); err != nil || report.Entries != 3000 {
		t.Errorf("backup: %+v, %v", report, err)
	}
	if err := s.Update(t.Context(), func(tx storage.Tx) error {
		_, err := storage.DeleteRange(tx, nil, nil, 2900)
		return err
	}); err != nil {
		t.Error(err)
	}
	if before, after, err := s.Compact(t.Context()); err != nil || after >= before {
		t.Errorf("Compact: from %d to %d, %v", before, after, err)
	}
	if err := s.View(t.Context(), func(tx storage.ReadTx) error {
		if _, err := s.Check(tx.Context()); !errors.Is(err, storage.ErrNested) {
			t.Errorf("Check inside a transaction: %v", err)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	put(t, s, "a", "1")
	end()
	// The owner is gone: the file is opened here, and everything is there.
	if v := get(t, s, "a"); v != "1" {
		t.Errorf("after the owner's end: %q", v)
	}
	if s.own == nil {
		t.Error("who has the file?")
	}
}

// TestKilledOwner leaves a socket behind that nobody answers on.
func TestKilledOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	cmd, _ := owner(t, path)
	s := open(t, path, Options{})
	put(t, s, "a", "1")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if _, err := os.Lstat(socketOf(path)); err != nil {
		t.Fatalf("no socket was left behind: %v", err)
	}
	// Several who notice at once: one gets the file, the others work through it.
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			s, err := Open(t.Context(), path, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			for j := range 20 {
				if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put(fmt.Append(nil, i, " ", j), []byte("x")) }); err != nil {
					t.Error(err)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if report, err := s.Check(t.Context()); err != nil || report.Entries != 81 {
		t.Errorf("%+v, %v", report, err)
	}
	if v := get(t, s, "a"); v != "1" {
		t.Errorf("an acknowledged write is lost: %q", v)
	}
}

func TestSocket(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s.db")
	s := open(t, path, Options{Own: true})
	if info, err := os.Lstat(socketOf(path)); err != nil || info.Mode() != os.ModeSocket|0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}

	// What is no socket is not replaced, and not connected to.
	precious := filepath.Join(dir, "precious")
	if err := os.WriteFile(precious, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, plant := range []func() error{
		func() error { return os.Symlink(precious, socketOf(path)) },
		func() error { return os.WriteFile(socketOf(path), []byte("text"), 0o600) },
	} {
		if err := plant(); err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		s, err := Open(t.Context(), path, Options{Own: true, Log: slog.New(slog.NewTextHandler(&said, nil))})
		if err != nil {
			t.Fatal(err)
		}
		if s.host != nil || !strings.Contains(said.String(), "move it away") {
			t.Errorf("%q", said.String())
		}
		if _, err := Open(t.Context(), path, Options{}); err == nil || !strings.Contains(err.Error(), "move it away") {
			t.Errorf("through what is no socket: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(socketOf(path)); err != nil || string(text) != "text" {
			t.Errorf("%q, %v", text, err)
		}
		if err := os.Remove(socketOf(path)); err != nil {
			t.Fatal(err)
		}
	}
}

// A name that is too long for a socket is one all the same.
func TestLongName(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("long/", 30), "s.db")
	open(t, path, Options{Own: true})
	s := open(t, path, Options{})
	put(t, s, "a", "1")
	if get(t, s, "a") != "1" || s.own != nil {
		t.Error("the store was not shared")
	}
}

// TestSilentWriter suspends a client in the middle of a write: the host ends
// its transaction, and others can write.
func TestSilentWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path, Options{Own: true, writeIdle: 20 * time.Millisecond})
	other := open(t, path, Options{})
	began, resume := make(chan struct{}), make(chan struct{})
	var suspended sync.WaitGroup
	suspended.Go(func() {
		err := other.Update(t.Context(), func(tx storage.Tx) error {
			close(began)
			<-resume
			return tx.Put([]byte("a"), []byte("1"))
		})
		if err == nil {
			t.Error("the suspended write was kept")
		}
	})
	<-began
	put(t, s, "b", "1") // waits until the other is given up
	close(resume)
	suspended.Wait()
	if get(t, s, "a") != "" || get(t, other, "b") != "1" {
		t.Error("the suspended write is there, or the other is not")
	}
}

// What nobody of ours would say ends the connection and nothing else.
func TestRubbish(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path, Options{Own: true})
	for _, text := range []string{"", "GET / HTTP/1.1\r\n\r\n", strings.Repeat("\xff", 100_000)} {
		conn, err := net.Dial("unix", socketOf(path))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, text)
		_ = conn.Close()
	}
	k, err := (&client{socket: socketOf(path), db: path}).begin(t.Context(), 99)
	if err != nil {
		t.Fatal(err)
	}
	var r response
	if err := k.answer(&r, errBroken); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("an unknown request: %v", err)
	}
	k.close()
	put(t, s, "a", strconv.Itoa(1))
}

func BenchmarkGetThroughAnother(b *testing.B) {
	path := filepath.Join(b.TempDir(), "s.db")
	open(b, path, Options{Own: true})
	s := open(b, path, Options{})
	put(b, s, "a", "1")
	for b.Loop() {
		get(b, s, "a")
	}
}

func BenchmarkScanThroughAnother(b *testing.B) {
	path := filepath.Join(b.TempDir(), "s.db")
	o := open(b, path, Options{Own: true})
	if err := o.Update(b.Context(), func(tx storage.Tx) error {
		for i := range 10_000 {
			if err := tx.Put(storage.Key(storage.Number(uint64(i))), make([]byte, 300)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	s := open(b, path, Options{})
	b.SetBytes(10_000 * 308)
	for b.Loop() {
		if err := s.View(b.Context(), func(tx storage.ReadTx) error {
			for _, err := range tx.Scan(nil, nil) {
				if err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzWire feeds the readers of messages: nothing they read makes them fail
// otherwise than with a refusal, and what they understand they would write.
func FuzzWire(f *testing.F) {
	f.Add((&request{Op: opScan, Limit: 32, Key: []byte("a"), Value: []byte("b")}).encode(nil))
	f.Add((&response{OK: true, End: true, Is: 1, Err: "e", Value: []byte("v")}).encode(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var q request
		if q.decode(b) {
			var again request
			if !again.decode(q.encode(nil)) || !reflect.DeepEqual(q, again) {
				t.Errorf("%+v, then %+v", q, again)
			}
		}
		var r response
		_ = r.decode(b)
		for f := (fields{rest: b}); len(f.rest) > 0; {
			if _, ok := f.entry(); !ok {
				break
			}
		}
	})
}
