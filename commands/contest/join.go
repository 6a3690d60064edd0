package contest

import (
	"context"
	"fmt"
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

// overlap reports whether two accounts may be one: without a source an account
// is meant on all of them.
func overlap(a, b score.Account) bool {
	return strings.EqualFold(a.Name, b.Name) && (a.Source == "" || b.Source == "" || a.Source == b.Source)
}

// held is another entrant than a person for whom an account is proved; nil: nobody.
func (t *Tourney) held(person string, account score.Account) *Entrant {
	i := slices.IndexFunc(t.Entrants, func(e Entrant) bool {
		return e.Person != person && slices.ContainsFunc(e.Accounts, func(c Claim) bool { return c.Proved != "" && overlap(c.Account, account) })
	})
	if i < 0 {
		return nil
	}
	return &t.Entrants[i]
}

// prove settles a claim of an entrant that nobody holds, and with it those of
// others to the same account, which are dropped. It returns what the log is to
// say of them.
func (t *Tourney) prove(e *Entrant, c *Claim, how string, now int64) (log []any) {
	c.Proved = how
	account := c.Account
	for i := range t.Entrants {
		o := &t.Entrants[i]
		if o.Person == e.Person {
			continue
		}
		o.Accounts = slices.DeleteFunc(o.Accounts, func(x Claim) bool {
			drop := x.Proved == "" && overlap(x.Account, account)
			if drop {
				log = append(log, Entry{At: now, Entrant: o.Person, What: fmt.Sprintf("claim of %s dropped: it is proved for %s", x, e.Name)})
			}
			return drop
		})
	}
	t.Challenges = slices.DeleteFunc(t.Challenges, func(x Pending) bool { return x.Person != e.Person && overlap(x.Account, account) })
	return log
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
		if o := t.held(p.ID, account); o != nil {
			return nil, problem([]string{"tourney entrants"}, "%s plays in %s for %s already; an organiser can settle it", account, t.Name, o.Name)
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
		log := []any{Entry{At: now.Unix(), Entrant: p.ID, What: "joined as " + account.String()}}
		switch {
		case c.Proved != "":
		case t.Proof == ProofNone:
			log = append(log, t.prove(e, c, ProofNone, now.Unix())...)
		case t.Proof == ProofChallenge && proved >= 0:
			log = append(log, t.prove(e, c, ProofChallenge, now.Unix())...) // in another tournament, or for the link
		case t.Proof == ProofChallenge:
			// A second challenge takes the first one's place.
			t.Challenges = slices.DeleteFunc(t.Challenges, func(x Pending) bool { return x.Person == p.ID && x.Account == account })
			ch := score.NewChallenge(account, pick, now.Unix(), now.Add(challengeTime).Unix())
			t.Challenges = append(t.Challenges, Pending{p.ID, ch})
			j.Challenge = &ch
		}
		j.Proved = c.Proved != ""
		return log, nil
	})
	return j, err
}

// Confirm is an organiser's word that an account is whose it says. Where several
// entrants claim it, nick says for whom (their name, or their person's ID); it
// may be empty otherwise. The claims of the others are dropped.
func (b *Book) Confirm(ctx context.Context, id, by, account, nick string) (*Tourney, error) {
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		var e *Entrant
		var c *Claim
		var open, claims, holders []string
		for i := range t.Entrants {
			o := &t.Entrants[i]
			for k := range o.Accounts {
				x := &o.Accounts[k]
				if x.Proved != "" {
					continue
				}
				hint := "tourney confirm " + x.String() + " for " + o.Name
				open = append(open, hint)
				if !strings.EqualFold(x.Name, account) && !strings.EqualFold(x.String(), account) || nick != "" && !strings.EqualFold(o.Name, nick) && !strings.EqualFold(o.Person, nick) {
					continue
				}
				claims = append(claims, hint)
				if holder := t.held(o.Person, x.Account); holder != nil {
					holders = append(holders, holder.Name)
					continue
				}
				switch {
				case e == nil || e.Person == o.Person && strings.EqualFold(x.String(), account):
					e, c = o, x
				case e.Person != o.Person:
					if strings.EqualFold(e.Name, o.Name) { // two of one nick
						claims = []string{"tourney confirm " + c.String() + " for " + e.Person, "tourney confirm " + x.String() + " for " + o.Person}
					}
					return nil, problem(claims, "%s and %s both claim %s: say for whom", e.Name, o.Name, account)
				}
			}
		}
		switch {
		case e == nil && len(holders) > 0:
			return nil, problem([]string{"tourney entrants"}, "%s is proved for %s already", account, holders[0])
		case e == nil && nick != "":
			return nil, problem(open, "no account %q waits to be confirmed for %s", account, nick)
		case e == nil:
			return nil, problem(open, "no account %q waits to be confirmed", account)
		}
		now := b.Now().Unix()
		log := []any{Entry{At: now, Entrant: e.Person, What: c.String() + " confirmed by " + by}}
		return append(log, t.prove(e, c, ProofOrganiser, now)...), nil
	})
}

