package lease

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"delphi/storage"
)

// ErrLost means that a lease is not, or no longer, the caller's.
var ErrLost = errors.New("the lease is another process's now")

// holding says who holds a lease. Its epoch grows whenever a lease is taken. It stays
// when the lease is given up, with no holder.
type holding struct {
	Holder string        `json:"holder,omitempty"` // empty: nobody
	Epoch  uint64        `json:"epoch"`
	Length time.Duration `json:"length"`
}

// record is everything about a lease.
type record struct {
	holding
	beat uint64
}

func epochKey(name string) []byte { return storage.Key("lease", "epoch", name) }
func beatKey(name string) []byte  { return storage.Key("lease", "beat", name) }

func readHolding(tx storage.ReadTx, name string) (h holding, err error) {
	v, ok, err := tx.Get(epochKey(name))
	if err == nil && ok {
		err = json.Unmarshal(v, &h)
	}
	if err != nil {
		err = fmt.Errorf("lease %s: %w", name, err)
	}
	return h, err
}

func readRecord(tx storage.ReadTx, name string) (r record, err error) {
	if r.holding, err = readHolding(tx, name); err != nil {
		return r, err
	}
	v, ok, err := tx.Get(beatKey(name))
	if err == nil && ok {
		r.beat, err = storage.ParseNumber(string(v))
	}
	return r, err
}

func putHolding(tx storage.Tx, name string, h holding) error {
	v, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return tx.Put(epochKey(name), v)
}

func putBeat(tx storage.Tx, name string, beat uint64) error {
	return tx.Put(beatKey(name), []byte(storage.Number(beat)))
}
