package contest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"delphi/storage"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
)

// Clan is a team within a tournament. Its founder is its first member, or after
// them whoever has been in the tournament longest. People join it by invitation
// or with its password.
type Clan struct {
	Name     string
	Founder  string   // person
	Invited  []string // persons
	Salt     string
	Password string // the hash of Salt and the password; empty: there is none
}

// hashed returns a password's hash as it is stored.
func hashed(salt, password string) string {
	sum := sha256.Sum256([]byte(salt + "\x00" + password))
	return hex.EncodeToString(sum[:])
}

// clan returns the clan with a name. A clan older than the founders of clans is made
// from its members.
func (t *Tourney) clan(name string) *Clan {
	members := t.members(name)
	if name == "" || len(members) == 0 {
		return nil
	}
	for i := range t.Clans {
		if strings.EqualFold(t.Clans[i].Name, name) {
			return &t.Clans[i]
		}
	}
	t.Clans = append(t.Clans, Clan{Name: members[0].Clan, Founder: members[0].Person})
	return &t.Clans[len(t.Clans)-1]
}

// members returns the entrants in a clan, in the order in which they joined the
// tournament.
func (t *Tourney) members(clan string) (out []*Entrant) {
	for i := range t.Entrants {
		if e := &t.Entrants[i]; e.Clan != "" && strings.EqualFold(e.Clan, clan) {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b *Entrant) int { return int(a.Joined - b.Joined) })
	return out
}

// leaveClan takes an entrant out of their clan, which passes to its eldest
// member if it was theirs, and ends with its last member.
func (t *Tourney) leaveClan(e *Entrant) {
	c := t.clan(e.Clan)
	e.Clan = ""
	if c == nil {
		return
	}
	if left := t.members(c.Name); len(left) > 0 {
		if c.Founder == e.Person {
			c.Founder = left[0].Person
		}
		return
	}
	name := c.Name
	t.Clans = slices.DeleteFunc(t.Clans, func(c Clan) bool { return c.Name == name })
}

// founder returns the name of a clan's founder.
func (t *Tourney) founder(c *Clan) string {
	if e := t.entrant(c.Founder); e != nil {
		return e.Name
	}
	return c.Founder
}

// JoinClan puts a user into a clan. If the clan is new, they found it; to join an
// existing one they must have been invited, or give its password. An empty name takes
// them out of their clan. A user known only by a nick may do any of this only before
// the tournament begins.
func (b *Book) JoinClan(ctx context.Context, id string, u people.User, clan, password string) (*Tourney, error) {
	p, err := b.People().Person(ctx, u)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, id, func(_ storage.Tx, t *Tourney) ([]any, error) {
		e := t.entrant(p.ID)
		clan, err := b.mayMove(t, e, clan)
		if err != nil {
			return nil, err
		}
		if err := t.byNick(u, e, b.Now()); err != nil {
			return nil, err
		}
		c := t.clan(clan)
		if c != nil && !strings.EqualFold(e.Clan, clan) && !slices.Contains(c.Invited, p.ID) && (c.Password == "" || c.Password != hashed(c.Salt, password)) {
			r := refusal.New(refusal.ClanClosed, "To join %s you need an invitation from %s or its password.", c.Name, t.founder(c)).About(t.founder(c))
			r.Clan = c.Name
			return nil, r
		}
		return b.move(t, e, clan, ""), nil
	})
}

// Invite lets an entrant, by name or person, into the clan that a user founded.
func (b *Book) Invite(ctx context.Context, id string, u people.User, name string) (clan string, err error) {
	err = b.asFounder(ctx, id, u, func(t *Tourney, c *Clan) ([]any, error) {
		e, err := t.called(name)
		if err != nil {
			return nil, err
		}
		clan = c.Name
		if !slices.Contains(c.Invited, e.Person) {
			c.Invited = append(c.Invited, e.Person)
		}
		return []any{b.note(e.Person, "invited into clan "+c.Name)}, nil
	})
	return clan, err
}

