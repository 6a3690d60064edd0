package score

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
)

// Count is a tournament counted, and kept up to date: what an entrant's games are
// worth depends on no other entrant's, so that a new game means to look at those of
// one entrant, and to move them in the standings that they moved in. It holds no
// games. It is used by one goroutine at a time. Once a method has returned an
// error (a cancelled ctx is the only one) it is of no use any more.
type Count struct {
	rules *Rules
	span  Span
	meter *meter

	players map[string]*player   // by ID
	names   map[string][]*player // by their accounts' names in lower case, sorted by ID
	ladders []*ladder
	order   []*player // overall, the best first
}

// player is an entrant as counted.
type player struct {
	Entrant
	folded     string // the name, to sort by
	counted    int    // games
	rungs      []*rung
	points, at int64
}

// rung is a player's place on a ladder; nil where they have none.
type rung struct {
	of           *player
	n, at, bonus int64
	text         string
	games        []int32 // the places of those that make the value, among the player's by end
}

// ladder is the standing of a part of a category, the best first.
type ladder struct {
	part
	rungs []*rung
}

// meter measures what the games of one entrant after another are worth. Each is used
// by one goroutine at a time.
type meter struct {
	rules *Rules
	span  Span
	w     *watch
	parts []part // those of the ladders
}

func newMeter(ctx context.Context, r *Rules, span Span) *meter {
	m := &meter{rules: r, span: span, w: &watch{ctx: ctx}}
	for i := range r.Category {
		m.parts = append(m.parts, r.Category[i].parts(m.w, r)...)
	}
	return m
}

// before orders who has the better value, then who had it first, then by name.
func before(low bool, aValue, bValue, aAt, bAt int64, a, b *player) int {
	better := cmp.Compare(bValue, aValue)
	if low {
		better = -better
	}
	return cmp.Or(better, cmp.Compare(aAt, bAt), strings.Compare(a.folded, b.folded), strings.Compare(a.ID, b.ID))
}

func (l *ladder) compare(a, b *rung) int { return before(l.low, a.n, b.n, a.at, b.at, a.of, b.of) }

func overall(a, b *player) int { return before(false, a.points, b.points, a.at, b.at, a, b) }

// NewCount is a count of nobody's games.
func NewCount(r *Rules, span Span) *Count {
	c := &Count{rules: r, span: span, meter: newMeter(context.Background(), r, span), players: map[string]*player{}, names: map[string][]*player{}}
	for _, p := range c.meter.parts {
		c.ladders = append(c.ladders, &ladder{part: p})
	}
	return c
}

// Enter makes entrants the ones that take part. It returns the IDs of those whose
// games must be put again, sorted: they are new, or their accounts or something
// else about them has changed, or those of another who had named one of the same.
func (c *Count) Enter(entrants []Entrant) (again []string) {
	now := make(map[string]bool, len(entrants))
	moved := map[string]bool{} // names of accounts whose games may be another's now
	leave := func(p *player) {
		for _, a := range p.Accounts {
			moved[strings.ToLower(a.Name)] = true
		}
		c.leave(p)
	}
	for i := range entrants {
		e := &entrants[i]
		now[e.ID] = true
		was := c.players[e.ID]
		if was != nil && was.same(e) {
			continue
		}
		if was != nil {
			leave(was)
		}
		c.enter(e)
		for _, a := range e.Accounts {
			moved[strings.ToLower(a.Name)] = true
		}
		again = append(again, e.ID)
	}
	for id, p := range c.players {
		if !now[id] {
			leave(p)
		}
	}
	for name := range moved {
		for _, p := range c.names[name] {
			again = append(again, p.ID)
		}
	}
	slices.Sort(again)
	return slices.Compact(again)
}

// same reports whether nothing of an entrant has changed that counting looks at. A
// clan is looked at only when results are made.
func (p *player) same(e *Entrant) bool {
	if p.Name != e.Name || p.Joined != e.Joined || !slices.Equal(p.Accounts, e.Accounts) {
		return false
	}
	p.Clan = e.Clan
	return true
}

// enter adds a player without games.
func (c *Count) enter(e *Entrant) {
	p := &player{Entrant: *e, folded: strings.ToLower(e.Name), rungs: make([]*rung, len(c.ladders))}
	p.Accounts = slices.Clone(e.Accounts)
	c.players[p.ID] = p
	insert(&c.order, p, overall)
	for name := range p.named() {
		list := c.names[name]
		insert(&list, p, func(a, b *player) int { return strings.Compare(a.ID, b.ID) })
		c.names[name] = list
	}
}

