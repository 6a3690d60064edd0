package contest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
)

// The longest that an event and its grace time for late rows may last, in seconds.
const (
	longestEvent = 366 * 86400
	longestGrace = 30 * 86400
)

// Create makes a tournament in the actor's place, which they must organise.
// Name, Zone, Rules, From, Until and Grace are taken from t, and Proof, whose
// default is a challenge. An event of the past may be made, too: people can
// join until an organiser freezes it.
func (b *Book) Create(ctx context.Context, a places.Actor, t Tourney) (*Tourney, error) {
	if a.Private && !a.Admin {
		return nil, refusal.New(refusal.InPrivate, "A tournament belongs to a channel. Create it there.")
	}
	name := slug(t.Name)
	if err := badName(t.Name); err != nil {
		return nil, err
	}
	t.Proof = cmp.Or(t.Proof, people.ProofChallenge)
	if err := b.check(&t); err != nil {
		return nil, err
	}
	now := b.Now().Unix()
	t.Place, t.By, t.Made, t.State = a.Place, a.Who.User, now, Open
	t.ID = name + "@" + t.Place.Network + "/" + t.Place.Place
	t.Held = t.past()
	all, err := b.All(ctx)
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, o := range all { // also those whose id is of before ids named the place
		if o.Place == t.Place && slug(o.Name) == name {
			return nil, nameTaken(o.Name, t.Name)
		}
		ids[o.ID] = true
	}
	for n := 2; ids[t.ID]; n++ { // of one that has another name now
		t.ID = fmt.Sprintf("%s-%d@%s/%s", name, n, t.Place.Network, t.Place.Place)
	}
	made := t
	err = b.docs().UpdateWith(ctx, t.ID, &made, func(tx storage.Tx, ok bool) ([]any, bool, error) {
		if err := b.Places().MayRun(tx, a, t.Place); err != nil {
			return nil, false, err
		}
		if ok {
			return nil, false, nameTaken(made.Name, t.Name)
		}
		made = t
		return []any{b.note("", "made by "+t.By)}, false, nil
	})
	return &made, err
}

// badName refuses what cannot be a tournament's name.
func badName(name string) error {
	if slug(name) == "" || len(name) > 60 || strings.ContainsAny(name, "@/\"") {
		return refusal.New(refusal.BadName, "A tournament's name needs letters or digits, and has at most 60 characters.").About(name)
	}
	return nil
}

// nameTaken refuses a name because of that of another tournament of the place.
func nameTaken(other, name string) error {
	return refusal.New(refusal.NameTaken, "This channel already has a tournament called %q.", other).About(name)
}

// check refuses times, proofs and rules that cannot be, and fills in the text
// of the rules.
func (b *Book) check(t *Tourney) error {
	switch {
	case t.Until <= t.From:
		return refusal.New(refusal.BadTimes, "It would end before it begins.")
	case !t.Endless() && t.Until-max(t.From, b.Now().Unix()) > longestEvent:
		return refusal.New(refusal.BadTimes, "It would last more than a year. Let it have no end, or hold one for each season.")
	case t.Grace < 0 || t.Grace > longestGrace:
		return refusal.New(refusal.BadGrace, "Late results can count for at most 30 days.")
	case !slices.Contains(people.Proofs, t.Proof):
		return refusal.New(refusal.BadProof, "There is no proof called %q.", t.Proof).About(t.Proof, people.Proofs...)
	}
	if t.Template == "" {
		text, ok := b.Templates[t.Rules]
		if !ok {
			return refusal.New(refusal.NoRules, "There are no rules called %q.", t.Rules).About(t.Rules, b.Suggested()...)
		}
		t.Template = string(text)
	}
	_, err := RulesOf(t)
	return err
}

// RuleNames lists the names of the rules that a tournament may have.
func (b *Book) RuleNames() []string {
	return slices.Sorted(maps.Keys(b.Templates))
}

