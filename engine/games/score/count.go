package score

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Count is a tournament counted, and kept up to date: what an entrant's games are
// worth depends on no other entrant's, so that a new game means to look at those of
// one entrant, and to move them in the standings that they moved in. It holds no
// games; it asks for those of an entrant when it needs them. It is used by one
// goroutine at a time. Once a method has returned an error (a cancelled ctx is the only
// one) it is of no use any more.
type Count struct {
	rules *Rules
	span  Span
	games func(ids []string) [][]*Game
	meter *meter

	players map[string]*player   // by ID
	names   map[string][]*player // by their accounts' names in lower case, sorted by ID
	ladders []*ladder
	order   []*player // overall, the best first

	former [][]Clan         // clans as they were before
	clans  map[string]*clan // by name
	dirty  map[string]bool  // clans that must be recounted
	stale  bool             // points and clans are not up to date with the ladders yet
}

// party is a player or a clan as counted.
type party struct {
	id, name string
	folded   string  // the name, to sort by
	counted  int     // games
	rungs    []*rung // by part
	has      trophySet
	points   Points
	at       int64
}

func partyOf(id, name string) party {
	return party{id: id, name: name, folded: strings.ToLower(name)}
}

// player is an entrant as counted.
type player struct {
	Entrant
	party
}

// NewCount returns a count of nobody's games. games gives those of entrants, by any
// goroutine, of all sources and times.
func NewCount(r *Rules, span Span, games func(ids []string) [][]*Game) *Count {
	c := &Count{
		rules: r, span: span, games: games, meter: newMeter(context.Background(), r, span), players: map[string]*player{}, names: map[string][]*player{},
		clans: map[string]*clan{}, dirty: map[string]bool{},
	}
	for i := range r.parts {
		c.ladders = append(c.ladders, &ladder{part: &r.parts[i]})
	}
	return c
}

func newMeter(ctx context.Context, r *Rules, span Span) *meter {
	return &meter{rules: r, span: span, w: &watch{ctx: ctx}, codes: map[string]int32{}}
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
			if was.Clan != e.Clan {
				c.touch(was)
				was.Clan = e.Clan
				c.touch(was)
			}
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

// same reports whether nothing of an entrant has changed that their own figures depend on.
func (p *player) same(e *Entrant) bool {
	return p.Name == e.Name && p.Joined == e.Joined && p.Extra == e.Extra && slices.Equal(p.Accounts, e.Accounts) && maps.Equal(p.Struck, e.Struck)
}

// enter adds a player without games.
func (c *Count) enter(e *Entrant) {
	p := &player{Entrant: *e, party: partyOf(e.ID, e.Name)}
	p.rungs, p.has = make([]*rung, len(c.ladders)), c.rules.noTrophies()
	c.touch(p)
	p.points = p.Extra
	p.Accounts = slices.Clone(e.Accounts)
	c.players[p.ID] = p
	insert(&c.order, p, c.overall)
	for name := range p.named() {
		list := c.names[name]
		insert(&list, p, func(a, b *player) int { return strings.Compare(a.ID, b.ID) })
		c.names[name] = list
	}
}

// named returns the names of the player's accounts in lower case.
func (p *player) named() map[string]bool {
	out := make(map[string]bool, len(p.Accounts))
	for _, a := range p.Accounts {
		out[strings.ToLower(a.Name)] = true
	}
	return out
}

// leave takes out a player and their games.
func (c *Count) leave(p *player) {
	c.place(p, &measured{rungs: make([]*rung, len(c.ladders)), has: c.rules.noTrophies()})
	remove(&c.order, p, c.overall)
	for name := range p.named() {
		if c.names[name] = slices.DeleteFunc(c.names[name], func(o *player) bool { return o == p }); len(c.names[name]) == 0 {
			delete(c.names, name)
		}
	}
	delete(c.players, p.ID)
}

// Owner returns the ID of the entrant to whom a game on an account belongs, or "". An
// account that two entrants have named belongs to the one whose ID sorts first. Joining
// prevents that.
func (c *Count) Owner(account, source string) string {
	g := Game{Name: account, Source: source}
	for _, p := range c.names[strings.ToLower(account)] {
		for _, a := range p.Accounts {
			if a.Owns(&g) {
				return p.ID
			}
		}
	}
	return ""
}

// Has reports whether an entrant of an ID takes part.
func (c *Count) Has(id string) bool { return c.players[id] != nil }

// Verdicts says of the games of an entrant which count, by end.
func (c *Count) Verdicts(id string) []Verdict {
	return c.rules.verdicts(nil, c.span, &c.players[id].Entrant, c.games([]string{id})[0])
}

// touch notes that a player's clan is to be counted again.
func (c *Count) touch(p *player) {
	c.stale = true
	if p.Clan != "" {
		c.dirty[p.Clan] = true
	}
}

// Put counts the games of an entrant in place of those that they had, and says which
// count. The order of games does not matter.
func (c *Count) Put(ctx context.Context, id string) (verdicts []Verdict, err error) {
	c.meter.w.ctx = ctx
	defer c.meter.w.stopped(&err)
	p := c.players[id]
	verdicts, fresh := c.meter.measure(p, c.games([]string{id})[0])
	c.place(p, fresh)
	return verdicts, nil
}

// Fill counts the games of many entrants, as Put does for each. It takes them batch
// by batch, several at the same time; judged is told the verdicts on each, by one
// goroutine at a time.
func (c *Count) Fill(ctx context.Context, batches [][]string, judged func(id string, verdicts []Verdict)) error {
	var judging sync.Mutex
	if err := parallel(ctx, batches, func() func([]string) {
		m := newMeter(ctx, c.rules, c.span)
		return func(ids []string) {
			for i, of := range c.games(ids) {
				p := c.players[ids[i]]
				verdicts, fresh := m.measure(p, of)
				p.rungs, p.has, p.counted = fresh.rungs, fresh.has, fresh.counted
				func() {
					judging.Lock()
					defer judging.Unlock()
					c.touch(p)
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

// measured is what the games of a player are worth.
type measured struct {
	rungs   []*rung
	has     trophySet
	counted int
}

// measure measures the games of a player.
func (m *meter) measure(p *player, games []*Game) ([]Verdict, *measured) {
	verdicts := m.rules.verdicts(m.w, m.span, &p.Entrant, games)
	looks := m.looks(verdicts)
	h := newHand(m.rules, looks)
	out := &measured{rungs: make([]*rung, len(m.rules.parts)), has: m.trophies(h, false, nil), counted: len(looks)}
	for i := range m.rules.parts {
		x := &m.rules.parts[i]
		if !x.players && x.clan == "pool" {
			continue
		}
		if v, listed := x.of(m, h); listed && x.players || v.ok && x.clans {
			out.rungs[i] = newRung(&p.party, v, listed && x.players)
		}
	}
	return verdicts, out
}

// Points gives the points of every entrant, the best first. Where the rules give none
// they are 0.
func (c *Count) Points(each func(id, name string, points Points)) {
	for _, p := range c.order {
		each(p.ID, p.Name, p.points)
	}
}

// Trophies gives the trophies of every entrant.
func (c *Count) Trophies(each func(id string, has []uint64)) {
	if len(c.rules.trophies) == 0 {
		return
	}
	for id, p := range c.players {
		each(id, p.has)
	}
}
