package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/challenge"
	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
)

func (t *Tourney) entrant(person string) *Entrant {
	for i := range t.Entrants {
		if t.Entrants[i].Person == person {
			return &t.Entrants[i]
		}
	}
	return nil
}

// overlap reports whether two accounts may be the same: an account without a source is
// meant on all of them.
func overlap(a, b score.Account) bool {
	return strings.EqualFold(a.Name, b.Name) && (a.Source == "" || b.Source == "" || a.Source == b.Source)
}

// held returns the entrant, other than a given person, for whom an account is proved,
// or nil.
func (t *Tourney) held(person string, account score.Account) *Entrant {
	i := slices.IndexFunc(t.Entrants, func(e Entrant) bool {
		return e.Person != person && slices.ContainsFunc(e.Accounts, func(c people.Claim) bool { return c.Proved != "" && overlap(c.Account, account) })
	})
	if i < 0 {
		return nil
	}
	return &t.Entrants[i]
}

// mostAccounts is how many accounts one entrant may have.
const mostAccounts = 12

// enter returns a person's entrant and their claim to an account, creating both if
// necessary.
func (t *Tourney) enter(person, name string, account score.Account, now int64) (*Entrant, *people.Claim, error) {
	if o := t.held(person, account); o != nil {
		r := refusal.New(refusal.AccountTaken, "%s already plays in %s for %s. An organiser can settle that.", account, t.Name, o.Name).Of(t.Name, t.State)
		r.Account, r.Named = account.String(), o.Name
		return nil, nil, r
	}
	e := t.entrant(person)
	if e == nil {
		t.Entrants = append(t.Entrants, Entrant{Person: person, Name: name, Joined: now})
		e = &t.Entrants[len(t.Entrants)-1]
	}
	i := slices.IndexFunc(e.Accounts, func(c people.Claim) bool {
		return strings.EqualFold(c.Name, account.Name) && c.Source == account.Source
	})
	if i < 0 {
		if len(e.Accounts) >= mostAccounts {
			return nil, nil, refusal.New(refusal.TooMany, "An entrant can have at most %d accounts.", mostAccounts).Of(t.Name, t.State)
		}
		e.Accounts = append(e.Accounts, people.Claim{Account: account, At: now})
		i = len(e.Accounts) - 1
	}
	return e, &e.Accounts[i], nil
}

// prove settles an entrant's claim and drops other people's claims to the same account.
// It returns what the audit log is to say about those.
func (t *Tourney) prove(e *Entrant, c *people.Claim, how string, now int64) (log []any) {
	c.Proved = how
	account := c.Account
	for i := range t.Entrants {
		o := &t.Entrants[i]
		if o.Person == e.Person {
			continue
		}
		o.Accounts = slices.DeleteFunc(o.Accounts, func(x people.Claim) bool {
			drop := x.Proved == "" && overlap(x.Account, account)
			if drop {
				log = append(log, audit.Entry{At: now, Entrant: o.Person, What: fmt.Sprintf("claim of %s dropped: it is proved for %s", x, e.Name)})
			}
			return drop
		})
	}
	t.Challenges = slices.DeleteFunc(t.Challenges, func(x Pending) bool { return x.Person != e.Person && overlap(x.Account, account) })
	return log
}

// challengeTime is how long a challenge may take.
const challengeTime = time.Hour

// Joined is the outcome of joining.
type Joined struct {
	Tourney   *Tourney
	Proved    bool
	Challenge *challenge.Challenge // to be met; nil: none
}

