package wire

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lrstanley/girc"
)

// maxLine is the longest line that we read. A server may send 8191 bytes of
// tags and 512 of message; there is room for servers that count differently.
const maxLine = 16 << 10

// Timed returns a connection that gives each read and each write a deadline of its own.
func Timed(c net.Conn, read, write time.Duration) net.Conn { return timedConn{c, read, write} }

// timedConn is what Timed returns.
type timedConn struct {
	net.Conn
	read, write time.Duration
}

func (c timedConn) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.read)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fmt.Errorf("the server said nothing for %v", c.read)
	}
	return n, err
}

func (c timedConn) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.write)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// ErrNotHeld ends a connection that belongs to another process now.
var ErrNotHeld = errors.New("another process has this network now")

// Held returns a writer to w that fails with ErrNotHeld where held does not allow it.
func Held(w io.Writer, held func() bool) io.Writer { return heldWriter{w, held} }

// heldWriter is what Held returns.
type heldWriter struct {
	io.Writer
	held func() bool
}

func (w heldWriter) Write(p []byte) (int, error) {
	if !w.held() {
		return 0, ErrNotHeld
	}
	return w.Writer.Write(p)
}

// ReadLines parses the lines of r into events until r ends or ctx does. Lines
// that are not IRC (blank, malformed, longer than maxLine) are counted and
// skipped.
func ReadLines(ctx context.Context, r io.Reader, events chan<- *girc.Event, malformed *atomic.Uint64) error {
	waiting := readAhead(r, mostAhead)
	defer waiting.Close()
	in := bufio.NewReaderSize(waiting, maxLine)
	for {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			malformed.Add(1)
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			if err == nil {
				continue
			}
		}
		if err != nil {
			return err
		}
		ev := girc.ParseEvent(strings.ReplaceAll(string(line), "\x00", ""))
		if ev == nil || ev.Command == "" {
			malformed.Add(1)
			continue
		}
		select {
		case events <- ev:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
