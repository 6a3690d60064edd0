package places

import (
	"context"
	"slices"
	"strings"

	"delphi/storage"
	"delphi/storage/contest/people"
	"delphi/storage/contest/refusal"
)

// Actor is whoever asks for something: who they are, where they ask, and what
// they are there. What an Actor may do is decided by Book, in the transaction
// that does it.
type Actor struct {
	Who      people.User
	Place    Place    // where they ask
	Around   []Place  // the places around it, the nearest first, whose organisers are theirs and whose tournaments they may change: the channel of a thread
	Private  bool     // they talk to the bot in private, where no channel's rights hold
	Roles    []string // the ids of their roles in the place
	Operator bool     // they are an operator of the place
	Admin    bool     // the configuration names them: they may do everything everywhere
}

// organisers keeps the accounts, ids and roles that operators have named.
func (b *Places) organisers() storage.Documents {
	return storage.Documents{Store: b.Store, Kind: "organisers"}
}

// Organisers lists the accounts, ids and roles ("role:ID") that the operators
// of a place have named.
func (b *Places) Organisers(ctx context.Context, p Place) (out []string, err error) {
	_, err = b.organisers().Get(ctx, p.key(), &out)
	return out, err
}

// SetOrganiser adds or removes an organiser of the actor's place, and returns
// all that there are then. who is a services account, an id, or "role:ID".
func (b *Places) SetOrganiser(ctx context.Context, a Actor, who string, add bool) (out []string, err error) {
	if !a.Admin && (!a.Operator || a.Private) {
		return nil, refusal.New(refusal.NotOperator, "Only an operator of this channel can name its organisers, and in the channel itself.")
	}
	if strings.HasPrefix(who, "~") || strings.ContainsAny(who, " \t,<>@#!") || who == "" || len(who) > 64 {
		return nil, refusal.New(refusal.BadOrganiser, "%q is neither an account, an id nor a role.", who).About(who)
	}
	err = b.organisers().Update(ctx, a.Place.key(), &out, func(bool) ([]any, bool, error) {
		out = slices.DeleteFunc(out, func(o string) bool { return strings.EqualFold(o, who) })
		if add {
			out = append(out, who)
		}
		return nil, false, nil
	})
	return out, err
}

// In reports whether an actor asks in a place, or in one within it.
func (a Actor) In(p Place) bool { return a.Place == p || slices.Contains(a.Around, p) }

// Organises reports whether an actor may run the tournaments of a place: they
// are asking there, the network vouches for them, and operators have named
// them or a role of theirs. Those whom the configuration names always may.
func (b *Places) Organises(tx storage.ReadTx, a Actor, p Place) (bool, error) {
	if a.Admin {
		return true, nil
	}
	if a.Private || !a.In(p) || !a.Who.Identified() {
		return false, nil
	}
	at := []Place{p}
	if p == a.Place {
		at = append(at, a.Around...)
	}
	var named []string
	for _, p := range at {
		var there []string
		if _, err := b.organisers().GetIn(tx, p.key(), &there); err != nil {
			return false, err
		}
		named = append(named, there...)
	}
	return slices.ContainsFunc(named, func(n string) bool {
		role, isRole := strings.CutPrefix(n, "role:")
		return isRole && slices.Contains(a.Roles, role) || !isRole && strings.EqualFold(n, a.Who.User)
	}), nil
}

// MayRun refuses an actor who may not run the tournaments of a place.
func (b *Places) MayRun(tx storage.ReadTx, a Actor, p Place) error {
	ok, err := b.Organises(tx, a, p)
	if err == nil && !ok {
		err = refusal.New(refusal.NotOrganiser, "Only the organisers of this channel's tournaments can do that. Its operators appoint them, by services account, id or role.")
	}
	return err
}

// MayOrganise returns a Refusal if an actor may not run the tournaments of the place
// they ask in. Every change to a tournament checks this itself; MayOrganise is for
// callers that need to know beforehand.
func (b *Places) MayOrganise(ctx context.Context, a Actor) error {
	return b.Store.View(ctx, func(tx storage.ReadTx) error { return b.MayRun(tx, a, a.Place) })
}