// Join enters a user's account, as the tournament's proof requires. An account that
// somebody else has proved to be theirs is refused, even where accounts are taken at
// their word.
func (b *Book) Join(ctx context.Context, id string, u people.User, name string, account score.Account) (*Joined, error) {
	p, err := b.People().Person(ctx, u)
	if err != nil {
		return nil, err
	}
	owner, err := b.People().OwnerOf(ctx, account)
	if err != nil {
		return nil, err
	}
	j := &Joined{}
	now := b.Now()
	pick := b.Random()
	j.Tourney, err = b.change(ctx, id, func(tx storage.Tx, t *Tourney) ([]any, error) {
		j.Challenge = nil
		switch {
		case t.Proof != people.ProofNone && !u.Identified():
			return nil, people.NotIdentified()
		case !t.Joinable(now.Unix()):
			return nil, refusal.New(refusal.Over, "Nobody can join %s any more: it is over.", t.Name).Of(t.Name, t.State)
		case owner != "" && owner != p.ID && t.Proof == people.ProofNone:
			r := refusal.New(refusal.AccountKnown, "%s has turned out to be somebody else's account.", account)
			r.Account = account.String()
			return nil, r
		}
		e, c, err := t.enter(p.ID, name, account, now.Unix())
		if err != nil {
			return nil, err
		}
		log := []any{audit.Entry{At: now.Unix(), Entrant: p.ID, What: "joined as " + account.String()}}
		switch {
		case c.Proved != "":
		case t.Proof == people.ProofNone:
			log = append(log, t.prove(e, c, people.ProofNone, now.Unix())...)
		case t.Proof == people.ProofChallenge && owner == p.ID:
			log = append(log, t.prove(e, c, people.ProofChallenge, now.Unix())...) // in another tournament, or for the link
		case t.Proof == people.ProofChallenge:
			ch, err := b.challenge(tx, p.ID, account, pick, now)
			if err != nil {
				return nil, err
			}
			t.Challenges = slices.DeleteFunc(t.Challenges, func(x Pending) bool { return x.Person == p.ID && x.Account == account })
			t.Challenges = append(t.Challenges, Pending{p.ID, ch})
			j.Challenge = &ch
		}
		j.Proved = c.Proved != ""
		return log, nil
	})
	return j, err
}

// challenge is what a person is to start to prove an account: a hero that nobody else is
// to start for it, in any tournament. Who asks again is asked for the same hero as long
// as there is time, or asking would go on until it is one that the account's owner is
// about to start, or often starts and quits.
func (b *Book) challenge(tx storage.ReadTx, person string, account score.Account, pick uint64, now time.Time) (challenge.Challenge, error) {
	var own *challenge.Challenge
	taken := map[string]bool{}
	err := b.docs().AllIn(tx, func(_ string, raw []byte) error {
		var t struct{ Challenges []Pending }
		if err := json.Unmarshal(raw, &t); err != nil {
			return err
		}
		for i := range t.Challenges {
			switch c := &t.Challenges[i]; {
			case c.Person != person && overlap(c.Account, account):
				taken[c.Words()] = true
			case c.Person == person && c.Account == account && c.Until >= now.Unix():
				own = &c.Challenge
			}
		}
		return nil
	})
	if err != nil {
		return challenge.Challenge{}, err
	}
	until := now.Add(challengeTime).Unix()
	if own != nil && !taken[own.Words()] {
		own.Until = until
		return *own, nil
	}
	c, ok := challenge.New(account, pick, now.Unix(), until, func(hero string) bool { return taken[hero] })
	if !ok {
		return c, refusal.New(refusal.TooMany, "Too many people are to prove that %s is theirs. Ask an organiser to confirm it.", account)
	}
	return c, nil
}

// Confirm takes an organiser's word that an account belongs to an entrant. If several
// entrants claim it, name says to whom (their name, or their person's ID); otherwise it
// may be empty. The claims of the others are dropped.
func (b *Book) Confirm(ctx context.Context, a places.Actor, id, account, name string) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		e, c, err := t.claimed(account, name)
		if err != nil {
			return nil, err
		}
		log := []any{b.note(e.Person, c.String()+" confirmed by "+a.Who.User)}
		return append(log, t.prove(e, c, people.ProofOrganiser, b.Now().Unix())...), nil
	})
}

