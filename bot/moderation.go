package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"delphi/commands"
	"delphi/storage"
)

// Silences keeps what a Moderation knows between runs.
type Silences interface {
	Silences(ctx context.Context) ([]storage.Silence, error)
	Silence(ctx context.Context, s storage.Silence) error
	Lift(ctx context.Context, s storage.Silence) error
}

// The kinds of a storage.Silence.
const (
	silentUser  = "user"
	silentPlace = "place"
)

// Moderation knows whom not to answer, and where not to speak. Administrators
// are always answered: somebody must be able to end it. It is safe for use
// from many goroutines.
type Moderation struct {
	store Silences
	now   func() time.Time
	seen  *lru.Cache[nickname, string] // the last askers of these nicks, as whoAsks names them

	mu       sync.RWMutex
	active   map[silenceKey]storage.Silence
	punished map[silenceKey]bool // those of them that are not in the store
	masks    map[string][]string // by network: the keys of active that are masks
}

type silenceKey struct{ kind, network, who string }

// nickname is a nick of a network, in lower case.
type nickname struct {
	network commands.Network
	nick    string
}

// NewModeration reads what store holds.
func NewModeration(ctx context.Context, store Silences) (*Moderation, error) {
	seen, err := lru.New[nickname, string](maxUsers)
	if err != nil {
		return nil, err
	}
	m := &Moderation{store: store, now: time.Now, seen: seen, punished: map[silenceKey]bool{}}
	return m, m.Reread(ctx)
}

