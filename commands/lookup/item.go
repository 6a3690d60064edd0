package lookup

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// itemAnswer is the facts row of an object, with the names of the facts.
type itemAnswer struct {
	// Damage is what the game rolls for it as a weapon, unenchanted.
	Damage *itemDamage `json:"damage,omitempty"`

	Name       string `json:"name"`
	Purpose    string `json:"purpose,omitempty"` // in a few words
	Skill      string `json:"skill,omitempty"`   // that it is used with
	Class      string `json:"class"`
	Appearance string `json:"unid_descr,omitempty"`
	Prob       int    `json:"prob"`
	Prob1      int    `json:"prob_effective_dlvl1"`
	Material   string `json:"material"`
	Weight     int    `json:"weight"`
	Cost       int    `json:"cost"`
	Magic      int    `json:"magic"`
	Merge      int    `json:"merge"`
	Unique     int    `json:"unique"`
	NoWish     int    `json:"nowish"`
	Charged    int    `json:"charged"`
	Big        int    `json:"big_bimanual_bulky"`
	Delay      int    `json:"delay"`
	Sub        int    `json:"subtyp_skill"`
	Dir        int    `json:"oc_dir"`
	Nutrition  int    `json:"nutrition"`
	SmallDie   int    `json:"sdam"`
	LargeDie   int    `json:"ldam"`
	Oc1        int    `json:"oc1_a_ac_hitbon"`
	Oc2        int    `json:"oc2_a_can"`
	Property   int    `json:"oprop"`
	Shuffled   int    `json:"shuffled_material"`

	*armorPart          // of armour
	Polypile   polyNote `json:"polypile"`
}

// armorPart is what only armour has.
type armorPart struct {
	Slot     string `json:"slot"`
	Metallic int    `json:"metallic"`
	AC       int    `json:"ac"`
	MC       int    `json:"mc"`
	Bulky    int    `json:"bulky"`
}

// polyNote is what polymorph does with a kind of object.
type polyNote struct {
	Affected bool    `json:"affected"` // by polymorph at all
	Becomes  string  `json:"becomes"`  // in words
	Made     bool    `json:"made"`     // polymorph can make it
	DrawnP   float64 `json:"drawn_p"`  // the share of one draw among its class
	Eaten    bool    `json:"eaten"`    // golems absorb it
}

// itemDamage is damage against small and large monsters.
type itemDamage struct {
	Small *rules.Damage `json:"small"`
	Large *rules.Damage `json:"large"`
}

func item() *commands.Command {
	return &commands.Command{
		Name:       "item",
		Aliases:    []string{"object", "artifact"},
		Summary:    "Show what an object or artifact is and does, and what polymorph makes of it",
		Params:     commands.Takes(commands.RuleSet, itemName),
		Unmodelled: rules.LookupItems,
		Examples: []string{
			"item cloak of magic resistance", "item v3.4.3 wand of death", "item magic lamp", "item evilhack dwarvish helm", "item unihorn", "item excalibur",
		},
		Cacheable: true,

		Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
			said := itemName.One(c)
			if said == nil {
				return commands.Reply{}, &commands.Problem{Text: "Which object?", Slot: "item", Hints: []string{"item cloak of magic resistance", "item magic marker"}}
			}
			switch x := said.Value.(type) {
			case *rules.Object:
				return itemReply(c, x), nil
			case *rules.Powers:
				return artifactReply(c, x), nil
			case thing.Look:
				return lookReply(c, x), nil
			case thing.Elsewhere:
				return commands.Reply{}, &commands.Problem{
					Text:  fmt.Sprintf("I don't know the objects of %s. The closest I know are those of %s.", c.Rules.Title, x.Nearest),
					Hints: []string{"item v" + x.Nearest + " " + said.Name},
				}
			}
			panic("commands: an item of no known kind")
		},
	}
}

func flagInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// purpose says in a few words what an object is for.
func purpose(s *rules.Set, o *rules.Object) string {
	if spell, book := strings.CutPrefix(o.Name, "spellbook of "); book && s.Spell(spell) != nil {
		return "teaches " + spell
	}
	return s.Purpose(o)
}

