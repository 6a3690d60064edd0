package boltstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"delphi/storage"
)

// This file reads bbolt's file format with plain reads, without mapping the
// file into memory: no damage can make it fault, allocate without bound or
// loop, it goes on behind a damaged page, and it leaves nothing in memory.
//
// A file is pages of one size. A page begins with its number (8 bytes), its
// kind (2), how many elements it has (2) and how many further pages belong to
// it (4). Pages 0 and 1 are two headers, of which the one with the higher
// transaction number holds; it says where the root bucket and the list of free
// pages are. See page.go and meta.go in go.etcd.io/bbolt/internal/common.
const (
	pageHeader  = 16
	elementSize = 16

	branchPage   = 0x01
	leafPage     = 0x02
	metaPage     = 0x04
	freelistPage = 0x10

	bucketElement = 0x01
	bucketHeader  = 16 // root page, sequence

	metaMagic   = 0xED0CDAED
	metaVersion = 2
	metaSummed  = 56 // bytes before the checksum

	maxDepth    = 64      // of a tree; more means that it is damaged
	bucketDepth = 32      // where a bucket's own tree begins
	maxOverflow = 1 << 20 // further pages of one: far above what MaxValue needs
	maxProblems = 100     // how many are told; all are counted
	noFreelist  = 1<<64 - 1
)

// meta is a header page.
type meta struct {
	pageSize uint32
	root     uint64 // page of the root bucket
	freelist uint64
	pages    uint64 // how many are in use or free; later ones were never used
	tx       uint64
}

func readMeta(page []byte) (m meta, err error) {
	if len(page) < pageHeader+metaSummed+8 {
		return m, io.ErrUnexpectedEOF
	}
	b, u32, u64 := page[pageHeader:], binary.NativeEndian.Uint32, binary.NativeEndian.Uint64
	h := fnv.New64a()
	_, _ = h.Write(b[:metaSummed])
	switch {
	case u32(b) != metaMagic || u32(b[4:]) != metaVersion:
		return m, errors.New("not a header")
	case u64(b[metaSummed:]) != h.Sum64():
		return m, errors.New("its checksum is wrong")
	}
	return meta{pageSize: u32(b[8:]), root: u64(b[16:]), freelist: u64(b[32:]), pages: u64(b[40:]), tx: u64(b[48:])}, nil
}

// reader walks through a file. Every problem is counted in report, and the
// walk goes on with what it can still read.
type reader struct {
	ctx    context.Context
	file   *os.File
	meta   meta
	report storage.CheckReport
	seen   []uint64 // a bit for each page that belongs to something
	stamp  storage.Stamp
	former bool  // there are entries to convert
	fatal  error // the context is done, or the file cannot be read at all

	// A page and its elements for each depth of a tree, used again and again:
	// what is above a page is still needed while it is walked.
	pages    [maxDepth + 1][]byte
	elements [maxDepth + 1][]element

	// entry is called with every sound entry of the key space, in order; the
	// slices are only valid until it returns. nil: nobody wants them.
	entry func(key, value []byte) error
}

func (r *reader) problem(format string, args ...any) {
	r.report.Problems++
	if len(r.report.First) < maxProblems {
		r.report.First = append(r.report.First, fmt.Sprintf(format, args...))
	}
}

// headers reads both header pages and chooses the one of transaction tx; the
// latest where tx is 0.
func (r *reader) headers(tx uint64) error {
	// The second header lies behind the first page, whose size the first says;
	// where that one is damaged the usual sizes are tried.
	sizes := []uint32{4096, 8192, 16384, 32768, 65536}
	page := make([]byte, pageHeader+metaSummed+8)
	var found []meta
	read := func(at int64) error {
		if _, err := r.file.ReadAt(page, at); err != nil {
			return err
		}
		m, err := readMeta(page)
		if err == nil && (m.pageSize < 512 || m.pageSize > 1<<16 || m.pageSize&(m.pageSize-1) != 0) {
			err = errors.New("its page size is impossible")
		}
		if err == nil {
			found = append(found, m)
			sizes = []uint32{m.pageSize}
		}
		return err
	}
	var err0, err1 error
	for range 3 { // a header that is just being written may be read in part
		found = nil
		err0 = read(0)
		for _, size := range sizes {
			if err1 = read(int64(size)); err1 == nil {
				break
			}
		}
		if err0 == nil && err1 == nil {
			break
		}
	}
	for i, err := range []error{err0, err1} {
		if err != nil {
			r.problem("header page %d cannot be read, and the last change may be missing: %v", i, err)
		}
	}
	if len(found) == 0 && r.hasPages(sizes) {
		return fmt.Errorf("%w: neither of its header pages can be read", storage.ErrDamaged)
	}
	if len(found) == 0 {
		return fmt.Errorf("%w: neither of its header pages can be read", storage.ErrNotStore)
	}
	r.meta = found[0]
	for _, m := range found {
		if tx != 0 && m.tx == tx || tx == 0 && m.tx > r.meta.tx {
			r.meta = m
		}
	}
	if tx != 0 && r.meta.tx != tx {
		return errMoved
	}
	return nil
}

