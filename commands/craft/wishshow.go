package craft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/making"
	"delphi/engine/rules"
	"delphi/engine/wish"
)

// arrivalShown returns a thing as a sentence has it: "2 blessed scrolls of genocide".
func arrivalShown(set *rules.Set, a wish.Arrival) string {
	if a.Object == "" {
		return strings.Trim(a.What, "()")
	}
	name := a.Object
	if name == "fruit" {
		name = "slime mold"
	}
	if a.Quantity > 1 {
		head, tail, of := strings.Cut(name, " of ")
		name = wording.Plural(head)
		if of {
			name += " of " + tail
		}
	}
	parts := []string{}
	if a.Quantity > 1 {
		parts = append(parts, strconv.Itoa(a.Quantity))
	}
	if a.BUC != rules.BUCNotSaid {
		parts = append(parts, a.BUC.String())
	}
	flags := strings.Split(strings.Trim(a.Flags, ","), ",")
	artifact := ""
	for _, f := range flags {
		switch n, is := strings.CutPrefix(f, "artifact="); {
		case is:
			artifact = n
		case f == "eroded1" && slices.Contains(flags, "diluted"): // the game keeps both in one place
		case f != "" && !strings.HasPrefix(f, "recharged"):
			parts = append(parts, wish.Flag(set.Object(a.Object), f))
		}
	}
	o := set.Object(a.Object)
	counts := o != nil && (o.Class == "wand" || o.Class == "tool" && o.Sub == 0 && o.Charged)          // charges, not an enchantment
	plain := o != nil && (o.Class == "tool" && !o.Charged || o.Class == "scroll" || o.Class == "food") // a lamp's oil, a candle's wax, a candy bar's wrapper
	if a.Spe && a.Enchant != 0 && !counts && !plain {
		parts = append(parts, wording.Signed(a.Enchant))
	}
	if artifact != "" {
		name = artifact
	}
	if a.Monster != "" {
		name = ofMonster(set, a.Object, name, a.Monster)
	}
	parts = append(parts, name)
	if counts && a.Spe {
		before := 0
		if slices.Contains(flags, "recharged1") {
			before = 1
		}
		parts = append(parts, fmt.Sprintf("(%d:%d)", before, a.Enchant))
	}
	return strings.Join(parts, " ")
}

// ofMonster names a thing that is made of or like a monster, as the game does (objnam.c,
// xname): "newt corpses", "tin of newt", "figurine of an Archon", "statue of Medusa".
func ofMonster(set *rules.Set, object, name, monster string) string {
	switch m := set.Bestiary().Named(monster); {
	case monster == "none" && object == "tin":
		return "empty " + name
	case monster == "none":
		return name
	case object == "corpse", object == "egg":
		return monster + " " + name
	case object == "tin", m != nil && m.Is("PNAME"):
	case m != nil && slices.Contains(m.Geno, "UNIQ"):
		monster = "the " + monster
	default:
		monster = wording.Article(monster)
	}
	return name + " of " + monster
}

// wornNew says what else a new thing has a small chance of being: the game removes
// erosion from a wished thing, but not these.
func wornNew(set *rules.Set, arrivals []dice.Case[wish.Arrival]) string {
	for _, x := range arrivals {
		o := set.Object(x.What.Object)
		if o == nil || strings.Contains(x.What.Flags, "artifact=") {
			continue
		}
		w := making.Wears(set, o)
		switch {
		case w.Greased == 0:
		case strings.Contains(x.What.Flags, "greased"):
			if strings.Contains(x.What.Flags, "erodeproof") {
				return ""
			}
			return fmt.Sprintf("%s of them are also erodeproof", wording.Share(w.Erodeproof))
		case strings.Contains(x.What.Flags, "erodeproof"):
			return fmt.Sprintf("%s of them are also greased", wording.Share(w.Greased))
		default:
			return fmt.Sprintf("%s of them are erodeproof, and %s are greased", wording.Share(w.Erodeproof), wording.Share(w.Greased))
		}
	}
	return ""
}
