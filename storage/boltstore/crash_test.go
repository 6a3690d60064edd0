package boltstore

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"delphi/storage"

	"go.etcd.io/bbolt"
	"go.uber.org/goleak"
)

// The test binary is also the process that gets killed: with one of these in
// the environment it is not a test.
const (
	writeEnv = "DELPHI_TEST_STORE_WRITE" // write records to this file until killed
	holdEnv  = "DELPHI_TEST_STORE_HOLD"  // open this file and keep it until standard input ends
	fullEnv  = "DELPHI_TEST_STORE_FULL"  // fill this file up to a limit, and go on when the limit is gone
)

func TestMain(m *testing.M) {
	run := func(work func(path string) error, path string) {
		if err := work(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if path := os.Getenv(writeEnv); path != "" {
		run(writeRecords, path)
	}
	if path := os.Getenv(holdEnv); path != "" {
		run(hold, path)
	}
	if path := os.Getenv(fullEnv); path != "" {
		run(limited, path)
	}
	goleak.VerifyTestMain(m)
}

// child starts this binary again to do other work.
func child(t *testing.T, env, path string) (cmd *exec.Cmd, stdin io.WriteCloser, stdout *bufio.Reader, stderr *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), env+"="+path)
	stderr = new(bytes.Buffer)
	cmd.Stderr = stderr
	if stdin, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stdin, bufio.NewReader(out), stderr
}

// kept is how many of the last records writeRecords leaves in the file.
const kept = 150

func recordKey(n uint64) []byte { return storage.Key("record", storage.Number(n)) }

var lastKey = storage.Key("last")

// record returns the n-th record: its number, content of a length that follows from
// it, up to several pages, and a checksum.
func record(n uint64) []byte {
	r := rand.New(rand.NewPCG(n, 1))
	length := r.IntN(300)
	if r.IntN(10) == 0 {
		length = r.IntN(20_000)
	}
	b := binary.BigEndian.AppendUint64(nil, n)
	for range length {
		b = append(b, byte(r.Uint32()))
	}
	h := fnv.New64a()
	h.Write(b)
	return h.Sum(b)
}

// writeRecords adds one record a transaction, removes an old one and notes the
// last number, and says each number once it is acknowledged.
func writeRecords(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	for {
		var n uint64
		err := s.Update(ctx, func(tx storage.Tx) error {
			last, ok, err := tx.Get(lastKey)
			if err != nil {
				return err
			}
			n = 1
			if ok {
				n = binary.BigEndian.Uint64(last) + 1
			}
			if n > kept {
				if err := tx.Delete(recordKey(n - kept)); err != nil {
					return err
				}
			}
			return errors.Join(
				tx.Put(recordKey(n), record(n)),
				tx.Put(lastKey, binary.BigEndian.AppendUint64(nil, n)))
		})
		if err != nil {
			return err
		}
		if _, err := fmt.Println(n); err != nil {
			return err
		}
	}
}