// polymorphNote says what polymorph makes of an object and whether it makes
// it.
func polymorphNote(set *rules.Set, o *rules.Object) (polyNote, string) {
	p := set.Polypile()
	n := polyNote{Affected: !p.Safe(o.Name), Eaten: !p.Kept(o.Name)}
	stands := p.Becomes(o.Name)
	n.Made = o.Prob1 > 0 && !p.Redrawn(o.Name) && stands == nil
	switch {
	case !n.Affected:
		n.Becomes = "never affected"
	case p.Mail(o.Name), p.Stays(o.Name):
		n.Becomes = "only shudders"
	case o.Magic:
		n.Becomes = fmt.Sprintf("becomes another %s, up to %d draws for a magic one", className(o.Class), p.Draws)
	default:
		n.Becomes = fmt.Sprintf("becomes another %s, up to %d draws for one without magic", className(o.Class), p.Draws)
	}
	text := n.Becomes
	switch {
	case n.Made:
		total := set.ClassTotal(o.Class)
		n.DrawnP = float64(o.Prob1) / float64(total)
		text += fmt.Sprintf("; made in %d of %d draws", o.Prob1, total)
	case stands != nil:
		text += "; never made (" + stands.Name + " instead)"
	default:
		text += "; never made"
	}
	if !n.Eaten {
		text += "; golems leave it"
	}
	if r, ok := set.Reverts(); ok && n.Affected && !p.Mail(o.Name) && !p.Stays(o.Name) && o.Name != "corpse" {
		text += fmt.Sprintf("; turns back after %d to %d turns", r.MinTurns, r.MaxTurns)
	}
	return n, text
}

// className returns a class as it would appear in a sentence.
func className(class string) string {
	switch class {
	case "armor":
		return "piece of armor"
	case "food":
		return "comestible"
	case "gem":
		return "gem or rock"
	case "rock":
		return "boulder or statue"
	}
	return class
}

// directions holds how wands and spells are aimed (objclass.h).
var directions = map[int]string{1: "not aimed", 2: "aimed", 3: "ray"}

// itemFacts lists what there is to say about an object, except about polymorph.
func itemFacts(c *commands.Call, o *rules.Object, slot string) []commands.Field {
	kind := o.Class
	if slot != "" {
		kind += " (" + slot + ")"
	}
	out := []commands.Field{{Name: "class", Value: kind}, {Name: "cost", Value: fmt.Sprintf("%d zm", o.Cost)}, {Name: "weight", Value: fmt.Sprint(o.Weight)}}
	prob := fmt.Sprintf("%d in %d", o.Prob1, max(1, c.Rules.ClassTotal(o.Class)))
	if o.Prob != o.Prob1 && o.Class == "gem" {
		prob += " (on level 1)"
	}
	out = append(out, commands.Field{Name: "prob", Value: prob}, commands.Field{Name: "material", Value: o.Material})
	if p := c.Rules.Polypile(); p != nil && p.LooksOf(o) != nil {
		out[len(out)-1].Value += " (varies by game)"
	} else if p != nil && p.OwnMaterials {
		out[len(out)-1].Value += " (each may differ)"
	}
	switch {
	case slot != "":
		out = append(out, commands.Field{Name: "AC", Value: fmt.Sprint(o.Oc1)}, commands.Field{Name: "MC", Value: fmt.Sprint(o.Oc2)}, commands.Field{Name: "delay", Value: fmt.Sprint(o.Delay)})
	case o.SmallDie > 0 && (o.Class == "weapon" || o.Class == "tool" && o.Sub != 0):
		if small, large := c.Rules.WeaponDamage(o); small != nil {
			out = append(out, commands.Field{Name: "damage", Value: fmt.Sprintf("%s small, %s large", small.Dice, large.Dice)})
		}
		if o.Oc1 != 0 {
			out = append(out, commands.Field{Name: "to-hit", Value: fmt.Sprintf("%+d", o.Oc1)})
		}
		if skill := c.Rules.SkillOf(o); skill != "" {
			out = append(out, commands.Field{Name: "skill", Value: skill})
		}
		if o.Big {
			out = append(out, commands.Field{Name: "hands", Value: "two"})
		}
	case o.Class == "spellbook":
		out = append(out, commands.Field{Name: "level", Value: fmt.Sprint(o.Oc2)})
	case o.Class == "food":
		out = append(out, commands.Field{Name: "nutrition", Value: fmt.Sprint(o.Nutrition)}, commands.Field{Name: "delay", Value: fmt.Sprint(o.Delay)})
	}
	if (o.Class == "wand" || o.Class == "spellbook") && directions[o.Dir] != "" {
		out = append(out, commands.Field{Name: "aim", Value: directions[o.Dir]})
	}
	magic := "no"
	if o.Magic {
		magic = "yes"
	}
	out = append(out, commands.Field{Name: "magic", Value: magic})
	if o.Merge {
		out = append(out, commands.Field{Name: "stacks", Value: "yes"})
	}
	if seen := looksLike(c, o); seen != "" {
		out = append(out, commands.Field{Name: "unidentified", Value: seen})
	}
	return out
}

