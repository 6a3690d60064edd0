package roster

import "sync"

// Present is whom we share a channel with, for other goroutines than the loop. It
// counts by the coarsest casemap, so names that some network tells apart may be one.
// The zero value is nobody.
type Present struct {
	mu    sync.RWMutex
	nicks map[string]int
}

// change counts one more or fewer of a nick.
func (p *Present) change(nick string, by int) {
	nick = RFC1459.Fold(nick)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.nicks == nil {
		p.nicks = map[string]int{}
	}
	if p.nicks[nick] += by; p.nicks[nick] <= 0 {
		delete(p.nicks, nick)
	}
}

// Has reports whether somebody of that nick is there. Any goroutine may ask.
func (p *Present) Has(nick string) bool {
	nick = RFC1459.Fold(nick)
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.nicks[nick] > 0
}
