package web

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// shelf keeps the pages that were asked for last.
type shelf struct {
	most int // bytes

	mu    sync.Mutex
	pages *simplelru.LRU[string, *page]
	bytes int
}

// newShelf returns a shelf limited to a number of pages and to their total size in
// bytes.
func newShelf(pages, bytes int) (*shelf, error) {
	s := &shelf{most: bytes}
	var err error
	s.pages, err = simplelru.NewLRU(pages, func(key string, p *page) { s.bytes -= p.size(key) })
	return s, err
}

// get returns the page cached under a key.
func (s *shelf) get(key string) (*page, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pages.Get(key)
}

// put stores a page, which must no longer be changed, in place of what was there.
func (s *shelf) put(key string, p *page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages.Remove(key)
	s.pages.Add(key, p)
	s.bytes += p.size(key)
	for s.bytes > s.most {
		s.pages.RemoveOldest()
	}
}

// size estimates how much memory a cached page takes.
func (p *page) size(key string) int { return len(key) + len(p.body) + len(p.zipped) + 300 }
