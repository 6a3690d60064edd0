package streak

import (
	"cmp"
	"context"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
)

// Streak is a run of ascensions of one player.
type Streak struct {
	Name   string `json:"name"`   // as the account was written in its last game
	Source string `json:"source"` // where that was
	Length int    `json:"length"`
	Start  int64  `json:"start"` // of its first game
	End    int64  `json:"end"`   // of its last game
	Open   bool   `json:"open"`  // no game after it has ended it
}

// Search finds the streaks of the players that a query is about, whose players and
// condition say which games are looked at. longest says how many players are wanted; of
// each the longest streak is given, or, if open, the one that may go on. Only streaks of
// two or more are. Its only error is that of a cancelled ctx.
//
// Games that follow each other, none beginning before the one before has ended, are taken
// in one pass over the columns. Players with games that overlap are looked at again, game
// by game, the most wins first, until nobody left has won often enough.
func Search(ctx context.Context, t *columns.Table, q *query.Query, r Rule, longest int, open bool) ([]Streak, error) {
	parts := make([]*search, max(1, min(runtime.GOMAXPROCS(0), mostParts)))
	found, errs, panics := make([][]Streak, len(parts)), make([]error, len(parts)), make([]any, len(parts))
	var group sync.WaitGroup
	for i := range parts {
		parts[i] = newSearch(t, r, open, int32(i), int32(len(parts)))
		group.Go(func() {
			defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // as the caller may have it
			defer func() { panics[i] = recover() }()
			found[i], errs[i] = parts[i].search(ctx, q, longest)
		})
	}
	group.Wait()
	for i := range parts {
		if panics[i] != nil {
			panic(panics[i])
		}
		if errs[i] != nil {
			return nil, errs[i]
		}
	}
	out := slices.Concat(found...)
	slices.SortStableFunc(out, func(a, b Streak) int {
		return cmp.Or(cmp.Compare(b.Length, a.Length), cmp.Compare(a.End, b.End), strings.Compare(a.Name, b.Name))
	})
	return out[:min(longest, len(out))], nil
}

// mostParts is how many parts of the players are searched side by side.
const mostParts = 4

// search finds the streaks of the players of its part.
func (s *search) search(ctx context.Context, q *query.Query, longest int) ([]Streak, error) {
	t := s.table
	if err := q.Plays(ctx, t, s.pass); err != nil {
		return nil, err
	}
	best := s.players(longest)
	if s.overlaps {
		var err error
		if best, err = s.again(ctx, q, longest, best); err != nil {
			return nil, err
		}
	}
	out := make([]Streak, 0, len(best))
	for _, a := range best {
		run := s.of(a)
		_, _, start, _ := t.When(int(run.first))
		name, source, _, end := t.When(int(run.last))
		x := Streak{Length: int(run.length), Start: start, End: end, Open: run == a.now}
		x.Name, x.Source = t.Account(name, source)
		out = append(out, x)
	}
	return out, nil
}

// run is a streak being found: how long it is, and the rows of its first game and its
// last.
type run struct{ length, first, last int32 }

// account is a row of games that streaks are looked for in. It fits into one line of the
// processor's cache, since a search looks at one account after another.
type account struct {
	start, end int64 // of its last game
	best, now  run
	wins       int32
	player     int32
	overlap    bool // a game began before another had ended
}

// search is one search for streaks.
type search struct {
	table    *columns.Table
	rule     Rule
	open     bool
	player   []int32 // by code of names; -1: another part's
	sources  int     // 1 if all are taken as one
	places   []int32 // by player and source, the account
	place    map[int]int32
	accounts []account
	overlaps bool
	rows     []int32 // room for own
}

// densest is up to how many pairs of player and source there is a place for each.
const densest = 1 << 24

func newSearch(t *columns.Table, r Rule, open bool, part, parts int32) *search {
	s := &search{table: t, rule: r, open: open, sources: 1}
	var players int
	s.player, players = t.PlayerCodes()
	s.player = slices.Clone(s.player)
	for code, p := range s.player {
		if p%parts != part {
			s.player[code] = -1
		}
	}
	if _, sources := t.Codes(); !r.Across {
		s.sources = sources
	}
	if players*s.sources <= densest {
		s.places = make([]int32, players*s.sources)
	} else {
		s.place = map[int]int32{}
	}
	return s
}

// number returns the key of a player's games on a source, and one more than the place of
// their account, which is 0 if there is none.
func (s *search) number(player int32, source int64) (key int, at int32) {
	key = int(player)
	if s.sources > 1 {
		key = key*s.sources + int(source)
	}
	if s.places != nil {
		return key, s.places[key]
	}
	return key, s.place[key]
}

// known returns the account of a game, or nil if pass made none. It is valid until the
// next account is made.
func (s *search) known(player int32, source int64) *account {
	_, at := s.number(player, source)
	if at == 0 {
		return nil
	}
	return &s.accounts[at-1]
}

// account returns the account of a game, and makes it if there is none. It is valid until
// the next one is made.
func (s *search) account(player int32, source int64) *account {
	key, at := s.number(player, source)
	if at == 0 {
		s.accounts = append(s.accounts, account{player: player})
		if at = int32(len(s.accounts)); s.places != nil {
			s.places[key] = at
		} else {
			s.place[key] = at
		}
	}
	return &s.accounts[at-1]
}

// own returns those of some rows whose players are of this part. No branch depends on that,
// which a processor could not guess.
func (s *search) own(p *query.Plays, rows []int32) []int32 {
	if len(s.rows) < len(rows) {
		s.rows = make([]int32, len(rows))
	}
	n := 0
	for _, i := range rows {
		s.rows[n] = i
		n += int(^uint32(s.player[p.Name[i]]) >> 31)
	}
	return s.rows[:n]
}

