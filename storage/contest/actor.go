package contest

import (
	"context"
	"slices"
	"strings"
	"time"

	"delphi/storage"
	"delphi/storage/contest/refusal"
)

// Place is a channel: where a tournament belongs.
type Place struct{ Network, Place string }

func (p Place) key() string { return p.Network + "\x00" + p.Place }

// Actor is whoever asks for something: who they are, where they ask, and what
// they are there. What an Actor may do is decided by Book, in the transaction
// that does it.
type Actor struct {
	Who      User
	Place    Place    // where they ask
	Around   []Place  // the places around it, the nearest first, whose organisers are theirs and whose tournaments they may change: the channel of a thread
	Private  bool     // they talk to the bot in private, where no channel's rights hold
	Roles    []string // the ids of their roles in the place
	Operator bool     // they are an operator of the place
	Admin    bool     // the configuration names them: they may do everything everywhere
}

// organisers keeps the accounts, ids and roles that operators have named.
func (b *Book) organisers() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "organisers"}
}

// Organisers lists the accounts, ids and roles ("role:ID") that the operators
// of a place have named.
func (b *Book) Organisers(ctx context.Context, p Place) (out []string, err error) {
	_, err = b.organisers().Get(ctx, p.key(), &out)
	return out, err
}

// SetOrganiser adds or removes an organiser of the actor's place, and returns
// all that there are then. who is a services account, an id, or "role:ID".
func (b *Book) SetOrganiser(ctx context.Context, a Actor, who string, add bool) (out []string, err error) {
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

// in reports whether an actor asks in a place, or in one within it.
func (a Actor) in(p Place) bool { return a.Place == p || slices.Contains(a.Around, p) }

// organises reports whether an actor may run the tournaments of a place: they
// are asking there, the network vouches for them, and operators have named
// them or a role of theirs. Those whom the configuration names always may.
func (b *Book) organises(tx storage.ReadTx, a Actor, p Place) (bool, error) {
	if a.Admin {
		return true, nil
	}
	if a.Private || !a.in(p) || !a.Who.Identified() {
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

// mayRun refuses an actor who may not run the tournaments of a place.
func (b *Book) mayRun(tx storage.ReadTx, a Actor, p Place) error {
	ok, err := b.organises(tx, a, p)
	if err == nil && !ok {
		err = refusal.New(refusal.NotOrganiser, "Only the organisers of this channel's tournaments can do that. Its operators appoint them, by services account, id or role.")
	}
	return err
}

// mayChange refuses an actor who may not change a tournament. The tournaments
// of another place are read-only.
func (b *Book) mayChange(tx storage.ReadTx, a Actor, t *Tourney) error {
	if !a.Admin && !a.in(t.Place) {
		return (&refusal.Refusal{Reason: refusal.Elsewhere, Text: t.Name + " belongs to another channel; its organisers can change it only there."}).Of(t.Name, t.State)
	}
	ok, err := b.organises(tx, a, t.Place)
	if err == nil && !ok {
		err = refusal.New(refusal.NotOrganiser, "Only the organisers of %s can do that. The channel's operators appoint them, by services account, id or role.", t.Name).Of(t.Name, t.State)
	}
	return err
}

// MayOrganise returns a Refusal if an actor may not run the tournaments of the place
// they ask in. Every change to a tournament checks this itself; MayOrganise is for
// callers that need to know beforehand.
func (b *Book) MayOrganise(ctx context.Context, a Actor) error {
	return b.Games.Store.View(ctx, func(tx storage.ReadTx) error { return b.mayRun(tx, a, a.Place) })
}

// MayChange returns a Refusal if an actor may not change a tournament. Like
// MayOrganise, it is for callers that need to know beforehand.
func (b *Book) MayChange(ctx context.Context, a Actor, t *Tourney) error {
	return b.Games.Store.View(ctx, func(tx storage.ReadTx) error { return b.mayChange(tx, a, t) })
}

// zones keeps the time zones of places.
func (b *Book) zones() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "zone"}
}

// Zone returns the time zone that a place has set, or UTC.
func (b *Book) Zone(ctx context.Context, p Place) (*time.Location, error) {
	var name string
	if _, err := b.zones().Get(ctx, p.key(), &name); err != nil {
		return nil, err
	}
	return time.LoadLocation(name)
}

// SetZone sets the time zone of the actor's place.
func (b *Book) SetZone(ctx context.Context, a Actor, zone *time.Location) error {
	var name string
	return b.zones().UpdateWith(ctx, a.Place.key(), &name, func(tx storage.Tx, _ bool) ([]any, bool, error) {
		name = zone.String()
		return nil, false, b.mayRun(tx, a, a.Place)
	})
}