// Reread takes over what other processes have written to the store. Who was
// punished here stays so.
func (m *Moderation) Reread(ctx context.Context) error {
	all, err := m.store.Silences(ctx)
	if err != nil {
		return err
	}
	for i := range all {
		if err := m.putRight(ctx, &all[i]); err != nil {
			return err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	before := m.active
	m.active, m.masks = map[silenceKey]storage.Silence{}, map[string][]string{}
	for key, s := range before {
		if m.punished[key] {
			m.put(s)
		}
	}
	for _, s := range all {
		m.put(s)
	}
	return nil
}

// skew is the tolerated difference between the clocks of two processes.
const skew = 2 * time.Minute

// putRight lets a silence last from now on as long as it was to, where it was set at
// a time that is still to come: the clock was wrong then, and somebody who was to be
// silent for an hour would be for a year.
func (m *Moderation) putRight(ctx context.Context, s *storage.Silence) error {
	now := m.now()
	if s.Until.IsZero() || s.At.Before(now.Add(skew)) {
		return nil
	}
	s.At, s.Until = now, now.Add(s.Until.Sub(s.At))
	return m.store.Silence(ctx, *s)
}

// Silenced reports whether a request must not be answered.
func (m *Moderation) Silenced(req commands.Request) bool {
	who := whoAsks(&req)
	nick := strings.ToLower(req.Nick)
	behind := who.who // an administrator who ignores somebody means their host
	if host, ok := hostOf(&req); ok {
		behind = host.who
	}
	m.seen.Add(nickname{req.Network, nick}, behind)
	if req.Admin {
		return false
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if len(m.active) == 0 {
		return false
	}
	network, user := string(req.Network), strings.ToLower(string(req.User))
	for _, name := range []string{who.who, user, strings.TrimPrefix(user, "~"), nick} {
		if m.holds(silentUser, network, name) {
			return true
		}
	}
	if !req.Private && m.holds(silentPlace, network, strings.ToLower(string(req.Place))) {
		return true
	}
	if req.Mask == "" || len(m.masks[network]) == 0 {
		return false
	}
	mask := strings.ToLower(req.Mask)
	return slices.ContainsFunc(m.masks[network], func(pattern string) bool {
		return Glob(pattern, mask) && m.holds(silentUser, network, pattern)
	})
}

func (m *Moderation) holds(kind, network, who string) bool {
	s, ok := m.active[silenceKey{kind, network, who}]
	return ok && (s.Until.IsZero() || m.now().Before(s.Until))
}

// put makes a silence active. The caller holds mu, or is alone.
func (m *Moderation) put(s storage.Silence) {
	key := silenceKey{s.Kind, s.Network, s.Who}
	if _, ok := m.active[key]; !ok && s.Kind == silentUser && strings.Contains(s.Who, "@") {
		m.masks[s.Network] = append(m.masks[s.Network], s.Who)
	}
	m.active[key] = s
}

// drop ends a silence. The caller holds mu.
func (m *Moderation) drop(key silenceKey) {
	delete(m.active, key)
	delete(m.punished, key)
	m.masks[key.network] = slices.DeleteFunc(m.masks[key.network], func(w string) bool { return key.kind == silentUser && w == key.who })
}

// errEverybody refuses a mask that fits everybody.
var errEverybody = errors.New("that mask matches everybody; to silence a whole channel use admin quiet")

// target returns what an administrator's words for somebody mean: a mask, an
// account ("account:bob"), a host ("*!*@host"), or a name. The nick of
// somebody who has asked something lately stands for the account or the host
// behind it, so that a change of nick does not help.
func (m *Moderation) target(n commands.Network, who string) (string, error) {
	name := strings.ToLower(strings.TrimSpace(who))
	if id, ok := strings.CutPrefix(name, "<@"); ok { // a mention on Discord
		name = strings.TrimPrefix(strings.TrimSuffix(id, ">"), "!")
	}
	if host, ok := strings.CutPrefix(name, "host:"); ok {
		name = "*!*@" + host
	}
	switch {
	case strings.ContainsAny(name, "!@*?"):
		left, host, found := strings.Cut(name, "@")
		nick, user, both := strings.Cut(left, "!")
		if !both && found {
			nick, user = "*", left // user@host
		}
		mask := cmp.Or(nick, "*") + "!" + cmp.Or(user, "*") + "@" + cmp.Or(host, "*")
		if strings.Trim(mask, "*?!@.") == "" {
			return "", errEverybody
		}
		return mask, nil
	case name == "" || strings.ContainsAny(name, " \r\n"):
		return "", fmt.Errorf("%q is neither a name nor a mask such as *!*@host.example", who)
	case strings.HasPrefix(name, "account:"):
		return name, nil
	}
	if behind, ok := m.seen.Get(nickname{n, name}); ok {
		return behind, nil
	}
	return name, nil
}

// Ignore stops answers to somebody until then; a zero time is for ever. who is
// a nick, an account ("account:bob"), a host ("host:example.org") or a mask
// ("*!*@*.example.org"). It returns what is ignored: the account or host
// behind a nick that has asked something lately, else who itself.
func (m *Moderation) Ignore(ctx context.Context, n commands.Network, who string, until time.Time, reason, by string) (what string, err error) {
	what, err = m.target(n, who)
	if err != nil {
		return "", err
	}
	s := storage.Silence{Kind: silentUser, Network: string(n), Who: what, Until: until, Reason: reason, By: by}
	if name := strings.ToLower(who); name != what {
		s.Nick = name
	}
	return what, m.silence(ctx, s)
}

// Quiet stops answers in a place until then; a zero time is for ever.
func (m *Moderation) Quiet(ctx context.Context, n commands.Network, place string, until time.Time, by string) error {
	return m.silence(ctx, storage.Silence{Kind: silentPlace, Network: string(n), Who: strings.ToLower(place), Until: until, By: by})
}

func (m *Moderation) silence(ctx context.Context, s storage.Silence) error {
	s.At = m.now()
	if err := m.store.Silence(ctx, s); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(s)
	return nil
}

// maxPunished limits the number of flooders per network that are ignored at a time.
const maxPunished = 1000

// Punish ignores whoever sent a request for a while. It is not kept over a
// restart.
func (m *Moderation) Punish(req commands.Request, d time.Duration, reason string) {
	m.punish(req, whoAsks(&req).who, d, reason)
}

// punish ignores who, the sender of a request or their host.
func (m *Moderation) punish(req commands.Request, who string, d time.Duration, reason string) {
	s := storage.Silence{
		Kind: silentUser, Network: string(req.Network), Who: who,
		Until: m.now().Add(d), Reason: reason, Nick: strings.ToLower(req.Nick),
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for k, old := range m.active { // forget those whose time is over
		if !old.Until.IsZero() && !m.now().Before(old.Until) {
			m.drop(k)
		} else if k.network == s.Network {
			n++
		}
	}
	key := silenceKey{s.Kind, s.Network, s.Who}
	if old, ok := m.active[key]; n < maxPunished && (!ok || old.Until.Before(s.Until) && !old.Until.IsZero()) {
		m.put(s)
		m.punished[key] = true
	}
}

// Heed ends every Ignore that who names, in the words it was made with or as
// List shows it; lifted is false if there was none.
func (m *Moderation) Heed(ctx context.Context, n commands.Network, who string) (lifted bool, err error) {
	what, err := m.target(n, who)
	if err != nil {
		return false, err
	}
	name := strings.ToLower(who)
	return m.lift(ctx, func(s storage.Silence) bool {
		return s.Kind == silentUser && s.Network == string(n) && (s.Who == what || s.Who == name || s.Nick == name)
	})
}

// Speak ends a Quiet; lifted is false if there was none.
func (m *Moderation) Speak(ctx context.Context, n commands.Network, place string) (lifted bool, err error) {
	return m.lift(ctx, func(s storage.Silence) bool {
		return s.Kind == silentPlace && s.Network == string(n) && s.Who == strings.ToLower(place)
	})
}

func (m *Moderation) lift(ctx context.Context, is func(storage.Silence) bool) (lifted bool, err error) {
	for _, s := range m.list(is) {
		if err := m.store.Lift(ctx, s); err != nil {
			return lifted, err
		}
		m.mu.Lock()
		m.drop(silenceKey{s.Kind, s.Network, s.Who})
		m.mu.Unlock()
		lifted = true
	}
	return lifted, nil
}

// List returns the silences of a network that still hold, in order of kind and
// name. Kind is "user" or "place".
func (m *Moderation) List(network commands.Network) []storage.Silence {
	return m.list(func(s storage.Silence) bool { return s.Network == string(network) })
}

func (m *Moderation) list(is func(storage.Silence) bool) []storage.Silence {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []storage.Silence
	for k, s := range m.active {
		if m.holds(k.kind, k.network, k.who) && is(s) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b storage.Silence) int { return strings.Compare(a.Kind+" "+a.Who, b.Kind+" "+b.Who) })
	return out
}

// Glob reports whether text fits a pattern in which "*" stands for any text
// and "?" for one byte. It takes at most as many steps as the product of the lengths.
func Glob(pattern, text string) bool {
	p, t := 0, 0
	star, mark := -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