// Suggested returns the names of rules to suggest, which exclude those for single
// years.
func (b *Book) Suggested() []string {
	return slices.DeleteFunc(b.RuleNames(), func(n string) bool {
		base, year, ok := strings.Cut(n, "-")
		return ok && b.Templates[base] != nil && strings.Trim(year, "0123456789") == ""
	})
}

// errState returns the Refusal for what a tournament's state does not allow.
func errState(t *Tourney) error {
	return (&refusal.Refusal{Reason: refusal.WrongState, Text: t.Name + " is " + t.State + "."}).Of(t.Name, t.State)
}

// Edit changes an open tournament.
func (b *Book) Edit(ctx context.Context, a places.Actor, id string, change func(*Tourney) error) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		if t.State != Open {
			return nil, errState(t)
		}
		was := *t
		if err := change(t); err != nil {
			return nil, err
		}
		if t.Rules != was.Rules {
			t.Template = "" // that of the new rules
		}
		if err := b.check(t); err != nil {
			return nil, err
		}
		if t.Until != was.Until {
			t.endMoved(b.Now().Unix())
		}
		changes := t.since(&was)
		if len(changes) == 0 {
			return nil, nil
		}
		return []any{b.note("", "changed by "+a.Who.User+": "+strings.Join(changes, ", "))}, nil
	})
}

// Moved lists whose place other rules would change, in the order of their present
// places: "ann 1 -> 2".
func (b *Book) Moved(ctx context.Context, t *Tourney, rules string) (out []string, err error) {
	other := *t
	other.Rules, other.Template = rules, ""
	if err := b.check(&other); err != nil {
		return nil, err
	}
	now, err := b.Standings(ctx, t)
	if err != nil {
		return nil, err
	}
	then, err := b.Count(ctx, &other, b.Now().Unix())
	if err != nil {
		return nil, err
	}
	places := map[string]int{}
	for _, r := range then.Overall {
		places[r.Entrant] = r.Place
	}
	for _, r := range now.Overall {
		if p := places[r.Entrant]; p != r.Place {
			out = append(out, fmt.Sprintf("%s %d -> %d", r.Name, r.Place, p))
		}
	}
	return out, nil
}

// Cancel calls an open tournament off.
func (b *Book) Cancel(ctx context.Context, a places.Actor, id string) (*Tourney, error) {
	return b.turn(ctx, a, id, "cancelled", func(t *Tourney) error {
		if t.State != Open {
			return errState(t)
		}
		t.State = Cancelled
		return nil
	})
}

// Uncancel takes a Cancel back.
func (b *Book) Uncancel(ctx context.Context, a places.Actor, id string) (*Tourney, error) {
	return b.turn(ctx, a, id, "no longer cancelled", func(t *Tourney) error {
		if t.State != Cancelled {
			return errState(t)
		}
		t.State = Open
		return nil
	})
}

// Reopen makes final results provisional again. From then on all games that have been
// read count, and only an organiser can make the results final again.
func (b *Book) Reopen(ctx context.Context, a places.Actor, id string) (*Tourney, error) {
	return b.turn(ctx, a, id, "reopened", func(t *Tourney) error {
		if t.Final == nil {
			return errState(t)
		}
		t.State, t.Final, t.Closed, t.Held, t.Again, t.Stale = Open, nil, nil, true, true, true
		delete(t.Said, "final")
		return nil
	})
}

// Archive puts a frozen or cancelled tournament away: it is found by its name
// alone.
func (b *Book) Archive(ctx context.Context, a places.Actor, id string) (*Tourney, error) {
	return b.turn(ctx, a, id, "archived", func(t *Tourney) error {
		switch t.State {
		case Open:
			return (&refusal.Refusal{Reason: refusal.StillOpen, Text: t.Name + " is still open. Freeze or cancel it first."}).Of(t.Name, t.State)
		case Archived:
			return errState(t)
		}
		t.State = Archived
		return nil
	})
}

// turn changes the state of a tournament and says so in its audit log.
func (b *Book) turn(ctx context.Context, a places.Actor, id, what string, change func(*Tourney) error) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		return []any{b.note("", what+" by "+a.Who.User)}, change(t)
	})
}

