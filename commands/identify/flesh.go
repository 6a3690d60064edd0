package identify

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/price"
	"delphi/engine/rules"
)

// fleshly is a tin, an egg or a corpse of a monster; nil: a tin of spinach.
type fleshly struct {
	Object  *rules.Object
	Monster *rules.Monster
}

// contents is a thing that is named with its monster.
var contents = commands.NewName[fleshly](commands.Param{
	Name: "contents", Noun: "a tin, an egg or a corpse", Summary: "A tin, an egg or a corpse, and of what: tin of newt", Whole: true, Vocabulary: fleshTerms,
})

// fleshTerms names the tins, eggs and corpses of a version by their monsters.
func fleshTerms(s *rules.Set) []commands.Term {
	b := s.Bestiary()
	if b == nil || s.Prices() == nil {
		return nil
	}
	var out []commands.Term
	for _, holder := range price.Holders {
		o := s.Object(holder)
		if holder == "tin" {
			out = append(out, commands.Term{Name: "tin of spinach", Aliases: []string{"spinach tin", "spinach"}, Value: fleshly{o, nil}})
		}
		taken := map[string]bool{}
		for _, m := range b.Monsters {
			if !price.Holds(o, m) || taken[m.Name] {
				continue
			}
			taken[m.Name] = true
			t := commands.Term{Name: fleshName(fleshly{o, m}), Value: fleshly{o, m}}
			for _, n := range m.Names {
				for _, name := range []string{n + " " + holder, holder + " of " + n, holder + " of " + n + " meat"} {
					if name != t.Name && (holder == "tin" || !strings.HasSuffix(name, " meat")) {
						t.Aliases = append(t.Aliases, name)
					}
				}
			}
			out = append(out, t)
		}
	}
	return out
}

// fleshName returns what players call one: "tin of newt", "newt corpse".
func fleshName(f fleshly) string {
	switch {
	case f.Monster == nil:
		return "tin of spinach"
	case f.Object.Name == "tin":
		return "tin of " + f.Monster.Name
	}
	return f.Monster.Name + " " + f.Object.Name
}

// asHeld takes a thing that is named with its monster for the call's object too.
func asHeld(c *commands.Call) {
	if f, ok := contents.In(c); ok {
		object.Put(c, f.Object.Name, f.Object)
	}
}

// holds reports whether shops look at the monster of a thing.
func holds(set *rules.Set, o *rules.Object) bool {
	return set.Prices().Flesh.PerLevel > 0 && slices.Contains(price.Holders, o.Name)
}

// spanOfFlesh says what the monster of a thing adds, from the least to the most.
func spanOfFlesh(set *rules.Set, o *rules.Object) string {
	var least, most *rules.Monster
	adds := func(m *rules.Monster) int { return price.OfFlesh(set, o, m).Sum() }
	for _, m := range set.Bestiary().Monsters {
		if !price.Holds(o, m) {
			continue
		}
		if least == nil || adds(m) < adds(least) {
			least = m
		}
		if most == nil || adds(m) > adds(most) {
			most = m
		}
	}
	return fmt.Sprintf("from %d (%s) to %d (%s)", adds(least), least.Name, adds(most), most.Name)
}

// withinAnswer is what a thing may be of, going by its price.
type withinAnswer struct {
	Name     string   `json:"name"`
	Monsters []string `json:"monsters"`
	Empty    bool     `json:"empty"` // it may be of nothing: empty, of spinach, or an egg that never hatches
}

// within answers of what monster a tin, an egg or a corpse is that has a price.
func within(c *commands.Call, o *rules.Object) commands.Reply {
	p, who := c.Rules.Prices(), customer(c)
	wanted, _, _ := sightingOf(c)
	fits := func(m *rules.Monster) bool {
		st := price.Stack{Object: o, Known: true, Flesh: price.OfFlesh(c.Rules, o, m).Sum()}
		st.Quantity = max(1, wanted.Quantity)
		return (wanted.Base < 0 || st.Base(p) == wanted.Base) &&
			(wanted.Asked < 0 || st.Asked(p, who, angry.In(c), c.Rules.Object) == wanted.Asked) &&
			(wanted.Offered < 0 || st.Offered(p, who, 1, false) == wanted.Offered)
	}
	answer := &withinAnswer{Name: o.Name, Monsters: []string{}, Empty: o.Name != "corpse" && fits(nil)}
	for _, m := range c.Rules.Bestiary().Monsters {
		if price.Holds(o, m) && fits(m) && !slices.Contains(answer.Monsters, m.Name) {
			answer.Monsters = append(answer.Monsters, m.Name)
		}
	}
	r := commands.Reply{Data: answer, Version: c.Rules.Name, Summary: withinSays(answer)}
	if _, said := cha.In(c); !said && wanted.Asked >= 0 {
		c.Note(commands.Assumed, "Charisma 11 to 15")
	}
	if !who.Sucker && wanted.Base < 0 {
		c.Note(commands.Assumed, "not a sucker (low-level Tourist, dunce cap, visible shirt)")
	}
	r.Cite(c.Rules, rules.CiteAsked, rules.CiteFlesh, rules.CiteOffered)
	return r
}

// withinSays puts an answer in words, with as many monsters as a line has room for.
func withinSays(a *withinAnswer) string {
	const most = 12 // monsters in the sentence
	list := slices.Clone(a.Monsters)
	if len(list) > most {
		list = append(list[:most:most], fmt.Sprintf("%d more", len(list)-most))
	}
	if a.Empty {
		list = append(list, map[string]string{"tin": "nothing or spinach", "egg": "nothing that hatches"}[a.Name])
	}
	if len(list) == 0 {
		return fmt.Sprintf("No %s has that price. An angry shopkeeper, hunger, or several at once change it.", a.Name)
	}
	return fmt.Sprintf("%s of that price is of %s.", wording.Capital(wording.Article(a.Name)), wording.Or(list))
}

// fleshSays says what the monster of a tin, an egg or a corpse does to its price: of,
// whether it was named.
func fleshSays(c *commands.Call, o *rules.Object, of bool) string {
	switch {
	case !holds(c.Rules, o):
		c.Note(commands.Remarked, "of what it is does not change its price in "+c.Rules.Title)
		return ""
	case of:
		return ""
	case o.Name == "corpse":
		return fmt.Sprintf(" To that base its monster always adds, %s: name it.", spanOfFlesh(c.Rules, o))
	case o.Name == "egg":
		return fmt.Sprintf(" That is one that never hatches; what hatches adds to the base, %s.", spanOfFlesh(c.Rules, o))
	}
	return fmt.Sprintf(" That is an empty one or spinach; other contents add to the base, %s.", spanOfFlesh(c.Rules, o))
}
