package duel

import (
	"slices"
)

// limits keep the work of a fight in bounds. The zero value of each but parts tells all apart.
type limits struct {
	// Of the phases under way about many are told apart, none of them less likely than rare:
	// those that are stand together for what is alike.
	many int
	rare float64
	// What is less likely than lump goes whole one of the ways that it could go: where fewer
	// than many phases are under way, than as much less.
	lump float64
	// What is less likely is not followed.
	small float64
	// A cloud has at most so many parts, and none by which less is lost, as a share of both
	// sides' hit points at the start: loss says what.
	parts int
	loss  float64
}

// usual are the limits of every fight. Without any the chances differ by less than 3 in 1,000.
var usual = limits{many: 100, rare: 2e-5, lump: 7e-4, small: 1e-8, parts: 10, loss: 1e-7}

// thin keeps the work in bounds: it joins phases, and parts of clouds, that are too
// unlikely to be told apart.
func (f *field) thin() {
	f.grain = f.lump * min(1, float64(len(f.at.list)+len(f.parked.list))/float64(max(1, f.many)))
	if least := f.least(); least > 0 {
		f.join(least)
	}
	little := f.loss * float64(f.q.HP*f.q.FoeHP)
	for i := range f.at.list {
		h := &f.at.list[i]
		h.cloud = h.settled().atMost(f.parts, little)
	}
}

// least returns how likely a phase has to be to be told apart; 0: all are.
func (f *field) least() float64 {
	least := f.rare
	for f.many > 0 {
		n, rest := 0, 0.0
		for i := range f.at.list {
			if m := f.at.list[i].mass(); m >= least {
				n++
			} else {
				rest += m
			}
		}
		if float64(n)+rest/least <= float64(f.many) {
			break
		}
		least *= 1.5
	}
	return least
}

// join joins phases that are less likely than least to others that are alike, so that
// together they are as likely. One of them stands for all, the more often the likelier it is.
func (f *field) join(least float64) {
	var rare []held
	for _, h := range f.taken() {
		if h.mass() >= least {
			f.at.put(h.phase, h.cloud)
		} else {
			rare = append(rare, h)
		}
	}
	slices.SortStableFunc(rare, func(a, b held) int { return a.compare(b.phase) })
	for at := 0; at < len(rare); {
		end, m := at, 0.0
		for end < len(rare) && m < least && rare[end].kind() == rare[at].kind() {
			m += rare[end].mass()
			end++
		}
		one, need := at, m*f.debts.needs()
		for need -= rare[one].mass(); need > 0 && one < end-1; need -= rare[one].mass() {
			one++
		}
		for _, h := range rare[at:end] {
			f.at.put(rare[one].phase, h.cloud)
		}
		at = end
	}
}
