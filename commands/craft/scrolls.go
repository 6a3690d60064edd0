package craft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/hero"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/enchant"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// The parameters of scrolls.
var (
	enchanted = commands.NewChoice(commands.Param{
		Name: "what", Summary: "armor or weapon", Choices: []string{"armor", "weapon"},
		Also: map[string]string{"armour": "armor", "ea": "armor", "ew": "weapon", "mail": "armor", "enchant armor": "armor", "enchant weapon": "weapon"},
	})
	gear = commands.NewName[*rules.Object](commands.Param{
		Name: "thing", Gear: true, Noun: "a piece of armor or a weapon", Summary: "The thing: +4 plate mail",
		Vocabulary: func(s *rules.Set) []commands.Term {
			return append(objectTerms(s, func(o *rules.Object) bool { return o.Class != "tool" || o.Sub != 0 }, "armor", "weapon", "tool"), artifactTerms(s)...) // tools with a weapon's skill
		},
	})
	// The same, separately, for the reader of sentences: the item tells which scroll is
	// meant.
	worn    = commands.NewName[*rules.Object](commands.Param{Name: "armor", Noun: "a piece of armor", Vocabulary: func(s *rules.Set) []commands.Term { return objectTerms(s, nil, "armor") }})
	wielded = commands.NewName[*rules.Object](commands.Param{Name: "weapon", Noun: "a weapon", Vocabulary: func(s *rules.Set) []commands.Term {
		return append(objectTerms(s, func(o *rules.Object) bool { return o.Class != "tool" || o.Sub != 0 }, "weapon", "tool"), artifactTerms(s)...)
	}})
	spe = commands.NewNumber(commands.Param{Name: "enchantment", Bare: true, Signed: true, Summary: "Its enchantment: +4", Words: []string{"plus"}, Min: enchant.MinSpe, Max: enchant.MaxSpe})

	chargeable = commands.NewName[*rules.Object](commands.Param{
		Name: "thing", Noun: "a thing to charge", Summary: "The wand, ring or tool",
		Vocabulary: func(s *rules.Set) []commands.Term {
			return objectTerms(s, func(o *rules.Object) bool { return o.Class == "wand" || o.Charged || isChargedTool(s, o) }, "wand", "ring", "tool")
		},
	})
)

// artifactTerms returns the artifacts that a scroll of enchant weapon changes, each with the
// object that it is.
func artifactTerms(s *rules.Set) []commands.Term {
	var out []commands.Term
	for _, a := range s.Artifacts() {
		if o := s.Object(a.Base); o != nil && (o.Class == "weapon" || o.Class == "tool" && o.Sub != 0) {
			out = append(out, commands.Term{Name: strings.TrimPrefix(a.Name, "The "), Aliases: append(shorthand.Of(s).Also(shorthand.Artifact, a.Name), a.Name), Value: o})
		}
	}
	return out
}

// unreserved are the artifacts whose names anybody may give (artilist.h, without SPFX_RESTR):
// scrolls lower them like any weapon.
var unreserved = []string{"Sting", "Orcrist"}

// resists reports whether a cursed scroll leaves a weapon as it is (wield.c, chwepon).
func resists(set *rules.Set, name string) bool {
	return hero.Artifact(set, name) != nil && !slices.Contains(unreserved, name)
}

// isChargedTool reports whether a scroll of charging does anything to a tool.
func isChargedTool(s *rules.Set, o *rules.Object) bool {
	r := s.Charging()
	if r == nil || o.Class != "tool" {
		return false
	}
	_, known := r.Tool(o.Name)
	return known
}

