package bones

import (
	"fmt"
	"slices"
	"strings"

	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// Question is a death on a level. The place is a Level, or a level of Dungeon
// (Number may be 0: any of its ordinary levels), or a Depth alone, which means
// an ordinary level of the Dungeons or of Gehennom.
type Question struct {
	Rules   *rules.Set
	Level   *rules.Level
	Dungeon *rules.Dungeon
	Number  int // counted from the level one enters the Dungeon by
	Depth   int // 0: not said; negative on the Planes

	Branch  bool // another dungeon branches off here
	Portal  bool // a magic portal is here
	Waiting bool // a file for this level waits already

	Death *rules.Death // nil: killed by a monster
	Race  string       // one of rules.Races; empty: not said
	Items int          // things in the main inventory; 0: not asked
}

// Limits of a question.
const (
	// MaxDepth is the deepest level that is answered. No game has one deeper than
	// Bones.Deepest, and the answer says so.
	MaxDepth = 60
	MaxItems = 500
)

// impossible returns the error of a level or a death that no game has.
func impossible(format string, args ...any) error {
	return problem.Newf(format, args...).Try("bones 12", "bones minetown")
}

// place is a level as far as it is known.
type place struct {
	name     string
	min, max int
	bones    bool // passes the test of eligibility
	portal   bool
	first    bool // level 1 of its dungeon, where a branch does not matter
	branch   bool
	sameRole bool
	why      string
	note     string
	maybe    []*rules.Level // special levels that might lie there, too
	tooDeep  bool
	only     string // why no level of that depth is ordinary; empty: one can be
}

// Check refuses places and deaths that no game has, with a *problem.Problem.
func (q *Question) Check() error {
	if q.Items < 0 || q.Items > MaxItems {
		return impossible("You can ask about up to %d items, not %d.", MaxItems, q.Items)
	}
	if q.Race != "" && !slices.Contains(rules.Races, q.Race) {
		return impossible("There is no race %q. The races are %s.", q.Race, strings.Join(rules.Races, ", "))
	}
	_, err := q.place()
	return err
}

func (q *Question) place() (place, error) {
	switch {
	case q.Level != nil:
		p := special(q.Level)
		return p, p.narrow(q.Depth)
	case q.Dungeon != nil && q.Number != 0:
		return q.numbered()
	case q.Dungeon != nil:
		return q.somewhere()
	}
	return q.deep()
}

func special(l *rules.Level) place {
	return place{
		name: l.Name, min: l.Min, max: l.Max,
		bones: l.Bones, portal: l.Portal, first: l.First == 1 && l.Last == 1, branch: l.Branch,
		sameRole: l.Dungeon.SameRole, why: l.Why, note: l.Note,
	}
}

// narrow takes a depth that was said with the level.
func (p *place) narrow(depth int) error {
	switch {
	case depth == 0:
		return nil
	case depth < p.min || depth > p.max:
		if p.min == p.max {
			return impossible("%s is always at depth %d, not %d.", p.name, p.min, depth)
		}
		return impossible("%s is somewhere from Dlvl %d to %d, not at %d.", p.name, p.min, p.max, depth)
	}
	p.min, p.max = depth, depth
	return nil
}

// numbered returns level Number of the Dungeon.
func (q *Question) numbered() (place, error) {
	d, n := q.Dungeon, q.Number
	if n < 1 || n > d.MaxLevels {
		return place{}, impossible("%s has levels 1 to %d, not %d.", d.Name, d.MaxLevels, n)
	}
	maybe := q.specials(func(l *rules.Level) bool { return l.Dungeon == d && l.First <= n && n <= l.Last })
	p := place{name: fmt.Sprintf("%s, level %d", d.Name, n), bones: d.Bones, why: d.Why, first: n == 1, sameRole: d.SameRole, maybe: maybe}
	for _, l := range maybe {
		if l.First == l.Last {
			p = special(l)
		}
	}
	if n > d.Ordinary && len(maybe) > 0 && p.maybe != nil {
		p = special(maybe[0])
	}
	p.min, p.max = d.Depths(n)
	return p, p.narrow(q.Depth)
}

// somewhere returns an ordinary level of the Dungeon.
func (q *Question) somewhere() (place, error) {
	d := q.Dungeon
	p := place{name: d.Name, bones: d.Bones, why: d.Why, sameRole: d.SameRole}
	top, bottom := 1, max(d.Ordinary, 1)
	if d.Ordinary == 0 {
		if d.Bones {
			return place{}, impossible("%s has no ordinary levels. Name one of its own: %s.", d.Name, strings.Join(levelNames(q.Rules.Bones(), d), ", "))
		}
		bottom = d.MaxLevels
	}
	least, _ := d.Depths(top)
	_, most := d.Depths(bottom)
	if d.Step < 0 {
		least, _ = d.Depths(bottom)
		_, most = d.Depths(top)
	}
	p.min, p.max = least, most
	if q.Depth != 0 && d.Ordinary > 0 && (q.Depth < least || q.Depth > most) {
		// It may still be the special level at the bottom.
		for _, l := range q.specials(func(l *rules.Level) bool { return l.Dungeon == d && l.Min <= q.Depth && q.Depth <= l.Max }) {
			p = special(l)
		}
	}
	return p, p.narrow(q.Depth)
}

func levelNames(b *rules.Bones, d *rules.Dungeon) []string {
	var out []string
	for _, l := range b.Levels {
		if l.Dungeon == d {
			out = append(out, l.Name)
		}
	}
	return out
}

// deep returns an ordinary level at Depth, where there can be one.
func (q *Question) deep() (place, error) {
	b := q.Rules.Bones()
	if q.Depth < 1 || q.Depth > MaxDepth {
		return place{}, impossible("The dungeon is %d levels deep, so there is no Dlvl %d. The Planes go by their names.", b.Deepest(), q.Depth)
	}
	p := place{name: fmt.Sprintf("Dlvl %d", q.Depth), min: q.Depth, max: q.Depth, first: q.Depth == 1, maybe: mainLevels(b, q.Depth)}
	if q.Depth > b.Deepest() {
		p.tooDeep, p.bones = true, true
		return p, nil
	}
	// A number alone means an ordinary level, even if there can be none.
	p.bones = true
	if !ordinary(b, q.Depth) {
		p.only = p.maybe[0].Why
		if len(p.maybe) > 1 {
			p.only = fmt.Sprintf("that deep there is only %s or %s, which keep none", p.maybe[0].Name, p.maybe[1].Name)
		}
	}
	return p, nil
}

// ordinary reports whether the Dungeons or Gehennom can have a level at that
// depth that is not special.
func ordinary(b *rules.Bones, depth int) bool {
	for _, d := range b.Dungeons {
		if !d.Main {
			continue
		}
		for n := 1; n <= d.Ordinary; n++ {
			if least, most := d.Depths(n); least <= depth && depth <= most {
				return true
			}
		}
	}
	return false
}

// mainLevels returns the special levels of the Dungeons and Gehennom that can lie
// at that depth.
func mainLevels(b *rules.Bones, depth int) []*rules.Level {
	return seq.Filter(b.Levels, func(l *rules.Level) bool { return l.Dungeon.Main && l.Min <= depth && depth <= l.Max })
}

func (q *Question) specials(keep func(*rules.Level) bool) []*rules.Level {
	return seq.Filter(q.Rules.Bones().Levels, keep)
}
