package eating

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Remains is what a killed monster may leave.
type Remains struct {
	Corpse string // whose corpse: a zombie leaves that of the living; empty: none
	Old    bool   // the corpse is dated back by rules.Eating.OldBy turns
	Glob   string // what kind of glob; empty: none
	Things Things // what lies beside the corpse, or instead of it
	Chance odds.Fraction
}

// Things holds the objects that a monster leaves of its own kind: a golem what
// it is made of, a unicorn its horn. The zero value is none.
type Things struct {
	rules.Leaving
}

// undead holds the endings of the names of undead whose corpse is that of the
// living.
var undead = []string{" zombie", " mummy"}

// Left returns what a fresh monster leaves on an ordinary level (mon.c,
// corpse_chance and make_corpse).
func Left(e *rules.Eating, b *rules.Bestiary, m *rules.Monster) Remains {
	r := Remains{Chance: CorpseChance(e, m)}
	own, special := e.Leaving(m)
	for _, ending := range undead {
		if living, ok := strings.CutSuffix(m.Name, ending); ok && b.Named(living) != nil {
			r.Corpse, r.Old = living, true
		}
	}
	switch {
	case r.Old:
	case own.Old != "":
		r.Corpse, r.Old = own.Old, true
	case e.Globs && m.Symbol == "P" && globs[m.Name]:
		r.Glob = "glob of " + m.Name
	default:
		r.Things = Things{own}
		if (!special || own.Beside) && !slices.Contains(m.Geno, "NOCORPSE") {
			r.Corpse = m.Name
		}
	}
	if r.Corpse == "" && r.Glob == "" && r.Things.None() {
		r.Chance = odds.Never
	}
	return r
}

// globs holds the monsters that leave globs.
var globs = map[string]bool{"gray ooze": true, "brown pudding": true, "green slime": true, "black pudding": true}

// CorpseChance returns the game's own chance of a corpse of a fresh monster, which
// does not ask whether it has one (mon.c, corpse_chance).
func CorpseChance(e *rules.Eating, m *rules.Monster) odds.Fraction {
	for _, a := range m.Attacks {
		if a.Type == "BOOM" {
			return odds.Never
		}
	}
	lich := m.Name == "Vlad the Impaler" || m.Symbol == "L"
	big := m.Size == "large" || m.Size == "huge" || m.Size == "gigantic"
	zombie := m.Symbol == "Z" && e.ZombiesAlways
	switch {
	case lich && !slices.Contains(e.Lasting, m.Name), slices.Contains(e.Crumbling, m.Name):
		return odds.Never
	case lich, big, zombie, m.Name == "lizard", m.Symbol == "'", player(m), e.Has(m, rules.Fatal):
		return odds.Always
	}
	n := int64(2)
	if m.Frequency < 2 {
		n++
	}
	if m.Size == "tiny" {
		n++
	}
	return odds.Of(1, n)
}

// player reports whether a monster is a player monster, which has the name of a
// role.
func player(m *rules.Monster) bool {
	return m.Symbol == "@" && m.Is("HUMAN") && m.Is("NOPOLY") && m.Is("COLLECT") && m.Is("STRONG") && !m.Is("MERC") && m.Level == 10 && !slices.Contains(m.Geno, "UNIQ")
}

// None reports whether there is nothing.
func (t Things) None() bool { return len(t.Leaving.Things) == 0 }

// Range returns the least and the greatest number of things, where any are left.
func (t Things) Range() (least, most int) {
	counts := slices.Sorted(maps.Keys(t.counts()))
	return counts[0], counts[len(counts)-1]
}

// counts returns the chances of each number of things. The dice are our own data.
func (t Things) counts() map[int]float64 {
	if n, err := strconv.Atoi(t.Dice); err == nil {
		return map[int]float64{n: 1}
	}
	roll, err := odds.ParseRoll(t.Dice)
	if err != nil {
		panic(fmt.Sprintf("eating: %q: %v", t.Dice, err))
	}
	sums, out := roll.Sums(), map[int]float64{}
	for n := sums.Min; n <= sums.Max; n++ {
		out[n] = sums.P(n)
	}
	return out
}

// Share returns the chance that one of the things is of a kind.
func (t Things) Share(kind rules.Thing) odds.Fraction {
	all := 0
	for _, k := range t.Leaving.Things {
		all += k.Weight
	}
	return odds.Of(int64(kind.Weight), int64(all))
}

// Any returns the chance that a monster leaves at least one thing of a kind.
func (t Things) Any(kind rules.Thing) float64 {
	other, none := t.Share(kind).Not().P, 0.0
	for n, p := range t.counts() {
		none += p * math.Pow(other, float64(n))
	}
	return (1 - none) / float64(t.Once)
}

// String returns the things in words: "iron chain (2 to 12)", "red dragon scales 1
// time in 3".
func (t Things) String() string {
	if t.None() {
		return ""
	}
	kinds := t.Leaving.Things
	text := kinds[0].Name
	switch {
	case t.Called != "":
		text = t.Called
	case len(kinds) > 1:
		parts := make([]string, len(kinds))
		for i, k := range kinds {
			parts[i] = share(t.Share(k)) + " " + k.Name
		}
		text = "things, each " + strings.Join(parts, ", ")
	}
	number := ""
	if least, most := t.Range(); most > 1 {
		number = fmt.Sprintf("%d to %d", least, most)
	}
	switch {
	case t.Made != "":
		fallback := strings.TrimPrefix(text, "things, each ")
		text = fmt.Sprintf("%s random things of %s; where one cannot be made of it, %s", number, t.Made, fallback)
	case number != "" && len(kinds) > 1 && t.Called == "":
		text = number + " " + text
	case number != "":
		text += " (" + number + ")"
	}
	if t.Once > 1 {
		text += fmt.Sprintf(" 1 time in %d", t.Once)
	}
	return text
}

// String returns what is left, as the game's own tables of it are written:
// "corpse:kobold(old)", "corpse:gray dragon; gray dragon scales 0.333333".
func (r Remains) String() string {
	var parts []string
	switch {
	case r.Glob != "":
		parts = append(parts, r.Glob)
	case r.Corpse != "" && r.Old:
		parts = append(parts, "corpse:"+r.Corpse+"(old)")
	case r.Corpse != "":
		parts = append(parts, "corpse:"+r.Corpse)
	}
	for _, k := range r.Things.Leaving.Things {
		name := k.Name
		if p := r.Things.Any(k); p < 1 && r.Things.Made == "" {
			name += " " + strconv.FormatFloat(p, 'f', 6, 64)
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, "; ")
}
