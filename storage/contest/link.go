package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/storage"
	"delphi/storage/contest/refusal"
)

// link is a code that was issued to one side, and who answered with it.
type link struct {
	From, To User
	At       int64
}

func (b *Book) links() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "link"}
}

// linkAge is how long a code can be used.
const linkAge = 30 * time.Minute

// expired reports whether a code can no longer be used. A code from the future means
// that the clock was set back since.
func (b *Book) expired(l *link) bool { return b.Now().Sub(time.Unix(l.At, 0)).Abs() > linkAge }

// PurgeLinks deletes the codes that can no longer be used.
func (b *Book) PurgeLinks(ctx context.Context) error {
	var old []string
	err := b.links().All(ctx, func(code string, raw []byte) error {
		var l link
		if err := json.Unmarshal(raw, &l); err != nil {
			return err
		}
		if b.expired(&l) {
			old = append(old, code)
		}
		return nil
	})
	for _, code := range old {
		if err == nil {
			l := new(link)
			err = b.links().Update(ctx, code, l, func(bool) ([]any, bool, error) { return nil, b.expired(l), nil })
		}
	}
	return err
}

// Link starts linking a user with one on another network, where the code is to be
// given.
func (b *Book) Link(ctx context.Context, u User) (code string, err error) {
	if !u.Identified() {
		return "", notIdentified()
	}
	if err := b.PurgeLinks(ctx); err != nil {
		return "", err
	}
	code = fmt.Sprintf("%08x", uint32(b.Random()))
	var l link
	return code, b.links().Update(ctx, code, &l, func(bool) ([]any, bool, error) {
		l = link{From: u, At: b.Now().Unix()}
		return nil, false, nil
	})
}

func notIdentified() error {
	return refusal.New(refusal.Unidentified, "I can't tell who you are: identify with the network's services first.")
}

// LinkWith answers with the code from another network, which confirms this side.
func (b *Book) LinkWith(ctx context.Context, u User, code string) (other User, err error) {
	if !u.Identified() {
		return other, notIdentified()
	}
	var l link
	err = b.links().Update(ctx, strings.ToLower(code), &l, func(ok bool) ([]any, bool, error) {
		switch {
		case !ok || b.expired(&l):
			return nil, false, refusal.New(refusal.BadCode, "There is no such code, or it is more than half an hour old. Ask for another one on the other network.")
		case l.From == u:
			return nil, false, refusal.New(refusal.OwnSide, "Enter the code on the other network, not on the one that gave it.")
		case l.To.User != "" && l.To != u:
			return nil, false, refusal.New(refusal.BadCode, "Somebody has already used that code.")
		}
		l.To = u
		other = l.From
		return nil, false, nil
	})
	return other, err
}

// ConfirmLink records the other side's confirmation: from now on both are one person.
func (b *Book) ConfirmLink(ctx context.Context, u User) (*Person, User, error) {
	var found *link
	code := ""
	err := b.links().All(ctx, func(name string, raw []byte) error {
		var l link
		if err := json.Unmarshal(raw, &l); err != nil {
			return err
		}
		if l.From == u && l.To.User != "" && !b.expired(&l) && (found == nil || l.At > found.At) {
			found, code = &l, name
		}
		return nil
	})
	if err != nil {
		return nil, User{}, err
	}
	if found == nil {
		return nil, User{}, refusal.New(refusal.NoAnswer, "Nobody has entered your code yet. Ask for a code here, and enter it on the other network.")
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

// mergeEntrants merges two entrants into one in every tournament that is not final.
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
		_, err := b.change(ctx, t.ID, func(_ storage.Tx, t *Tourney) ([]any, error) {
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
				} else {
					t.leaveClan(gone)
				}
				t.Entrants = slices.DeleteFunc(t.Entrants, func(e Entrant) bool { return e.Person == from })
			}
			for i := range t.Challenges {
				if t.Challenges[i].Person == from {
					t.Challenges[i].Person = to
				}
			}
			for i := range t.Clans {
				if c := &t.Clans[i]; c.Founder == from {
					c.Founder = to
				}
			}
			return []any{b.note(to, "linked with "+from)}, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
