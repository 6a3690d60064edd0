package boltstore

import (
	"bytes"
	"fmt"

	"delphi/storage"
	"delphi/storage/gamelog"
)

// root walks the root bucket and with it everything else, and returns how much there
// is in it.
func (r *reader) root() int {
	var all []element
	r.tree(r.meta.root, nil, nil, 0, func(e element) {
		all = append(all, element{flags: e.flags, key: bytes.Clone(e.key), value: bytes.Clone(e.value)})
	})
	if r.fatal == nil {
		r.fatal = r.format(all)
	}
	if r.fatal != nil {
		return len(all)
	}
	var entries, kept *tally
	for _, e := range all {
		switch name := string(e.key); {
		case name == string(stampKey): // format has read it
		case e.flags != bucketElement:
			r.problem("%q is not a bucket", name)
		case name == string(entriesBucket):
			entries = new(tally)
			r.bucket(name, e.value, func(e element) { r.sealed(e, entries) })
		case name == string(tallyBucket):
			r.bucket(name, e.value, func(e element) {
				if t, err := decodeTally(e.value); err != nil || string(e.key) != string(tallyKey) {
					r.problem("the tally of entries cannot be read")
				} else {
					kept = &t
				}
			})
		default:
			r.problem("there is an unknown bucket %q", clip(e.key))
		}
	}
	switch {
	case r.fatal != nil:
	case entries == nil:
		r.problem("the bucket of all entries is missing")
	case kept == nil:
		r.problem("the tally of entries is missing")
	case *entries != *kept:
		r.problem("%d sound entries were found, there should be %d", entries.Entries, kept.Entries)
		r.report.Missing = int64(kept.Entries - entries.Entries)
	}
	return len(all)
}

// format looks for the stamp among what is in the root bucket. A file of another
// format, of which nothing more may be known, is refused.
func (r *reader) format(root []element) error {
	has := func(name []byte) (found *element) {
		for i := range root {
			if bytes.Equal(root[i].key, name) {
				found = &root[i]
			}
		}
		return found
	}
	switch stamp := has(stampKey); {
	case stamp != nil:
		s, err := readStamp(stamp.value)
		r.stamp = s
		switch {
		case err == nil && stamp.flags == 0:
			return s.Check()
		case err != nil && stamp.flags == bucketElement:
			return storage.Stamp{}.Check()
		}
		r.problem("what says of which format the file is cannot be read")
	case len(root) == 2 && has(entriesBucket) != nil && has(tallyBucket) != nil:
		return storage.Stamp{}.Check()
	}
	return nil
}

// sealed counts an entry that is still as it was written.
func (r *reader) sealed(e element, t *tally) {
	value, sum, err := unseal(e.key, e.value)
	if err == nil && e.flags != 0 {
		err = fmt.Errorf("%w: key %q has flags %#x", errSeal, clip(e.key), e.flags)
	}
	if err != nil {
		r.problem("%v", err)
		return
	}
	t.add(sum)
	r.pass(e.key, value)
}

func (r *reader) pass(key, value []byte) {
	r.report.Entries++
	r.former = r.former || gamelog.IsFormer(key)
	if r.entry == nil || r.fatal != nil {
		return
	}
	r.fatal = r.entry(key, value)
}
