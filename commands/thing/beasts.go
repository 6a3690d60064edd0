package thing

import (
	"math"
	"slices"
	"strings"
	"sync"

	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// Monsters indexes a version's monsters by all names that any version knows them by:
// 3.4.3's gnome lord is also found as gnome leader. Two monsters with one name are two
// entries.
type Monsters struct {
	*names.Index
}

var beastsOf sync.Map // version -> *beasts

func MonstersOf(b *rules.Bestiary) *Monsters {
	if x, ok := beastsOf.Load(b.Name); ok {
		return x.(*Monsters)
	}
	own := map[string]bool{}
	for _, m := range b.Monsters {
		for _, n := range m.Names {
			own[strings.ToLower(n)] = true
		}
	}
	also := map[string][]string{} // by a name of this version, names that others know it by
	for _, version := range rules.BestiaryNames() {
		for _, m := range rules.BestiaryOf(version).Monsters {
			if len(m.Names) == 1 {
				continue
			}
			for _, n := range m.Names {
				for _, other := range m.Names {
					if own[strings.ToLower(n)] && !own[strings.ToLower(other)] {
						also[strings.ToLower(n)] = append(also[strings.ToLower(n)], other)
					}
				}
			}
		}
	}
	out := &Monsters{names.NewIndex()}
	for _, m := range b.Monsters {
		aliases := slices.Clone(m.Names[1:])
		for _, n := range m.Names {
			aliases = append(aliases, also[strings.ToLower(n)]...)
		}
		out.Add(&names.Entry{Name: m.Name, Value: m}, aliases...)
	}
	x, _ := beastsOf.LoadOrStore(b.Name, out)
	return x.(*Monsters)
}

func (x *Monsters) Called(text string) []*rules.Monster {
	out := seq.Map(x.Exact([]byte(strings.Join(names.Words(text), ""))), func(e *names.Entry) *rules.Monster { return e.Value.(*rules.Monster) })
	slices.SortStableFunc(out, func(a, b *rules.Monster) int { // those whose first name it is
		return boolOrder(strings.EqualFold(b.Name, text)) - boolOrder(strings.EqualFold(a.Name, text))
	})
	return out
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Partly returns the monsters whose names end in the words of a text, then those that
// begin with them: "master" may be the Grand Master and a master lich.
func (x *Monsters) Partly(text string) []*names.Entry {
	out := slices.Clone(x.Tail([]byte(strings.Join(names.Words(text), ""))))
	begin := names.Fold(text)
	for _, e := range x.Complete(begin, math.MaxInt, nil) {
		rest, ok := strings.CutPrefix(names.Fold(e.Name), begin)
		if ok && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "-")) && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}
