package duel

import "cmp"

// doom is something that will kill the hero after some turns.
type doom int8

const (
	none doom = iota
	stone
	slime
	illness
)

// dooms holds what dooms are called.
var dooms = map[doom]string{stone: "turning to stone", slime: "turning to slime", illness: "illness"}

// A phase is all of a fight but hit points. Turns in it are those of the game.
type phase struct {
	// The turns from which something is over; 0: it is. They come first, so that no gaps
	// in memory make a phase slow to find.
	wakes  int16 // from which the hero can move
	steady int16 // the hero is not stunned
	clear  int16 // and not confused
	rested int16 // the foe casts or engulfs
	due    int16 // the turn at whose end the doom kills, but for an illness

	flees bool
	timed bool // for as long as the cloud says, where such fears are told apart
	fled  bool // it has fled before
	gap   int8 // squares between the two; 1 is beside
	stuck bool // the foe holds on to the hero

	inside  int8 // the range of moves that an engulfer keeps the hero, which the cloud holds; 0: outside
	doom    doom
	drained int8 // levels lost
	dulled  int8 // Int lost
	robbed  bool // of the weapon

	hasted  bool // the foe's haste
	dazed   bool // the foe is stunned
	spent   bool // the foe has no more moves this turn
	moves   int8 // of the hero this turn
	left    int8 // movement after them
	waiting bool // the last of them comes after all of the foe's
}

// kind returns what phases have in common of which one may stand for the other.
func (p phase) kind() phase {
	return phase{
		doom: p.doom, inside: min(p.inside, 1), flees: p.flees, timed: p.timed, fled: p.fled, robbed: p.robbed, dazed: p.dazed,
		wakes: min(p.wakes, 1), steady: min(p.steady, 1),
	}
}

// compare orders phases so that those that are alike come one after another: those of a kind,
// then by what matters most.
func (p phase) compare(q phase) int {
	k, l := p.kind(), q.kind()
	return cmp.Or(
		cmp.Compare(k.doom, l.doom), cmp.Compare(k.inside, l.inside), flag(p.flees)-flag(q.flees), flag(p.timed)-flag(q.timed), flag(p.fled)-flag(q.fled),
		flag(p.robbed)-flag(q.robbed), flag(p.dazed)-flag(q.dazed), cmp.Compare(k.wakes, l.wakes), cmp.Compare(k.steady, l.steady),
		flag(p.hasted)-flag(q.hasted), flag(p.stuck)-flag(q.stuck), cmp.Compare(p.drained, q.drained), cmp.Compare(p.dulled, q.dulled), cmp.Compare(p.gap, q.gap), cmp.Compare(p.due, q.due), cmp.Compare(p.inside, q.inside),
		cmp.Compare(p.wakes, q.wakes), cmp.Compare(p.steady, q.steady), cmp.Compare(p.clear, q.clear), cmp.Compare(p.rested, q.rested), cmp.Compare(p.left, q.left),
	)
}

// flag returns 1 for what is so.
func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
