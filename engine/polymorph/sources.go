package polymorph

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// Group is sources that do equally well.
type Group struct {
	Name string `json:"name"` // "any magic tool"; of a single source its name
	// From names the members, those first that players have in plenty.
	From         []string `json:"from"`
	PerPolymorph float64  `json:"per_polymorph"`
	PerZap       float64  `json:"per_zap"`
	UntilLost    float64  `json:"until_lost"`
	MeanZaps     float64  `json:"mean_zaps"`
	Needed       []Needed `json:"needed"`
}

// Source is something to polymorph.
type Source struct {
	From         string  `json:"from"`
	Magic        bool    `json:"magic"`
	PerPolymorph float64 `json:"per_polymorph"`
	PerZap       float64 `json:"per_zap"`
	UntilLost    float64 `json:"until_lost"`

	Object *rules.Object `json:"-"`
}

// fodder.tsv says what players have in plenty, the most plentiful first, and
// what they would rather keep. It is a judgement and no rule of the game.
//
//go:embed fodder.tsv
var fodderTSV string

// plenty ranks objects by how readily players give them up, keep has those that
// are never suggested.
var plenty, keep = func() (map[string]int, map[string]bool) {
	plenty, keep := map[string]int{}, map[string]bool{}
	for i, line := range strings.Split(strings.TrimSpace(fodderTSV), "\n") {
		switch name, use, _ := strings.Cut(line, "\t"); use {
		case "plenty":
			plenty[name] = i
		case "keep":
			keep[name] = true
		}
	}
	return plenty, keep
}()

