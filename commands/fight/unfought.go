package fight

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/duel"
	"delphi/engine/seq"
)

// What may be said of a fight that is not worked out.
var (
	besides = commands.NewChoice(commands.Param{
		Name: "besides", Summary: "What no fight is worked out with: a pet beside you, a form other than your own, missiles", Choices: []string{withPet, inForm, withMissiles},
		Also: map[string]string{"with my pet": withPet, "polyselfed": inForm, "thrown": withMissiles, "throwing": withMissiles, "firing": withMissiles, "shooting": withMissiles},
	})
	leave = commands.NewNumber(commands.Param{Name: "leave-at", Summary: "The hit points at which you would leave: answered with another line", Words: []string{"leave at", "flee at", "run at", "retreat at"}, Min: 1, Max: duel.MaxHP - 1})
)

// The choices of besides.
const (
	withPet      = "with a pet"
	inForm       = "polymorphed"
	withMissiles = "with missiles"
)

// unfought refuses a fight that is not worked out, with what to ask instead.
func unfought(c *commands.Call) error {
	plain := func() []string { return []string{c.Changed(besides, func(v *commands.Value) { v.Said = false })} }
	switch besides.In(c) {
	case withPet:
		return &commands.Problem{Text: "I work out fights of you alone, without a pet.", Hints: plain()}
	case inForm:
		return &commands.Problem{Text: "I work out fights in your own form, not polymorphed.", Hints: plain()}
	case withMissiles:
		return afar(c)
	}
	return nil
}

// afar refuses a fight with missiles, with the line that asks what they do.
func afar(c *commands.Call) error {
	parts := []string{"hit " + fought.One(c).Name}
	if role, ok := hero.Role.In(c); ok {
		parts[0] += " as " + role.Name
	}
	if n, ok := hero.XL.In(c); ok {
		parts[0] += fmt.Sprintf(" xl%d", n)
	}
	arms := seq.Map(Weapon.All(c), commands.Said.Describe)
	if len(arms) == 0 {
		arms = []string{"dagger"}
	}
	line := strings.Join(append(parts, arms...), ", ") + ", thrown"
	return &commands.Problem{Text: "I work out fights hand to hand, not with missiles: hit says what those do in a turn.", Hints: []string{line}}
}

// leaving answers whoever would leave with some hit points: as many fewer are as good as those of
// who does not.
func leaving(c *commands.Call, q *duel.Question) error {
	n, ok := leave.In(c)
	if !ok {
		return nil
	}
	if n >= q.HP {
		return &commands.Problem{Text: fmt.Sprintf("You have %d HP, so you would leave at once.", q.HP), Hints: []string{c.Changed(leave, func(v *commands.Value) { v.Said = false })}}
	}
	less := *c
	less.Values = slices.Clone(c.Values)
	less.Value(leave.Param).Said = false
	for p, n := range map[*commands.Param]int{ownHP.Param: q.HP - n, maxHP.Param: q.MaxHP - n} {
		v := less.Value(p)
		v.Said, v.Num, v.To = p == ownHP.Param || q.MaxHP > q.HP, n, n
	}
	line := less.Changed(wanted, func(v *commands.Value) { v.Text = toDie })
	return &commands.Problem{Text: fmt.Sprintf("I follow a fight until one is dead. You fall to %d HP or less as often as you would die with %d HP, roughly.", n, q.HP-n), Hints: []string{line}}
}