// pass looks at a block of games as if none overlapped.
func (s *search) pass(p *query.Plays, rows []int32) {
	byEnd, ties := s.rule.Order == "end", s.rule.Order == "side" || s.rule.Order == "end"
	for _, i := range s.own(p, rows) {
		start, end := p.Start[i], p.End[i]
		if start == 0 && !byEnd {
			continue // nobody knows its place in the row
		}
		a := s.account(s.player[p.Name[i]], p.Source[i])
		if byEnd {
			start = end
		}
		if start <= a.end && (start < a.end || ties || start == a.start) && a.end > 0 {
			a.overlap, s.overlaps = true, true
		}
		a.start, a.end = start, end
		if !p.Won[i] {
			a.now = run{}
			continue
		}
		a.wins++
		if row := int32(p.Row) + i; a.now.length == 0 {
			a.now = run{1, row, row}
		} else {
			a.now.length++
			a.now.last = row
		}
		if a.now.length > a.best.length {
			a.best = a.now
		}
	}
}

// of returns the streak of an account that is asked for.
func (s *search) of(a *account) run {
	if s.open {
		return a.now
	}
	return a.best
}

// players returns the accounts with the longest streaks, one for each player.
func (s *search) players(most int) (best []*account) {
	for i := range s.accounts {
		best = s.insert(best, &s.accounts[i], most)
	}
	return best
}

// insert puts an account into a list as players returns it, if it belongs there.
func (s *search) insert(best []*account, a *account, most int) []*account {
	end := func(a *account) int64 { return s.table.End(int(s.of(a).last)) }
	before := func(a, b *account) int {
		return cmp.Or(cmp.Compare(s.of(b).length, s.of(a).length), cmp.Compare(end(a), end(b)), cmp.Compare(a.player, b.player), cmp.Compare(s.of(a).last, s.of(b).last))
	}
	if a.overlap || s.of(a).length < 2 || len(best) == most && (most == 0 || before(a, best[most-1]) >= 0) {
		return best
	}
	if k := slices.IndexFunc(best, func(o *account) bool { return o.player == a.player }); k >= 0 {
		if before(a, best[k]) >= 0 {
			return best
		}
		best = slices.Delete(best, k, k+1)
	}
	k, _ := slices.BinarySearchFunc(best, a, before)
	best = slices.Insert(best, k, a)
	return best[:min(most, len(best))]
}

// again looks at the accounts whose games overlap, where they can be among the longest,
// and returns those: best are the others'.
func (s *search) again(ctx context.Context, q *query.Query, longest int, best []*account) ([]*account, error) {
	var left []*account
	for i := range s.accounts {
		if a := &s.accounts[i]; a.overlap && a.wins > 1 {
			left = append(left, a)
		}
	}
	slices.SortFunc(left, func(a, b *account) int { return cmp.Compare(b.wins, a.wins) })
	for n, a := range left {
		if n%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(best) >= longest && (longest == 0 || a.wins < s.of(best[longest-1]).length) {
			break // nor does anybody behind
		}
		if !a.overlap {
			continue // another account of the same player was looked at
		}
		for _, of := range s.settle(q, a) {
			best = s.insert(best, of, longest)
		}
	}
	return best, nil
}

// settle finds the streaks of all overlapping accounts of a player by the rule. It makes
// no account: those that are held elsewhere stay valid.
func (s *search) settle(q *query.Query, of *account) (settled []*account) {
	at := slices.Index(s.player, of.player)
	name, _ := s.table.Account(int32(at), 0)
	games := map[*account]*kept{}
	q.PlaysOf(s.table, name, func(row, name, source int32, start, end int64, won bool) {
		a := s.known(of.player, int64(source))
		if a == nil || !a.overlap {
			return // a is nil if nobody knows when any of its games began
		}
		if games[a] == nil {
			games[a] = &kept{}
			settled = append(settled, a)
		}
		k := games[a]
		k.plays, k.rows = append(k.plays, Play{Start: start, End: end, Won: won}), append(k.rows, row)
	})
	for a, k := range games {
		k.settle(a, s.rule, s.open)
	}
	return settled
}

// kept holds the games of an account.
type kept struct {
	plays []Play
	rows  []int32
}

// settle finds the streaks of an account; of those that go on, if open, else of all, the
// longest.
func (k *kept) settle(a *account, r Rule, open bool) {
	a.overlap, a.best, a.now = false, run{}, run{}
	end := int64(0)
	var best []int
	for _, places := range Runs(nil, k.plays, Rule{Order: r.Order, Across: true}) { // they are of one account
		last := k.plays[places[len(places)-1]].End
		if n := len(places); n < len(best) || n == len(best) && last >= end || open && !k.goesOn(r, places) {
			continue
		}
		best, end = places, last
	}
	if len(best) == 0 {
		return
	}
	a.best = run{int32(len(best)), k.rows[best[0]], k.rows[best[len(best)-1]]}
	if open || k.goesOn(r, best) {
		a.now = a.best
	}
}

// goesOn reports whether no game ends a streak after its last win.
func (k *kept) goesOn(r Rule, places []int) bool {
	last := k.plays[places[len(places)-1]]
	return !slices.ContainsFunc(k.plays, func(p Play) bool {
		switch {
		case p == last:
			return false
		case r.Order == "end":
			return p.End > last.End
		case p.Start == 0:
			return false
		case r.Order == "start":
			return p.Start > last.Start || p.Start == last.Start && p.End > last.End
		case r.Order == "side":
			return p.Start > last.End && !p.Won
		}
		return p.Start >= last.End
	})
}
