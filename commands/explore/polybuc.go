package explore

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// The parameters for what polymorph keeps.
var (
	changed = commands.NewName[*rules.Object](commands.Param{
		Name: "thing", Gear: true, Counts: true, Noun: "a thing to polymorph", Summary: "What is polymorphed: cursed wand of digging",
		Vocabulary: func(s *rules.Set) []commands.Term {
			classes := []string{"wand", "ring", "amulet", "potion", "scroll", "spellbook", "weapon", "armor", "tool", "gem", "food"}
			out := objects(s, classes...)
			for _, class := range classes { // any of them
				out = append(out, commands.Term{Name: "random " + class, Aliases: []string{class}, Value: &rules.Object{Name: class, Class: class}})
			}
			return out
		},
	})
	chargesOf = commands.NewNumber(commands.Param{Name: "charges", Summary: "A wand's charges, or (recharged:charges) as in 0:4", Before: "recharged", After: []string{"charges", "charge"}, Bare: true, Min: -1, Max: 127})
	recharges = commands.NewNumber(commands.Param{Name: "recharged", Aside: true, Summary: "How often a wand was recharged", Words: []string{"recharges"}, After: []string{"recharges"}, Min: 0, Max: 7})
	readings  = commands.NewNumber(commands.Param{Name: "readings", Summary: "How often a book was read or polymorphed", Words: []string{"read"}, After: []string{"readings"}, Min: 0, Max: 50})
)

func polybuc() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "polybuc",
		Fillers: "blessed cursed uncursed polymorph polymorphed polymorphing keep keeps carried over stays what the a an of when is does",
		Aliases: []string{"polykeep", "polykeeps"},
		Summary: "Show what a thing keeps when it is polymorphed: its curse, charges, erosion, number",
		Params:  commands.Takes(commands.RuleSet, changed, chargesOf, recharges, readings),

		Examples: []string{"polybuc", "polybuc cursed wand of digging 0:4", "polybuc 12 potions of water", "polybuc spellbook of sleep 2 readings"},
	}, tellPolybuc)
}

// polybucAnswer is the machine-readable answer of `polybuc`.
type polybucAnswer struct {
	Thing string              `json:"thing,omitempty"`
	Kept  polymorph.Keeps     `json:"kept"`
	P     map[string]*float64 `json:"chances,omitempty"`
}

func tellPolybuc(c *commands.Call) (*commands.Story, error) {
	p := c.Rules.Polypile()
	if p == nil {
		return nil, &commands.Problem{Text: "I don't know what polymorph keeps in " + c.Rules.Title + ".", Hints: []string{"polybuc v" + rules.Default}}
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	r := &s.Reply
	r.Cite(c.Rules, rules.CiteBecome)
	said := changed.One(c)
	if _, charged := chargesOf.In(c); said == nil && charged { // (1:4) is a wand's
		said = &commands.Said{Name: "wand", Value: &rules.Object{Name: "wand", Class: "wand"}}
	}
	if said == nil {
		r.Headline = "BUC stays"
		r.Summary = fmt.Sprintf("Things stay as blessed or cursed as they were. Wands, weapons and armor keep their charges or enchantment, and whatever erosion and proofing the new kind can have; rings and tools get new ones. "+
			"A wand's recharge count may go up; a marker counts as recharged. A stack of n fuses into one n times in %d, and always if the new kind does not stack.", p.StackOf)
		s.Steps.Given(rules.CiteBecome, "its curse", "as it was")
		r.Data = polybucAnswer{Kept: polymorph.Kept("")}
		return s, nil
	}
	o := said.Value.(*rules.Object)
	k := polymorph.Kept(o.Class)
	a := polybucAnswer{Thing: o.Name, Kept: k, P: map[string]*float64{}}
	state := "as blessed or cursed as it was"
	if said.BUC != rules.BUCNotSaid {
		state = said.BUC.String()
	}
	s.Steps.Given(rules.CiteBecome, "its curse", state)
	r.Headline = state
	r.Summary = fmt.Sprintf("%s polymorphs into something %s", wording.Capital(wording.Article(o.Name)), state)
	count := said.Quantity
	switch {
	case o.Class == "wand":
		tellWand(c, s, p, &a)
	case o.Class == "spellbook":
		tellBook(c, s, p)
	case k.Spe:
		r.Summary += ", with the same enchantment, and with whatever erosion, proofing and poison the new kind can have."
	case o.Class == "ring":
		r.Summary += "; its own enchantment is lost, and it gets that of a new one."
	case o.Class == "tool":
		r.Summary += "; its own charges are lost, and it gets those of a new one; a magic marker counts as recharged once, and the contents of a container are gone."
	default:
		r.Summary += "."
	}
	if count > 1 {
		fused := min(1, float64(count)/float64(p.StackOf))
		a.P["fused"] = &fused
		r.Headline = wording.Share(fused)
		s.Steps.Work(rules.CiteBecome, "fused into 1", wording.Share(fused), "min(1, %d/%d)", count, p.StackOf)
		if o.Class == "gem" {
			c.Note(commands.Remarked, fmt.Sprintf("minerals that become something else turn into half as many rocks if there are more than 1d%d of them", p.BackfireDie))
		}
		r.Summary += fmt.Sprintf(" The %d fuse into one %s of the time, and always if the new kind does not stack; otherwise all of them stay.", count, wording.Share(fused))
	}
	if p.OwnMaterials {
		c.Note(commands.Remarked, "a material that the new kind cannot have changes")
	}
	r.Data = a
	return s, nil
}

// tellWand tells what a wand keeps.
func tellWand(c *commands.Call, s *commands.Story, p *rules.Polypile, a *polybucAnswer) {
	r := &s.Reply
	recharged, said := recharges.In(c)
	with := "its charges"
	if n, ok := chargesOf.In(c); ok {
		with = "its " + wording.Count(n, "charge")
		if n < 0 {
			with = "no charge, cancelled"
		}
	}
	up := polymorph.Raised(p, recharged)
	a.P["recharged"] = &up
	r.Headline = wording.Share(up)
	s.Steps.Work(rules.CiteBecome, "recharge count goes up", wording.Share(up), "max(0, %d - 1 - %d)/%d", p.Recharges, recharged, p.Recharges)
	r.Summary += fmt.Sprintf(", another wand with %s but never one of wishing or polymorph. %s of the time it counts as recharged %s.", with, wording.Share(up), wording.Times(recharged+1))
	if !said {
		c.Note(commands.Assumed, "never recharged")
	}
}

// tellBook tells what a spellbook keeps.
func tellBook(c *commands.Call, s *commands.Story, p *rules.Polypile) {
	r := &s.Reply
	n, _ := readings.In(c)
	s.Steps.Work(rules.CiteBecome, "readings", strconv.Itoa(n+1), "%d + 1", n)
	r.Summary += fmt.Sprintf(", another spellbook, which counts as read once more (%s in all)", wording.Times(n+1))
	switch {
	case p.ReadLimit > 0 && n+1 > p.ReadLimit:
		r.Summary += fmt.Sprintf("; that is more than %d, so it is blank.", p.ReadLimit)
	case p.ReadLimit > 0:
		r.Summary += fmt.Sprintf("; after more than %d it comes out blank.", p.ReadLimit)
	default:
		r.Summary += "; it never comes out blank for that."
	}
}