// SetClanPassword sets the password of the clan that a user founded; an empty one
// removes it.
func (b *Book) SetClanPassword(ctx context.Context, id string, u people.User, password string) (clan string, err error) {
	salt := fmt.Sprintf("%016x", b.Random())
	err = b.asFounder(ctx, id, u, func(t *Tourney, c *Clan) ([]any, error) {
		clan, c.Salt, c.Password = c.Name, "", ""
		if password != "" {
			c.Salt, c.Password = salt, hashed(salt, password)
		}
		return []any{b.note(c.Founder, "password of clan "+c.Name+" set")}, nil
	})
	return clan, err
}

// asFounder changes the clan that a user founded.
func (b *Book) asFounder(ctx context.Context, id string, u people.User, change func(*Tourney, *Clan) ([]any, error)) error {
	p, err := b.People().Person(ctx, u)
	if err != nil {
		return err
	}
	_, err = b.change(ctx, id, func(_ storage.Tx, t *Tourney) ([]any, error) {
		e := t.entrant(p.ID)
		if e == nil {
			return nil, notEntered(t)
		}
		c := t.clan(e.Clan)
		if c == nil {
			return nil, refusal.New(refusal.NoClan, "You are in no clan of %s.", t.Name).Of(t.Name, t.State)
		}
		if c.Founder != p.ID {
			r := refusal.New(refusal.NotFounder, "Only %s, who founded %s, can do that.", t.founder(c), c.Name).About(t.founder(c))
			r.Clan = c.Name
			return nil, r
		}
		if err := t.byNick(u, e, b.Now()); err != nil {
			return nil, err
		}
		return change(t, c)
	})
	return err
}

// SetClan puts an entrant, by name or person, into a clan on behalf of an organiser; an
// empty name takes them out of theirs.
func (b *Book) SetClan(ctx context.Context, a places.Actor, id, name, clan string) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		e, err := t.called(name)
		if err != nil {
			return nil, err
		}
		if clan, err = b.mayMove(t, e, clan); err != nil {
			return nil, err
		}
		return b.move(t, e, clan, " by "+a.Who.User), nil
	})
}

// mayMove checks whether an entrant, who may be nil, can go into a clan, and
// returns the clan's name as its first member wrote it.
func (b *Book) mayMove(t *Tourney, e *Entrant, clan string) (string, error) {
	clan = strings.Join(strings.Fields(clan), " ")
	r, err := RulesOf(t)
	if err != nil {
		return "", err
	}
	deadline := t.ClanUntil
	if deadline == 0 {
		deadline = t.Until
	}
	switch {
	case r.Clans.Size == 0:
		return "", refusal.New(refusal.NoClans, "%s has no clans.", t.Name).Of(t.Name, t.State)
	case e == nil:
		return "", notEntered(t)
	case t.State != Open || b.Now().Unix() >= deadline && !t.past():
		return "", refusal.New(refusal.ClansFixed, "The clans of %s have been fixed since %s.", t.Name, t.Show(deadline).Text).Of(t.Name, t.State)
	case len(clan) > 40:
		return "", refusal.New(refusal.BadClan, "A clan's name has at most 40 letters.")
	}
	members := t.members(clan)
	others := len(members)
	for _, m := range members {
		clan = m.Clan
		if m.Person == e.Person {
			others--
		}
	}
	if clan != "" && others >= r.Clans.Size {
		r := refusal.New(refusal.ClanFull, "%s is full: a clan has at most %d members.", clan, r.Clans.Size)
		r.Clan = clan
		return "", r
	}
	return clan, nil
}

// move puts an entrant into a clan.
func (b *Book) move(t *Tourney, e *Entrant, clan, by string) []any {
	if !strings.EqualFold(e.Clan, clan) {
		t.leaveClan(e)
	}
	e.Clan = clan
	t.clan(clan) // which makes one that is new
	if clan == "" {
		return []any{b.note(e.Person, "left their clan"+by)}
	}
	return []any{b.note(e.Person, "clan "+clan+by)}
}