func scrollCommands() []*commands.Command {
	return []*commands.Command{
		commands.Told(&commands.Command{
			Name:    "enchant",
			Fillers: "poof poofs boom scroll scrolls of read reading enchant enchanting blow up safely once more again evaporate evaporates evaporating", Aliases: []string{"enchanting"},
			Summary: "Show what a scroll of enchant armor or enchant weapon does, and how often the thing evaporates",
			Params:  commands.Takes(commands.RuleSet, enchanted, spe, gear, buc, hero.Role, tries.Number, tries.Sure),
			Reads:   commands.Takes(worn, wielded),

			Examples: []string{"enchant armor +4 plate mail with blessed scroll", "enchant weapon +6 with uncursed scroll", "enchant weapon +7 long sword cursed", "enchant armor +5 elven mithril-coat", "enchant armor +0 plate mail 4 scrolls", "enchant weapon +6 for 90%"},
		}, commands.By(tellEnchant)),
		commands.Told(&commands.Command{
			Name:    "charge",
			Fillers: "scroll scrolls of charging charge recharge read reading explode explodes explosion blow blows up wand charges", Aliases: []string{"recharge", "charging"},
			Summary: "Show what a scroll of charging does to a wand, ring or tool, and how often the thing explodes",
			Params:  commands.Takes(commands.RuleSet, chargeable, charges, before, buc, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"charge wishing 0:0 blessed", "charge wand of death 1:3", "charge magic marker 0:35 blessed", "charge ring of increase damage +3 blessed", "charge wand of death 0:4 blessed 3 times"},
		}, commands.By(tellCharge)),
	}
}

func tellEnchant(c *commands.Call, r *rules.Enchanting) (*commands.Story, error) {
	said := gear.One(c)
	weapon, err := isWeapon(c, said)
	if err != nil {
		return nil, err
	}
	q := &enchant.Question{Rules: r}
	if said != nil && said.BUC != rules.BUCNotSaid && buc.In(c) == "" { // "blessed scroll on my helm": whether the thing is makes no difference
		q.Scroll = said.BUC
		c.Note(commands.Assumed, "the scroll is "+said.BUC.String())
	} else {
		q.Scroll = bucOf(c, "scroll")
	}
	name := "armor"
	if weapon {
		name = "weapon"
	}
	if n, ok := spe.In(c); ok {
		if said != nil && said.Enchant != 0 && said.Enchant != n {
			return nil, &commands.Problem{Text: fmt.Sprintf("You gave two enchantments, %+d and %+d.", n, said.Enchant), Hints: []string{fmt.Sprintf("enchant %+d %s", said.Enchant, said.Name)}}
		}
		q.Spe = n
	} else if said != nil && said.Enchant != 0 {
		q.Spe = said.Enchant
	} else {
		c.Note(commands.Assumed, "+0")
	}
	if said != nil {
		o := gear.Of(*said)
		name = said.Name
		q.Resists = weapon && resists(c.Rules, name)
		q.Magic = o.Magic
		q.Special = strings.HasPrefix(o.Name, "elven ") || o.Name == "cornuthaum" && roleIs(c, "Wizard")
		q.Scales = strings.HasSuffix(o.Name, "dragon scales")
		switch o.Name {
		case r.Dull:
			q.Sharper = r.Sharp
		case r.Sharp:
			q.Duller = r.Dull
		}
	} else if !weapon {
		c.Note(commands.Assumed, "armor that is neither elven nor magical")
	}
	if err := q.Check(); err != nil {
		return nil, err
	}
	if q.Resists && q.Scroll == rules.Cursed {
		c.Note(commands.Remarked, name+" only glows faintly: nothing lowers such an artifact")
	}
	e := &ends.Ends{Wanted: "to evaporate", Is: has(enchant.Evaporates), Rule: rules.CiteEnchantArmor, Subject: fmt.Sprintf(" on %+d %s", q.Spe, name), How: evaporation(q, weapon)}
	row := enchant.ArmorRow
	if weapon {
		e.Rule, row = rules.CiteEnchantWeapon, enchant.WeaponRow
	}
	s, err := e.TellRow(c, row(q), q.Scroll.String()+" scroll")
	if err == nil && !weapon {
		s.Reply.Chart = enchantChart(c, q)
	}
	return s, err
}