// hasPages reports whether there are pages behind the headers as bbolt writes them,
// each with its number: then it is a store that has lost its headers, and no other file.
func (r *reader) hasPages(sizes []uint32) bool {
	head := make([]byte, pageHeader)
	for _, size := range sizes {
		for id := range uint64(8) {
			if _, err := r.file.ReadAt(head, int64(id+2)*int64(size)); err != nil {
				break
			}
			kind := binary.NativeEndian.Uint16(head[8:])
			if binary.NativeEndian.Uint64(head) == id+2 && (kind == branchPage || kind == leafPage || kind == freelistPage) {
				return true
			}
		}
	}
	return false
}

// errMoved means that the header of a transaction was overwritten before it
// was read.
var errMoved = errors.New("the store was written to meanwhile")

// run walks through the whole file.
func (r *reader) run(tx uint64) error {
	if err := r.headers(tx); err != nil {
		return err
	}
	if r.meta.pages > 1<<40/uint64(r.meta.pageSize) {
		return fmt.Errorf("%w: its header claims %d pages", storage.ErrDamaged, r.meta.pages)
	}
	r.seen = make([]uint64, r.meta.pages/64+1)
	r.report.Bytes = int64(r.meta.pages) * int64(r.meta.pageSize)
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < r.report.Bytes {
		r.problem("the file was cut short, to %d of %d bytes", info.Size(), r.report.Bytes)
	}
	r.claim(0, 0)
	r.claim(1, 0)
	names := r.root()
	r.freePages()
	switch {
	case r.fatal != nil:
		return r.fatal
	case names == 0:
		r.problem("its content is missing")
	}
	return nil
}

// claim marks a page and those that belong to it as used. It returns false if one of
// them is used by something else or does not exist.
func (r *reader) claim(page uint64, overflow uint32) bool {
	if page >= r.meta.pages || uint64(overflow) >= r.meta.pages-page {
		r.problem("page %d is beyond the end", page)
		return false
	}
	for p := page; p <= page+uint64(overflow); p++ {
		if r.seen[p/64]&(1<<(p%64)) != 0 {
			r.problem("page %d is used twice", p)
			return false
		}
		r.seen[p/64] |= 1 << (p % 64)
	}
	return true
}

// page reads a page with those that belong to it; ok is false if it is damaged.
func (r *reader) page(id uint64, buf []byte) (data []byte, ok bool) {
	if r.fatal != nil {
		return nil, false
	}
	if r.fatal = r.ctx.Err(); r.fatal != nil {
		return nil, false
	}
	size := int(r.meta.pageSize)
	if id < 2 || id >= r.meta.pages {
		r.problem("page %d is beyond the end", id)
		return nil, false
	}
	data = sized(buf, size)
	if _, err := r.file.ReadAt(data, int64(id)*int64(size)); err != nil {
		r.problem("page %d cannot be read: %v", id, err)
		return nil, false
	}
	if got := binary.NativeEndian.Uint64(data); got != id {
		r.problem("page %d says that it is page %d", id, got)
		return nil, false
	}
	overflow := binary.NativeEndian.Uint32(data[12:])
	if overflow > maxOverflow {
		r.problem("page %d claims %d further pages", id, overflow)
		return nil, false
	}
	if !r.claim(id, overflow) {
		return nil, false
	}
	if overflow > 0 {
		data = sized(data, size*(1+int(overflow)))
		if _, err := r.file.ReadAt(data[size:], int64(id+1)*int64(size)); err != nil {
			r.problem("page %d cannot be read: %v", id, err)
			return nil, false
		}
	}
	return data, true
}

// sized returns b with length n, in a new array where it does not fit.
func sized(b []byte, n int) []byte {
	if cap(b) >= n {
		return b[:n]
	}
	out := make([]byte, n)
	copy(out, b)
	return out
}

// element is one element of a page: an entry of a leaf, or the first key of a
// child and where it is.
type element struct {
	flags      uint32
	key, value []byte
	child      uint64
}

