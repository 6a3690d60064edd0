package contest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"delphi/storage"
	"delphi/storage/contest/people"
)

// People returns the persons who take part, and those who are asked about.
func (b *Book) People() *people.People {
	b.acquainted.Do(func() { b.persons = &people.People{Store: b.Games.Store, Now: b.Now, Random: b.Random} })
	return b.persons
}

// Played returns a person's accounts: proved ones, and those that they have entered
// tournaments with, each once and with its strongest proof. name is what they are
// called in the latest of these tournaments, or empty.
func (b *Book) Played(ctx context.Context, p *people.Person) (name string, accounts []people.Claim, err error) {
	all, err := b.All(ctx)
	if err != nil {
		return "", nil, err
	}
	known := people.Person{Accounts: slices.Clone(p.Accounts)}
	for _, t := range all {
		e := t.entrant(p.ID)
		if e == nil {
			continue
		}
		name = cmp.Or(name, e.Name)
		for _, c := range e.Accounts {
			i := slices.IndexFunc(known.Accounts, func(k people.Claim) bool { return strings.EqualFold(k.Name, c.Name) && k.Source == c.Source })
			if i < 0 || people.Stronger(c.Proved, known.Accounts[i].Proved) {
				known.AddAccount(c)
			}
		}
	}
	return name, known.Accounts, nil
}

// ConfirmLink records the other side's confirmation: from now on both are one person, and one
// entrant.
func (b *Book) ConfirmLink(ctx context.Context, u people.User) (*people.Person, people.User, error) {
	p, other, was, err := b.People().ConfirmLink(ctx, u)
	if err != nil {
		return nil, people.User{}, err
	}
	return p, other, b.mergeEntrants(ctx, was, p.ID)
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
					if !slices.ContainsFunc(stays.Accounts, func(x people.Claim) bool { return x.Account == c.Account }) {
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
