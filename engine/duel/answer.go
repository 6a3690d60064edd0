package duel

import (
	"delphi/engine/duel/tally"
	"delphi/engine/lanes"
)

// Answer is how a fight ends, Chance a chance of it and Cause a way to die.
type (
	Answer = tally.Answer
	Chance = tally.Chance
	Cause  = tally.Cause
)

// Fight answers a question that passes Check.
func Fight(q *Question) Answer {
	a, _ := play(q)
	return a
}

// play answers a question, and returns those who have won by turn, if they go on.
func play(q *Question) (Answer, [][]survivor) {
	f := newField(q)
	start := 1.0
	if q.from != nil {
		start = f.coming()
	}
	f.run()
	f.ended.share(start)
	e := &f.ended
	a := Answer{
		Monster: q.Foe.Name, Level: q.Foe.MonsterLevel(), HP: q.HP, FoeHP: q.FoeHP, Limit: q.Turns,
		Win: Chance{P: e.win}, Lose: Chance{P: e.lose}, Open: Chance{P: e.open}, Flees: Chance{P: e.fled}, Lost: e.lost, Dead: e.losses, Won: e.wins,
	}
	a.HPLeft, a.Left = tally.LeftOf(e.won), e.won
	if over := e.win + e.lose + e.open; over > 0 {
		a.Turns.Mean = e.turns / over
	}
	a.Turns.Half = tally.Halfway(e.wins, e.losses)
	a.Causes = tally.Causes(e.causes)
	byName := map[string]float64{}
	for d, p := range e.doomed {
		byName[dooms[d]] += p
	}
	a.Doomed = tally.Causes(byName)
	a.Cites = []string{"to hit", "monster to hit", "hero movement", "monster speed"}
	if f.blast != nil {
		a.Cites = append(a.Cites, "corpse left")
	}
	return a, e.survivors
}

// A fight is over when hardly any of it is left. One that is long by then goes on as it did
// in recent turns once less than little is left, which is mostly a foe that flees.
const (
	hardly = 1e-5
	little = 2e-3
	recent = 10
	late   = 30 // turns
)

// over reports a fight of which too little is left after a turn to follow.
// Those who win and go on to another fight are followed for longer.
func (f *field) over(left float64) bool {
	if f.coming() > 0 {
		return false
	}
	return left < hardly || left < little && f.turn > late && !f.q.goesOn
}

// goOn has what is left after a turn end as fights did in the turns before, ever fewer of
// them, and returns what is then still open.
func (e *ending) goOn(left float64, turn int) (open float64) {
	from := max(0, turn-recent) + 1
	win, lose := lanes.Sum(e.wins[from:turn+1])/recent, lanes.Sum(e.losses[from:turn+1])/recent
	if win+lose == 0 {
		return left
	}
	once := (win + lose) / (left + (win+lose)*recent/2) // how much of it ends in a turn
	open = left
	for t := turn + 1; t < len(e.wins); t++ {
		e.wins[t] = open * once * win / (win + lose)
		e.losses[t] = open * once * lose / (win + lose)
		e.turns += open * once * float64(t)
		open -= open * once
	}
	won, lost := lanes.Sum(e.wins[turn+1:]), lanes.Sum(e.losses[turn+1:])
	if e.win > 0 {
		lanes.Scale(e.won, 1+won/e.win)
	}
	for c := range e.causes {
		e.causes[c] *= 1 + lost/e.lose
	}
	e.win += won
	e.lose += lost
	return open
}

// share gives what was not followed, of the chance at the start, to all endings alike.
func (e *ending) share(start float64) {
	all := e.win + e.lose + e.open
	if all == 0 {
		return
	}
	e.lost = max(0, start-all)
	more := start / all
	for _, x := range []*float64{&e.win, &e.lose, &e.open, &e.turns} {
		*x *= more
	}
	for _, turn := range e.survivors {
		for i := range turn {
			lanes.Scale(turn[i].hero, more)
			turn[i].all *= more
		}
	}
	for _, list := range [][]float64{e.won, e.wins, e.losses} {
		for i := range list {
			list[i] *= more
		}
	}
	for k := range e.causes {
		e.causes[k] *= more
	}
}