// TestKill kills a process in the middle of its writes, again and again: the
// file opens, is sound, and holds every write that was acknowledged, whole.
// That is death of the process, not loss of power, which no test here can make.
func TestKill(t *testing.T) {
	t.Parallel()
	rounds := 20
	if nightly() {
		rounds = 200
	}
	r := seeded(t)
	path := filepath.Join(t.TempDir(), "store.db")
	var acknowledged uint64
	inFlight := 0 // rounds in which a write was kept that the child did not live to acknowledge
	for round := range rounds {
		cmd, _, stdout, stderr := child(t, writeEnv, path)
		numbers := make(chan uint64)
		go func() { // ends with the child's output
			defer close(numbers)
			for {
				line, err := stdout.ReadString('\n')
				if err != nil {
					return // a torn line acknowledges nothing
				}
				n, err := strconv.ParseUint(strings.TrimSpace(line), 10, 64)
				if err != nil {
					t.Errorf("round %d: the child said %q", round, line)
				}
				numbers <- n
			}
		}()
		// Some are killed while they open the file, most while they write.
		first, before := true, acknowledged
		var kill <-chan time.Time
		if round%10 == 9 {
			kill = time.After(time.Duration(r.Int64N(int64(20 * time.Millisecond))))
		}
		for alive := true; alive; {
			select {
			case n, ok := <-numbers:
				if !ok {
					alive = false
					break
				}
				if n <= before || n < acknowledged {
					t.Fatalf("round %d: write %d acknowledged after %d: some were lost", round, n, acknowledged)
				}
				acknowledged = n
				if first && kill == nil {
					kill = time.After(time.Duration(r.Int64N(int64(40 * time.Millisecond))))
				}
				first = false
			case <-kill:
				kill = nil
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := cmd.Wait(); err == nil || stderr.Len() > 0 {
			t.Fatalf("round %d: the child ended by itself: %v %s", round, err, stderr)
		}
		last := checkRecords(t, path, acknowledged)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
		if last > acknowledged {
			inFlight++
		}
		acknowledged = last // what is there now must stay
	}
	t.Logf("%d rounds, %d writes; in %d rounds one more than acknowledged was kept", rounds, acknowledged, inFlight)
	if acknowledged < uint64(rounds) {
		t.Errorf("only %d writes in %d rounds: the test tested nothing", acknowledged, rounds)
	}
}

// checkRecords opens the file, checks it and every record in it, and returns
// the number of the last.
func checkRecords(t *testing.T, path string, acknowledged uint64) (last uint64) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := s.file.db.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			t.Errorf("bbolt's check: %v", err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.View(t.Context(), func(tx storage.ReadTx) error {
		v, ok, err := tx.Get(lastKey)
		if err != nil {
			return err
		}
		if ok {
			last = binary.BigEndian.Uint64(v)
		}
		// One write may have been kept that nobody was told of.
		if last < acknowledged || last > acknowledged+1 {
			t.Errorf("the last write is %d, acknowledged was %d", last, acknowledged)
		}
		want := uint64(1)
		if last > kept {
			want = last - kept + 1
		}
		for e, err := range storage.ScanPrefix(tx, storage.Key("record")) {
			if err != nil {
				return err
			}
			if !bytes.Equal(e.Key, recordKey(want)) {
				t.Errorf("found %q, want record %d", e.Key, want)
				return nil
			}
			if !bytes.Equal(e.Value, record(want)) {
				t.Errorf("record %d is torn", want)
			}
			want++
		}
		if want != last+1 {
			t.Errorf("the records end before %d, want up to %d", want, last)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return last
}

// hold keeps the file open until standard input ends.
func hold(path string) error {
	s, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	fmt.Println("open")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return s.Close()
}

func TestSecondProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	cmd, stdin, stdout, stderr := child(t, holdEnv, path)
	if line, err := stdout.ReadString('\n'); line != "open\n" {
		t.Fatalf("the child said %q, %v %s", line, err, stderr)
	}
	begin := time.Now()
	s, err := Open(t.Context(), path)
	if err == nil {
		_ = s.Close()
	}
	if !errors.Is(err, storage.ErrInUse) {
		t.Fatalf("Open = %v, want ErrInUse", err)
	}
	if took := time.Since(begin); took > 1500*time.Millisecond {
		t.Errorf("told after %v, want about a second", took)
	}
	for _, part := range []string{path, fmt.Sprintf("process %d", cmd.Process.Pid), "--db"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}

	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Open with less time = %v", err)
	}

	// One that is just ending is waited for.
	opened := make(chan error)
	go func() {
		s, err := Open(t.Context(), path)
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Errorf("Open beside a process that ends: %v", err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the child: %v %s", err, stderr)
	}
	if _, err := os.Stat(ownerFile(path)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the note of the owner is left behind: %v", err)
	}
}
