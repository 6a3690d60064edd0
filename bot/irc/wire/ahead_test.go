package wire

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
	"time"
)

// All that is read is taken, in its order, and then the end.
func TestAhead(t *testing.T) {
	sent := make([]byte, 1<<20)
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range sent {
		sent[i] = byte(rnd.Uint32())
	}
	a := readAhead(iotest.HalfReader(bytes.NewReader(sent)), 50_000)
	defer a.Close()
	got, err := io.ReadAll(a)
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%d bytes of %d, %v", len(got), len(sent), err)
	}
}

// endless is a connection on which there is always more.
type endless struct{ given chan int }

func (e endless) Read(p []byte) (int, error) {
	e.given <- len(p)
	return len(p), nil
}

// No more than so much waits, and closing ends who waits for room or for more.
func TestAheadEnds(t *testing.T) {
	e := endless{make(chan int)}
	a := readAhead(e, 4*maxLine)
	total := 0
	for full := false; !full; {
		select {
		case n := <-e.given:
			total += n
		case <-time.After(300 * time.Millisecond):
			full = true
		}
	}
	if total > 6*maxLine {
		t.Errorf("%d bytes were read ahead, of %d", total, 4*maxLine)
	}
	a.Close()
	if _, err := io.ReadAll(a); !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
	quiet, talk := io.Pipe()
	defer talk.Close()
	b := readAhead(quiet, maxLine)
	ended := make(chan error)
	go func() { _, err := b.Read(make([]byte, 1)); ended <- err }()
	b.Close()
	if err := <-ended; !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}