// isWeapon reports whether the scroll is a scroll of enchant weapon.
func isWeapon(c *commands.Call, said *commands.Said) (bool, error) {
	isArmor := said != nil && gear.Of(*said).Class == "armor"
	switch enchanted.In(c) {
	case "weapon":
		if isArmor {
			return false, &commands.Problem{Text: wording.Capital(wording.Article(said.Name)) + " is armor.", Hints: []string{fmt.Sprintf("enchant armor %+d %s", said.Enchant, said.Name)}}
		}
		return true, nil
	case "armor":
		if said != nil && !isArmor {
			return false, &commands.Problem{Text: wording.Capital(wording.Article(said.Name)) + " is not armor.", Hints: []string{fmt.Sprintf("enchant weapon %+d %s", said.Enchant, said.Name)}}
		}
		return false, nil
	}
	if said == nil {
		return false, &commands.Problem{Text: "What do you want to enchant?", Slot: "thing", Hints: []string{"enchant armor +4 plate mail", "enchant weapon +6"}}
	}
	return !isArmor, nil
}

// evaporation returns the formula for the chance to evaporate.
func evaporation(q *enchant.Question, weapon bool) string {
	s, cursed := q.Spe, q.Scroll == rules.Cursed
	switch {
	case weapon && (cursed && q.Duller != "" || !cursed && q.Sharper != ""):
		return "0"
	case weapon && cursed && q.Resists:
		return "0"
	case weapon && (q.Spe > q.Rules.WeaponSafe && !cursed || q.Spe < -q.Rules.WeaponSafe && cursed):
		return fmt.Sprintf("1 - 1/%d", q.Rules.WeaponOnce)
	case weapon:
		return "0"
	case cursed:
		s = -s
	}
	if s <= q.Safe() {
		return "0"
	}
	return fmt.Sprintf("1 - 1/%d", s)
}

// enchantChart charts the chance to evaporate over the enchantment.
func enchantChart(c *commands.Call, q *enchant.Question) *commands.Chart {
	if q.Scroll == rules.Cursed {
		return nil
	}
	at := float64(q.Spe)
	out := commands.Plot(fmt.Sprintf("The chance that it evaporates, by its enchantment: %s scroll, %s", q.Scroll.String(), c.Rules.Title), "enchantment", "chance %", 100, commands.Points(0, 12, func(x int) float64 {
		with := *q
		with.Spe = x
		return enchant.Gone(enchant.Armor(&with)) * 100
	}))
	out.Kind, out.Mark = commands.Steps, &at
	return out
}

// chargesShown says how many charges a thing has after it was charged.
func chargesShown(what string, ring bool) string {
	n, err := strconv.Atoi(strings.TrimPrefix(what, "spe "))
	switch {
	case err != nil:
		return what
	case ring:
		return wording.Signed(n)
	}
	return wording.Count(n, "charge")
}

