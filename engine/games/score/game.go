package score

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"sync"

	"delphi/engine/games/columns"
	"delphi/engine/games/xlog"
)

// Game is a game to be scored. Its More is what a Looker found in its row, where the
// rules look at rows.
type Game = columns.Game

// sameGame reports whether two rows are about one game, so that the later one
// corrects the earlier.
func sameGame(a, b *Game) bool {
	return a.Start != 0 && a.Start == b.Start && a.Source == b.Source && strings.EqualFold(a.Name, b.Name)
}

// Same identifies the game that a row is of, however often later rows correct it:
// "nao/ann/1795176000". Where the row does not say when it began, that is its ID.
func Same(g *Game) string {
	if g.Start == 0 {
		return g.ID
	}
	return g.Source + "/" + strings.ToLower(g.Name) + "/" + strconv.FormatInt(g.Start, 10)
}

// found is what rules find in a row beside what columns keep.
type found struct {
	variant string
	bits    []uint64 // of the achievements of the rules' table
	earned  []int32  // numbers of the rules' own achievements
	asked   []string // the names of those that conditions name
}

// Looks reports whether the rules need more of a game than columns keep, so that
// Game.More must be what a Looker finds in its row.
func (r *Rules) Looks() bool {
	return r.feats != nil || len(r.Variant) > 0 || len(r.Achievement) > 0
}

// Looker looks up what rules need to know about rows. Rows with the same findings share
// them. It is safe for use by many goroutines.
type Looker struct {
	rules  *Rules
	mu     sync.Mutex
	number map[string]uint32 // of what was found, from 1
	all    []any
}

// Looker looks at rows for the rules.
func (r *Rules) Looker() *Looker { return &Looker{rules: r, number: map[string]uint32{}} }

// Look finds in a row read at a source what the rules ask for, and returns its number, from 1:
// Game.More is Found()[number-1]. variant is the one of the registry as which it was read.
func (l *Looker) Look(rec *xlog.Record, source, variant string) (number uint32) {
	r, f := l.rules, found{}
	if len(r.Variant) > 0 {
		f.variant = r.variantOf(rec, source, variant)
	}
	f.earned = r.earned[f.variant].Of(rec, source)
	var few [8]uint64
	if r.feats != nil {
		f.bits = r.feats.AppendBits(few[:0], rec)
	}
	return l.share(f)
}

// Found returns what was found, by number.
func (l *Looker) Found() []any {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clip(l.all)
}

// share returns the number of what rows with the same findings share.
func (l *Looker) share(f found) uint32 {
	r := l.rules
	var room [128]byte
	key := append(room[:0], f.variant...)
	for _, id := range f.earned {
		key = binary.LittleEndian.AppendUint32(append(key, ','), uint32(id))
	}
	for _, w := range f.bits {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := l.number[string(key)]; n != 0 {
		return n
	}
	for _, id := range f.earned {
		if slices.Contains(r.asked, r.earnable[id]) {
			f.asked = append(f.asked, r.earnable[id])
		}
	}
	if r.feats != nil {
		for _, name := range r.asked {
			if k, b, ok := r.feats.Find(name); ok && f.bits[k]>>b&1 == 1 {
				f.asked = append(f.asked, name)
			}
		}
	}
	l.all = append(l.all, &found{f.variant, slices.Clone(f.bits), f.earned, f.asked})
	l.number[string(key)] = uint32(len(l.all))
	return uint32(len(l.all))
}

// none is what is found in a row that was not looked at.
var none = &found{}

func foundIn(g *Game) *found {
	if f, ok := g.More.(*found); ok {
		return f
	}
	return none
}

// judged returns a game as the rules see it: its outcome, variant and achievements.
func (r *Rules) judged(g *Game) *Game {
	won := g.Outcome == xlog.Ascended
	switch {
	case len(r.Define.AscendedBy) > 0:
		death := strings.ToLower(g.Death)
		won = slices.ContainsFunc(r.Define.AscendedBy, func(by string) bool {
			prefix, ok := strings.CutSuffix(strings.ToLower(by), "*")
			return ok && strings.HasPrefix(death, prefix) || death == prefix
		})
	case r.Define.Ascended == "achieve":
		won = slices.Contains(g.Achieved, "ascended")
	case r.Define.Ascended == "amulet":
		won = won || g.Outcome == xlog.Escaped && g.Amulet
	}
	outcome := g.Outcome
	switch {
	case won:
		outcome = xlog.Ascended
	case outcome == xlog.Ascended:
		outcome = xlog.Died
	}
	f := foundIn(g)
	if outcome == g.Outcome && len(r.Variant) == 0 && len(f.asked) == 0 {
		return g
	}
	j := *g
	j.Outcome = outcome
	if len(r.Variant) > 0 {
		j.Variant = f.variant
	}
	if len(f.asked) == 0 {
		return &j
	}
	j.Achieved = append(make([]string, 0, len(g.Achieved)+len(f.asked)), g.Achieved...)
	for _, name := range f.asked {
		if !slices.Contains(j.Achieved, name) {
			j.Achieved = append(j.Achieved, name)
		}
	}
	return &j
}
