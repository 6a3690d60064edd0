package spell

import (
	"fmt"

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
	Held     *rules.Held // nil: nothing, or nothing that matters
	Confused bool
	Amulet   bool // carrying the Amulet of Yendor
}

// Limits of what a hero can be.
const (
	MinXL, MaxXL     = 1, 30
	MinStat, MaxStat = 3, 25
)

// Impossible is the error of Check: the state cannot occur in the game.
type Impossible struct{ Text string }

func (e *Impossible) Error() string { return e.Text }

// Check refuses a state that cannot occur: values out of range, a shield with
// a two-handed thing in hand. (Two pieces in one slot cannot be expressed.)
func (q *Question) Check() error {
	if q.XL < MinXL || q.XL > MaxXL {
		return &Impossible{fmt.Sprintf("XL goes from %d to %d, not %d", MinXL, MaxXL, q.XL)}
	}
	for _, s := range []struct {
		name  string
		value int
	}{{"Int", q.Int}, {"Wis", q.Wis}, {"Dex", q.Dex}} {
		if s.value < MinStat || s.value > MaxStat {
			return &Impossible{fmt.Sprintf("%s goes from %d to %d, not %d", s.name, MinStat, MaxStat, s.value)}
		}
	}
	if s := q.Worn[rules.Shield]; s.Worn != nil && q.Held != nil && q.Held.TwoHanded {
		return &Impossible{fmt.Sprintf("%s takes both hands, so %s cannot be worn with it", q.Held.Name, s.Name)}
	}
	return nil
}

// Stat is the value of the attribute that the role casts with, with what is
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
