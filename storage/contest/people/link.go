package people

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

func (b *People) links() storage.Documents {
	return storage.Documents{Store: b.Store, Kind: "link"}
}

// linkAge is how long a code can be used.
const linkAge = 30 * time.Minute

// expired reports whether a code can no longer be used. A code from the future means
// that the clock was set back since.
func (b *People) expired(l *link) bool { return b.Now().Sub(time.Unix(l.At, 0)).Abs() > linkAge }

// PurgeLinks deletes the codes that can no longer be used.
func (b *People) PurgeLinks(ctx context.Context) error {
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
func (b *People) Link(ctx context.Context, u User) (code string, err error) {
	if !u.Identified() {
		return "", NotIdentified()
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

// NotIdentified refuses somebody for whom the network does not vouch.
func NotIdentified() error {
	return refusal.New(refusal.Unidentified, "I can't tell who you are: identify with the network's services first.")
}

// LinkWith answers with the code from another network, which confirms this side.
func (b *People) LinkWith(ctx context.Context, u User, code string) (other User, err error) {
	if !u.Identified() {
		return other, NotIdentified()
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

// ConfirmLink records the other side's confirmation: from now on both are one person, and
// whoever the other side was is that one.
func (b *People) ConfirmLink(ctx context.Context, u User) (p *Person, other User, was string, err error) {
	var found *link
	code := ""
	err = b.links().All(ctx, func(name string, raw []byte) error {
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
		return nil, User{}, "", err
	}
	if found == nil {
		return nil, User{}, "", refusal.New(refusal.NoAnswer, "Nobody has entered your code yet. Ask for a code here, and enter it on the other network.")
	}
	known, err := b.Person(ctx, found.To)
	if err != nil {
		return nil, User{}, "", err
	}
	p, err = b.changePerson(ctx, u, func(p *Person) error {
		for _, x := range known.Users {
			if !slices.Contains(p.Users, x) {
				p.Users = append(p.Users, x)
			}
		}
		for _, a := range known.Accounts {
			p.AddAccount(a)
		}
		for _, s := range known.Silent {
			if !slices.Contains(p.Silent, s) {
				p.Silent = append(p.Silent, s)
			}
		}
		return nil
	})
	if err != nil {
		return nil, User{}, "", err
	}
	if err := b.links().Update(ctx, code, new(link), func(bool) ([]any, bool, error) { return nil, true, nil }); err != nil {
		return nil, User{}, "", err
	}
	return p, found.To, known.ID, nil
}
