package score

import (
	"fmt"
	"math/big"
	"time"

	"delphi/engine/games/query"
	"delphi/engine/games/streak"
)

// Worth says what each game of a leaderboard is worth, in whole points: Base divided by how
// often its value of Each has occurred by then, with Base times what Factors make more of
// it, and with Bonus. If the game was in a streak, that becomes more with the length that
// the streak has in the end, however early in it the game was. Each of the four sums is
// rounded down by itself, in the floating point of TNNT's own program: 60 * (1.2 - 1) is 11.
type Worth struct {
	Base    int64        `toml:"base"`
	Each    string       `toml:"each"`    // "role": for the n-th win of a role Base is divided by n
	Factors []Factor     `toml:"factors"` // multiplied if several fit
	Bonus   string       `toml:"bonus"`   // "${500000/turns}"
	BonusOf string       `toml:"bonus_of"`
	Streak  WorthStreaks `toml:"streak"`

	each    int // the number of the text
	bonus   *query.Value
	bonusOf *test
	where   *test // which wins are worth something
}

// WorthStreaks say how much more a game in a streak is worth: Step for each game of the
// streak beyond the first, up to Most times as much in all.
type WorthStreaks struct {
	Step  float64 `toml:"step"`
	Most  float64 `toml:"most"`
	Order string  `toml:"order"` // see StreakRule; all of a player's sources are one row of games
}

// worth checks what games are worth.
func (b *Board) worth(r *Rules, c *checker, what string) {
	w := &b.Worth
	if (b.Measure == "worth") != (w.Base != 0) {
		c.bad("%s: worth.base is for the measure worth, which needs it", what)
	}
	if b.Measure != "worth" {
		return
	}
	if w.Each != "" {
		w.each = r.text(c, what+": worth.each", w.Each)
	}
	for i := range w.Factors {
		w.Factors[i].where = c.games(fmt.Sprintf("%s: worth.factors %d", what, i+1), w.Factors[i].Games)
	}
	if w.Bonus != "" {
		w.bonus, w.bonusOf = c.value(what+": worth.bonus", w.Bonus), c.games(what+": worth.bonus_of", w.BonusOf)
	}
	if w.Streak.Order == "" {
		w.Streak.Order = r.Define.Streak.Order
	}
	c.oneOf(what+": worth.streak.order", w.Streak.Order, "start", "end", "overlap", "side", "longest")
	if w.Streak.Step < 0 || w.Streak.Step > 0 && w.Streak.Most < 1 {
		c.bad("%s: worth.streak: step is %v and most %v, want 0.1 and 1.5 or the like", what, w.Streak.Step, w.Streak.Most)
	}
}

// figure adds up what games are worth. Streaks are found among all games of the player.
func (w *Worth) figure() figure {
	return func(m *meter, games []*look) (v value) {
		times := w.streaks(m, games)
		nth := map[int32]int64{}
		for i, g := range games {
			if !g.won() || !g.meets(w.where) {
				continue
			}
			v.n += w.of(m, g, nth, times[i])
			v.at, v.ok, v.games = g.End, true, append(v.games, g)
		}
		return v
	}
}

// of returns what one win is worth, which is times as much by its streak.
func (w *Worth) of(m *meter, g *look, nth map[int32]int64, times float64) int64 {
	n := int64(1)
	if w.Each != "" {
		code := m.code(g, w.each)
		nth[code]++
		n = nth[code]
	}
	more := 1.0
	for i := range w.Factors {
		if g.meets(w.Factors[i].where) {
			more *= w.Factors[i].By
		}
	}
	factored := int64(float64(w.Base) * (more - 1))
	bonus := int64(0)
	if w.bonus != nil && g.meets(w.bonusOf) {
		bonus = int64(w.bonus.Number(g.Game, time.UTC))
	}
	return w.Base/n + factored + bonus + int64(float64(w.Base+factored+bonus)*(times-1))
}

// streaks returns how many times as much each game is worth by its streak.
func (w *Worth) streaks(m *meter, games []*look) []float64 {
	out := make([]float64, len(games))
	for i := range out {
		out[i] = 1
	}
	if w.Streak.Step == 0 {
		return out
	}
	plays := make([]streak.Play, len(games))
	for i, g := range games {
		plays[i] = streak.Play{Start: g.Start, End: g.End, Source: g.Name, Won: g.won()} // a clan's games are of several players
	}
	for _, run := range streak.Runs(m.w.tick, plays, StreakRule{Order: w.Streak.Order}) {
		times := min(1+w.Streak.Step*float64(len(run)-1), w.Streak.Most)
		for _, i := range run {
			out[i] = times
		}
	}
	return out
}

// floor rounds a number that is not below 0 down.
func floor(x *big.Rat) int64 { return new(big.Int).Div(x.Num(), x.Denom()).Int64() }

// words say what games are worth.
func (w *Worth) words() string {
	s := fmt.Sprintf("; %d", w.Base)
	if w.Each != "" {
		s += " divided by n for the n-th win of a " + w.Each
	}
	for _, f := range w.Factors {
		s += fmt.Sprintf("; %v times where %s", f.By, f.where.String())
	}
	if w.bonus != nil {
		s += "; with " + w.bonus.String()
		if w.bonusOf != nil {
			s += " where " + w.bonusOf.String()
		}
	}
	if w.Streak.Step > 0 {
		s += fmt.Sprintf("; %v times more for each further win of its streak, up to %v times", w.Streak.Step, w.Streak.Most)
	}
	return s
}