// named are the names of the player's accounts in lower case.
func (p *player) named() map[string]bool {
	out := make(map[string]bool, len(p.Accounts))
	for _, a := range p.Accounts {
		out[strings.ToLower(a.Name)] = true
	}
	return out
}

// leave takes out a player and their games.
func (c *Count) leave(p *player) {
	c.place(p, make([]*rung, len(c.ladders)))
	remove(&c.order, p, overall)
	for name := range p.named() {
		if c.names[name] = slices.DeleteFunc(c.names[name], func(o *player) bool { return o == p }); len(c.names[name]) == 0 {
			delete(c.names, name)
		}
	}
	delete(c.players, p.ID)
}

// Owner is the ID of the entrant whose a game on an account is; empty: nobody's.
// An account that two entrants have named belongs to the one whose ID sorts
// first. Joining does not let that happen.
func (c *Count) Owner(account, source string) string {
	g := Game{Account: account, Source: source}
	for _, p := range c.names[strings.ToLower(account)] {
		for _, a := range p.Accounts {
			if a.owns(&g) {
				return p.ID
			}
		}
	}
	return ""
}

// Has reports whether an entrant of an ID takes part.
func (c *Count) Has(id string) bool { return c.players[id] != nil }

// Verdicts says of the games of an entrant which count, by end.
func (c *Count) Verdicts(id string, games []*Game) []Verdict {
	return c.rules.verdicts(nil, c.span, &c.players[id].Entrant, games)
}

// Put counts the games of an entrant, all of them, in place of those that they had,
// and says which count. The order of games does not matter.
func (c *Count) Put(ctx context.Context, id string, games []*Game) (verdicts []Verdict, err error) {
	c.meter.w.ctx = ctx
	defer c.meter.w.stopped(&err)
	p := c.players[id]
	var rungs []*rung
	verdicts, rungs = c.meter.measure(p, games)
	c.place(p, rungs)
	return verdicts, nil
}

// Fill counts the games of many entrants, as Put does for each. It takes them batch
// by batch, several at the same time: games is called for a batch by any goroutine,
// and returns the games of each of its entrants; judged is then told the verdicts on
// each, by one goroutine at a time.
func (c *Count) Fill(ctx context.Context, batches [][]string, games func(ids []string) [][]*Game, judged func(id string, verdicts []Verdict)) error {
	var judging sync.Mutex
	if err := parallel(ctx, batches, func() func([]string) {
		m := newMeter(ctx, c.rules, c.span)
		return func(ids []string) {
			for i, of := range games(ids) {
				p := c.players[ids[i]]
				var verdicts []Verdict
				verdicts, p.rungs = m.measure(p, of)
				func() {
					judging.Lock()
					defer judging.Unlock()
					judged(ids[i], verdicts)
				}()
			}
		}
	}); err != nil {
		return err
	}
	c.rank()
	return nil
}

// rank makes the standings from the rungs of all players.
func (c *Count) rank() {
	for i, l := range c.ladders {
		l.rungs = l.rungs[:0]
		for _, p := range c.players {
			if r := p.rungs[i]; r != nil {
				l.rungs = append(l.rungs, r)
			}
		}
		slices.SortFunc(l.rungs, l.compare)
	}
	for _, p := range c.players {
		p.points, p.at = 0, 0
	}
	for _, l := range c.ladders {
		for place, r := range l.rungs {
			r.of.add(l, r, place)
		}
	}
	slices.SortFunc(c.order, overall)
}

// measure is what the games of a player are worth.
func (m *meter) measure(p *player, games []*Game) ([]Verdict, []*rung) {
	verdicts := m.rules.verdicts(m.w, m.span, &p.Entrant, games)
	counted := make([]*Game, 0, len(verdicts))
	for i, v := range verdicts {
		v.Game.place = int32(i)
		if v.Counted {
			counted = append(counted, v.Game)
		}
	}
	p.counted = len(counted)
	rungs := make([]*rung, len(m.parts))
	for i := range m.parts {
		v, ok := m.parts[i].of(m.w, counted)
		if !ok {
			continue
		}
		r := &rung{of: p, n: v.n, at: v.at, bonus: v.bonus, text: v.text, games: make([]int32, len(v.games))}
		for k, g := range v.games {
			r.games[k] = g.place
		}
		rungs[i] = r
	}
	return verdicts, rungs
}

