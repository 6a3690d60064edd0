package sense

import (
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/read/said"
	"delphi/engine/rules"
)

// Sense is what knowledge of the game's objects contributes to reading lines.
type Sense struct{}

// Merge puts what a follow-up says into a list of names of a question: armour replaces
// what is worn in its place, so that another suit replaces the suit, and a robe joins it.
// A bare skill is that of the weapons held, a bare enchantment or curse that of the last of
// them. Signs before a text say what else it does:
//
//   - "!horn" takes out what is named: by its name, its last words or, of armour behind "!~" or
//     named as all of its kind are ("helmet"), the place where it is worn; "!all" takes out all
//   - "=horn" takes out all but what is named
//   - "^+2" counts two more of each, "^turned" turns their order round
//   - "or dagger" compares a weapon with the one wielded
func (Sense) Merge(set *rules.Set, cmd *commands.Command, slot string, old []string, text string) []string {
	if name, ok := strings.CutPrefix(text, "!"); ok {
		return takenOut(set, cmd, slot, old, name)
	}
	if name, ok := strings.CutPrefix(text, "="); ok {
		return only(set, slot, old, name)
	}
	if other, ok := strings.CutPrefix(text, beside); ok {
		if len(old) == 1 && slot == "wielding" {
			return []string{old[0] + "||" + other}
		}
		text = other
	}
	if text == "^turned" {
		out := slices.Clone(old)
		slices.Reverse(out)
		return out
	}
	if sum, ok := strings.CutPrefix(text, "^"); ok {
		more, _ := strconv.Atoi(sum)
		return recounted(old, func(n int) string { return strconv.Itoa(max(n+more, 1)) })
	}
	switch slot {
	case "pile":
		return mergePile(old, text)
	case "wanted":
		if n, _, name := stackParts(text); n != "" && name == "" {
			return counted(old, n)
		}
	case "wielding":
		if state, skill, ok := bareAs(text); ok {
			return trained(restated(old, state), skill)
		}
		if i, one := merged(old, text); i >= 0 { // "+2 daggers" behind "11 daggers, expert"
			out := slices.Clone(old)
			out[i] = one
			return out
		}
	}
	if slices.Contains(old, text) {
		return old
	}
	if i := sameIn(old, text); i >= 0 { // "1 fake" behind two of them
		out := slices.Clone(old)
		out[i] = text
		return out
	}
	if slot != "worn" {
		return append(slices.Clone(old), text)
	}
	return append(bare(set, old, text), text)
}

// takenOut returns a list without what is named. What is not in it may be what a saved character
// holds or wears: then the list says that it is not.
func takenOut(set *rules.Set, cmd *commands.Command, slot string, old []string, name string) []string {
	left := without(set, slot, old, name)
	if slot == "wielding" && len(left) == 0 && cmd.Path() != "volley" {
		return []string{unarmed}
	}
	if what := lacked(set, name); slot == "worn" && len(left) == len(old) && what != "" {
		return append(slices.Clone(left), absent+what)
	}
	return left
}

// beside stands before a weapon that is to be compared with what is wielded.
const beside = "or "

// unarmed is what is wielded where no weapon is.
const unarmed = "bare hands"

// absent stands before a piece of armour that is not worn, whatever a saved character wears.
const absent = "without "

// lacked returns what stands behind "without" for what is taken out of the armour worn: a piece, or
// of "~small shield", which is any shield, the part of the body; empty: it is neither.
func lacked(set *rules.Set, name string) string {
	piece, place := strings.CutPrefix(name, "~")
	w := set.WornNamed(piece)
	switch {
	case w == nil:
		return ""
	case place:
		return w.Slot.String()
	}
	return piece
}

// sameIn returns the index of the value that is as many as are told of the thing that a text
// counts anew, or -1.
func sameIn(old []string, text string) int {
	n, _, name := stackParts(text)
	return slices.IndexFunc(old, func(o string) bool {
		_, _, was := stackParts(o)
		return n != "" && name != "" && was == name
	})
}

// bare returns what is worn, each piece with those that are asked about in its stead ("robe||-"),
// without what is where a piece is worn.
func bare(set *rules.Set, old []string, piece string) []string {
	mine := wornIn(set, piece)
	return slices.DeleteFunc(slices.Clone(old), func(o string) bool {
		return mine != nil && eitherOf(o, func(o string) bool {
			w := wornIn(set, o)
			return w != nil && w.Slot == mine.Slot
		})
	})
}

// eitherOf reports whether something holds of one of the alternatives of a value.
func eitherOf(value string, holds func(string) bool) bool {
	return slices.ContainsFunc(strings.Split(value, "||"), holds)
}

