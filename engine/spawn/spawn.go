package spawn

import (
	"cmp"
	"slices"
	"unicode"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Question is a place in the dungeon and who walks there.
type Question struct {
	Rules    *rules.Spawn
	Monsters *rules.Bestiary
	Place    *rules.Place
	Depth    int // below the surface
	Level    int // the level's number in a branch that is built upward; 0: the one it is entered on
	XL       int
	// Difficulty may be given instead of Depth; 0 means that it is worked out.
	Difficulty int
	Aggravate  bool
	Deep       bool // below the Castle
	Late       bool // after the invocation, or the Wizard's death
}

// Answer is who comes, the likeliest first.
type Answer struct {
	Place      string    `json:"place"`
	Difficulty int       `json:"difficulty"`
	Weakest    int       `json:"weakest"`   // the least difficulty of those who come
	Strongest  int       `json:"strongest"` // and the greatest
	Weight     int       `json:"total_weight"`
	Monsters   []Monster `json:"monsters"` // given that one comes
	// Rate is the chance of one each turn.
	Rate  odds.Fraction `json:"rate"`
	Notes []string      `json:"-"`
	Cites []string      `json:"-"`
}

// Monster is one kind and its chance.
type Monster struct {
	Name   string `json:"name"`
	Weight int    `json:"weight"`
	odds.Fraction
}

// Limits of a question.
const (
	MaxDepth = 60
	MaxXL    = 30
)

// Check refuses what no dungeon has. Its errors are a *problem.Problem.
func (q *Question) Check() error {
	bad := func(format string, args ...any) error {
		return problem.Newf(format, args...).Try("spawn depth 10 xl 8", "spawn depth 35 xl 14 in gehennom")
	}
	switch {
	case q.Depth < 1 && q.Difficulty < 1:
		return bad("At what depth?")
	case q.Depth > MaxDepth || q.Difficulty > 2*MaxDepth:
		return bad("The dungeon is at most %d levels deep.", MaxDepth)
	case q.XL < 1 || q.XL > MaxXL:
		return bad("XL goes from 1 to %d, not %d.", MaxXL, q.XL)
	case q.Level > 0 && q.Place.Up == 0:
		return bad("Only Sokoban and Vlad's Tower have floors of their own; elsewhere the depth is enough.")
	case q.Level < 0 || q.Level > q.Place.Up:
		return bad("%s has levels 1 to %d, not %d.", q.Place.Name, q.Place.Up, q.Level)
	}
	return nil
}

// difficulty returns the game's level_difficulty.
func (q *Question) difficulty() int {
	if q.Difficulty > 0 {
		return q.Difficulty
	}
	d := q.Depth
	if q.Rules.CountsUp && q.Place.Up > 0 {
		level := cmp.Or(q.Level, q.Place.Up)
		d += 2 * (q.Place.Up - level + 1)
	}
	if top := q.Rules.Aggravated; q.Aggravate && top > 0 {
		if d > top/2 {
			return top
		}
		return 2 * d
	}
	return d
}

// At answers a question that passes Check.
func At(q *Question) Answer {
	d := q.difficulty()
	a := Answer{
		Place: q.Place.Name, Difficulty: d, Weakest: d / q.Rules.Weakest, Strongest: (d + q.XL) / 2,
		Monsters: []Monster{}, Rate: odds.Of(1, int64(q.once())), Cites: []string{"random monster", "monsters per turn"},
	}
	for _, m := range q.Monsters.Monsters {
		if m.Difficulty < a.Weakest || m.Difficulty > a.Strongest || !q.comes(m) {
			continue
		}
		if w := q.weight(m); w > 0 {
			a.Monsters = append(a.Monsters, Monster{Name: m.Name, Weight: w})
			a.Weight += w
		}
	}
	for i := range a.Monsters {
		a.Monsters[i].Fraction = odds.Of(int64(a.Monsters[i].Weight), int64(a.Weight))
	}
	slices.SortStableFunc(a.Monsters, func(x, y Monster) int { return cmp.Compare(y.Weight, x.Weight) })
	if q.Place.Quest {
		a.Notes = append(a.Notes, "6 in 7 random monsters of the Quest are the role's own quest monsters, which are not counted here")
	}
	return a
}

// once returns n if one comes every n turns on average.
func (q *Question) once() int {
	switch {
	case q.Late:
		return q.Rules.OnceLate
	case q.Deep || q.Place.Hell:
		return q.Rules.OnceDeep
	}
	return q.Rules.Once
}

// comes reports a monster that is made at random in the place.
func (q *Question) comes(m *rules.Monster) bool {
	has := func(flag string) bool { return slices.Contains(m.Geno, flag) }
	switch {
	case has("NOGEN") || has("UNIQ"):
		return false
	case q.Place.Letters && !unicode.IsUpper(rune(m.Symbol[0])):
		return false
	case q.Place.Hell:
		return !has("NOHELL") && m.Align <= 0
	}
	return !has("HELL")
}

// weight returns how often a monster comes beside the others.
func (q *Question) weight(m *rules.Monster) int {
	w, by := m.Frequency, q.Rules.AlignWeight
	switch q.Place.Align {
	case "lawful":
		w += (m.Align + 20) / (2 * by)
	case "neutral":
		w += (20 - max(m.Align, -m.Align)) / by
	case "chaotic":
		w += (20 - m.Align) / (2 * by)
	}
	if q.Place.Hell && slices.Contains(m.Resists, "fire") {
		w += q.Rules.Heat
	}
	return w
}
