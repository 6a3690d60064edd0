package lookup

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// artifactAnswer is an artifact's row, with the names of the facts.
type artifactAnswer struct {
	Name     string   `json:"name"`
	Artifact bool     `json:"artifact"`
	Base     string   `json:"base_item"`
	ToHit    string   `json:"to_hit"`
	Damage   string   `json:"damage"`
	Kind     string   `json:"attack_type"`
	Against  string   `json:"bonus_only_against"`
	Align    string   `json:"alignment"`
	Role     string   `json:"role"`
	Race     string   `json:"race"`
	Smart    bool     `json:"intelligent"`
	Wielded  []string `json:"powers_wielded_worn"`
	Carried  []string `json:"powers_carried"`
	Defends  []string `json:"defends_wielded"`
	Carries  []string `json:"defends_carried"`
	Invoke   string   `json:"invoke"`
	Cost     int      `json:"cost"`
	Enchant  int      `json:"gen_spe"`
	Gift     int      `json:"gift_value,omitempty"`
	Material string   `json:"material_override,omitempty"`
	Random   bool     `json:"randomly_generated"`
}

// powerWords holds, in words, the powers in the table that are worth mentioning. What a
// bonus works against is stated with the bonus.
var powerWords = map[string]string{
	"warn": "warning", "reflect": "reflection", "drli": "drains levels", "luck": "carries Luck", "speak": "speaks", "behead": "beheads", "regen": "regeneration",
	"protect": "protection", "search": "automatic searching", "halres": "hallucination resistance", "xray": "x-ray vision", "stlth": "stealth",
	"hphdam": "half physical damage", "hspdam": "half spell damage", "esp": "telepathy", "eregen": "energy regeneration", "tctrl": "teleport control", "heavyhit": "heavy hits",
}

// harmWords holds kinds of attack and harm in words.
var harmWords = map[string]string{
	"phys": "", "drli": "level drain", "slee": "sleep", "fire": "fire", "stun": "stunning", "elec": "shock", "cold": "cold", "acid": "acid", "fuse": "fusion", "drst": "poison",
	"dren": "energy drain", "disn": "disintegration", "dise": "disease", "deth": "death", "magm": "magic", "were": "lycanthropy", "blnd": "blindness", "ston": "stoning",
}

