package tune

import (
	"math/bits"
	"strings"
	"sync"

	"delphi/engine/problem"
)

// Length is how many notes a tune has, Notes how many there are to choose from:
// A to G.
const (
	Length = 5
	Notes  = 7
	Count  = 16_807 // of tunes
)

// Tune is a tune: a number below Count, whose digits to the base of Notes are its
// notes, the first note first.
type Tune uint16

// Parse reads a tune: five notes from A to G, in either case. The game takes an
// H for a B. Its errors are a *problem.Problem.
func Parse(text string) (Tune, error) {
	n := 0
	for _, r := range strings.ToUpper(text) {
		if r == 'H' {
			r = 'B'
		}
		if r < 'A' || r >= 'A'+Notes {
			return 0, notATune(text)
		}
		if n = n*Notes + int(r-'A'); n >= Count {
			return 0, notATune(text)
		}
	}
	if len(text) != Length {
		return 0, notATune(text)
	}
	return Tune(n), nil
}

func notATune(text string) error {
	return problem.Newf("A tune is five notes from A to G, not %q.", text).Try("tune AABBC 2 gears 1 tumbler")
}

// String returns the tune as it is typed: "AABBC".
func (t Tune) String() string {
	var notes [Length]byte
	for i, n := Length-1, int(t); i >= 0; i, n = i-1, n/Notes {
		notes[i] = 'A' + byte(n%Notes)
	}
	return string(notes[:])
}

// Heard is what the bridge answers.
type Heard struct {
	Gears    int `json:"gears"`    // notes in their places
	Tumblers int `json:"tumblers"` // notes of the tune in other places
}

// answers bounds the numbers of Heard.index.
const answers = (Length + 1) * (Length + 1)

func (h Heard) index() int { return h.Gears*(Length+1) + h.Tumblers }

func heardAt(i int) Heard { return Heard{i / (Length + 1), i % (Length + 1)} }

// Opens reports whether it was the right tune.
func (h Heard) Opens() bool { return h.Gears == Length }

// Check refuses what the bridge never answers. Its errors are a *problem.Problem.
func (h Heard) Check() error {
	switch {
	case h.Gears < 0 || h.Tumblers < 0 || h.Gears+h.Tumblers > Length:
		return problem.Newf("A tune has %d notes, so you hear at most %d gears and tumblers together, not %d and %d.", Length, Length, h.Gears, h.Tumblers).Try("tune AABBC 2 gears 1 tumbler")
	case h.Gears == Length-1 && h.Tumblers == 1:
		return problem.New("You can't hear four gears and a tumbler: with four notes in place, the fifth has nowhere else to go.", "tune AABBC 4 gears")
	}
	return nil
}

// tables holds what comparing two tunes takes.
type tables struct {
	places [Count]uint16      // three bits for each note
	notes  [Count]uint16      // number of the set of its notes, wherever they stand
	common [sets * sets]uint8 // how many notes two sets have in common
	size   [sets][Notes]uint8 // how often a set has each note
}

// sets is how many sets of five notes there are.
const sets = 462

var table = sync.OnceValue(func() *tables {
	t := &tables{}
	seen := map[[Notes]uint8]uint16{}
	for i := range t.places {
		var has [Notes]uint8
		for k, n := 0, i; k < Length; k, n = k+1, n/Notes {
			has[n%Notes]++
			t.places[i] |= uint16(n%Notes) << (3 * k)
		}
		id, ok := seen[has]
		if !ok {
			id = uint16(len(seen))
			seen[has] = id
			t.size[id] = has
		}
		t.notes[i] = id
	}
	for a := range t.size {
		for b := range t.size {
			for k := range Notes {
				t.common[a*sets+b] += min(t.size[a][k], t.size[b][k])
			}
		}
	}
	return t
})

// answer returns the index of what the bridge answers to a try where a tune is right.
func (t *tables) answer(right, try Tune) int {
	x := t.places[right] ^ t.places[try]
	gears := Length - bits.OnesCount16((x|x>>1|x>>2)&0b001_001_001_001_001)
	return gears*Length + int(t.common[int(t.notes[right])*sets+int(t.notes[try])]) // gears*6 + tumblers
}

// Answers returns what the bridge answers to a try where the tune t is right.
func (t Tune) Answers(try Tune) Heard { return heardAt(table().answer(t, try)) }
