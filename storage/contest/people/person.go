package people

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/refusal"
)

// User is a user of one network, by services account or id.
type User struct{ Network, User string }

func (u User) key() string { return u.Network + "\x00" + u.User }

// Identified reports whether the network vouches for who the user is. An IRC
// user without a services account is written with ~ and is anybody.
func (u User) Identified() bool { return u.User != "" && !strings.HasPrefix(u.User, "~") }

// Person is one human on any number of networks.
type Person struct {
	ID       string
	Users    []User
	Accounts []Claim  // proved ones, of any tournament
	Silent   []string // names whose games are not announced

	// MinTurns holds, by lower-case name, the fewest turns that a game must have lasted
	// to be announced, unless it is an ascension.
	MinTurns map[string]int64 `json:",omitempty"`
}

// People holds the persons of a store. It may be used by many goroutines.
type People struct {
	Store  storage.Store
	Now    func() time.Time
	Random func() uint64 // for codes; unpredictable

	owners atomic.Bool // of accounts are all noted; see putOwner
}

func (b *People) persons() storage.Documents {
	return storage.Documents{Store: b.Store, Kind: "person"}
}

func (b *People) personOf() storage.Documents {
	return storage.Documents{Store: b.Store, Kind: "person-of"}
}

// Person returns the person behind a user. An unknown user is a person with that user
// alone.
func (b *People) Person(ctx context.Context, u User) (*Person, error) {
	var id string
	if _, err := b.personOf().Get(ctx, u.key(), &id); err != nil {
		return nil, err
	}
	if id == "" {
		return &Person{ID: u.Network + "/" + u.User, Users: []User{u}}, nil
	}
	p := &Person{}
	if ok, err := b.persons().Get(ctx, id, p); err != nil || !ok {
		return &Person{ID: id, Users: []User{u}}, err
	}
	return p, nil
}

