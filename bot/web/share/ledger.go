package share

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Ledger keeps an Account for each of the holders who asked last.
type Ledger struct {
	accounts *lru.Cache[Holder, *Account]
	rate     rate.Limit
	burst    int
}

// NewLedger returns a Ledger of most accounts, each of which holds burst points
// at first and regains perSecond of them every second.
func NewLedger(most int, perSecond float64, burst int) *Ledger {
	accounts, err := lru.New[Holder, *Account](most)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &Ledger{accounts, rate.Limit(perSecond), burst}
}

// Of returns a holder's account. The house pays for nothing.
func (l *Ledger) Of(h Holder) *Account {
	if h.House() {
		return Free(l.burst)
	}
	if a, ok := l.accounts.Get(h); ok {
		return a
	}
	a := &Account{rate.NewLimiter(l.rate, l.burst)}
	if before, ok, _ := l.accounts.PeekOrAdd(h, a); ok {
		return before
	}
	return a
}

// Account is what a holder may still ask for, in points.
type Account struct{ points *rate.Limiter }

// Free returns an account whose level never changes, whatever is taken.
func Free(points int) *Account { return &Account{rate.NewLimiter(rate.Inf, points)} }

// Take takes n points. If there are too few, it takes none and returns how long it will
// be until there are enough.
func (a *Account) Take(now time.Time, n int) (wait time.Duration) {
	if a.points.AllowN(now, n) {
		return 0
	}
	missing := float64(n) - a.points.TokensAt(now)
	return max(1, time.Duration(missing/float64(a.points.Limit())*float64(time.Second)))
}

// Charge takes n points for what was done already, even where there are too few:
// what is missing is owed.
func (a *Account) Charge(now time.Time, n int) {
	for burst := a.points.Burst(); n > 0; n -= burst {
		a.points.ReserveN(now, min(n, burst))
	}
}

// Left returns how many points are left; it is negative if some are owed.
func (a *Account) Left(now time.Time) float64 {
	if a.points.Limit() == rate.Inf {
		return float64(a.points.Burst())
	}
	return a.points.TokensAt(now)
}