// claimed finds the one open claim to an account that Confirm is to settle.
func (t *Tourney) claimed(account, name string) (e *Entrant, c *people.Claim, err error) {
	var open, claims []string
	var holder *Entrant
	for i := range t.Entrants {
		o := &t.Entrants[i]
		for k := range o.Accounts {
			x := &o.Accounts[k]
			if x.Proved != "" {
				continue
			}
			open = append(open, x.String()+" for "+o.Name)
			if !strings.EqualFold(x.Name, account) && !strings.EqualFold(x.String(), account) || name != "" && !strings.EqualFold(o.Name, name) && !strings.EqualFold(o.Person, name) {
				continue
			}
			if h := t.held(o.Person, x.Account); h != nil {
				holder = h
				continue
			}
			claims = append(claims, x.String()+" for "+o.Name)
			switch {
			case e == nil || e.Person == o.Person && strings.EqualFold(x.String(), account):
				e, c = o, x
			case e.Person != o.Person:
				if strings.EqualFold(e.Name, o.Name) { // two of one nick
					claims = []string{c.String() + " for " + e.Person, x.String() + " for " + o.Person}
				}
				r := refusal.New(refusal.ManyClaims, "Both %s and %s claim %s. Say whose it is.", e.Name, o.Name, account)
				r.Account, r.Options = account, claims
				return nil, nil, r
			}
		}
	}
	switch {
	case e != nil:
		return e, c, nil
	case holder != nil:
		r := refusal.New(refusal.AccountTaken, "%s is already proved for %s.", account, holder.Name).Of(t.Name, t.State)
		r.Account, r.Named = account, holder.Name
		return nil, nil, r
	case name != "":
		return nil, nil, refusal.New(refusal.NothingToProve, "No account %q is waiting to be confirmed for %s.", account, name).About(account, open...)
	}
	return nil, nil, refusal.New(refusal.NothingToProve, "No account %q is waiting to be confirmed.", account).About(account, open...)
}

// called returns the entrant with a name or a person's ID.
func (t *Tourney) called(name string) (*Entrant, error) {
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
		return nil, refusal.New(refusal.NoEntrant, "%q is not in %s.", name, t.Name).Of(t.Name, t.State).About(name, names...)
	case 1:
		return found[0], nil
	}
	return nil, refusal.New(refusal.ManyEntrants, "%d entrants of %s are called %s. Say which one.", len(found), t.Name, name).Of(t.Name, t.State).About(name, people...)
}

// byNick refuses the requests of a user without a services account once a tournament
// has begun: anyone who takes the nick could undo what another has played.
func (t *Tourney) byNick(u people.User, e *Entrant, now time.Time) error {
	if u.Identified() || now.Unix() < t.From {
		return nil
	}
	return refusal.New(refusal.NickOnly, "%s has begun, and a nick alone proves nothing. Ask an organiser to do it.", t.Name).Of(t.Name, t.State).About(e.Name)
}

// Leave takes a user out of a tournament that has not ended. A user known only by a
// nick can leave only before it begins.
func (b *Book) Leave(ctx context.Context, id string, u people.User) (*Tourney, error) {
	p, err := b.People().Person(ctx, u)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, id, func(_ storage.Tx, t *Tourney) ([]any, error) {
		e := t.entrant(p.ID)
		if e == nil {
			return nil, notEntered(t)
		}
		if err := t.byNick(u, e, b.Now()); err != nil {
			return nil, err
		}
		if t.State != Open || b.Now().Unix() >= t.Until {
			return nil, refusal.New(refusal.Over, "%s is over.", t.Name).Of(t.Name, t.State)
		}
		return b.remove(t, e, "left"), nil
	})
}

func notEntered(t *Tourney) error {
	return refusal.New(refusal.NotEntered, "You are not in %s.", t.Name).Of(t.Name, t.State)
}

// Remove takes out an entrant, by name or person, on behalf of an organiser, as long as
// the results are not final.
func (b *Book) Remove(ctx context.Context, a places.Actor, id, name string) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		e, err := t.called(name)
		switch {
		case err != nil:
			return nil, err
		case t.State != Open:
			return nil, errState(t)
		}
		return b.remove(t, e, "removed by "+a.Who.User), nil
	})
}

func (b *Book) remove(t *Tourney, e *Entrant, what string) []any {
	person := e.Person
	t.leaveClan(e)
	t.Entrants = slices.DeleteFunc(t.Entrants, func(e Entrant) bool { return e.Person == person })
	return []any{b.note(person, what)}
}
