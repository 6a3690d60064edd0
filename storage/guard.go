package storage

import "context"

// Guard makes a transaction fail if its caller is no longer allowed to make it.
type Guard interface{ Guard(tx ReadTx) error }

// guardKey is the context key of the Guard that writes depend on.
type guardKey struct{}

// UnderGuard returns a context for work that may go on only as long as g allows it.
func UnderGuard(ctx context.Context, g Guard) context.Context {
	return context.WithValue(ctx, guardKey{}, g)
}

// Guarded wraps a store that several processes write to: an Update whose context
// carries a Guard checks it first.
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
