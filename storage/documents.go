package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// Documents durably keeps one JSON document for each name of a kind, with an
// append-only log for each. Tournaments, persons and subscriptions are documents.
type Documents struct {
	Store Store
	Kind  string
}

func (d Documents) key(name string) []byte { return Key("document", d.Kind, name) }

func (d Documents) logKey(name string, n uint64) []byte {
	return Key("document-log", d.Kind, name, Number(n))
}

// Get reads a document into v; ok is false if there is none.
func (d Documents) Get(ctx context.Context, name string, v any) (ok bool, err error) {
	err = d.Store.View(ctx, func(tx ReadTx) error {
		b, there, err := tx.Get(d.key(name))
		if ok = there; err != nil || !there {
			return err
		}
		return json.Unmarshal(b, v)
	})
	return ok, Wrap(d.Kind+" "+name, err)
}

// GetIn is Get within the caller's transaction.
func (d Documents) GetIn(tx ReadTx, name string, v any) (ok bool, err error) {
	b, ok, err := tx.Get(d.key(name))
	if err == nil && ok {
		err = json.Unmarshal(b, v)
	}
	return ok, Wrap(d.Kind+" "+name, err)
}

// All calls each with every document of the kind, sorted by name, until it
// fails.
func (d Documents) All(ctx context.Context, each func(name string, b []byte) error) error {
	type doc struct {
		name string
		b    []byte
	}
	var docs []doc
	err := d.Store.View(ctx, func(tx ReadTx) error {
		docs = nil
		return d.AllIn(tx, func(name string, b []byte) error {
			docs = append(docs, doc{name, bytes.Clone(b)})
			return nil
		})
	})
	if err != nil {
		return err
	}
	for _, x := range docs {
		if err := each(x.name, x.b); err != nil {
			return err
		}
	}
	return nil
}

// AllIn is All within the caller's transaction; b is only good until each returns,
// which must not write.
func (d Documents) AllIn(tx ReadTx, each func(name string, b []byte) error) error {
	for e, err := range ScanPrefix(tx, Key("document", d.Kind)) {
		if err != nil {
			return Wrap(d.Kind, err)
		}
		segments, err := SplitKey(e.Key)
		if err != nil {
			return err
		}
		if err := each(segments[len(segments)-1], e.Value); err != nil {
			return err
		}
	}
	return nil
}

// Update changes a document and appends to its log in one transaction. When
// change is called, v points to the document as it is (to its zero value, with
// ok false, if there is none); what v points to afterwards is stored, or the
// document is deleted if change returns remove. change may run again, so it must
// have no other effect.
func (d Documents) Update(ctx context.Context, name string, v any, change func(ok bool) (log []any, remove bool, err error)) error {
	return d.UpdateWith(ctx, name, v, func(_ Tx, ok bool) ([]any, bool, error) { return change(ok) })
}

// UpdateWith is Update for a change that also depends on other documents, or
// writes other records, in the same transaction.
func (d Documents) UpdateWith(ctx context.Context, name string, v any, change func(tx Tx, ok bool) (log []any, remove bool, err error)) error {
	err := d.Store.Update(ctx, func(tx Tx) error {
		b, ok, err := tx.Get(d.key(name))
		if err != nil {
			return err
		}
		reflect.ValueOf(v).Elem().SetZero() // what a run before this one left
		if ok {
			if err := json.Unmarshal(b, v); err != nil {
				return fmt.Errorf("%s %s: %w", d.Kind, name, err)
			}
		}
		entries, remove, err := change(tx, ok)
		if err != nil {
			return err
		}
		if remove {
			parts := Key("document-part", d.Kind, name)
			if _, err := DeleteRange(tx, parts, PrefixEnd(parts), 0); err != nil {
				return err
			}
			return tx.Delete(d.key(name))
		}
		if len(entries) > 0 {
			n, err := d.logLength(tx, name)
			if err != nil {
				return err
			}
			for i, e := range entries {
				b, err := json.Marshal(e)
				if err != nil {
					return err
				}
				if err := tx.Put(d.logKey(name, n+uint64(i)), b); err != nil {
					return err
				}
			}
			if err := tx.Put(Key("document-log-length", d.Kind, name), []byte(Number(n+uint64(len(entries))))); err != nil {
				return err
			}
		}
		if b, err = json.Marshal(v); err != nil {
			return err
		}
		return tx.Put(d.key(name), b)
	})
	return err // change's own error comes back as it is
}

func (d Documents) logLength(tx ReadTx, name string) (uint64, error) {
	b, ok, err := tx.Get(Key("document-log-length", d.Kind, name))
	if err != nil || !ok {
		return 0, err
	}
	return ParseNumber(string(b))
}

// A document may have parts: records of its own kinds that are written one by one,
// within a transaction that changes the document, so that a change to one of
// thousands costs no more than that one. They are removed with the document.

func (d Documents) partKey(name, kind, part string) []byte {
	return Key("document-part", d.Kind, name, kind, part)
}

// PutPart keeps a part of a document.
func (d Documents) PutPart(tx Tx, name, kind, part string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return tx.Put(d.partKey(name, kind, part), b)
}

// DeletePart deletes a part of a document.
func (d Documents) DeletePart(tx Tx, name, kind, part string) error {
	return tx.Delete(d.partKey(name, kind, part))
}

// Parts calls each with every part of one kind that a document has, sorted by name,
// until it fails.
func (d Documents) Parts(tx ReadTx, name, kind string, each func(part string, b []byte) error) error {
	for e, err := range ScanPrefix(tx, Key("document-part", d.Kind, name, kind)) {
		if err != nil {
			return Wrap(d.Kind+" "+name, err)
		}
		segments, err := SplitKey(e.Key)
		if err != nil {
			return err
		}
		if err := each(segments[len(segments)-1], e.Value); err != nil {
			return Wrap(d.Kind+" "+name, err)
		}
	}
	return nil
}

// Log calls each with the entries of a document's log, in order, until it fails.
func (d Documents) Log(ctx context.Context, name string, each func(b []byte) error) error {
	return d.Store.View(ctx, func(tx ReadTx) error {
		for e, err := range ScanPrefix(tx, Key("document-log", d.Kind, name)) {
			if err != nil {
				return err
			}
			if err := each(e.Value); err != nil {
				return err
			}
		}
		return nil
	})
}

// LogEnd calls each with entries of a document's log, the last first: all but the skip
// latest, and at most so many. It returns how many entries there are in all.
func (d Documents) LogEnd(ctx context.Context, name string, skip, most uint64, each func(b []byte) error) (all uint64, err error) {
	err = d.Store.View(ctx, func(tx ReadTx) error {
		if all, err = d.logLength(tx, name); err != nil || skip >= all {
			return err
		}
		to := all - skip
		var entries [][]byte
		for e, err := range tx.Scan(d.logKey(name, to-min(most, to)), d.logKey(name, to)) {
			if err != nil {
				return err
			}
			entries = append(entries, bytes.Clone(e.Value))
		}
		for _, b := range slices.Backward(entries) {
			if err := each(b); err != nil {
				return err
			}
		}
		return nil
	})
	return all, Wrap(d.Kind+" "+name, err)
}