// Alters reports whether a stack of a pile, or what is wanted of it, is a bare count or
// curse, and what is wielded a bare skill, enchantment or curse.
func (Sense) Alters(slot, text string) bool {
	switch slot {
	case "pile", "wanted":
		_, _, name := stackParts(text)
		return text != "" && (name == "" || strings.ContainsAny(text[:1], "*/%=^") || strings.Contains(text, "~"))
	case "wielding":
		_, _, ok := bareAs(text)
		return ok
	}
	return false
}

// Renews reports whether what a line says for a slot takes the place of what was said before it:
// another weapon is taken in hand. The same one with another enchantment is as well known as it
// was.
func (Sense) Renews(slot string, old []string, text string) (now string, ok bool) {
	if _, _, bare := bareAs(text); slot != "wielding" || bare || strings.HasPrefix(text, "!") || strings.HasPrefix(text, beside) {
		return "", false
	}
	if len(old) == 1 {
		weapon, skill, ok := cutLast(old[0])
		if ok && skills[skill] && strings.HasSuffix(" "+text, " "+plain(weapon)) {
			return text + " " + skill, true
		}
	}
	return text, true
}

// counted returns what is wanted in another number.
func counted(old []string, n string) []string {
	out := make([]string, len(old))
	for i, o := range old {
		_, buc, name := stackParts(o)
		out[i] = stack(n, buc, name)
	}
	return out
}

// only returns what a name names of a list, or all of it if that is nothing.
func only(set *rules.Set, slot string, old []string, name string) []string {
	rest := without(set, slot, old, name)
	if len(rest) == len(old) {
		return old
	}
	return slices.DeleteFunc(slices.Clone(old), func(o string) bool { return slices.Contains(rest, o) })
}

// Clash reports whether two pieces of armour are worn in the same place.
func (Sense) Clash(set *rules.Set, cmd *commands.Command, slot, a, b string) bool {
	if slot != "worn" {
		return false
	}
	v, w := wornIn(set, a), wornIn(set, b)
	return v != nil && w != nil && v.Slot == w.Slot && !v.Scales && !w.Scales
}

// Odd reports whether nobody would ask what some slots say: for what no thing of a pile
// can become, as polymorph keeps the class of a thing and makes only what is made at random; or of
// a hero with more HP than the most that there are.
func (Sense) Odd(set *rules.Set, cmd *commands.Command, says said.Slots) bool {
	hp, _ := said.Figure(says["hp"])
	if most, told := said.Figure(says["maxhp"]); told && hp > most {
		return true
	}
	if cmd.Pile() == nil || len(says["pile"]) == 0 || len(says["wanted"]) == 0 {
		return false
	}
	classes := map[string]bool{}
	for _, alts := range says["pile"] {
		for _, stack := range alts {
			class, _ := classOf(set, stack)
			if class == "" {
				return false
			}
			classes[class] = true
		}
	}
	for _, alts := range says["wanted"] {
		for _, wanted := range alts {
			class, made := classOf(set, wanted)
			if class != "" && (!classes[class] || !made) {
				return true
			}
		}
	}
	return false
}

// classOf returns the class of what a text such as "3 cursed wands of sleep" names in the
// grammar's spelling, and whether the game ever makes it at random; empty: it names no
// single kind of thing.
func classOf(set *rules.Set, text string) (class string, made bool) {
	for text != "" {
		if o := set.Object(text); o != nil {
			return o.Class, o.Prob > 0
		}
		if class, ok := strings.CutPrefix(text, "random "); ok {
			return class, true
		}
		_, text, _ = strings.Cut(text, " ")
	}
	return "", false
}

// wornIn finds the armour that a text such as "blessed +3 robe" names, or nil.
func wornIn(set *rules.Set, text string) *rules.Worn {
	for text != "" {
		if w := set.WornNamed(text); w != nil {
			return w
		}
		_, rest, ok := strings.Cut(text, " ")
		if !ok {
			return nil
		}
		text = rest
	}
	return nil
}

// without returns a list without what a name names.
func without(set *rules.Set, slot string, old []string, name string) []string {
	if name == "all" {
		return nil
	}
	name, place := strings.CutPrefix(name, "~")
	named := func(o string) bool {
		return eitherOf(o, func(o string) bool {
			if slot == "wielding" {
				o = weaponParts(o)[3]
			}
			return o == name || strings.HasSuffix(o, " "+name) || slot == "worn" && strings.HasSuffix(name, " "+o)
		})
	}
	if w := wornIn(set, name); slot == "worn" && !slices.ContainsFunc(old, named) { // "the helmet" may be another than a plain one
		place = place || w != nil && w.Slot.Title() == name
	}
	if slot != "worn" || !place {
		return slices.DeleteFunc(slices.Clone(old), named)
	}
	return bare(set, old, name)
}
