package explore

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of corpses that rise.
var (
	lain   = commands.NewNumber(commands.Param{Name: "age", Summary: "Turns since it died: age 20", Words: []string{"aged"}, Max: 10_000})
	within = commands.NewNumber(commands.Param{Name: "within", Summary: "The turns to come: within 10", Words: []string{"in", "next"}, After: []string{"turns"}, Min: 1, Max: 10_000})
)

func revive() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "revive",
		Fillers: "does do will can a an the corpse corpses rise again from dead how likely get up back",
		Aliases: []string{"revival", "rise"},
		Summary: "Show how likely a dead troll or Rider rises again, and by when",
		Params:  commands.Takes(commands.RuleSet, monster, lain, within),

		Examples: []string{"revive troll", "revive ice troll within 10", "revive troll age 20", "revive v3.4.3 Death", "revive jackal"},
	}, commands.By(tellRevive)), monster)
}

// reviveAnswer is the machine-readable answer of `revive`.
type reviveAnswer struct {
	Monster string   `json:"monster"`
	Rises   bool     `json:"rises"`
	From    int      `json:"from_turn,omitempty"`
	Last    int      `json:"last_turn,omitempty"`
	Once    int      `json:"one_in,omitempty"` // the chance in each turn
	P       float64  `json:"p"`                // that it rises at all, from now on
	Within  *float64 `json:"within,omitempty"`
}

func tellRevive(c *commands.Call, rule *rules.Revival) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	m, ok := monster.In(c)
	if !ok {
		m = c.Rules.Bestiary().Named("troll")
		c.Note(commands.Assumed, "a troll; of all that die only trolls and Riders rise by themselves")
	}
	a := reviveAnswer{Monster: m.Name}
	x, rises := life.Rises(rule, m)
	r.Cite(c.Rules, rules.CiteRevival)
	if !rises {
		d.Given(rules.CiteRevival, "rise by themselves", "trolls and Riders")
		r.Headline, r.Data = "No", a
		r.Summary = fmt.Sprintf("No: %s stays dead. Trolls and Riders alone rise by themselves.", foe.Some(m))
		if rule.ZombieLast > 0 {
			r.Summary += fmt.Sprintf(" What a zombie kills may rise as a zombie, %d to %d turns later.", rule.ZombieFrom, rule.ZombieLast)
		}
		return s, nil
	}
	age, _ := lain.In(c)
	a.Rises, a.From, a.Last, a.Once, a.P = true, x.From, x.Last, x.Once, x.By(age, x.Last)
	rolls := x.Rolls(x.Last) - x.Rolls(age)
	n, said := within.In(c)
	by := x.By(age, n)
	switch surely := x.Surely && age < x.Last; {
	case surely && said && by < 1:
		// how the Rider fares within those turns is all that is worked out
	case surely:
		d.Counted(rules.CiteRevival, "rises", "100%", "a Rider rises in turn %d, if not before", x.Last)
	default:
		d.Work(rules.CiteRevival, "rises", wording.Share(a.P), "1 - (1 - 1/%d)^%d", x.Once, rolls).Of("a roll in each turn from %d to %d", max(age+1, x.From), x.Last)
	}
	r.Headline = wording.Share(a.P)
	kind := wording.Article(m.Name + "'s corpse")
	if m.Is("PNAME") || x.Surely {
		kind = m.Name + "'s corpse"
	}
	switch {
	case rolls == 0 && !x.Surely:
		r.Summary = fmt.Sprintf("No more: %s that has lain for %d turns stays dead; it rises by turn %d or never.", kind, age, x.Last)
	case x.Surely:
		r.Summary = fmt.Sprintf("%s always rises: in each turn from %d on with a chance of 1/%d, and in turn %d at the latest.", wording.Capital(kind), x.From, x.Once, x.Last)
	default:
		r.Summary = fmt.Sprintf("%s to rise again: %s has a chance of 1/%d in each turn from %d to %d after it died.", wording.Capital(wording.Chance(a.P)), kind, x.Once, max(age+1, x.From), x.Last)
	}
	if said {
		a.Within = &by
		r.Headline = wording.Share(by)
		r.Summary = fmt.Sprintf("%s to rise within %s. ", wording.Capital(wording.Chance(by)), wording.Count(n, "turn")) + r.Summary
		if !x.Surely || by < 1 {
			d.Work(rules.CiteRevival, "within "+wording.Count(n, "turn"), wording.Share(by), "1 - (1 - 1/%d)^%d", x.Once, x.Rolls(age+n)-x.Rolls(age))
		}
	}
	if rolls > 0 && !x.Surely {
		reviveTable(r, x, age)
	}
	if rolls > 0 && !x.Surely {
		r.Aside(" Eaten, tinned or sacrificed before that it stays dead; carrying it does not help.")
		r.Summary += r.Asides[0]
	}
	r.Data = a
	return s, nil
}

// reviveTable lists by when a corpse has risen.
func reviveTable(r *commands.Reply, x life.Rising, age int) {
	r.Table = &commands.Table{Columns: []string{"by turn", "has risen"}}
	for _, turn := range []int{5, 10, 20, 30, 40, x.Last} {
		if turn > age {
			r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(turn), wording.Share(x.By(age, turn-age))})
		}
	}
}
