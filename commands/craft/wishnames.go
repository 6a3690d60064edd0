package craft

import (
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
	"delphi/engine/wish"
)

// unsigned spells out class signs, which the game does not know, such as "?oG", if they
// can mean only one thing.
func unsigned(set *rules.Set, text string) string {
	x := shorthand.Of(set)
	fields := strings.Fields(text)
	for i, f := range fields {
		buc := ""
		if len(f) > 2 && shorthand.Class(rune(f[1])) != "" { // b!oH
			if buc = map[byte]string{'b': "blessed ", 'u': "uncursed ", 'c': "cursed "}[f[0]]; buc != "" {
				f = f[1:]
			}
		}
		sign, rest := rune(f[0]), f[1:]
		if shorthand.Class(sign) == "" || len(rest) < 2 || strings.ContainsAny(rest[:1], "0123456789") {
			continue
		}
		if r := x.Read(sign, rest); len(r.Names) == 1 || r.Customary {
			name := r.Names[0]
			if n, err := strconv.Atoi(fields[0]); err == nil && n > 1 { // 2 scrolls of genocide
				name = strings.Replace(name, " of ", "s of ", 1)
			}
			fields[i] = buc + name
		}
	}
	return strings.Join(fields, " ")
}

// stateWords are short for what may be said before a name.
var stateWords = map[string]string{
	"bl": "blessed", "b": "blessed", "bless": "blessed", "blsd": "blessed", "unc": "uncursed", "u": "uncursed", "cu": "cursed", "c": "cursed", "curs": "cursed",
	"rp": "rustproof", "fp": "fireproof", "ff": "fixed", "gr": "greased", "grsd": "greased",
}

// spelled writes out the short words that a wish begins with.
func spelled(text string) string {
	fields := strings.Fields(text)
	for i, f := range fields {
		switch long := stateWords[strings.ToLower(f)]; {
		case long != "":
			fields[i] = long
		case strings.Trim(f, "+-0123456789") != "" && !slices.Contains([]string{"blessed", "uncursed", "cursed", "greased", "fixed", "a", "an", "the"}, strings.ToLower(f)) && !strings.HasSuffix(f, "proof"):
			return strings.Join(fields, " ")
		}
	}
	return strings.Join(fields, " ")
}

// abbreviated returns a wish in the game's own words where it stands in players'; it is
// empty if the game understands what stands there, or it could mean several things.
func abbreviated(set *rules.Set, q *wish.Question) string {
	if understood(q, q.Text) || signed(q.Text) {
		return ""
	}
	other := *q
	if other.Text = spelled(q.Text); understood(q, other.Text) {
		return other.Text
	}
	before, name := wish.Split(&other)
	if list := wishable(set).Exact([]byte(strings.Join(names.Words(name), ""))); len(list) == 1 {
		other.Text = strings.TrimSpace(before + " " + list[0].Name)
	}
	if understood(q, other.Text) {
		return other.Text
	}
	return ""
}

// understood reports whether the game would understand a text wished for in place of a
// question's own.
func understood(q *wish.Question, text string) bool {
	other := *q
	other.Text = text
	list := wish.Read(&other).Grant()
	return len(list) > 0 && list[0].What.What != wish.NotUnderstood
}

// recognised reports whether the game would understand a text wished for in place of a question's
// own, and know the name in it: for one of a class that it does not know it gives a random one.
func recognised(q *wish.Question, text string) bool {
	other := *q
	other.Text = text
	return understood(q, text) && wish.Read(&other).Unknown() == ""
}

// clausesOf cuts a wish that the game does not understand into a wish that it does and what is
// said behind that: "blessed +3 gdsm, what are the odds". It returns nothing if it is none.
func clausesOf(set *rules.Set, q *wish.Question) (first, more string) {
	if understood(q, q.Text) {
		return "", ""
	}
	for i, r := range q.Text {
		if !strings.ContainsRune(",;.?!", r) {
			continue
		}
		cut := *q
		cut.Text = strings.TrimSpace(q.Text[:i])
		if whole := abbreviated(set, &cut); whole != "" {
			cut.Text = whole
		}
		if cut.Text != "" && understood(&cut, cut.Text) {
			return cut.Text, strings.Trim(q.Text[i:], " ,;.?!")
		}
	}
	return "", ""
}

// sayInstead returns a spelling that the game understands in place of one that it does
// not.
func sayInstead(c *commands.Call, q *wish.Question) string {
	if signed(q.Text) {
		return ""
	}
	before, name := wish.Split(q)
	x := wishable(c.Rules)
	key := []byte(strings.Join(names.Words(name), ""))
	for _, list := range [][]*names.Entry{x.Exact(key), x.Tail(key)} {
		if len(list) == 1 {
			return strings.TrimSpace(before + " " + list[0].Name)
		}
	}
	if e, ok := x.Guess(name, nil); ok {
		return strings.TrimSpace(before + " " + e.Name)
	}
	return ""
}

// signed reports whether a class sign is left in a wish, before initials that
// several things have: "2 b!oH" is not a bag of holding.
func signed(text string) bool { return strings.ContainsAny(text, `?!/"=`) }

// wishable returns the names of all that can be wished for, with what players call it.
func wishable(set *rules.Set) *names.Index {
	x := names.NewIndex()
	for _, t := range wishTerms(set, false) {
		x.Add(&names.Entry{Name: t.Name}, t.Aliases...)
	}
	return x
}

// wishTerms returns all that can be wished for, with what players call it: the things as
// one wishes for one of them or for several, and the artifacts.
func wishTerms(set *rules.Set, several bool) []commands.Term {
	out := objectTerms(set, func(o *rules.Object) bool { return !o.NoWish }, "weapon", "armor", "ring", "amulet", "potion", "scroll", "spellbook", "wand", "tool", "food", "gem")
	if several {
		for i := range out {
			t := &out[i]
			if head, of, ok := strings.Cut(t.Name, " of "); !strings.HasSuffix(head, "s") {
				if t.Name = wording.Plural(head); ok {
					t.Name += " of " + of
				}
			}
		}
		return out
	}
	for _, a := range set.Artifacts() {
		name := strings.TrimPrefix(a.Name, "The ")
		out = append(out, commands.Term{Name: name, Aliases: append(shorthand.Of(set).Also(shorthand.Artifact, a.Name), a.Name)})
	}
	return out
}
