package shared

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"net"

	"delphi/storage"
)

// op is what a client asks for.
type op uint8

// The first request of a connection is opHello, and the next, which comes with it, one of
// the first group: it says what the connection is for. Within a transaction those of the
// second group follow.
const (
	opView op = iota + 1
	opUpdate
	opBackup
	opCheck
	opCompact

	opGet
	opScan
	opPut    // not answered
	opDelete // not answered
	opCommit // also ends a View

	opHello // of every protocol there will be; answered only where it is refused
)

// protocol is the version of the conversation after opHello. It changes whenever that
// does.
const protocol = 1

// request is what a client sends.
type request struct {
	Op    op
	Limit int    // of a scan: how many entries; of a hello: the protocol
	Key   []byte // of a scan: from; of a hello: the client's storage.Stamp
	Value []byte // of a scan: to
}

// response answers every request but opPut and opDelete, whose errors come with
// the next one. opView and opUpdate are answered when the transaction begins.
type response struct {
	OK    bool   // of a get: there is a value
	End   bool   // of a scan: these are the last; of a backup: it is complete
	Is    int    // which of sentinels Err is, counted from 1; 0: none
	Err   string // empty: it went well
	Value []byte // of a get; of a scan, the entries; of a backup, a part; else JSON
}

// sentinels holds the errors that mean the same on both sides.
var sentinels = []error{
	storage.ErrClosed, storage.ErrDamaged, storage.ErrNotStore, storage.ErrInUse, storage.ErrScanning,
	storage.ErrKeySize, storage.ErrValueSize, context.Canceled, context.DeadlineExceeded, storage.ErrFormat, storage.ErrAway,
}

// remoteError is an error of the other side.
type remoteError struct {
	text string
	is   error
}

func (e *remoteError) Error() string { return e.text }
func (e *remoteError) Unwrap() error { return e.is }

// fail puts an error into a response.
func (r *response) fail(err error) {
	if err == nil {
		return
	}
	r.Err = err.Error()
	for i, s := range sentinels {
		if errors.Is(err, s) {
			r.Is = i + 1
			return
		}
	}
}

// err returns the response's error.
func (r *response) err() error {
	if r.Err == "" {
		return nil
	}
	e := &remoteError{text: r.Err}
	if r.Is > 0 && r.Is <= len(sentinels) {
		e.is = sentinels[r.Is-1]
	}
	return e
}

// hello returns the first request of a connection.
func hello() *request {
	return &request{Op: opHello, Limit: protocol, Key: []byte(storage.Ours().String())}
}

// understood refuses a client that another program wrote, whose records or requests
// are others: its first request is q.
func understood(q request) error {
	s, ok := storage.ParseStamp(string(q.Key))
	if q.Op == opHello && ok && s.Format == storage.Format && q.Limit == protocol {
		return nil
	}
	says := "does not say which it reads"
	if ok && q.Op == opHello {
		says = fmt.Sprintf("is %s and reads format %d", s.Program, s.Format)
	}
	return fmt.Errorf("%w: the process that has it open (%s) keeps it in format %d, and this program %s; use the program of that process for this, or restart that process with this one",
		storage.ErrFormat, storage.Program, storage.Format, says)
}

// errOlder is what opHello means to a process that predates it.
var errOlder = fmt.Errorf("%w: the process that has it open is of an older program, which does not say in what format it keeps it, and this program reads format %d; use that program for this, or restart that process with this one",
	storage.ErrFormat, storage.Format)

// A message is its length and its fields: numbers as varints, texts with their
// length before them.

// maxMessage bounds what a damaged or foreign message makes us allocate.
const maxMessage = 16 << 20

var errWire = errors.New("what came over the socket makes no sense: is the other process another version?")

func appendBytes(b, field []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(field))), field...)
}

// fields reads the fields of a message; after a failure all are empty.
type fields struct {
	rest []byte
	bad  bool
}

func (f *fields) number() uint64 {
	n, w := binary.Uvarint(f.rest)
	if w <= 0 {
		f.bad, f.rest = true, nil
		return 0
	}
	f.rest = f.rest[w:]
	return n
}

// bytes returns a part of the message, not a copy.
func (f *fields) bytes() []byte {
	n := f.number()
	if n > uint64(len(f.rest)) {
		f.bad, f.rest = true, nil
		return nil
	}
	field := f.rest[:n:n]
	f.rest = f.rest[n:]
	return field
}

func (q *request) encode(b []byte) []byte {
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(q.Op)), uint64(q.Limit))
	return appendBytes(appendBytes(b, q.Key), q.Value)
}

func (q *request) decode(b []byte) bool {
	f := fields{rest: b}
	kind := f.number()
	q.Op, q.Limit = op(kind), int(min(f.number(), mostEntries))
	q.Key, q.Value = f.bytes(), f.bytes()
	return !f.bad && len(f.rest) == 0 && kind <= math.MaxUint8
}

func (r *response) encode(b []byte) []byte {
	var flags byte
	if r.OK {
		flags |= 1
	}
	if r.End {
		flags |= 2
	}
	return appendBytes(appendBytes(append(b, flags, byte(r.Is)), []byte(r.Err)), r.Value)
}

func (r *response) decode(b []byte) bool {
	f := fields{rest: b}
	flags := f.number()
	*r = response{OK: flags&1 != 0, End: flags&2 != 0, Is: int(f.number()), Err: string(f.bytes()), Value: f.bytes()}
	return !f.bad && len(f.rest) == 0
}

// appendEntry writes an entry of a scan.
func appendEntry(b []byte, e storage.Entry) []byte {
	return appendBytes(appendBytes(b, e.Key), e.Value)
}

// entry reads an entry of a scan.
func (f *fields) entry() (e storage.Entry, ok bool) {
	e = storage.Entry{Key: f.bytes(), Value: f.bytes()}
	return e, !f.bad
}

// wire sends and receives over a connection.
type wire struct {
	conn net.Conn
	in   *bufio.Reader
	out  *bufio.Writer
	buf  []byte // of the message that is being sent
}

func newWire(conn net.Conn) *wire {
	return &wire{conn: conn, in: bufio.NewReaderSize(conn, 32<<10), out: bufio.NewWriterSize(conn, 32<<10)}
}

// send writes a message; flush says that the other side waits for it.
func (w *wire) send(m interface{ encode([]byte) []byte }, flush bool) error {
	w.buf = m.encode(w.buf[:0])
	var length [binary.MaxVarintLen64]byte
	if _, err := w.out.Write(binary.AppendUvarint(length[:0], uint64(len(w.buf)))); err != nil {
		return err
	}
	if _, err := w.out.Write(w.buf); err != nil {
		return err
	}
	if flush {
		return w.out.Flush()
	}
	return nil
}

// receive reads the next message, in memory of its own.
func (w *wire) receive(m interface{ decode([]byte) bool }) error {
	n, err := binary.ReadUvarint(w.in)
	if err != nil {
		return err
	}
	if n > maxMessage {
		return errWire
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(w.in, b); err != nil {
		return err
	}
	if !m.decode(b) {
		return errWire
	}
	return nil
}
