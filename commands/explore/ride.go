package explore

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of riding.
var (
	tameness = commands.NewNumber(commands.Param{Name: "tame", Summary: "How tame it is, to 20: tame 10", Words: []string{"tameness"}, Max: 20})
	wild     = commands.NewFlag(commands.Param{Name: "wild", Summary: "It is not tame", Words: []string{"untamed", "peaceful", "hostile", "not tame"}})
	riding   = commands.NewChoice(commands.Param{Name: "skill", Summary: "Your skill in riding", Choices: []string{"restricted", "unskilled", "basic", "skilled", "expert"}})
	impaired = commands.NewFlag(commands.Param{Name: "impaired", Summary: "Confused, fumbling, or with slippery fingers", Words: []string{"confused", "fumbling", "slippery fingers", "greasy fingers", "glib"}})
	ridegear = commands.NewFlag(commands.Param{Name: "riding-gear", Summary: "Gloves or boots that look made for riding", Words: []string{"riding gloves", "riding boots"}})
	badly    = commands.NewFlag(commands.Param{Name: "cursed", Summary: "The saddle is cursed", Words: []string{"cursed saddle"}})
	slick    = commands.NewFlag(commands.Param{Name: "greased", Summary: "The saddle is greased", Words: []string{"greased saddle"}})
	itsLevel = commands.NewNumber(commands.Param{Name: "level", Summary: "The monster's level", Words: []string{"monster level", "mlevel"}, Max: 49})
)

func ride() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "ride",
		Fillers: "can i a an the on my put saddle mount mounting riding saddling how likely slip chance to it",
		Aliases: []string{"saddle", "mount"},
		Summary: "Show how likely you are to put a saddle on a monster, and to mount it",
		Params:  commands.Takes(commands.RuleSet, monster, hero.Role, hero.XL, hero.Dex, hero.Cha, riding, tameness, wild, itsLevel, impaired, ridegear, badly, slick),

		Examples: []string{"ride pony Knight xl1 dex10 cha17 basic", "ride horse Samurai xl8 dex16 cha10 tame 10", "ride warhorse xl5 dex14 cha8 wild", "ride v3.4.3 pony xl3 tame 5 cursed saddle"},
	}, commands.By(tellRide)), monster)
}

// rideAnswer is the machine-readable answer of `ride`.
type rideAnswer struct {
	Monster string            `json:"monster"`
	Saddle  float64           `json:"saddle"`
	Parts   []life.SaddlePart `json:"parts"`
	Mount   *float64          `json:"mount"` // null: it is wild, and nobody mounts it
	Refuses bool              `json:"refuses"`
	Hurt    [2]int            `json:"slip_damage"`
}

// domestic is how tame a horse is from the beginning, or once it has been tamed.
const domestic = 10

// rider returns who rides in a call.
func rider(c *commands.Call, m *rules.Monster) *life.Rider {
	r := &life.Rider{Impaired: impaired.In(c), Riding: ridegear.In(c), Cursed: badly.In(c), Greased: slick.In(c)}
	if role, ok := hero.Role.In(c); ok {
		r.Role = role.Name
	} else {
		c.Note(commands.Assumed, "not a Knight")
	}
	r.XL, r.Dex, r.Cha = hero.XL.Else(c, 1, "XL 1"), hero.Dex.Else(c, 12, "Dex 12"), hero.Cha.Else(c, 10, "Cha 10")
	skill := riding.In(c)
	if skill == "" {
		if skill = "unskilled"; r.Role == c.Rules.Steeds().Role {
			skill = "basic"
		}
		c.Note(commands.Assumed, skill+" in riding")
	}
	for i, name := range riding.Choices {
		if name == skill {
			r.Skill = rules.Skill(i)
		}
	}
	if r.Level = itsLevel.Else(c, m.Level, ""); !wild.In(c) {
		r.Tame = tameness.Else(c, domestic, fmt.Sprintf("it is tame, with the tameness a horse begins with (%d)", domestic))
	}
	return r
}

func tellRide(c *commands.Call, rule *rules.Steeds) (*commands.Story, error) {
	m, ok := monster.In(c)
	if !ok {
		m = c.Rules.Bestiary().Named("pony")
		c.Note(commands.Assumed, "a pony")
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	r.Cite(c.Rules, rules.CiteSaddle)
	name := foe.SomeCalled(c.Rules, m)
	if !life.TakesSaddle(rule, m) {
		d.Given(rules.CiteSaddle, "what takes a saddle", "classes "+rule.Symbols+" of medium size and more")
		r.Headline, r.Data = "No", rideAnswer{Monster: m.Name, Parts: []life.SaddlePart{}}
		r.Summary = fmt.Sprintf("No: %s takes no saddle. Only monsters of the classes %s that are of medium size or larger do.", name, strings.Join(strings.Split(rule.Symbols, ""), ", "))
		return s, nil
	}
	who := rider(c, m)
	parts, saddle := life.Saddling(rule, who)
	a := rideAnswer{Monster: m.Name, Saddle: saddle.P, Parts: parts, Hurt: [2]int{rule.HurtLeast, rule.HurtLeast + rule.HurtDie - 1}}
	saddleSteps(d, parts, wording.Share(saddle.P))
	r.Headline = wording.Share(saddle.P)
	r.Summary = fmt.Sprintf("%s to put a saddle on %s per try.", wording.Capital(wording.Chance(saddle.P)), name)
	if who.Tame == 0 {
		r.Summary += " It is not tame, so nobody can mount it."
		r.Data = a
		return s, nil
	}
	mount, refuses := life.Mounting(rule, who)
	a.Mount, a.Refuses = &mount.P, refuses
	r.Cite(c.Rules, rules.CiteMount)
	switch {
	case refuses:
		d.Given(rules.CiteMount, "without tameness left", "refuses")
		r.Summary += " It refuses to be mounted and is not tame any more: a try by anyone but a Knight takes 1 off its tameness."
	case mount.Num == 0:
		d.Given(rules.CiteMount, "impaired, or the saddle cursed or greased", "slip")
		r.Summary += fmt.Sprintf(" You always slip when you try to mount it, and lose %d to %d HP.", a.Hurt[0], a.Hurt[1])
	default:
		tame := who.Tame
		if who.Role != rule.Role {
			tame--
			d.Work(rules.CiteMount, "tameness left", strconv.Itoa(tame), "%d - 1", who.Tame).Of("not a Knight")
		}
		d.Work(rules.CiteMount, "mount", wording.Share(mount.P), "min(%d, %d + %d)/%d", rule.SlipDie, who.XL, tame, rule.SlipDie).Of("XL and tameness")
		r.Summary += fmt.Sprintf(" %s to mount it", wording.Capital(wording.Chance(mount.P)))
		if mount.P < 1 {
			r.Summary += fmt.Sprintf("; otherwise you slip and lose %d to %d HP", a.Hurt[0], a.Hurt[1])
		}
		r.Summary += "."
		if who.Role != rule.Role {
			r.Summary += " Each try to mount takes 1 off its tameness."
		}
	}
	r.Data = a
	return s, nil
}

// saddleSteps adds the steps to the chance of putting a saddle on.
func saddleSteps(d *steps.Derivation, parts []life.SaddlePart, chance string) {
	var sum, of []string
	for i, p := range parts {
		n := strconv.Itoa(p.Value)
		if i > 0 {
			n = steps.Plus(p.Value)
		}
		sum, of = append(sum, n), append(of, p.What)
	}
	d.Work(rules.CiteSaddle, "saddle", chance, "max(0, min(100, %s))/100", strings.Join(sum, "")).Of("%s", strings.Join(of, ", "))
}
