package rules

import (
	"strconv"
	"strings"
)

// Leaving is what the game leaves of one monster by a case of its own (mon.c,
// make_corpse), instead of its corpse or beside it.
type Leaving struct {
	// Old is whose corpse lies there, dated back; empty: nobody's.
	Old string
	// Once n: things are left one time in n.
	Once int
	// Dice rolls how many things are left: "2d4", "1d3-1".
	Dice string
	// Things holds what each of them may be, by weight.
	Things []Thing
	// Called is what the things are called together, where they are many alike.
	Called string
	// Made is a material: a thing is any random object that can be of it, and one
	// of Things only where the object cannot. The chances are then not known.
	Made string
	// Beside says that the corpse is left too.
	Beside bool
}

// Thing is one kind of what a Leaving leaves. Of all their weights, its own is
// the share of it.
type Thing struct {
	Name   string
	Weight int
}

// glass holds the colours of worthless glass.
var glass = []string{"white", "blue", "red", "yellowish brown", "orange", "yellow", "black", "green", "violet"}

// leaving reads a row of remains.tsv. Its things are "quarterstaff 27;club 6",
// a lone one has no weight, and "glass" is a piece of any colour.
func leaving(r row) Leaving {
	l := Leaving{Old: r.str("old"), Once: max(1, r.num("once")), Dice: r.str("dice"), Called: r.str("called"), Made: r.str("made"), Beside: r.yes("beside")}
	if r.str("things") == "glass" {
		for _, colour := range glass {
			l.Things = append(l.Things, Thing{"worthless piece of " + colour + " glass", 1})
		}
		return l
	}
	for part := range strings.SplitSeq(r.str("things"), ";") {
		name, weight := part, 1
		if i := strings.LastIndexByte(part, ' '); i >= 0 {
			if n, err := strconv.Atoi(part[i+1:]); err == nil {
				name, weight = part[:i], n
			}
		}
		if name != "" {
			l.Things = append(l.Things, Thing{name, weight})
		}
	}
	return l
}
