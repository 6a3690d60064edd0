package craft

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// The parameters of erosion.
var eaten = commands.NewName[*rules.Object](commands.Param{
	Name: "armor", Noun: "a piece of armor", Summary: "The piece of armor: plate mail",
	Vocabulary: func(s *rules.Set) []commands.Term { return objectTerms(s, nil, "armor") },
})

func erosionCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "erosion",
		Fillers: "how much ac armor class do does i lose by from of when is my a the much",
		Aliases: []string{"eroded"},
		Summary: "Show what AC rusty, burnt or corroded armor loses, and how to repair it",
		Params:  commands.Takes(commands.RuleSet, spe, eaten, thing.Condition),

		Examples: []string{"erosion", "erosion very rusty plate mail", "erosion +2 thoroughly rusty helmet", "erosion leather armor", "erosion v3.4.3 corroded plate mail"},
	}, commands.By(tellErosion))
}

// erosionAnswer is the machine-readable answer of `erosion`.
type erosionAnswer struct {
	Armor   string        `json:"armor,omitempty"`
	Base    int           `json:"base,omitempty"`
	Degrees []erosionLoss `json:"degrees"`
	Repairs string        `json:"repairs"` // the scroll, read while confused
}

// erosionLoss is what one degree of erosion takes.
type erosionLoss struct {
	Degree int `json:"degree"`
	Loses  int `json:"loses"`
	Gives  int `json:"gives,omitempty"`
}

// degreeNames are what the game says for each degree, of what rusts or corrodes.
var degreeNames = []string{"", "rusty or corroded", "very rusty or corroded", "thoroughly rusty or corroded"}

func tellErosion(c *commands.Call, rule *rules.Wear) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	plus, enchanted := spe.In(c)
	o, named := eaten.In(c)
	degree := thing.Erosion(c)
	a := erosionAnswer{Repairs: rule.Repairs}
	r.Cite(c.Rules, rules.CiteWearAC, rules.CiteWearRepair)
	fix := fmt.Sprintf(" To repair it, wear nothing else and read a scroll of %s, not cursed, while confused: that also makes it erodeproof; %s does so for a wielded weapon.", rule.Repairs, rule.WeaponRepairs)
	if !named {
		if enchanted {
			c.Note(commands.Remarked, "its enchantment stays whole")
		}
		degrees := []int{1, 2, 3}
		r.Summary = fmt.Sprintf("Rusty, burnt, corroded, rotted or cracked armor loses %d AC, very so %d and thoroughly so %d, but never more than it gives without its enchantment.", rule.PerDegree, 2*rule.PerDegree, 3*rule.PerDegree)
		r.Headline = "1 AC per degree"
		if degree > 0 {
			degrees = []int{degree}
			r.Headline = fmt.Sprintf("%d AC", degree*rule.PerDegree)
			r.Summary = fmt.Sprintf("%s armor loses %d AC, but never more than it gives without its enchantment.", wording.Capital(degreeNames[degree]), degree*rule.PerDegree)
		}
		for _, n := range degrees {
			a.Degrees = append(a.Degrees, erosionLoss{Degree: n, Loses: n * rule.PerDegree})
			d.Work(rules.CiteWearAC, degreeNames[n]+" armor loses at most", strconv.Itoa(n*rule.PerDegree), "%d*%d", n, rule.PerDegree)
		}
		r.Summary += fix
		r.Aside(fix)
		r.Data = a
		return s, nil
	}
	a.Armor, a.Base = o.Name, o.Oc1
	name := o.Name
	if enchanted {
		name = wording.Signed(plus) + " " + name
	}
	if e := c.Rules.Erosion(); e != nil && degree == 0 {
		if burns, rots := e.Wears(o, o.Material); !burns && !rots {
			d.Given(rules.CiteWearAC, "AC", strconv.Itoa(o.Oc1+plus))
			r.Headline, r.Data = "No", a
			r.Summary = fmt.Sprintf("%s does not rust, burn, corrode or rot.", wording.Capital(name))
			return s, nil
		}
	}
	degrees := []int{1, 2, 3}
	if degree > 0 {
		degrees = []int{degree}
	}
	for _, n := range degrees {
		loss := rule.Loss(o.Oc1, n)
		a.Degrees = append(a.Degrees, erosionLoss{Degree: n, Loses: loss, Gives: o.Oc1 + plus - loss})
		d.Work(rules.CiteWearAC, degreeNames[n]+" loses", strconv.Itoa(loss), "min(%d, %d)", n*rule.PerDegree, o.Oc1)
		d.Work(rules.CiteWearAC, "AC "+degreeNames[n], strconv.Itoa(o.Oc1+plus-loss), "%d%s - %d", o.Oc1, steps.Plus(plus), loss)
	}
	if degree > 0 {
		l := a.Degrees[0]
		r.Headline = fmt.Sprintf("%d AC", l.Loses)
		r.Summary = fmt.Sprintf("%s that is %s gives %d AC instead of %d: it loses %d.", wording.Capital(name), degreeNames[degree], l.Gives, o.Oc1+plus, l.Loses)
		if l.Loses < degree*rule.PerDegree {
			r.Summary += " Erosion takes no more than the piece itself gives."
		}
	} else {
		r.Headline = fmt.Sprintf("%d AC", a.Degrees[2].Loses)
		r.Summary = fmt.Sprintf("%s gives %d AC, eroded %d, very so %d, thoroughly so %d.", wording.Capital(name), o.Oc1+plus, a.Degrees[0].Gives, a.Degrees[1].Gives, a.Degrees[2].Gives)
	}
	if !enchanted {
		c.Note(commands.Assumed, "+0")
	}
	r.Summary += fix
	r.Aside(fix)
	r.Data = a
	return s, nil
}
