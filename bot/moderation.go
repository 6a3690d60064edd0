package bot

import (
	"context"
	"strings"
	"sync"
	"time"

	"delphi/commands"
	"delphi/storage"
)

// Silences keeps what a Moderation knows between runs.
type Silences interface {
	Silences(ctx context.Context) ([]storage.Silence, error)
	Silence(ctx context.Context, s storage.Silence) error
	Lift(ctx context.Context, s storage.Silence) error
}

// Moderation knows whom not to answer, and where not to speak. Administrators
// are always answered: somebody must be able to end it. It is safe for use
// from many goroutines.
type Moderation struct {
	store Silences
	now   func() time.Time

	mu     sync.RWMutex
	active map[silenceKey]time.Time // until; zero: for ever
}

type silenceKey struct{ kind, network, who string }

// NewModeration reads what store holds.
func NewModeration(ctx context.Context, store Silences) (*Moderation, error) {
	m := &Moderation{store: store, now: time.Now, active: map[silenceKey]time.Time{}}
	all, err := store.Silences(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		m.active[silenceKey{s.Kind, s.Network, s.Who}] = s.Until
	}
	return m, nil
}

// Silenced reports whether a request is not to be answered.
func (m *Moderation) Silenced(req commands.Request) bool {
	if req.Admin {
		return false
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if len(m.active) == 0 {
		return false
	}
	network := string(req.Network)
	user := strings.ToLower(string(req.User))
	return m.holds("user", network, user) || m.holds("user", network, strings.TrimPrefix(user, "~")) ||
		m.holds("user", network, strings.ToLower(req.Nick)) ||
		!req.Private && m.holds("place", network, strings.ToLower(string(req.Place)))
}

func (m *Moderation) holds(kind, network, who string) bool {
	until, ok := m.active[silenceKey{kind, network, who}]
	return ok && (until.IsZero() || m.now().Before(until))
}

// Silence stops answers to a user (an account or a nick) or in a place until
// then; a zero time is for ever.
func (m *Moderation) Silence(ctx context.Context, kind string, network commands.Network, who string, until time.Time) error {
	s := storage.Silence{Kind: kind, Network: string(network), Who: strings.ToLower(who), Until: until}
	if err := m.store.Silence(ctx, s); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.active[silenceKey{s.Kind, s.Network, s.Who}] = until
	return nil
}

// Lift ends a silence; lifted is false if there was none.
func (m *Moderation) Lift(ctx context.Context, kind string, network commands.Network, who string) (lifted bool, err error) {
	s := storage.Silence{Kind: kind, Network: string(network), Who: strings.ToLower(who)}
	if err := m.store.Lift(ctx, s); err != nil {
		return false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	key := silenceKey{s.Kind, s.Network, s.Who}
	_, lifted = m.active[key]
	delete(m.active, key)
	return lifted, nil
}

// List returns the silences of a network that still hold.
func (m *Moderation) List(network commands.Network) []storage.Silence {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []storage.Silence
	for k, until := range m.active {
		if k.network == string(network) && m.holds(k.kind, k.network, k.who) {
			out = append(out, storage.Silence{Kind: k.kind, Network: k.network, Who: k.who, Until: until})
		}
	}
	return out
}
