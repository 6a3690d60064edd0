package contest

import (
	"context"
	"strings"

	"delphi/storage"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
)

// Places returns what is kept for each place.
func (b *Book) Places() *places.Places {
	return &places.Places{Store: b.Games.Store, Random: b.Random}
}

// mayChange refuses an actor who may not change a tournament. The tournaments
// of another place are read-only.
func (b *Book) mayChange(tx storage.ReadTx, a places.Actor, t *Tourney) error {
	if !a.Admin && !a.In(t.Place) {
		return (&refusal.Refusal{Reason: refusal.Elsewhere, Text: t.Name + " belongs to another channel; its organisers can change it only there."}).Of(t.Name, t.State)
	}
	ok, err := b.Places().Organises(tx, a, t.Place)
	if err == nil && !ok {
		err = refusal.New(refusal.NotOrganiser, "Only the organisers of %s can do that. The channel's operators appoint them, by services account, id or role.", t.Name).Of(t.Name, t.State)
	}
	return err
}

// MayChange returns a Refusal if an actor may not change a tournament. Like
// MayOrganise, it is for callers that need to know beforehand.
func (b *Book) MayChange(ctx context.Context, a places.Actor, t *Tourney) error {
	return b.Games.Store.View(ctx, func(tx storage.ReadTx) error { return b.mayChange(tx, a, t) })
}

// PlayersIn returns the lower-cased names of the accounts that play in a
// place's open tournaments.
func (b *Book) PlayersIn(ctx context.Context, p places.Place) (map[string]bool, error) {
	all, err := b.All(ctx)
	out := map[string]bool{}
	for _, t := range all {
		if t.Place != p || t.State != Open {
			continue
		}
		for _, e := range t.scoring() {
			for _, a := range e.Accounts {
				out[strings.ToLower(a.Name)] = true
			}
		}
	}
	return out, err
}