// place moves a player to other rungs, and everybody whose points that changes.
func (c *Count) place(p *player, rungs []*rung) {
	touched := map[*player]bool{p: true}
	for i, l := range c.ladders {
		old, now := p.rungs[i], rungs[i]
		if old == nil && now == nil {
			continue
		}
		l.awarded(touched)
		if old != nil {
			remove(&l.rungs, old, l.compare)
		}
		if now != nil {
			insert(&l.rungs, now, l.compare)
		}
		l.awarded(touched)
	}
	p.rungs = rungs
	for t := range touched {
		points, at := t.points, t.at
		t.points, t.at = 0, 0
		for i, l := range c.ladders {
			if r := t.rungs[i]; r != nil {
				t.add(l, r, l.awardOf(r))
			}
		}
		if t.points != points || t.at != at {
			sum, last := t.points, t.at
			t.points, t.at = points, at
			remove(&c.order, t, overall)
			t.points, t.at = sum, last
			insert(&c.order, t, overall)
		}
	}
}

// awarded adds the players whose place gives them points.
func (l *ladder) awarded(to map[*player]bool) {
	for _, r := range l.rungs[:min(len(l.Award), len(l.rungs))] {
		to[r.of] = true
	}
}

// awardOf is the place of a rung, or one that gives no points for itself.
func (l *ladder) awardOf(r *rung) int {
	if i := slices.Index(l.rungs[:min(len(l.Award), len(l.rungs))], r); i >= 0 {
		return i
	}
	return len(l.Award)
}

// add counts the points of a rung for its player.
func (p *player) add(l *ladder, r *rung, place int) {
	points := l.points(r.n, r.bonus, place)
	p.points += points
	if points > 0 {
		p.at = max(p.at, r.at)
	}
}

// insert puts x where it belongs in a sorted list.
func insert[T any](list *[]T, x T, compare func(a, b T) int) {
	i, _ := slices.BinarySearchFunc(*list, x, compare)
	*list = slices.Insert(*list, i, x)
}

// remove takes x out of a sorted list that has it.
func remove[T any](list *[]T, x T, compare func(a, b T) int) {
	if i, ok := slices.BinarySearchFunc(*list, x, compare); ok {
		*list = slices.Delete(*list, i, i+1)
	}
}

// Points gives the points of every entrant, the best first.
func (c *Count) Points(each func(id, name string, points int64)) {
	for _, p := range c.order {
		each(p.ID, p.Name, p.points)
	}
}

// Result is the count as it stands: the first so many rows of everything, all of
// them where most is 0. games gives the games of an entrant again, those that
// were put last.
func (c *Count) Result(most int, games func(id string) []*Game) *Result {
	res := &Result{}
	upTo := func(n int) int {
		if most > 0 {
			return min(n, most)
		}
		return n
	}
	for _, l := range c.ladders {
		rungs := l.rungs[:upTo(len(l.rungs))]
		s := Standing{Key: l.key, Title: l.title}
		if len(rungs) > 0 {
			s.Rows = make([]Row, 0, len(rungs))
		}
		for i, r := range rungs {
			s.Rows = append(s.Rows, Row{
				Entrant: r.of.ID, Name: r.of.Name, Value: r.n, Text: r.text, Points: l.points(r.n, r.bonus, i), Place: i + 1, At: r.at,
				Games: len(r.games), games: r.games,
			})
		}
		res.Categories = append(res.Categories, s)
	}
	for i, p := range c.order[:upTo(len(c.order))] {
		res.Overall = append(res.Overall, Row{
			Entrant: p.ID, Name: p.Name, Value: p.points, Text: many(p.points, "points"), Points: p.points, Place: i + 1, At: p.at,
			Games: p.counted, all: true,
		})
	}
	res.Clans = c.clans()
	res.Clans = res.Clans[:upTo(len(res.Clans))]
	res.players = slices.Clone(c.order)
	res.judge = func(p *player) []Verdict { return c.rules.verdicts(nil, c.span, &p.Entrant, games(p.ID)) }
	return res
}

// clans are the places of clans.
func (c *Count) clans() (out []Row) {
	if c.rules.Clans.Size == 0 {
		return nil
	}
	members := map[string][]*player{}
	for _, p := range c.order { // the best first
		if p.Clan != "" {
			members[p.Clan] = append(members[p.Clan], p)
		}
	}
	for name, in := range members {
		if best := c.rules.Clans.Best; best > 0 {
			in = in[:min(best, len(in))]
		}
		row := Row{Entrant: name, Name: name}
		for _, p := range in {
			row.Points += p.points
			row.At = max(row.At, p.at)
		}
		row.Value, row.Text = row.Points, many(row.Points, "points")
		out = append(out, row)
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.At, b.At), strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Entrant, b.Entrant))
	})
	for i := range out {
		out[i].Place = i + 1
	}
	return out
}
