package bones

import (
	"math/big"
	"math/bits"

	"delphi/engine/rules"
)

// depths is a set of depths, bit d being Dlvl d.
type depths uint64

func levelsOf(from, to int) depths {
	if from > to {
		return 0
	}
	return (1<<(to-from+1) - 1) << from
}

// draw is one way in which the game may lay out some levels: of the depths
// that its group settles, those that can hold bones.
type draw struct {
	p     *big.Rat
	keeps depths
}

// group is levels whose places depend on each other but on nothing else. The
// chances of its draws add up to 1.
type group struct {
	settles depths
	draws   []draw
	notes   map[int]string // by depth: why it may keep no bones
}

// uniform returns a chance of 1 in n.
func uniform(n int) *big.Rat { return big.NewRat(1, int64(n)) }

// layout returns the groups of the dungeons that a journey passes. What none of them
// settles is ordinary for certain.
func (j *Journey) layout() []group {
	b := j.Rules.Bones()
	switch {
	case j.Level != nil:
		return []group{alone(b, j.Level)}
	case j.Dungeon != nil && !j.Dungeon.Main:
		return []group{branchDungeon(b, j.Dungeon)}
	}
	return []group{mines(b), oracle(b), bottom(b)}
}

// mines returns the level with the stairs to the Gnomish Mines.
func mines(b *rules.Bones) group {
	l := b.Level("Gnomish Mines branch level")
	g := group{settles: levelsOf(l.First, l.Last), notes: map[int]string{}}
	for at := l.First; at <= l.Last; at++ {
		g.draws = append(g.draws, draw{uniform(l.Last - l.First + 1), g.settles &^ levelsOf(at, at)})
		g.notes[at] = "the Mines may branch off here"
	}
	return g
}

// oracle returns the levels whose place is counted from the Oracle's: those with the
// way to Sokoban and with the portal to the Quest.
func oracle(b *rules.Bones) group {
	o := b.Level("Oracle")
	soko, quest := b.Level("Sokoban branch level"), b.Level("quest portal level")
	g := group{settles: levelsOf(soko.First, soko.Last) | levelsOf(quest.First, quest.Last), notes: map[int]string{}}
	for d := soko.First; d <= soko.Last; d++ {
		g.notes[d] = "Sokoban may branch off here"
	}
	for d := quest.First; d <= quest.Last; d++ {
		g.notes[d] = "the quest portal may be here"
	}
	s0, s1 := offsets(soko)
	q0, q1 := offsets(quest)
	ways := (o.Last - o.First + 1) * (s1 - s0 + 1) * (q1 - q0 + 1)
	for at := o.First; at <= o.Last; at++ {
		for s := at + s0; s <= at+s1; s++ {
			for q := at + q0; q <= at+q1; q++ {
				g.draws = append(g.draws, draw{uniform(ways), g.settles &^ levelsOf(s, s) &^ levelsOf(q, q)})
			}
		}
	}
	return g
}

// offsets returns the smallest and the largest number of levels by which a level is
// below the one from which its place is counted.
func offsets(l *rules.Level) (from, to int) { return l.First - l.After.First, l.Last - l.After.Last }

// bottom returns where the Dungeons and Gehennom end: Medusa's island and the Castle
// keep none, nor do the last two levels of Gehennom; below there is nothing.
func bottom(b *rules.Bones) group {
	medusa, castle := b.Level("Medusa's island"), b.Level("Castle")
	gehennom := b.Dungeon("Gehennom")
	from, to := offsets(medusa)
	g := group{settles: levelsOf(medusa.First, b.Deepest()), notes: map[int]string{}}
	for d := medusa.First; d <= b.Deepest(); d++ {
		switch {
		case d <= medusa.Last && d >= castle.First:
			g.notes[d] = "Medusa or the Castle may be here"
		case d <= medusa.Last:
			g.notes[d] = "Medusa may be here"
		case d <= castle.Last:
			g.notes[d] = "the Castle may be here"
		case d >= castle.First+gehennom.MinLevels-1:
			g.notes[d] = "Gehennom may end here"
		}
	}
	lengths := gehennom.MaxLevels - gehennom.MinLevels + 1
	ways := (castle.Last - castle.First + 1) * (to - from + 1) * lengths
	for c := castle.First; c <= castle.Last; c++ {
		for m := c + from; m <= c+to; m++ {
			for n := gehennom.MinLevels; n <= gehennom.MaxLevels; n++ {
				keeps := levelsOf(medusa.First, c+n-2) &^ levelsOf(m, m) &^ levelsOf(c, c)
				g.draws = append(g.draws, draw{uniform(ways), keeps})
			}
		}
	}
	return g
}

// branchDungeon returns a dungeon that branches off: its first level and its length
// are drawn, and its special levels lie at its end.
func branchDungeon(b *rules.Bones, d *rules.Dungeon) group {
	least, most := d.Depths(1)
	g := group{settles: ^depths(0), notes: map[int]string{}}
	ways := (most - least + 1) * (d.MaxLevels - d.MinLevels + 1)
	for start := least; start <= most; start++ {
		for n := d.MinLevels; n <= d.MaxLevels; n++ {
			keeps := depths(0)
			for k := 1; k <= n; k++ {
				if depth := start + d.Step*(k-1); depth > 0 && d.Bones && !barren(b, d, k, n) {
					keeps |= levelsOf(depth, depth)
				}
			}
			g.draws = append(g.draws, draw{uniform(ways), keeps})
		}
	}
	return g
}

// barren reports whether level k of the n of a dungeon is a special one that
// keeps no bones. A special level that may be any of the last ones is the last.
func barren(b *rules.Bones, d *rules.Dungeon, k, n int) bool {
	for _, l := range b.Levels {
		at := l.First
		if l.First == d.MinLevels && l.Last == d.MaxLevels {
			at = n
		}
		if l.Dungeon == d && at == k && (!l.Bones || l.Portal) {
			return true
		}
	}
	return false
}

// alone returns one special level. In the Dungeons it may be the one with the quest
// portal, and then keeps none.
func alone(b *rules.Bones, l *rules.Level) group {
	g := group{settles: ^depths(0), notes: map[int]string{}}
	others := []draw{{uniform(1), ^depths(0)}}
	if l.Dungeon == b.Level("Oracle").Dungeon && l.After == nil {
		portal := oracle(b)
		others = portal.draws
		g.notes = portal.notes
		for i := range others {
			others[i].keeps |= ^portal.settles
		}
	}
	n := max(1, l.Max-l.Min+1)
	for at := l.Min; at <= l.Max; at++ {
		for _, o := range others {
			keeps := depths(0)
			if at > 0 && l.Bones && !l.Portal && (!l.Branch || l.First == 1 && l.Last == 1) {
				keeps = levelsOf(at, at) & o.keeps
			}
			g.draws = append(g.draws, draw{new(big.Rat).Mul(uniform(n), o.p), keeps})
		}
	}
	return g
}

// on returns how many of some depths can hold bones.
func (w depths) on(some depths) int { return bits.OnesCount64(uint64(w & some)) }