// split finds the elements of a page. Those that lie outside it are problems
// and left out. The result is valid until the next call with the same depth.
func (r *reader) split(id uint64, data []byte, depth int) (kind uint16, out []element) {
	kind = binary.NativeEndian.Uint16(data[8:])
	count := int(binary.NativeEndian.Uint16(data[10:]))
	if kind != branchPage && kind != leafPage {
		r.problem("page %d is of kind %#x, want a branch or a leaf", id, kind)
		return 0, nil
	}
	if pageHeader+count*elementSize > len(data) {
		r.problem("page %d claims %d elements", id, count)
		return 0, nil
	}
	u32 := binary.NativeEndian.Uint32
	out = r.elements[depth][:0]
	for i := range count {
		head := data[pageHeader+i*elementSize:]
		var e element
		var pos, keySize, valueSize uint64
		if kind == branchPage {
			pos, keySize, e.child = uint64(u32(head)), uint64(u32(head[4:])), binary.NativeEndian.Uint64(head[8:])
		} else {
			e.flags, pos, keySize, valueSize = u32(head), uint64(u32(head[4:])), uint64(u32(head[8:])), uint64(u32(head[12:]))
		}
		if pos < elementSize || pos+keySize+valueSize > uint64(len(head)) {
			r.problem("element %d of page %d lies outside it", i, id)
			continue
		}
		e.key = head[pos : pos+keySize : pos+keySize]
		e.value = head[pos+keySize : pos+keySize+valueSize : pos+keySize+valueSize]
		out = append(out, e)
	}
	r.elements[depth] = out
	return kind, out
}

// tree walks a bucket's tree below a page. Its keys must satisfy from <= key < to,
// where nil means no bound.
func (r *reader) tree(id uint64, from, to []byte, depth int, leaf func(element)) {
	if depth > maxDepth {
		r.problem("page %d lies too deep", id)
		return
	}
	data, ok := r.page(id, r.pages[depth])
	if ok {
		r.pages[depth] = data
		r.content(id, data, from, to, depth, leaf)
	}
}

// content walks what is in a page that has been read.
func (r *reader) content(id uint64, data []byte, from, to []byte, depth int, leaf func(element)) {
	kind, elements := r.split(id, data, depth)
	if kind == branchPage && len(elements) == 0 {
		r.problem("page %d leads nowhere", id)
	}
	for i, e := range elements {
		bad := from != nil && bytes.Compare(e.key, from) < 0 || to != nil && bytes.Compare(e.key, to) >= 0
		if i > 0 {
			bad = bad || bytes.Compare(elements[i-1].key, e.key) >= 0
		}
		if bad {
			r.problem("a key of page %d is out of order: %q", id, clip(e.key))
		}
		if kind == leafPage {
			leaf(e)
			continue
		}
		next := to
		if i+1 < len(elements) {
			next = elements[i+1].key
		}
		r.tree(e.child, e.key, next, depth+1, leaf)
	}
}

// bucket walks a bucket, whose value is where its root page is or, where it is
// small, that page itself.
func (r *reader) bucket(name string, value []byte, leaf func(element)) {
	if len(value) < bucketHeader {
		r.problem("bucket %q is cut short", name)
		return
	}
	root := binary.NativeEndian.Uint64(value)
	if root != 0 {
		r.tree(root, nil, nil, bucketDepth, leaf)
		return
	}
	if len(value) < bucketHeader+pageHeader {
		r.problem("bucket %q is cut short", name)
		return
	}
	r.content(0, value[bucketHeader:], nil, nil, bucketDepth, leaf)
}

// freePages reads the list of free pages: none of them may be in use, and all
// others must be.
func (r *reader) freePages() {
	if r.fatal != nil || r.meta.freelist == noFreelist {
		return
	}
	data, ok := r.page(r.meta.freelist, nil)
	if !ok {
		return
	}
	if kind := binary.NativeEndian.Uint16(data[8:]); kind != freelistPage {
		r.problem("page %d is of kind %#x, want the list of free pages", r.meta.freelist, kind)
		return
	}
	ids, count := data[pageHeader:], uint64(binary.NativeEndian.Uint16(data[10:]))
	if count == 0xffff { // more than fit into that field
		count, ids = binary.NativeEndian.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		r.problem("the list of free pages claims %d of them", count)
		return
	}
	for i := range count {
		r.claim(binary.NativeEndian.Uint64(ids[8*i:]), 0)
	}
	r.report.Free = int64(count) * int64(r.meta.pageSize)
	for p := range r.meta.pages {
		if r.seen[p/64]&(1<<(p%64)) == 0 {
			r.problem("page %d is neither used nor free", p)
		}
	}
}

// clip shortens a key for a message.
func clip(key []byte) []byte { return key[:min(len(key), 80)] }
