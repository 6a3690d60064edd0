package craft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/dist"
	"delphi/engine/rules"
)

// The parameters of wands zapped at oneself.
var (
	aimed = commands.NewName[*rules.SelfZap](commands.Param{Name: "wand", Noun: "a wand", Summary: "The wand that you zap at yourself; without one, all of them", Vocabulary: selfZapTerms})
	hpNow = commands.NewNumber(commands.Param{Name: "hp", Summary: "Your hit points: hp 40", Words: []string{"hit points"}, Min: 1, Max: 999})
)

// selfZapTerms returns the wands of a version, or of the default where it has no table.
func selfZapTerms(s *rules.Set) []commands.Term {
	t := s.SelfZaps()
	if t == nil {
		t = rules.Get(rules.Default).SelfZaps()
	}
	return commands.Terms(slices.Concat(t.List, undirected(s, t)), func(z *rules.SelfZap) commands.Term {
		short := strings.TrimPrefix(z.Wand, "wand of ")
		return commands.Term{Name: z.Wand, Aliases: []string{short, short + " wand"}, Value: z}
	})
}

// undirected returns the wands that ask for no direction, so that nobody can aim them at all.
func undirected(s *rules.Set, t *rules.SelfZaps) (out []*rules.SelfZap) {
	const noDirection = 1 // the game's NODIR
	for _, o := range s.Objects() {
		if o.Class == "wand" && o.Dir == noDirection && !slices.ContainsFunc(t.List, func(z *rules.SelfZap) bool { return z.Wand == o.Name }) {
			out = append(out, &rules.SelfZap{Wand: o.Name})
		}
	}
	return out
}

func zapSelf() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "zapself",
		Recall:  hero.Body(nil),
		Fillers: "zap zapping myself me at with my a an the what happens if i self",
		Aliases: []string{"selfzap", "zap-self"},
		Summary: "Show what a wand does that you zap at yourself",
		Params:  commands.Takes(commands.RuleSet, aimed, hpNow, hero.Has, hero.Role, hero.Race, hero.XL, hero.Worn),

		Examples: []string{"zapself sleep", "zapself wand of fire hp 40", "zapself v3.4.3 speed monster", "zapself striking, gray dragon scale mail", "zapself"},
	}, commands.By(tellZapSelf))
}

// zapSelfAnswer is the machine-readable answer of `zapself`.
type zapSelfAnswer struct {
	Wands []selfZapped `json:"wands"`
	HP    int          `json:"hp,omitempty"`
	Dies  *float64     `json:"dies,omitempty"`
	// Guarded: the hero has what stops the wand.
	Guarded bool `json:"guarded,omitempty"`
}

type selfZapped struct {
	Wand   string  `json:"wand"`
	Dice   string  `json:"dice,omitempty"`
	Mean   float64 `json:"mean,omitempty"`
	Unless string  `json:"unless,omitempty"`
	Does   string  `json:"does,omitempty"`
}

// damageOf returns the damage of dice such as 2d12.
func damageOf(dice string) dist.Dist {
	n, x, _ := strings.Cut(dice, "d")
	count, _ := strconv.Atoi(n)
	sides, _ := strconv.Atoi(x)
	return dist.Dice(count, sides)
}

// polymorphs is the wand for which dragon scales and their mail decide what one becomes.
const polymorphs = "wand of polymorph"

