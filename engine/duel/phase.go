package duel

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

	inside  int8 // moves that an engulfer still keeps the hero; 0: outside
	doom    doom
	drained int8 // levels lost
	robbed  bool // of the weapon

	hasted  bool // the foe's haste
	dazed   bool // the foe is stunned
	spent   bool // the foe has no more moves this turn
	moves   int8 // of the hero this turn
	left    int8 // movement after them
	waiting bool // the last of them comes after all of the foe's
}

// timeless returns the phase without what lasts for a number of turns.
func (p phase) timeless() phase {
	p.wakes, p.steady, p.clear, p.rested, p.due = min(p.wakes, 1), min(p.steady, 1), min(p.clear, 1), min(p.rested, 1), min(p.due, 1)
	return p
}

// apart returns by how many turns two phases differ that are alike without them.
func (p phase) apart(q phase) (turns int) {
	for _, d := range [...]int16{p.wakes - q.wakes, p.steady - q.steady, p.clear - q.clear, p.rested - q.rested, p.due - q.due} {
		turns += int(max(d, -d))
	}
	return turns
}

// passes reports a phase in which something is over after some turns.
func (p phase) passes() bool { return p.wakes|p.steady|p.clear|p.rested|p.due != 0 }
