package contest

import (
	"context"
	"slices"
	"strings"
	"time"

	"delphi/engine/score"
)

func (t *Tourney) entrant(person string) *Entrant {
	for i := range t.Entrants {
		if t.Entrants[i].Person == person {
			return &t.Entrants[i]
		}
	}
	return nil
}

// challengeTime is how long a challenge may take.
const challengeTime = time.Hour

// Joined is what joining came to.
type Joined struct {
	Tourney   *Tourney
	Proved    bool
	Challenge *score.Challenge // to be met; nil: none
}

// Join enters an account of a user, as the tournament's proof says.
func (b *Book) Join(ctx context.Context, id string, u User, name string, account score.Account) (*Joined, error) {
	p, err := b.Person(ctx, u)
	if err != nil {
		return nil, err
	}
	j := &Joined{}
	now := b.Now()
	pick := b.Random()
	proved := slices.IndexFunc(p.Accounts, func(c Claim) bool {
		return strings.EqualFold(c.Name, account.Name) && (c.Source == "" || c.Source == account.Source) && c.Proved == ProofChallenge
	})
	j.Tourney, err = b.change(ctx, id, func(t *Tourney) ([]any, error) {
		*j = Joined{}
		if t.Proof != ProofNone && !u.Identified() {
			return nil, notIdentified()
		}
		if t.State != Open || now.Unix() >= t.Until {
			return nil, problem(nil, "%s takes nobody any more: it is over", t.Name)
		}
		for _, e := range t.Entrants {
			for _, c := range e.Accounts {
				overlap := c.Source == "" || account.Source == "" || c.Source == account.Source
				if e.Person != p.ID && strings.EqualFold(c.Name, account.Name) && overlap && c.Proved != "" {
					return nil, problem([]string{"tourney entrants"}, "%s plays in %s for %s already; an organiser can settle it", account, t.Name, e.Name)
				}
			}
		}
		e := t.entrant(p.ID)
		if e == nil {
			t.Entrants = append(t.Entrants, Entrant{Person: p.ID, Name: name, Joined: now.Unix()})
			e = &t.Entrants[len(t.Entrants)-1]
		}
		if len(e.Accounts) >= 12 {
			return nil, problem(nil, "twelve accounts are the most")
		}
		i := slices.IndexFunc(e.Accounts, func(c Claim) bool { return strings.EqualFold(c.Name, account.Name) && c.Source == account.Source })
		if i < 0 {
			e.Accounts = append(e.Accounts, Claim{Account: account, At: now.Unix()})
			i = len(e.Accounts) - 1
		}
		c := &e.Accounts[i]
		switch {
		case c.Proved != "":
		case t.Proof == ProofNone:
			c.Proved = ProofNone
		case t.Proof == ProofChallenge && proved >= 0:
			c.Proved = ProofChallenge // in another tournament, or for the link
		case t.Proof == ProofChallenge:
			// A second challenge takes the first one's place.
			t.Challenges = slices.DeleteFunc(t.Challenges, func(x Pending) bool { return x.Person == p.ID && x.Account == account })
			ch := score.NewChallenge(account, pick, now.Unix(), now.Add(challengeTime).Unix())
			t.Challenges = append(t.Challenges, Pending{p.ID, ch})
			j.Challenge = &ch
		}
		j.Proved = c.Proved != ""
		return []any{Entry{At: now.Unix(), Entrant: p.ID, What: "joined as " + account.String()}}, nil
	})
	return j, err
}

// Confirm is an organiser's word that an account is whose it says.
func (b *Book) Confirm(ctx context.Context, id, by, account string) (*Tourney, error) {
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		var open []string
		for i := range t.Entrants {
			for k := range t.Entrants[i].Accounts {
				c := &t.Entrants[i].Accounts[k]
				if c.Proved != "" {
					continue
				}
				if strings.EqualFold(c.Name, account) || strings.EqualFold(c.String(), account) {
					c.Proved = ProofOrganiser
					return []any{Entry{At: b.Now().Unix(), Entrant: t.Entrants[i].Person, What: c.String() + " confirmed by " + by}}, nil
				}
				open = append(open, "tourney confirm "+c.String())
			}
		}
		return nil, problem(open, "no account %q waits to be confirmed", account)
	})
}

// Leave takes a user out of a tournament that has not ended.
func (b *Book) Leave(ctx context.Context, id string, u User) (*Tourney, error) {
	p, err := b.Person(ctx, u)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		if t.entrant(p.ID) == nil {
			return nil, problem([]string{"join as ACCOUNT"}, "you are not in %s", t.Name)
		}
		if t.State != Open || b.Now().Unix() >= t.Until {
			return nil, problem(nil, "%s is over", t.Name)
		}
		t.Entrants = slices.DeleteFunc(t.Entrants, func(e Entrant) bool { return e.Person == p.ID })
		t.Challenges = slices.DeleteFunc(t.Challenges, func(c Pending) bool { return c.Person == p.ID })
		return []any{Entry{At: b.Now().Unix(), Entrant: p.ID, What: "left"}}, nil
	})
}

// JoinClan puts a user into a clan, which begins with its first member; an
// empty name leaves the one there is.
func (b *Book) JoinClan(ctx context.Context, id string, u User, clan string) (*Tourney, error) {
	p, err := b.Person(ctx, u)
	if err != nil {
		return nil, err
	}
	clan = strings.Join(strings.Fields(clan), " ")
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		r, err := RulesOf(t)
		if err != nil {
			return nil, err
		}
		e := t.entrant(p.ID)
		deadline := t.ClanUntil
		if deadline == 0 {
			deadline = t.Until
		}
		switch {
		case r.Clans.Size == 0:
			return nil, problem([]string{"rules"}, "%s has no clans", t.Name)
		case e == nil:
			return nil, problem([]string{"join as ACCOUNT"}, "join %s first", t.Name)
		case t.State != Open || b.Now().Unix() >= deadline:
			return nil, problem(nil, "clans of %s are fixed since %s", t.Name, time.Unix(deadline, 0).UTC().Format("2006-01-02 15:04 MST"))
		case len(clan) > 40:
			return nil, problem(nil, "a clan's name has at most 40 letters")
		}
		n := 0
		for _, o := range t.Entrants {
			if strings.EqualFold(o.Clan, clan) && o.Person != p.ID {
				n++
				clan = o.Clan // as its first member wrote it
			}
		}
		if clan != "" && n >= r.Clans.Size {
			return nil, problem([]string{"standings clan"}, "%s is full: clans have at most %d members", clan, r.Clans.Size)
		}
		e.Clan = clan
		return []any{Entry{At: b.Now().Unix(), Entrant: p.ID, What: "clan " + clan}}, nil
	})
}
