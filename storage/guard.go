package storage

import "context"

// Guard makes a transaction fail for whoever no longer may do what it does.
type Guard interface{ Guard(tx ReadTx) error }

// guardKey is the key of a context whose writes a Guard allows.
type guardKey struct{}

// UnderGuard returns a context for all that is done only as long as g allows it.
func UnderGuard(ctx context.Context, g Guard) context.Context {
	return context.WithValue(ctx, guardKey{}, g)
}

// Guarded returns a store that several processes write to: an Update whose context is under
// a Guard begins with it.
func Guarded(s Store) Store { return guarded{s} }

type guarded struct{ Store }

// Update implements Store.
func (s guarded) Update(ctx context.Context, fn func(Tx) error) error {
	g, ok := ctx.Value(guardKey{}).(Guard)
	if !ok {
		return s.Store.Update(ctx, fn)
	}
	return s.Store.Update(ctx, func(tx Tx) error {
		if err := g.Guard(tx); err != nil {
			return err
		}
		return fn(tx)
	})
}
