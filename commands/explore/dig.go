package explore

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of digging.
var (
	into = commands.NewChoice(commands.Param{
		Name: "into", Summary: "What you dig: wall (rock, boulder, statue, door), hole or pit", Choices: []string{"wall", "hole", "pit"},
		Also: map[string]string{"rock": "wall", "boulder": "wall", "statue": "wall", "door": "wall", "tree": "wall", "stone": "wall", "sideways": "wall", "through": "wall",
			"down": "hole", "floor": "hole", "downwards": "hole", "hole down": "hole", "dig down": "hole"},
	})
	enchanted = commands.NewNumber(commands.Param{Name: "enchantment", Summary: "The pick-axe's enchantment: +2", Bare: true, Signed: true, Min: -20, Max: 20})
	eroded    = commands.NewNumber(commands.Param{Name: "erosion", Summary: "How rusty or corroded it is: 1 to 3", Min: 0, Max: 3})
	ringsOf   = commands.NewNumber(commands.Param{Name: "damage", Summary: "Rings of increase damage, in all", Words: []string{"increase damage"}, Min: -99, Max: 99})
	zapping   = commands.NewFlag(commands.Param{Name: "wand", Aside: true, Summary: "With a wand of digging", Words: []string{"wand of digging", "a wand of digging"}})
	picking   = commands.NewFlag(commands.Param{Name: "pick-axe", Summary: "With a pick-axe; a dwarvish mattock is just as fast", Words: []string{"pickaxe", "pick axe", "mattock", "dwarvish mattock", "pick"}})
)

func dig() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "digging",
		Fillers: "time a the with through into time turns how long dig digs does it take",
		Aliases: []string{"dig-time", "tunnel"},
		Recall:  hero.Strong(recallPick),
		Summary: "Show how many turns it takes to dig through a wall or a floor",
		Params:  commands.Takes(commands.RuleSet, into, hero.Race, hero.XL, hero.St, hero.Dex, enchanted, eroded, thing.Condition, ringsOf, picking, zapping),

		Examples: []string{"digging wall dwarf +2 st18 xl8", "digging hole st18 dex16 xl5", "digging pit +0"},
	}, tellDig)
}

// recallPick digs with the pick-axe or mattock that a character wields, as it is enchanted.
func recallPick(c, character *commands.Call) []string {
	v := c.Value(enchanted.Param)
	held, kind := hero.Wields(character)
	if held == nil || kind != "pick-axe" && kind != "dwarvish mattock" || v.Said || zapping.In(c) {
		return nil
	}
	if held.Enchant != 0 { // else it was not said, and the answer says what it takes it for
		v.Said, v.Num, v.To, v.Quiet = true, held.Enchant, held.Enchant, true
	}
	return []string{held.Describe()}
}

// digAnswer is the machine-readable answer of `digging`.
type digAnswer struct {
	Into string `json:"into"`
	Need int    `json:"effort_above"`
	Help int    `json:"help"`
	life.Dug
}

