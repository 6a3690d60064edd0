package craft

import (
	"slices"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// Mixing is one kind of potion, or another thing, dipped into a potion. The
// names have no "potion of".
type Mixing struct {
	Rules        *rules.Crafts
	Dipped, Into string
	Cursed       bool // the dipped potion is cursed
	Diluted      bool // the dipped potion is diluted
	Smock        bool // the hero wears an alchemy smock
	Lit          bool // the dipped potion is lit oil
	Potion       bool // the dipped thing is a potion
}

// Results holds what may come of it, the likeliest first.
type Results = []dice.Case[string]

// Blast is the result of an explosion.
const Blast = "explodes"

// Recipe returns what the game's table of recipes has, given that nothing explodes; nil
// if it has nothing.
func (m *Mixing) Recipe() []rules.Weighted {
	for _, x := range m.Rules.Recipes {
		if x.Dipped == m.Dipped && x.Into == m.Into {
			return x.Results
		}
	}
	return nil
}

// Known reports whether the dipped thing mixes with any potion.
func (m *Mixing) Known() bool {
	return m.Potion || slices.ContainsFunc(m.Rules.Recipes, func(x rules.Recipe) bool { return x.Dipped == m.Dipped })
}

// Once returns n for a 1-in-n chance of an explosion.
func (m *Mixing) Once() int {
	switch {
	case !m.Potion:
		return 0
	case m.Cursed || m.Dipped == "acid" || m.Lit && m.Dipped == "oil" && m.Rules.OilExplodes:
		return 1
	case m.Smock:
		return m.Rules.SmockOnce
	}
	return m.Rules.MixOnce
}

// pick rolls one of several.
func pick(d *dice.Dice, list []rules.Weighted) string {
	weights := make([]int64, len(list))
	for i, x := range list {
		weights[i] = int64(x.Weight)
	}
	return list[d.Weighted(weights...)].What
}

// Mix returns one dip. Two different potions without a recipe make something by
// chance.
func Mix(m *Mixing) Results {
	return dice.Cases(func(d *dice.Dice) string {
		if n := m.Once(); n > 0 && d.OneIn(n) {
			return Blast
		}
		return m.mixed(d)
	})
}

// Mixed is like Mix, given that nothing explodes; what has no recipe is left as it is.
func Mixed(m *Mixing) Results {
	return dice.Cases(func(d *dice.Dice) string {
		if recipe := m.Recipe(); recipe != nil {
			return pick(d, recipe)
		}
		return rules.NoRecipe
	})
}

func (m *Mixing) mixed(d *dice.Dice) string {
	what := rules.NoRecipe
	if recipe := m.Recipe(); recipe != nil {
		what = pick(d, recipe)
	}
	switch {
	case what != rules.NoRecipe:
		return what
	case !m.Potion:
		return "nothing happens"
	case m.Diluted:
		return "water"
	}
	return pick(d, m.Rules.Mixtures)
}

// Changed returns how many potions of a dipped stack are changed: from least to most,
// all numbers equally likely. Magical says that the result is.
func Changed(r *rules.Crafts, stack int, magical, diluted bool) (least, most int) {
	switch {
	case r.StackMagic == 0:
		return stack, stack
	case diluted && r.StackDiluted > 0 && stack > r.StackDiluted:
		return r.StackDiluted, r.StackDiluted
	case magical && stack > r.StackMagic:
		return r.StackMagic, min(stack, r.StackRoll)
	case !magical && stack > r.StackPlain:
		return r.StackPlain, stack
	}
	return stack, stack
}