// Enter enters somebody else, with an account that the organiser vouches for.
// user is a services account or id of the tournament's network, name what they
// are called.
func (b *Book) Enter(ctx context.Context, a places.Actor, id, user, name string, account score.Account) (*Tourney, error) {
	t, err := b.get(ctx, id)
	if err != nil {
		return nil, err
	}
	p, err := b.People().Person(ctx, people.User{Network: t.Place.Network, User: user})
	if err != nil {
		return nil, err
	}
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		if t.State != Open {
			return nil, errState(t)
		}
		now := b.Now().Unix()
		e, c, err := t.enter(p.ID, name, account, now)
		if err != nil {
			return nil, err
		}
		log := []any{b.note(p.ID, "entered as "+account.String()+" by "+a.Who.User)}
		return append(log, t.prove(e, c, people.ProofOrganiser, now)...), nil
	})
}

// Publish sets whether anyone may read a tournament's standings as pages. The pages
// show people's game accounts, never their chat names.
func (b *Book) Publish(ctx context.Context, a places.Actor, id string, on bool) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		if t.Published == on {
			return nil, nil
		}
		t.Published = on
		if on {
			return []any{b.note("", "published")}, nil
		}
		return []any{b.note("", "no longer published")}, nil
	})
}

// ShowBoard says whether a tournament's scoreboard is pinned where it belongs, and
// kept up to date.
func (b *Book) ShowBoard(ctx context.Context, a places.Actor, id string, on bool) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		t.Boardless = !on
		return nil, nil
	})
}

// Freeze makes the results final now.
func (b *Book) Freeze(ctx context.Context, a places.Actor, id string) (*Tourney, error) {
	if err := b.Games.Store.View(ctx, func(tx storage.ReadTx) error {
		t := new(Tourney)
		ok, err := b.docs().GetIn(tx, id, t)
		if err != nil || !ok {
			return cmp.Or(err, errGone)
		}
		return b.mayChange(tx, a, t) // before counting, which takes a while
	}); err != nil {
		return nil, err
	}
	t, err := b.get(ctx, id)
	if err != nil {
		return nil, err
	}
	// Rows read later in this second must not slip in.
	c, err := b.recount(ctx, t, b.Now().Unix()-1)
	if err != nil {
		return nil, err
	}
	defer b.running.Delete(id)
	return b.change(ctx, id, func(tx storage.Tx, t *Tourney) ([]any, error) {
		if err := b.mayChange(tx, a, t); err != nil {
			return nil, err
		}
		if t.State != Open {
			return nil, errState(t)
		}
		if !c.holds(t) {
			return nil, refusal.New(refusal.Meanwhile, "Somebody else changed %s at the same time. Please try again.", t.Name).Of(t.Name, t.State)
		}
		if err := c.keep(b, tx, t); err != nil {
			return nil, err
		}
		t.counted(c)
		t.State, t.Final = Frozen, t.Last
		return append(c.entries, b.note("", "final, frozen by "+a.Who.User)), nil
	})
}

// RenameSource follows the renaming of a source of games: accounts that are
// meant on it alone are meant on it under its new name.
func (b *Book) RenameSource(ctx context.Context, from, to string) error {
	all, err := b.All(ctx)
	if err != nil {
		return err
	}
	for _, t := range all {
		_, err := b.change(ctx, t.ID, func(_ storage.Tx, t *Tourney) ([]any, error) {
			renamed := false
			for i := range t.Entrants {
				for k := range t.Entrants[i].Accounts {
					if a := &t.Entrants[i].Accounts[k]; a.Source == from {
						a.Source, renamed = to, true
					}
				}
			}
			for i := range t.Challenges {
				if a := &t.Challenges[i].Account; a.Source == from {
					a.Source = to
				}
			}
			if at, ok := t.Closed[from]; ok {
				delete(t.Closed, from)
				t.Closed[to] = at
			}
			if !renamed {
				return nil, nil
			}
			return []any{b.note("", "source "+from+" is now called "+to)}, nil
		})
		if err != nil {
			return err
		}
	}
	return b.People().RenameSource(ctx, from, to)
}
