package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/storage"
)

// User is somebody on one network, by services account or id.
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
}

func (b *Book) persons() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "person"}
}

func (b *Book) personOf() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "person-of"}
}

// Person is who a user is. A user that is not known yet is a person of one.
func (b *Book) Person(ctx context.Context, u User) (*Person, error) {
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

// changePerson changes who a user is.
func (b *Book) changePerson(ctx context.Context, u User, change func(*Person) error) (*Person, error) {
	p, err := b.Person(ctx, u)
	if err != nil {
		return nil, err
	}
	out := new(Person)
	err = b.persons().Update(ctx, p.ID, out, func(ok bool) ([]any, bool, error) {
		if !ok {
			*out = *p
		}
		return nil, false, change(out)
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

// link is a code that one side was given, and who answered with it.
type link struct {
	From, To User
	At       int64
}

func (b *Book) links() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "link"}
}

const linkAge = 30 * time.Minute

// Link begins to link a user with one of another network: the code is to be
// said there.
func (b *Book) Link(ctx context.Context, u User) (code string, err error) {
	if !u.Identified() {
		return "", notIdentified()
	}
	code = fmt.Sprintf("%08x", uint32(b.Random()))
	var l link
	return code, b.links().Update(ctx, code, &l, func(bool) ([]any, bool, error) {
		l = link{From: u, At: b.Now().Unix()}
		return nil, false, nil
	})
}

func notIdentified() error {
	return problem([]string{"/msg NickServ identify"}, "the network does not vouch for who you are: identify with its services first")
}

// LinkWith answers with the code of another network: this side confirms.
func (b *Book) LinkWith(ctx context.Context, u User, code string) (other User, err error) {
	if !u.Identified() {
		return other, notIdentified()
	}
	var l link
	err = b.links().Update(ctx, strings.ToLower(code), &l, func(ok bool) ([]any, bool, error) {
		switch {
		case !ok || b.Now().Unix()-l.At > int64(linkAge/time.Second):
			return nil, false, problem([]string{"link"}, "no such code, or it is older than %v: ask for another one on the other network", linkAge)
		case l.From == u:
			return nil, false, problem(nil, "say the code on the other network, not on the one that gave it")
		case l.To.User != "" && l.To != u:
			return nil, false, problem([]string{"link"}, "somebody has used that code already")
		}
		l.To = u
		other = l.From
		return nil, false, nil
	})
	return other, err
}

// ConfirmLink is the other side's confirmation: from now on both are one person.
func (b *Book) ConfirmLink(ctx context.Context, u User) (*Person, User, error) {
	var found *link
	code := ""
	err := b.links().All(ctx, func(name string, raw []byte) error {
		var l link
		if err := json.Unmarshal(raw, &l); err != nil {
			return err
		}
		if l.From == u && l.To.User != "" && b.Now().Unix()-l.At <= int64(linkAge/time.Second) && (found == nil || l.At > found.At) {
			found, code = &l, name
		}
		return nil
	})
	if err != nil {
		return nil, User{}, err
	}
	if found == nil {
		return nil, User{}, problem([]string{"link"}, "nobody has answered with a code of yours: say link here, and link CODE on the other network")
	}
	other, err := b.Person(ctx, found.To)
	if err != nil {
		return nil, User{}, err
	}
	p, err := b.changePerson(ctx, u, func(p *Person) error {
		for _, x := range other.Users {
			if !slices.Contains(p.Users, x) {
				p.Users = append(p.Users, x)
			}
		}
		for _, a := range other.Accounts {
			p.addAccount(a)
		}
		for _, s := range other.Silent {
			if !slices.Contains(p.Silent, s) {
				p.Silent = append(p.Silent, s)
			}
		}
		return nil
	})
	if err != nil {
		return nil, User{}, err
	}
	if err := b.links().Update(ctx, code, new(link), func(bool) ([]any, bool, error) { return nil, true, nil }); err != nil {
		return nil, User{}, err
	}
	return p, found.To, b.mergeEntrants(ctx, other.ID, p.ID)
}

func (p *Person) addAccount(c Claim) {
	for i := range p.Accounts {
		if strings.EqualFold(p.Accounts[i].Name, c.Name) && p.Accounts[i].Source == c.Source {
			p.Accounts[i] = c
			return
		}
	}
	p.Accounts = append(p.Accounts, c)
}

// mergeEntrants makes one entrant of two in every tournament that is not final.
func (b *Book) mergeEntrants(ctx context.Context, from, to string) error {
	if from == to {
		return nil
	}
	all, err := b.All(ctx)
	if err != nil {
		return err
	}
	for _, t := range all {
		if t.State != Open || t.entrant(from) == nil {
			continue
		}
		_, err := b.change(ctx, t.ID, func(t *Tourney) ([]any, error) {
			gone, stays := t.entrant(from), t.entrant(to)
			if gone == nil {
				return nil, nil
			}
			if stays == nil {
				gone.Person = to
			} else {
				for _, c := range gone.Accounts {
					if !slices.ContainsFunc(stays.Accounts, func(x Claim) bool { return x.Account == c.Account }) {
						stays.Accounts = append(stays.Accounts, c)
					}
				}
				if stays.Clan == "" {
					stays.Clan = gone.Clan
				}
				t.Entrants = slices.DeleteFunc(t.Entrants, func(e Entrant) bool { return e.Person == from })
			}
			return []any{Entry{At: b.Now().Unix(), Entrant: to, What: "linked with " + from}}, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Silence sets whether a player's games may be announced. The name must be the
// user's own: a proved account, or that of the services account itself.
func (b *Book) Silence(ctx context.Context, u User, account string, silent bool) error {
	if !u.Identified() {
		return notIdentified()
	}
	p, err := b.Person(ctx, u)
	if err != nil {
		return err
	}
	own := slices.ContainsFunc(p.Users, func(x User) bool { return strings.EqualFold(x.User, account) }) ||
		slices.ContainsFunc(p.Accounts, func(c Claim) bool { return strings.EqualFold(c.Name, account) })
	if !own {
		return problem([]string{"join as " + account}, "%s is not known to be your account: prove it in a tournament, or use a services account of that name", account)
	}
	_, err = b.changePerson(ctx, u, func(p *Person) error {
		p.Silent = slices.DeleteFunc(p.Silent, func(s string) bool { return strings.EqualFold(s, account) })
		if silent {
			p.Silent = append(p.Silent, account)
		}
		return nil
	})
	return err
}

// Silenced are the names, in lower case, whose games are not announced.
func (b *Book) Silenced(ctx context.Context) (map[string]bool, error) {
	out := map[string]bool{}
	err := b.persons().All(ctx, func(_ string, raw []byte) error {
		var p Person
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		for _, s := range p.Silent {
			out[strings.ToLower(s)] = true
		}
		return nil
	})
	return out, err
}