// inWords translates a list; words that are not in the dictionary for saying are
// left out.
func inWords(list []string, dictionary map[string]string) []string {
	var out []string
	for _, x := range list {
		if w := dictionary[x]; w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// against returns whom a bonus works on: "orcs", "dragons", or "" for everybody.
func against(code string) string {
	if _, class, ok := strings.Cut(code, "("); ok {
		return strings.TrimSuffix(class, ")") + "s"
	}
	var out []string
	for f := range strings.FieldsSeq(strings.NewReplacer(",", " ", "|", " ").Replace(strings.TrimPrefix(code, "flags "))) {
		_, kind, _ := strings.Cut(f, "_")
		kind = strings.ToLower(kind)
		if w, ok := map[string]string{"were": "weres", "elf": "elves", "unzombie": "undead", "undead": "undead", "dwarf": "dwarves", "drow": "drow"}[kind]; ok {
			kind = w
		} else {
			kind = wording.Plural(kind)
		}
		if !slices.Contains(out, kind) {
			out = append(out, kind)
		}
	}
	return wording.And(out)
}

// artifactFacts lists what there is to say about an artifact.
func artifactFacts(a *rules.Powers) []commands.Field {
	var out []commands.Field
	add := func(name, value string) {
		if value != "" {
			out = append(out, commands.Field{Name: name, Value: value})
		}
	}
	base := a.Base
	if a.Material != "" {
		base = a.Material + " " + base
	}
	if a.Enchant != 0 {
		base = fmt.Sprintf("%+d ", a.Enchant) + base
	}
	add("artifact", base)
	bonus := seq.Filter([]string{a.ToHit, a.Damage}, func(b string) bool { return b != "" })
	if len(bonus) > 0 {
		text := strings.Join(bonus, ", ")
		if strings.HasPrefix(a.Damage, "+") {
			text += " damage"
		}
		if k := harmWords[a.Kind]; k != "" {
			text += " (" + k + ")"
		}
		if who := against(a.Against); who != "" {
			text += " against " + who + " only"
		}
		add("bonus", text)
	}
	wielded := inWords(a.Wielded, powerWords)
	for _, d := range inWords(a.Defends, harmWords) {
		wielded = append(wielded, "resists "+d)
	}
	add("in use", strings.Join(wielded, ", "))
	carried := inWords(a.Carried, powerWords)
	for _, d := range inWords(a.Carries, harmWords) {
		carried = append(carried, "resists "+d)
	}
	add("carried", strings.Join(carried, ", "))
	add("invoke", strings.ReplaceAll(a.Invoke, "_", " "))
	add("touch", touch(a))
	never := slices.Contains(a.Wielded, "nogen")
	switch {
	case a.Role == "":
	case a.Quest():
		add("quest artifact of", a.Role)
	case never:
		add("role", a.Role)
	default:
		add("first gift of", a.Role)
	}
	add("race", a.Race)
	switch {
	case never && !a.Quest():
		add("made", "never at random or as a gift")
	case a.Gift > 0 && !a.Quest():
		add("gift value", fmt.Sprint(a.Gift))
	}
	add("cost", fmt.Sprintf("%d zm", a.Cost))
	return out
}

// touch says whom touching it hurts (artifact.c, touch_artifact): those whose
// alignment a restricted artifact is not made for, always if it is intelligent
// and else one time in four; a quest artifact hurts other roles whatever they are. The first
// gift of a role is made for the alignment of any hero of that role.
func touch(a *rules.Powers) string {
	aside := ""
	if a.Role != "" {
		aside = ", " + wording.Plural(a.Role) + " aside,"
	}
	switch {
	case a.Quest():
		return "blasts other roles, and evades those of them not " + a.Align
	case a.Smart && a.Crosses():
		return "blasts anyone not " + a.Align
	case a.Crosses():
		return "blasts anyone not " + a.Align + aside + " 1 time in 4"
	case a.Aligned():
		return "anybody (" + a.Align + ")"
	}
	return "anybody"
}

func artifactReply(c *commands.Call, a *rules.Powers) commands.Reply {
	facts := artifactFacts(a)
	n := c.Rules.Naming()
	named := n != nil && a.ByName()
	if named {
		facts = slices.Insert(facts, 1, commands.Field{Name: "by name", Value: byName(a, n)})
	}
	parts := []string{a.Name}
	for _, f := range facts {
		switch f.Name {
		case "bonus", "cost":
			parts = append(parts, f.Value)
		default:
			parts = append(parts, f.Name+": "+f.Value)
		}
	}
	list := func(l []string) []string { return append([]string{}, l...) }
	text, _ := wording.List(parts, " | ", commands.LineBudget-40)
	r := commands.Reply{
		Glyph: glyphOf(c.Rules.Object(a.Base)), Title: a.Name, FieldsDo: true, Summary: text, Fields: facts, Version: c.Rules.Name, Hints: []string{versioned(c, "item") + a.Base},
		Data: &artifactAnswer{
			Name: a.Name, Artifact: true, Base: a.Base, ToHit: a.ToHit, Damage: a.Damage, Kind: a.Kind, Against: a.Against, Align: a.Align, Role: a.Role, Race: a.Race,
			Smart: a.Smart, Wielded: list(a.Wielded), Carried: list(a.Carried), Defends: list(a.Defends), Carries: list(a.Carries), Invoke: a.Invoke,
			Cost: a.Cost, Enchant: a.Enchant, Gift: a.Gift, Material: a.Material, Random: !slices.Contains(a.Wielded, "nogen"),
		},
	}
	if named {
		r.Cite(c.Rules, rules.CiteNamed, rules.CiteNotByNames)
	}
	return r
}

// byName says what comes of naming a thing like an artifact.
func byName(a *rules.Powers, n *rules.Naming) string {
	says := fmt.Sprintf("%s named %s surely becomes it, unless the game had one; like any artifact it makes gifts rarer", wording.Article(a.Base), a.Name)
	if n.Literate {
		says += ", and you are illiterate no more"
	}
	return says
}
