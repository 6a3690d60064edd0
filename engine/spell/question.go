package spell

import (
	"cmp"
	"fmt"

	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Piece is something worn. The zero Piece is an empty slot.
type Piece struct {
	*rules.Worn
	Enchant int
	BUC     rules.BUC
}

// Question is one cast: everything that the game looks at.
type Question struct {
	Rules *rules.Set
	Role  *rules.Role
	Spell *rules.Spell
	Skill rules.Skill // in the spell's school
	XL    int         // 1..30

	// Int, Wis and Dex are the effective values, 3..25, as the status line
	// shows them; only the enchantment of a helm of brilliance that is named
	// with it is added, and a dunce cap forces Int and Wis to 6. Dex is read
	// where Casting.Dexterity is not empty.
	Int, Wis, Dex int

	Worn     [rules.Slots]Piece
	Race     string      // where spells are inborn in it; empty: not said
	Held     *rules.Held // nil: nothing, or nothing that matters
	Confused bool
	Amulet   bool // carrying the Amulet of Yendor
}

// Limits of what a hero can be.
const (
	MinXL, MaxXL     = 1, 30
	MinStat, MaxStat = 3, 25
)

// within refuses a value out of range; word is what players type before it.
func within(name, word string, value, low, high int) error {
	if value >= low && value <= high {
		return nil
	}
	return problem.Newf("%s must be from %d to %d, not %d.", name, low, high, value).
		Try(fmt.Sprintf("%s%d", word, clamp(value, low, high)))
}

// elsewhere lists the first versions for which fits holds, as one types them.
func elsewhere(fits func(*rules.Set) bool) []string {
	const most = 3
	var out []string
	for _, name := range rules.Names() {
		if len(out) < most && fits(rules.Get(name)) {
			out = append(out, "v"+name)
		}
	}
	return out
}

// Check refuses, with a *problem.Problem, a state that cannot occur in the
// game: values out of range, a shield with a two-handed thing in hand. (Two
// pieces in one slot cannot be expressed.)
func (q *Question) Check() error {
	if s := q.Worn[rules.Shield]; s.Worn != nil && q.Held != nil && q.Held.TwoHanded {
		return problem.Newf("The %s takes both hands, so you cannot wear the %s with it.", q.Held.Name, s.Name)
	}
	return cmp.Or(
		within("XL", "xl", q.XL, MinXL, MaxXL),
		within("Int", "int", q.Int, MinStat, MaxStat),
		within("Wis", "wis", q.Wis, MinStat, MaxStat),
		within("Dex", "dex", q.Dex, MinStat, MaxStat),
	)
}

// Stat returns the value of the attribute that the role casts with, with what is
// worn on the head counted in.
func (q *Question) Stat() int {
	v := q.Int
	if q.Role.Stat == rules.Wis {
		v = q.Wis
	}
	if helm := q.Worn[rules.Helmet]; helm.Worn != nil {
		switch {
		case helm.Dull:
			return 6
		case helm.Mind:
			v = min(MaxStat, max(MinStat, v+helm.Enchant))
		}
	}
	return v
}

// metal reports whether the slot holds metal that hampers: metallic and not
// excepted by the rules.
func (q *Question) metal(s rules.Slot) bool {
	p := q.Worn[s]
	return p.Worn != nil && p.Metallic && !p.Clear
}

// robe reports whether a robe is worn as a cloak or as body armour.
func (q *Question) robe() (cloak, body bool) {
	c, b := q.Worn[rules.Cloak], q.Worn[rules.Body]
	return c.Worn != nil && c.Robe, b.Worn != nil && b.Robe
}

// unhampered reports whether metal costs this role nothing for this spell.
func (q *Question) unhampered() bool {
	return q.Role.Unhampered != "" && q.Rules.School(q.Role, q.Spell) == q.Role.Unhampered
}