func tellCharge(c *commands.Call, r *rules.Charging) (*commands.Story, error) {
	o, ok := chargeable.In(c)
	if !ok {
		return nil, &commands.Problem{Text: "What do you want to charge?", Slot: "thing", Hints: []string{"charge wishing 0:0 blessed", "charge magic marker 0:20"}}
	}
	t, charged := r.Tool(o.Name)
	if o.Class == "tool" && (!charged || t.Kind == rules.NoKind) {
		return tellChargeless(c, r, o), nil
	}
	q := &enchant.ChargeQuestion{Rules: r, Scroll: bucOf(c, "scroll")}
	const unaimed = 1 // oc_dir NODIR
	switch {
	case o.Name == "wand of wishing":
		q.What = enchant.Wishing
	case o.Class == "wand" && o.Dir == unaimed:
		q.What = enchant.Unaimed
	case o.Class == "wand":
		q.What = enchant.Aimed
	case o.Class == "ring":
		q.What = enchant.Ring
	default:
		q.What, q.Tool, q.Marker = enchant.Tool, t.Kind, o.Name == "magic marker"
	}
	q.Spe = charges.Else(c, 0, "no charges left")
	if q.What != enchant.Ring {
		q.Before = before.Else(c, 0, "never charged before")
	}
	if err := q.Check(); err != nil {
		return nil, err
	}
	state := fmt.Sprintf("(%d:%d)", q.Before, q.Spe)
	if q.What == enchant.Ring {
		state = fmt.Sprintf("%+d", q.Spe)
	}
	e := &ends.Ends{
		Subject: fmt.Sprintf(" of charging on a %s %s", o.Name, state), Wanted: "to explode", Is: has(enchant.Explodes), Rule: rules.CiteCharging,
		Show: func(what string) string { return chargesShown(what, q.What == enchant.Ring) },
	}
	if n := q.Before; n > 0 && (q.What == enchant.Aimed || q.What == enchant.Unaimed) {
		e.How = fmt.Sprintf("%d^3/%d", n, r.Explodes)
	}
	if q.What == enchant.Ring {
		e.How = fmt.Sprintf("max(0, min(%d, %d))/%d", r.RingDie, q.Spe, r.RingDie)
		if q.Spe <= r.RingLeast {
			e.How = "1"
		}
	}
	if q.Scroll == rules.Cursed {
		c.Note(commands.Assumed, "the thing itself is not blessed")
	}
	if n, _ := tries.Number.In(c); n > 1 {
		c.Note(commands.Assumed, "no charge used in between")
	}
	s, err := e.TellRow(c, enchant.ChargeRow(q), q.Scroll.String()+" scroll")
	if err != nil {
		return nil, err
	}
	if dice.P(e.Cases, has(enchant.DriedOut)) > 0 {
		c.Note(commands.Warned, "a marker is charged only once")
	}
	s.Reply.Chart = chargeChart(c, q, o.Name)
	return s, nil
}

// tellChargeless tells about a tool that has no charges, whatever its enchantment.
func tellChargeless(c *commands.Call, r *rules.Charging, o *rules.Object) *commands.Story {
	c.Note(commands.Remarked, wording.Article(o.Name)+" has no charges, and the scroll is used up")
	q := &enchant.ChargeQuestion{Rules: r, What: enchant.Tool, Tool: rules.NoKind}
	q.Spe, _ = charges.In(c)
	e := &ends.Ends{
		Subject: "A scroll of charging on " + wording.Article(o.Name), Wanted: "to do anything", Is: has("something"), Rule: rules.CiteCharging, How: "0",
		Cases: enchant.Charge(q), Show: func(string) string { return "nothing happens" },
	}
	return e.Tell(c)
}

// chargeChart charts the chance to explode over the number of times a wand was charged
// or over the enchantment of a ring. It is nil if no chart was asked for or nothing
// explodes.
func chargeChart(c *commands.Call, q *enchant.ChargeQuestion, name string) *commands.Chart {
	const most = 7 // recharges, and the enchantment of a ring
	if !ends.Chart.In(c) || q.What == enchant.Tool {
		return nil
	}
	x, mark := "times charged before", float64(q.Before)
	if q.What == enchant.Ring {
		x, mark = "enchantment", float64(q.Spe)
	}
	title := fmt.Sprintf("The chance that a %s explodes, by the %s: %s scroll of charging, %s", name, x, q.Scroll.String(), c.Rules.Title)
	out := commands.Plot(title, x, "chance %", 100, commands.Points(0, most, func(n int) float64 {
		with := *q
		if q.What == enchant.Ring {
			with.Spe = n
		} else {
			with.Before = n
		}
		return 100 * dice.P(enchant.Charge(&with), has(enchant.Explodes))
	}))
	out.Kind, out.Mark = commands.BarChart, &mark
	return out
}