// named is the entrant of a name or of a person's ID.
func (t *Tourney) named(name string) (*Entrant, error) {
	var found []*Entrant
	var people, names []string
	for i := range t.Entrants {
		e := &t.Entrants[i]
		if strings.EqualFold(e.Person, name) {
			return e, nil
		}
		if names = append(names, e.Name); strings.EqualFold(e.Name, name) {
			found, people = append(found, e), append(people, e.Person)
		}
	}
	switch len(found) {
	case 0:
		return nil, problem(names[:min(4, len(names))], "%q is not in %s", name, t.Name)
	case 1:
		return found[0], nil
	}
	return nil, problem(people, "%d are called %s in %s: say which", len(found), name, t.Name)
}

// byNick refuses what a user without a services account asks once a tournament
// has begun: whoever uses a nick could undo what another has played.
func (t *Tourney) byNick(u User, now time.Time, hint string) error {
	if u.Identified() || now.Unix() < t.From {
		return nil
	}
	return problem([]string{hint}, "%s has begun, and a nick proves nothing: ask an organiser to do it", t.Name)
}

// Leave takes a user out of a tournament that has not ended; one who is known
// by a nick alone, only before it begins.
func (b *Book) Leave(ctx context.Context, id string, u User) (*Tourney, error) {
	p, err := b.Person(ctx, u)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		e := t.entrant(p.ID)
		if e == nil {
			return nil, problem([]string{"join as ACCOUNT"}, "you are not in %s", t.Name)
		}
		if err := t.byNick(u, b.Now(), "tourney remove "+e.Name); err != nil {
			return nil, err
		}
		return b.remove(t, e, "left")
	})
}

// Remove is an organiser's taking out an entrant, by name or person.
func (b *Book) Remove(ctx context.Context, id, by, name string) (*Tourney, error) {
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		e, err := t.named(name)
		if err != nil {
			return nil, err
		}
		return b.remove(t, e, "removed by "+by)
	})
}

func (b *Book) remove(t *Tourney, e *Entrant, what string) ([]any, error) {
	now := b.Now().Unix()
	if t.State != Open || now >= t.Until {
		return nil, problem(nil, "%s is over", t.Name)
	}
	person := e.Person
	t.Entrants = slices.DeleteFunc(t.Entrants, func(e Entrant) bool { return e.Person == person })
	t.Challenges = slices.DeleteFunc(t.Challenges, func(c Pending) bool { return c.Person == person })
	return []any{Entry{At: now, Entrant: person, What: what}}, nil
}

// JoinClan puts a user into a clan, which begins with its first member; an
// empty name leaves the one there is. One who is known by a nick alone may do so
// only before the tournament begins.
func (b *Book) JoinClan(ctx context.Context, id string, u User, clan string) (*Tourney, error) {
	p, err := b.Person(ctx, u)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		e := t.entrant(p.ID)
		log, err := b.setClan(t, e, clan, "")
		if err == nil {
			hint := "tourney clan " + e.Name + " none"
			if clan != "" {
				hint = "tourney clan " + e.Name + " " + clan
			}
			err = t.byNick(u, b.Now(), hint)
		}
		return log, err
	})
}

// SetClan is an organiser's putting an entrant, by name or person, into a clan.
func (b *Book) SetClan(ctx context.Context, id, by, name, clan string) (*Tourney, error) {
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		e, err := t.named(name)
		if err != nil {
			return nil, err
		}
		return b.setClan(t, e, clan, " by "+by)
	})
}

// setClan checks and sets the clan of an entrant, who may be nil: not in t.
func (b *Book) setClan(t *Tourney, e *Entrant, clan, by string) ([]any, error) {
	clan = strings.Join(strings.Fields(clan), " ")
	r, err := RulesOf(t)
	if err != nil {
		return nil, err
	}
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
		if strings.EqualFold(o.Clan, clan) && o.Person != e.Person {
			n++
			clan = o.Clan // as its first member wrote it
		}
	}
	if clan != "" && n >= r.Clans.Size {
		return nil, problem([]string{"standings clan"}, "%s is full: clans have at most %d members", clan, r.Clans.Size)
	}
	e.Clan = clan
	return []any{Entry{At: b.Now().Unix(), Entrant: e.Person, What: "clan " + clan + by}}, nil
}
