package polypile

import (
	"maps"
	"math"
	"slices"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// look is what something is made of: a material, or a type whose material
// this game has drawn and nobody has named.
type look struct {
	material int // index of pile.materials; -1: typ
	typ      int // index of pile.types; -1: material
}

// shuffled is a type whose material is not known.
type shuffled struct {
	object *rules.Object
	share  []float64 // by material: the chance that it is of it
}

// what is all that matters of a type that lies in a pile.
type what struct {
	look look
	kept bool   // never absorbed
	want uint32 // which of the wanted things it is, one bit each
}

// part is one thing that a stack polymorphs into; p is unconditional.
type part struct {
	what
	p   float64
	qty int
}

// own is one type that a stack may be of before it polymorphs, with the chance
// of that; resist and shudder are part of it.
type own struct {
	what
	share, resist, shudder float64
}

// kind is everything about a stack that does not depend on the others.
type kind struct {
	n       int
	resist  float64
	shudder float64
	poly    float64
	decides float64 // a shudder decides on a golem
	mail    bool    // shudders without effect
	own     []own   // of a random thing its types, else one
	parts   []part  // add up to poly

	fuse, lostFuse, lostFire, lostShudder float64 // chance, and items on average
}

// shudderLeaves reports whether a shudder leaves something: 1..n-1 items, each number equally likely.
func (k *kind) shudderLeaves() bool { return k.n > 1 && !k.mail }

// entry is a stack as it was written: count equal stacks of one kind.
type entry struct {
	stack polymorph.Stack
	kind  *kind
	count int
}

// pile is one square's stacks made ready, top first.
type pile struct {
	game      *polymorph.Game
	materials []string
	types     []shuffled
	entries   []entry
	stacks    int
	items     int
	want      want
	rough     bool // figures of a few digits will do
}

// want is a list of wanted things as bits.
type want struct {
	objects []*rules.Object
	buc     []rules.BUC // of each; where it is short, or not said: any
}

// bits returns those of the things that an object is, with a curse or blessing; of what has
// any, where it is not said.
func (w want) bits(o *rules.Object, buc rules.BUC) (bits uint32) {
	for i, x := range w.objects {
		if x == o && (buc == rules.BUCNotSaid || i >= len(w.buc) || w.buc[i] == rules.BUCNotSaid || w.buc[i] == buc) {
			bits |= 1 << i
		}
	}
	return bits
}

// kindKey is what a kind depends on.
type kindKey struct {
	object             *rules.Object
	n, read            int
	buc                rules.BUC
	artifact, degraded bool
	random             bool
	laid, attached     bool
	corpse             string
}

// builder makes piles that share kinds.
type builder struct {
	game  *polymorph.Game
	luck  int
	dip   bool
	want  want
	after int // Question.After
	kinds map[kindKey]*kind

	materials []string
	material  map[string]int
	types     []shuffled
	typ       map[*rules.Object]int
}

func newBuilder(g *polymorph.Game, luck int, dip bool, w want) *builder {
	return &builder{game: g, luck: luck, dip: dip, want: w, kinds: map[kindKey]*kind{}, material: map[string]int{}, typ: map[*rules.Object]int{}}
}

func (b *builder) id(material string) int {
	i, ok := b.material[material]
	if !ok {
		i = len(b.materials)
		b.materials = append(b.materials, material)
		b.material[material] = i
	}
	return i
}

func (b *builder) look(o *rules.Object) look {
	pool := b.game.Rules.LooksOf(o)
	known := b.game.Material(o)
	switch {
	case known != "":
		return look{b.id(known), -1}
	case len(pool) == 1:
		for m := range pool {
			return look{b.id(m), -1}
		}
	}
	i, ok := b.typ[o]
	if !ok {
		i = len(b.types)
		b.typ[o] = i
		sum := 0
		for _, n := range pool {
			sum += n
		}
		var share []float64
		for _, m := range slices.Sorted(maps.Keys(pool)) {
			id := b.id(m)
			for len(share) <= id {
				share = append(share, 0)
			}
			share[id] = float64(pool[m]) / float64(sum)
		}
		b.types = append(b.types, shuffled{o, share})
	}
	return look{-1, i}
}

// pile makes one square's stacks ready. Things that do not stack are spread,
// and what always lies on top goes there.
func (b *builder) pile(stacks []polymorph.Stack) *pile {
	p := &pile{game: b.game, want: b.want}
	for i := range stacks {
		s, _ := stacks[i].Spread()
		if s.BUC == rules.BUCNotSaid {
			s.BUC = rules.Uncursed
		}
		p.entries = append(p.entries, entry{s, b.kind(&s), s.Stacks()})
		p.stacks += s.Stacks()
		p.items += s.Stacks() * s.Quantity
	}
	slices.SortStableFunc(p.entries, func(x, y entry) int {
		switch tx, ty := b.game.Rules.Top(x.stack.Object.Name), b.game.Rules.Top(y.stack.Object.Name); {
		case tx && !ty:
			return -1
		case ty && !tx:
			return 1
		}
		return 0
	})
	p.materials, p.types = b.materials, b.types
	return p
}

func (b *builder) kind(s *polymorph.Stack) *kind {
	key := kindKey{s.Object, s.Quantity, s.Read, s.BUC, s.Artifact, s.Degraded, s.Random, s.Laid, s.Attached, s.Corpse}
	if k := b.kinds[key]; k != nil {
		return k
	}
	g := b.game
	if s.Random {
		b.kinds[key] = b.mixed(s)
		return b.kinds[key]
	}
	k := &kind{n: s.Quantity, mail: g.Rules.Mail(s.Object.Name)}
	b.kinds[key] = k
	k.resist, k.shudder = g.Chances(s)
	if b.dip {
		k.shudder = 0
	}
	k.poly = 1 - k.resist - k.shudder
	k.own = []own{{what{b.look(s.Object), g.Kept(s), b.want.bits(s.Object, s.BUC)}, 1, k.resist, k.shudder}}
	if g.Safe(s) {
		k.poly = 0
		return k
	}
	if !k.mail {
		k.decides = -math.Expm1(float64(k.n) * math.Log1p(-1/float64(g.Rules.GolemLuck+b.luck)))
		k.lostShudder = k.shudder * float64(k.n) / 2
		if k.n == 1 {
			k.lostShudder = k.shudder
		}
	}
	at := map[part]int{}
	for _, r := range g.Become(s) {
		p := k.poly * r.P
		switch r.Fate {
		case polymorph.Fused:
			k.fuse += p
			k.lostFuse += p * float64(k.n-r.Quantity)
		case polymorph.Backfired:
			k.lostFire += p * float64(k.n-r.Quantity)
		}
		for _, y := range b.later(s, r) {
			x := part{qty: r.Quantity, what: what{b.look(r.To), g.Rules.Kept(r.To.Name), b.want.bits(y.To, s.Becoming())}}
			i, ok := at[x]
			if !ok {
				i = len(k.parts)
				at[x] = i
				k.parts = append(k.parts, x)
			}
			k.parts[i].p += p * y.P
		}
	}
	return k
}

// mixed returns a random thing of a class: each of its types with the game's chance.
// Such things lie one by one, so that a shudder leaves nothing whose type matters.
func (b *builder) mixed(s *polymorph.Stack) *kind {
	k := &kind{n: 1}
	list, weights := b.game.Draw(s.Object.Class)
	total := 0
	for _, w := range weights {
		total += w
	}
	at := map[part]int{}
	for i, o := range list {
		if weights[i] == 0 {
			continue
		}
		one := *s
		one.Object, one.Random = o, false
		x, share := b.kind(&one), float64(weights[i])/float64(total)
		k.resist += share * x.resist
		k.shudder += share * x.shudder
		k.poly += share * x.poly
		k.decides = max(k.decides, x.decides)
		k.lostShudder += share * x.lostShudder
		for _, y := range x.own {
			k.own = append(k.own, own{y.what, share, share * y.resist, share * y.shudder})
		}
		for _, y := range x.parts {
			p := y.p
			y.p = 0
			j, ok := at[y]
			if !ok {
				j = len(k.parts)
				at[y] = j
				k.parts = append(k.parts, y)
			}
			k.parts[j].p += share * p
		}
	}
	return k
}

// later returns what a thing that a stack became is when the wanted things are
// looked for; the chances add up to 1. A wanted rock of a stack that backfires
// when it turns back is counted as if it did not.
func (b *builder) later(s *polymorph.Stack, r polymorph.Result) []polymorph.Return {
	timer := b.game.Timer("")
	if len(b.want.objects) == 0 || b.after == 0 || timer == nil || !r.TurnsBack {
		return []polymorph.Return{{To: r.To, P: 1}}
	}
	still := timer.Still(b.after)
	out := []polymorph.Return{{To: r.To, P: still}}
	for _, x := range b.game.Returned(s, r) {
		x.P *= 1 - still
		out = append(out, x)
	}
	return slices.DeleteFunc(out, func(x polymorph.Return) bool { return x.P == 0 })
}
