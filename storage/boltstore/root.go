package boltstore

import (
	"bytes"
	"fmt"

	"delphi/storage"
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
		case name == string(stampKey):
			r.begun(e)
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
	case stamp == nil:
	case stamp.flags == 0:
		r.stamped = true
		s, err := readStamp(stamp.value)
		if err != nil {
			r.problem("what says of which format the file is cannot be read")
			return nil
		}
		return s.Check()
	case has(entriesBucket) == nil && has(tallyBucket) == nil:
		return storage.Stamp{}.Check()
	}
	return nil
}

// begun looks at what is in the place of the stamp. A bucket there was created by a
// program older than the seals, in a file that had no stamp yet. An empty one gives way
// to the stamp.
func (r *reader) begun(e element) {
	if e.flags != bucketElement {
		return
	}
	n := 0
	r.bucket(string(e.key), e.value, func(element) { n++ })
	if n > 0 {
		r.problem("an older program, which does not know this format, has begun another store in the file, with %d entries", n)
	}
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
	if !r.stamped && r.fatal == nil && storage.IsFormer(key, value) {
		r.fatal = storage.Stamp{}.Check()
	}
	if r.entry == nil || r.fatal != nil {
		return
	}
	r.fatal = r.entry(key, value)
}
