package running

import (
	"bytes"
	"encoding/gob"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// keptCount is an entry of a file of counts.
type keptCount struct {
	ID    string
	Count *Kept
}

// mostKept is how large what is kept may be, in memory.
const mostKept = 1 << 30

// ReadKept reads what a KeptWriter has written, by name. It returns nil if that is damaged.
func ReadKept(raw []byte) map[string]*Kept {
	unzip, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(mostKept), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil
	}
	defer unzip.Close()
	all, err := unzip.DecodeAll(raw, nil) // its checksum shows damage
	if err != nil {
		return nil
	}
	of := map[string]*Kept{}
	for in := gob.NewDecoder(bytes.NewReader(all)); ; {
		var k keptCount
		switch err := in.Decode(&k); {
		case errors.Is(err, io.EOF):
			return of
		case err != nil:
			return nil
		}
		of[k.ID] = k.Count
	}
}

// KeptWriter writes counts, each under a name. Close ends them.
type KeptWriter struct {
	zip *zstd.Encoder
	out *gob.Encoder
}

// NewKeptWriter returns one that writes to w.
func NewKeptWriter(w io.Writer) *KeptWriter {
	zip, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic("running: " + err.Error()) // the options are constant: a bug
	}
	return &KeptWriter{zip, gob.NewEncoder(zip)}
}

// Write writes a count.
func (w *KeptWriter) Write(name string, k *Kept) error { return w.out.Encode(keptCount{name, k}) }

// Close writes what is left.
func (w *KeptWriter) Close() error { return w.zip.Close() }