// changePerson changes the person behind a user.
func (b *People) changePerson(ctx context.Context, u User, change func(*Person) error) (*Person, error) {
	p, err := b.Person(ctx, u)
	if err != nil {
		return nil, err
	}
	out := new(Person)
	err = b.persons().UpdateWith(ctx, p.ID, out, func(tx storage.Tx, ok bool) ([]any, bool, error) {
		if !ok {
			*out = *p
		}
		if err := change(out); err != nil {
			return nil, false, err
		}
		return nil, false, b.putOwner(tx, out)
	})
	if err != nil {
		return nil, err
	}
	for _, user := range out.Users {
		var id string
		if err := b.personOf().Update(ctx, user.key(), &id, func(bool) ([]any, bool, error) { id = out.ID; return nil, false, nil }); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// AddAccount adds an account, in place of what was known of it.
func (p *Person) AddAccount(c Claim) {
	for i := range p.Accounts {
		if strings.EqualFold(p.Accounts[i].Name, c.Name) && p.Accounts[i].Source == c.Source {
			p.Accounts[i] = c
			return
		}
	}
	p.Accounts = append(p.Accounts, c)
}

// The owners of accounts are found by name: under the lower-cased name of each proved
// account, a part names its owner. The entry under the empty name says that this is
// done for all persons, which it was not always.
const (
	partOwner = "owner"
	ownersAll = "all"
)

// putOwner notes the accounts of a person under their names.
func (b *People) putOwner(tx storage.Tx, p *Person) error {
	for _, c := range p.Accounts {
		if c.Proved != ProofChallenge {
			continue
		}
		if err := b.persons().PutPart(tx, strings.ToLower(c.Name), partOwner, p.ID, true); err != nil {
			return err
		}
	}
	return nil
}

// ensureOwners notes the accounts of all persons, once in a store's lifetime.
func (b *People) ensureOwners(ctx context.Context) error {
	if b.owners.Load() {
		return nil
	}
	done := false
	all := func(string, []byte) error { done = true; return nil }
	if err := b.Store.View(ctx, func(tx storage.ReadTx) error { return b.persons().Parts(tx, "", partOwner, all) }); err != nil {
		return err
	}
	if !done {
		err := b.Store.Update(ctx, func(tx storage.Tx) error {
			var persons []*Person
			if err := b.persons().AllIn(tx, func(_ string, raw []byte) error {
				persons = append(persons, new(Person))
				return json.Unmarshal(raw, persons[len(persons)-1])
			}); err != nil {
				return err
			}
			for _, p := range persons {
				if err := b.putOwner(tx, p); err != nil {
					return err
				}
			}
			return b.persons().PutPart(tx, "", partOwner, ownersAll, true)
		})
		if err != nil {
			return err
		}
	}
	b.owners.Store(true)
	return nil
}

// OwnerOf returns the person who has proved by a challenge that an account is theirs,
// or "".
func (b *People) OwnerOf(ctx context.Context, account score.Account) (owner string, err error) {
	if err := b.ensureOwners(ctx); err != nil {
		return "", err
	}
	err = b.Store.View(ctx, func(tx storage.ReadTx) error {
		owner = ""
		var ids []string
		if err := b.persons().Parts(tx, strings.ToLower(account.Name), partOwner, func(id string, _ []byte) error {
			ids = append(ids, id)
			return nil
		}); err != nil {
			return err
		}
		for _, id := range ids {
			p := new(Person)
			if _, err := b.persons().GetIn(tx, id, p); err != nil {
				return err
			}
			if slices.ContainsFunc(p.Accounts, func(c Claim) bool {
				return strings.EqualFold(c.Name, account.Name) && (c.Source == "" || c.Source == account.Source) && c.Proved == ProofChallenge
			}) {
				owner = id
			}
		}
		return nil
	})
	return owner, err
}

// RenameSource follows the renaming of a source in the accounts of persons.
func (b *People) RenameSource(ctx context.Context, from, to string) error {
	var ids []string
	if err := b.persons().All(ctx, func(id string, _ []byte) error { ids = append(ids, id); return nil }); err != nil {
		return err
	}
	for _, id := range ids {
		p := new(Person)
		if err := b.persons().Update(ctx, id, p, func(ok bool) ([]any, bool, error) {
			for i := range p.Accounts {
				if p.Accounts[i].Source == from {
					p.Accounts[i].Source = to
				}
			}
			return nil, !ok, nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// own refuses a name that is not the user's own: one that is neither a proved account
// nor the services account itself.
func (b *People) own(ctx context.Context, u User, account string) error {
	if !u.Identified() {
		return NotIdentified()
	}
	p, err := b.Person(ctx, u)
	if err != nil {
		return err
	}
	own := slices.ContainsFunc(p.Users, func(x User) bool { return strings.EqualFold(x.User, account) }) ||
		slices.ContainsFunc(p.Accounts, func(c Claim) bool { return strings.EqualFold(c.Name, account) })
	if !own {
		r := refusal.New(refusal.NotOwn, "I don't know that %s is your account. Prove it in a tournament, or use a services account of that name.", account)
		r.Account = account
		return r
	}
	return nil
}

// Silence sets whether the games of a user's own account may be announced.
func (b *People) Silence(ctx context.Context, u User, account string, silent bool) error {
	if err := b.own(ctx, u, account); err != nil {
		return err
	}
	_, err := b.changePerson(ctx, u, func(p *Person) error {
		p.Silent = slices.DeleteFunc(p.Silent, func(s string) bool { return strings.EqualFold(s, account) })
		if silent {
			p.Silent = append(p.Silent, account)
		}
		return nil
	})
	return err
}

// SetMinTurns sets how many turns a game of a user's own account must last to be
// announced, ascensions aside; 0 announces all.
func (b *People) SetMinTurns(ctx context.Context, u User, account string, turns int64) error {
	if err := b.own(ctx, u, account); err != nil {
		return err
	}
	_, err := b.changePerson(ctx, u, func(p *Person) error {
		name := strings.ToLower(account)
		if delete(p.MinTurns, name); turns > 0 {
			if p.MinTurns == nil {
				p.MinTurns = map[string]int64{}
			}
			p.MinTurns[name] = turns
		}
		return nil
	})
	return err
}

// Wish is a player's preference about announcements of their games.
type Wish struct {
	Silent   bool  // none
	MinTurns int64 // none that ended in fewer turns, ascensions aside
}

// Wishes returns the players' preferences about announcements, by lower-case name.
func (b *People) Wishes(ctx context.Context) (map[string]Wish, error) {
	out := map[string]Wish{}
	err := b.persons().All(ctx, func(_ string, raw []byte) error {
		var p Person
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		for _, s := range p.Silent {
			w := out[strings.ToLower(s)]
			w.Silent = true
			out[strings.ToLower(s)] = w
		}
		for name, turns := range p.MinTurns {
			w := out[name]
			w.MinTurns = max(w.MinTurns, turns)
			out[name] = w
		}
		return nil
	})
	return out, err
}

// Remember adds a proved account to its person.
func (b *People) Remember(ctx context.Context, person string, c Claim) error {
	p := new(Person)
	err := b.persons().UpdateWith(ctx, person, p, func(tx storage.Tx, ok bool) ([]any, bool, error) {
		if !ok {
			network, user, _ := strings.Cut(person, "/")
			*p = Person{ID: person, Users: []User{{network, user}}}
		}
		p.AddAccount(c)
		return nil, false, b.putOwner(tx, p)
	})
	for _, u := range p.Users {
		if err != nil {
			return err
		}
		var id string
		err = b.personOf().Update(ctx, u.key(), &id, func(bool) ([]any, bool, error) { id = p.ID; return nil, false, nil })
	}
	return err
}
