package wire

import (
	"io"
	"sync"
)

// mostAhead is the size limit, in bytes, of the buffer for input that is not handled yet.
const mostAhead = 4 << 20

// ahead reads a connection as fast as it comes, however slowly its reader
// handles the lines: a server cuts off a client that falls behind, and a flood comes all
// at once.
type ahead struct {
	mu      sync.Mutex
	changed *sync.Cond
	buf     []byte // read, and not yet taken
	err     error  // the end of what is read
	closed  bool
}

// readAhead begins to read r, at most that many bytes ahead. Its reading ends with r, or
// once it has been closed and r gives something or fails.
func readAhead(r io.Reader, most int) *ahead {
	a := &ahead{}
	a.changed = sync.NewCond(&a.mu)
	go func() {
		part := make([]byte, maxLine)
		for {
			n, err := r.Read(part)
			if !a.add(part[:n], err, most) {
				return
			}
		}
	}()
	return a
}

// add keeps what was read; it reports whether to read on.
func (a *ahead) add(part []byte, err error, most int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.buf) > 0 && len(a.buf)+len(part) > most && !a.closed {
		a.changed.Wait()
	}
	a.buf, a.err = append(a.buf, part...), err
	a.changed.Broadcast()
	return err == nil && !a.closed
}

// Read takes what was read.
func (a *ahead) Read(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.buf) == 0 && a.err == nil && !a.closed {
		a.changed.Wait()
	}
	switch {
	case len(a.buf) > 0:
		n := copy(p, a.buf)
		if a.buf = a.buf[n:]; len(a.buf) == 0 {
			a.buf = nil // what a flood took is given back
		}
		a.changed.Broadcast()
		return n, nil
	case a.err != nil:
		return 0, a.err
	}
	return 0, io.ErrClosedPipe
}

// Close ends the reading. Nobody waits for it any more.
func (a *ahead) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	a.changed.Broadcast()
	return nil
}