// find lists what can be polymorphed into the wanted things: everything of
// their classes that players can spare, and what becomes them from another class.
func (a *ForAnswer) find(ctx context.Context, g *Game, q *ForQuestion) error {
	var from []Stack
	for _, o := range g.Set.Objects() {
		s := Stack{Object: o, Quantity: 1, BUC: q.BUC}
		if o.Name == "corpse" {
			s.Corpse, s.Name = "crocodile", "crocodile corpse"
		} else if !spare(o) || slices.Contains(q.To, o) || !slices.ContainsFunc(q.To, func(t *rules.Object) bool { return t.Class == o.Class }) {
			continue
		}
		from = append(from, s)
	}
	// What players have in plenty first, then what is found often.
	slices.SortStableFunc(from, func(x, y Stack) int {
		return cmp.Or(cmp.Compare(rank(x.Object), rank(y.Object)), cmp.Compare(y.Object.Prob, x.Object.Prob))
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	var groups [][]int
	all := newChain(g, q.To).ask(from...)
	for i := range from {
		if all[i].won == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(members []int) bool {
			first := members[0]
			return kindOf(&from[first]) == kindOf(&from[i]) && closer(all[first].won, all[i].won) == 0 && closer(all[first].zap, all[i].zap) == 0
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], i)
	}
	slices.SortStableFunc(groups, func(x, y []int) int {
		return cmp.Or(closer(all[y[0]].won, all[x[0]].won), closer(all[y[0]].zap, all[x[0]].zap))
	})
	for _, members := range groups {
		x := &all[members[0]]
		group := Group{PerPolymorph: x.once, PerZap: x.zap, UntilLost: x.won, MeanZaps: x.zaps, Needed: x.needed(q.Times, q.Percent)}
		for _, i := range members {
			s := &from[i]
			group.From = append(group.From, s.Shown())
			a.Sources = append(a.Sources, Source{s.Shown(), s.Object.Magic, x.once, x.zap, x.won, s.Object})
		}
		group.Name = group.From[0]
		if len(members) > 1 {
			group.Name = "any " + kindOf(&from[members[0]])
		}
		a.Groups = append(a.Groups, group)
	}
	if len(a.Groups) == 0 {
		a.Reason = g.never(nil, q.To)
	}
	return nil
}

// spare reports whether players come across an object and can do without it.
func spare(o *rules.Object) bool {
	_, common := plenty[o.Name]
	return common || (o.Prob > 0 || o.Prob1 > 0) && !keep[o.Name]
}

// rank returns the place of an object among those in plenty; all others share the
// one behind them.
func rank(o *rules.Object) int {
	if i, ok := plenty[o.Name]; ok {
		return i
	}
	return len(plenty) + 1
}

// kindOf names what sources have in common: "magic tool".
func kindOf(s *Stack) string {
	if s.Corpse != "" {
		return s.Corpse + " corpse"
	}
	class := nouns[s.Object.Class]
	if class == "" {
		class = s.Object.Class
	}
	if s.Object.Magic {
		return "magic " + class
	}
	return "non-magic " + class
}

// nouns holds the classes whose name alone does not name one thing of them.
var nouns = map[string]string{"armor": "armor", "food": "food item", "coin": "coins", "gem": "gem or stone", "rock": "boulder or statue"}

// closer compares chances, but for their last digits.
func closer(x, y float64) int {
	if math.Abs(x-y) <= 1e-12 {
		return 0
	}
	return cmp.Compare(x, y)
}

// never returns the sentence that says why nothing of the wanted things can come of
// from, or of anything if from is nil.
func (g *Game) never(from *Stack, to []*rules.Object) string {
	o := to[0]
	if from != nil {
		switch into := g.Rules.Becomes(peculiar(from)); {
		case g.Safe(from):
			return fmt.Sprintf("Polymorph never affects %s.", article(from.Shown()))
		case into != nil && from.Corpse != "":
			return fmt.Sprintf("%s always becomes %s.", capital(article(from.Corpse+" corpse")), into.Name)
		case g.stays(from), g.draw(from.Object.Class, g.magic(from)) == nil:
			return fmt.Sprintf("%s stays what it is.", capital(article(from.Shown())))
		}
		// Of several wanted things tell of one that could have come.
		if i := slices.IndexFunc(to, func(t *rules.Object) bool { return t.Class == from.Object.Class }); i >= 0 {
			o = to[i]
		} else {
			return fmt.Sprintf("Polymorph keeps the class of an object: %s is of the class %s and %s of the class %s.",
				article(from.Shown()), from.Object.Class, article(o.Name), o.Class)
		}
	}
	switch why := g.Never(o); {
	case why != "":
		return why
	case from != nil:
		return fmt.Sprintf("No chain of polymorphs leads from %s to %s.", article(from.Shown()), article(o.Name))
	}
	return fmt.Sprintf("Nothing that can be spared becomes %s.", article(o.Name))
}

// Never returns the sentence that says why polymorph does not make a thing, whatever it
// is made of; empty if it can.
func (g *Game) Never(o *rules.Object) string {
	drawn := g.once(o.Class)
	switch into := g.Rules.Becomes(o.Name); {
	case g.Rules.Redrawn(o.Name):
		return fmt.Sprintf("When polymorph draws %s, the game draws something else instead.", article(o.Name))
	case into != nil:
		return fmt.Sprintf("When polymorph draws %s, it becomes %s instead.", article(o.Name), article(into.Name))
	case o.Class == "gem" && o.Prob > 0 && drawn != nil && drawn[slices.Index(g.classes["gem"], o)] == 0:
		return fmt.Sprintf("%s does not occur this high up in the Dungeons; go deeper first.", capital(article(o.Name)))
	case drawn == nil || drawn[slices.Index(g.classes[o.Class], o)] == 0:
		return fmt.Sprintf("Polymorph only makes what the game generates at random, which %s never is.", article(o.Name))
	}
	return ""
}

// article puts the article before the name of one thing.
func article(name string) string {
	switch {
	case 'A' <= name[0] && name[0] <= 'Z':
		return "the " + name
	case strings.HasSuffix(name, " boots") || strings.HasSuffix(name, " gloves") || strings.HasPrefix(name, "gauntlets"):
		return "a pair of " + name
	case strings.HasSuffix(name, " mail") || strings.HasSuffix(name, " scales"):
		return name
	case strings.ContainsRune("aeiou", rune(name[0])) && !strings.HasPrefix(name, "uni"):
		return "an " + name
	}
	return "a " + name
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