// guarded returns what the hero of a call has that stops a wand zapped at oneself: what is worn, said
// or by nature. "": nothing. It notes what was said and does not.
func guarded(c *commands.Call, z *rules.SelfZap) (by string) {
	if z.Guard != "" {
		if who := hero.Born(c.Rules, c, z.Guard); who != "" {
			by = z.Guard + ", which " + wording.Article(who) + " has"
		}
	}
	idle := func(text string) { c.Note(commands.Remarked, text+" makes no difference to a wand in your own hands") }
	for _, name := range hero.Having(c) {
		if property := hero.Property(name); property == z.Guard {
			by = z.Guard
		} else {
			idle(property)
		}
	}
	for _, s := range hero.Worn.All(c) {
		switch {
		case s.Without:
		case z.Guard != "" && hero.Gives(c.Rules, s.Name, z.Guard):
			by = z.Guard + ", from " + wording.Article(s.Name)
		case len(hero.Lent(c.Rules, s.Name)) == 0 || z.Wand == polymorphs && strings.Contains(s.Name, "dragon scale"):
		case c.Character == nil || hero.Wears(c.Character, s.Name) == nil:
			idle(s.Name)
		}
	}
	return by
}

// zappedBy says what a wand does to who has what by names; "": nothing that stops it.
func zappedBy(z *rules.SelfZap, by string) string {
	var says []string
	switch {
	case by != "" && z.Does == "", by != "" && z.Dice == "":
		return "Nothing happens, thanks to " + by + "."
	case by != "":
		return "No damage, thanks to " + by + ". " + z.Does
	}
	if z.Dice != "" {
		d := damageOf(z.Dice)
		hurts := fmt.Sprintf("%s damage (%d to %d, %s on average)", z.Dice, d.Min, d.Max(), wording.Amount(d.Mean()))
		if z.Guard != "" {
			hurts += ", none with " + z.Guard
		}
		says = append(says, hurts+".")
	}
	if z.Does != "" {
		says = append(says, z.Does)
	}
	if z.Dice == "" && z.Guard != "" {
		says = append(says, "With "+z.Guard+" nothing happens.")
	}
	return strings.Join(says, " ")
}

func tellZapSelf(c *commands.Call, t *rules.SelfZaps) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	r.Cite(c.Rules, rules.CiteSelfZap)
	list := t.List
	z, one := aimed.In(c)
	if one && !slices.Contains(list, z) {
		return nil, &commands.Problem{Text: fmt.Sprintf("%s asks for no direction: zap it and it works as it does, but nobody can aim it, not at yourself either.", wording.Capital(wording.Article(z.Wand))), Hints: []string{"item " + z.Wand, "zapself"}}
	}
	if one {
		list = []*rules.SelfZap{z}
	}
	a := &zapSelfAnswer{}
	r.Data = a
	for _, z := range list {
		row := selfZapped{Wand: z.Wand, Dice: z.Dice, Unless: z.Guard, Does: z.Does}
		if z.Dice != "" {
			row.Mean = damageOf(z.Dice).Mean()
		}
		a.Wands = append(a.Wands, row)
		d.Given(rules.CiteSelfZap, z.Wand, zappedBy(z, ""))
	}
	if !one {
		r.Summary = fmt.Sprintf("%d wands can be zapped at yourself; the others take no direction.", len(list))
		r.Table = &commands.Table{Columns: []string{"wand", "does"}}
		for _, z := range list {
			r.Table.Rows = append(r.Table.Rows, []string{z.Wand, zappedBy(z, "")})
		}
		return s, nil
	}
	by := guarded(c, z)
	does := zappedBy(z, by)
	a.Guarded = by != ""
	r.Summary = wording.Capital(z.Wand) + " at yourself: " + strings.ToLower(does[:1]) + does[1:]
	if hp, ok := hpNow.In(c); ok && z.Dice != "" && by == "" {
		dies := damageOf(z.Dice).AtLeast(hp)
		a.HP, a.Dies = hp, &dies
		r.Headline = wording.Share(dies)
		r.Summary += fmt.Sprintf(" %s that it kills you at %d HP, without %s.", wording.Capital(wording.Chance(dies)), hp, z.Guard)
		d.Counted(rules.CiteSelfZap, "dead", wording.Share(dies), "%s is %d or more", z.Dice, hp)
	} else if v := c.Value(hpNow.Param); ok && !v.Quiet {
		c.Note(commands.Remarked, "hit points make no difference to it")
	}
	return s, nil
}
