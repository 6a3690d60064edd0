package lookup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/eating"
	"delphi/engine/monster"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// eaterResists holds the flags for what an eater resists, by the names that a character's
// properties have.
var eaterResists = []struct {
	flag commands.Flag
	of   func(*eating.Resists) *bool
}{
	{eaterFlag("poison-resistant", "You resist poison", "poison"), func(r *eating.Resists) *bool { return &r.Poison }},
	{eaterFlag("acid-resistant", "You resist acid", "acid"), func(r *eating.Resists) *bool { return &r.Acid }},
	{eaterFlag("stone-resistant", "You resist stoning", "stone", "stoning", "petrification"), func(r *eating.Resists) *bool { return &r.Stoning }},
	{eaterFlag("sickness-resistant", "You resist sickness", "sickness", "sick", "disease"), func(r *eating.Resists) *bool { return &r.Sickness }},
}

// eaterFlag returns the flag of a resistance to what has some names. "Poison resistance" alone
// does not say it: that is what corpses give.
func eaterFlag(name, summary string, to ...string) commands.Flag {
	var words []string
	for _, s := range to {
		if s+"-resistant" != name {
			words = append(words, s+"-resistant")
		}
		words = append(words, s+" resistant", "with "+s+" resistance", "resist "+s, "resisting "+s)
	}
	return commands.NewFlag(commands.Param{Name: name, Summary: summary, Words: words})
}

// eaterHas returns what a question says, or a character has, against corpses.
func eaterHas(c *commands.Call) (r eating.Resists) {
	for _, x := range eaterResists {
		*x.of(&r) = x.flag.In(c)
	}
	return r
}

// characterResists returns what the asker's saved character has against corpses.
func characterResists(c *commands.Call) (r eating.Resists) {
	has := hero.Having(c.Character)
	for _, x := range eaterResists {
		*x.of(&r) = slices.Contains(has, x.flag.Name)
	}
	return r
}

// bucSaid returns the BUC of a corpse; uncursed if nothing was said.
func bucSaid(said string) rules.BUC {
	switch said {
	case "blessed":
		return rules.Blessed
	case "cursed":
		return rules.Cursed
	}
	return rules.Uncursed
}

// whoEats reads what follows "as". Words that name no race or role are returned as
// others: they belong to the corpse.
func whoEats(c *commands.Call) (race, role, others string, err error) {
	var rest []string
	for _, w := range strings.Fields(eater.In(c)) {
		folded := names.Fold(w)
		r := roleNamed(c.Rules, folded)
		switch {
		case rules.RaceWords[folded] != "" && race == "":
			race = rules.RaceWords[folded]
		case r != nil && role == "":
			role = r.Name
		case folded == "a" || folded == "an" || folded == "the":
		default:
			rest = append(rest, w)
		}
	}
	if race == "" && role == "" && eater.In(c) != "" {
		return "", "", "", &commands.Problem{Text: fmt.Sprintf("%q is not a race or role.", wording.Typed(eater.In(c))), Hints: []string{"eat dwarf as dwarf", "eat dwarf as caveman"}}
	}
	return race, role, strings.Join(rest, " "), nil
}

// characterOf returns the race and role of the asker's saved character; both may be
// empty.
func characterOf(c *commands.Call) (race, role string) {
	if c.Character == nil {
		return "", ""
	}
	if r, ok := hero.Role.In(c.Character); ok {
		role = r.Name
	}
	return hero.Race.In(c.Character), role
}

// forCharacter says how eating a monster differs for the asker's character. It is empty
// if it does not, or if there is no character.
func forCharacter(c *commands.Call, b *rules.Bestiary, m *rules.Monster) string {
	race, role := characterOf(c)
	e, plain := rules.EatingOf(b.Name), monster.Corpse(b, m)
	resists := characterResists(c)
	if race+role == "" && resists == (eating.Resists{}) || e == nil || plain == nil || race != "" && !e.Races(race) {
		return ""
	}
	a := eating.Of(&eating.Question{Bestiary: b, Rules: e, Monster: m, Race: race, Role: role, Resists: resists})
	cannibal := race != "" && len(a.Cannibal) > 0
	if a.Safe == plain.Safe && !cannibal || a.Eaten == nil {
		return ""
	}
	if cannibal {
		return "eaten by your " + strings.TrimSpace(race+" "+role) + ": cannibalism"
	}
	text := map[eating.Safe]string{eating.Yes: "safe", eating.No: "not safe", eating.Depends: "it depends"}[a.Safe]
	if risks := eatRisks(a); risks != "" {
		text += ": " + risks
	}
	return "eaten by your " + cmp.Or(strings.TrimSpace(race+" "+role), "character") + ": " + text
}

// roleNamed finds a role by its name, its first three letters or an alias.
func roleNamed(set *rules.Set, word string) *rules.Role {
	for _, r := range set.Roles {
		if word == names.Fold(r.Name) || word == names.Fold(r.Female) && r.Female != "" || word == names.Fold(r.Name[:3]) || slices.Contains(r.Aliases, word) {
			return r
		}
	}
	return nil
}