// line joins facts as players write them: as bare words if they speak for themselves.
func itemLine(name string, facts []commands.Field) string {
	parts := []string{name}
	for _, f := range facts {
		switch f.Name {
		case "class", "cost", "material", "aim":
			parts = append(parts, f.Value)
		case "weight":
			parts = append(parts, "wt "+f.Value)
		case "hands":
			parts = append(parts, "two-handed")
		case "magic":
			if f.Value == "yes" {
				parts = append(parts, "magic")
			} else {
				parts = append(parts, "not magic")
			}
		case "stacks":
			parts = append(parts, "stacks")
		case "unidentified":
			parts = append(parts, "looks: "+f.Value)
		default:
			parts = append(parts, f.Name+" "+f.Value)
		}
	}
	return strings.Join(parts, " | ")
}

func itemReply(c *commands.Call, o *rules.Object) commands.Reply {
	slot := ""
	var armor *armorPart
	if w := c.Rules.WornNamed(o.Name); w != nil && o.Class == "armor" {
		slot = w.Slot.String()
		armor = &armorPart{slot, flagInt(w.Metallic), o.Oc1, o.Oc2, flagInt(w.Bulky)}
	}
	answer := &itemAnswer{
		Name: o.Name, Skill: c.Rules.SkillOf(o), Class: o.Class, Appearance: o.Appearance, Prob: o.Prob, Prob1: o.Prob1, Material: o.Material, Weight: o.Weight, Cost: o.Cost,
		Magic: flagInt(o.Magic), Merge: flagInt(o.Merge), Unique: flagInt(o.Unique), NoWish: flagInt(o.NoWish), Charged: flagInt(o.Charged), Big: flagInt(o.Big),
		Delay: o.Delay, Sub: o.Sub, Dir: o.Dir, Nutrition: o.Nutrition, SmallDie: o.SmallDie, LargeDie: o.LargeDie, Oc1: o.Oc1, Oc2: o.Oc2,
		Property: o.Property, Shuffled: flagInt(o.Shuffled), armorPart: armor,
	}
	if small, large := c.Rules.WeaponDamage(o); small != nil {
		answer.Damage = &itemDamage{small, large}
	}
	facts := itemFacts(c, o, slot)
	r := commands.Reply{Glyph: glyphOf(o), Title: o.Name, FieldsDo: true, Data: answer, Version: c.Rules.Name, Fields: facts}
	r.Summary = itemLine(o.Name, facts)
	if use := purpose(c.Rules, o); use != "" {
		answer.Purpose = use
		r.Summary += " | " + use
		r.Fields = append(r.Fields, commands.Field{Name: "what it is for", Value: use})
	}
	if p := c.Rules.Polypile(); p != nil {
		var text string
		answer.Polypile, text = polymorphNote(c.Rules, o)
		r.Hints = []string{versioned(c, "polyfor") + o.Name}
		r.Summary += " | polypile: " + text
		r.Fields = append(r.Fields, commands.Field{Name: "polypile", Value: text})
		if !answer.Polypile.Made {
			r.Hints = []string{versioned(c, "polyfrom") + o.Name}
		}
		r.Cite(c.Rules, rules.CiteBecome)
	}
	return r
}

// glyphOf returns the sign of an object's class, in no known colour; nil if the class
// has none.
func glyphOf(o *rules.Object) *commands.Glyph {
	if o == nil {
		return nil
	}
	sign := shorthand.Sign(o.Class)
	if sign == 0 {
		return nil
	}
	return &commands.Glyph{Sign: string(sign)}
}