func tellDig(c *commands.Call) (*commands.Story, error) {
	rule, f := c.Rules.Digging(), c.Rules.Fight()
	if rule == nil || f == nil {
		return nil, rules.No[rules.Digging](c.Rules)
	}
	if zapping.In(c) {
		return nil, &commands.Problem{Text: "A zap of a wand of digging digs at once, in one move; turns are for a pick-axe or a mattock.", Hints: []string{"digging wall", "item wand of digging"}}
	}
	q := &life.Dig{Rules: rule, Dwarf: hero.Race.In(c) == "dwarf"}
	picking.In(c) // what digs where nothing else was said
	what, cite := into.In(c), rules.CiteDigDown
	switch what {
	case "hole":
		q.Need = rule.Hole
	case "pit":
		q.Need = rule.Pit
	default:
		q.Need, cite = rule.Through, rules.CiteDigThrough
		if what == "" {
			c.Note(commands.Assumed, "a wall, rock, boulder, statue or door")
		}
		what = "wall"
	}
	d := steps.New(c.Rules)
	q.Help = digHelp(c, d, f)
	got, ok := life.Turns(q)
	if !ok {
		return nil, &commands.Problem{Text: "With a tool that bad you never finish.", Hints: []string{"digging wall +0"}}
	}
	s := &commands.Story{Steps: d}
	r := &s.Reply
	least, most := rule.Base+q.Help, rule.Base+rule.Die-1+q.Help
	d.Work(rules.CiteDig, "effort a turn, at least", strconv.Itoa(least), "%d + %d", rule.Base, q.Help)
	d.Work(rules.CiteDig, "at most", strconv.Itoa(most), "%d + %d", least, rule.Die-1)
	doubled := ""
	if q.Dwarf {
		doubled = fmt.Sprintf("; a dwarf's whole effort so far is multiplied by %d each turn", rule.Dwarf)
	}
	work := func(what string, need int, got *life.Dug) {
		d.Counted(cite, what, wording.Amount(got.Mean), "all sequences of efforts until they exceed %d%s", need, doubled)
	}
	each := fmt.Sprintf("each turn adds %d to %d to the effort, which must exceed %d", least, most, q.Need)
	begun := "after the move that begins it"
	if what == "hole" {
		// The pit ends the first digging, and what follows begins again from nothing.
		pit, _ := life.Turns(&life.Dig{Rules: rule, Help: q.Help, Dwarf: q.Dwarf, Need: rule.Pit})
		work("turns for the pit", rule.Pit, &pit)
		work("turns for the rest", rule.Hole, &got)
		each = fmt.Sprintf("%s for a pit, then %s more for the hole, as the effort starts again at 0; each turn adds %d to %d to the effort, which must exceed %d and %d", wording.Amount(pit.Mean), wording.Amount(got.Mean), least, most, rule.Pit, rule.Hole)
		begun = "besides the two moves that begin them"
		rest := got
		got = life.After(&pit, &rest)
		d.Work(cite, "turns", wording.Amount(got.Mean), "%s + %s", wording.Amount(pit.Mean), wording.Amount(rest.Mean))
	} else {
		work("turns", q.Need, &got)
	}
	r.Headline = wording.Amount(got.Mean) + " turns"
	turns := fmt.Sprintf("%s turns on average (%d to %d)", wording.Amount(got.Mean), got.Min, got.Max)
	if got.Min == got.Max {
		turns = wording.Count(got.Min, "turn")
		r.Headline = turns
	}
	r.Summary = fmt.Sprintf("Digging %s takes %s, %s: %s%s.",
		map[string]string{"wall": "through a wall, rock, door, boulder or statue", "hole": "a hole through the floor", "pit": "a pit"}[what], turns, begun, each, doubled)
	r.Data = digAnswer{what, q.Need, q.Help, got}
	r.Cite(c.Rules, rules.CiteDig, cite)
	return s, nil
}

// digHelp returns what adds to the effort of each turn.
func digHelp(c *commands.Call, d *steps.Derivation, f *rules.Fight) int {
	st, dex := hero.St.Else(c, 16, "St 16"), hero.Dex.Else(c, 12, "Dex 12")
	xl := hero.XL.Else(c, 3, "XL 3 or more")
	plus := enchanted.Else(c, 0, "+0")
	worn, _ := eroded.In(c)
	worn = max(worn, thing.Erosion(c))
	ring, _ := ringsOf.In(c)
	strong, deft, novice := rules.Above(f.StrHit, st), rules.Above(f.DexHit, dex), 0
	if xl <= f.NewbieXL {
		novice = 1
	}
	help := strong + deft + novice + plus - worn + ring
	d.Work("ability to hit", "helps to hit", strconv.Itoa(strong+deft+novice), "%s", steps.Sum(strong, deft, novice)).Of("Strength, Dexterity, level")
	d.Work(rules.CiteDig, "helps", strconv.Itoa(help), "%s", steps.Sum(strong+deft+novice, plus, -worn, ring))
	return help
}
