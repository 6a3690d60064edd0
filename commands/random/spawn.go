package random

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/spawn"
)

// The parameters of spawn.
var (
	place = commands.NewName[*rules.Place](commands.Param{
		Name: "in", Noun: "a place", Summary: "Where: in mines, in gehennom, in sokoban, in quest, in medusa", Words: []string{"at", "place"},
		Vocabulary: func(s *rules.Set) []commands.Term {
			if s.Spawn() == nil {
				return nil
			}
			return commands.Terms(s.Spawn().Places, func(p *rules.Place) commands.Term {
				return commands.Term{Name: p.Name, Aliases: p.Aliases, Value: p}
			})
		},
	})
	depth      = commands.NewNumber(commands.Param{Name: "depth", Summary: "How deep: depth 10, dlvl 10", Words: []string{"dlvl", "dl", "dungeon-level"}, Min: 1, Max: spawn.MaxDepth})
	difficulty = commands.NewNumber(commands.Param{Name: "difficulty", Summary: "The level's difficulty, instead of its depth", Words: []string{"diff"}, Min: 1, Max: 2 * spawn.MaxDepth})
	branch     = commands.NewNumber(commands.Param{Name: "branch-level", Summary: "The level's number in Sokoban or Vlad's Tower, 1 at the top", Words: []string{"floor"}, Min: 1, Max: 4})
	aggravate  = commands.NewFlag(commands.Param{Name: "aggravate", Summary: "You aggravate monsters", Words: []string{"aggravating", "aggravate monster"}})
	deep       = commands.NewFlag(commands.Param{Name: "below-castle", Summary: "The level is below the Castle", Words: []string{"below the castle"}})
	late       = commands.NewFlag(commands.Param{Name: "late", Summary: "The invocation was done, or the Wizard killed", Words: []string{"after invocation", "invoked", "wizard killed"}})
)

func spawnCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "spawn",
		Fillers: "gen odds generates generating generation what which monsters monster spawn spawns spawning generated generate appear appears random come comes level levels can will get how often with does the",
		Aliases: []string{"generate", "randommonster"},
		Summary: "Show which monsters appear at random at a depth, and how often",
		Params:  commands.Takes(commands.RuleSet, foe.Monster, depth, hero.XL, place, difficulty, branch, aggravate, deep, late, tries.Number, tries.Sure),

		Examples: []string{
			"spawn v5.0.0 depth 10 xl 8", "spawn soldier ant depth 10 xl 8", "spawn depth 6 xl 5 in mines", "spawn depth 35 xl 14 in gehennom, 1000 turns", "spawn soldier ant depth 10 xl 8 for 50%",
		},
	}, tellSpawn)
}

// spawning returns the question that a call asks. It notes what it assumes.
func spawning(c *commands.Call) (*spawn.Question, error) {
	set := c.Rules.Spawn()
	if set == nil || c.Rules.Bestiary() == nil {
		return nil, rules.No[rules.Spawn](c.Rules)
	}
	q := &spawn.Question{Rules: set, Monsters: c.Rules.Bestiary(), Place: set.Places[0], XL: 1, Aggravate: aggravate.In(c), Deep: deep.In(c), Late: late.In(c)}
	if p, ok := place.In(c); ok {
		q.Place = p
	}
	if n, ok := depth.In(c); ok {
		q.Depth = n
	}
	q.Difficulty = difficulty.Else(c, q.Difficulty, "")
	if q.Depth == 0 && q.Difficulty == 0 {
		return nil, &commands.Problem{Text: "At what depth?", Slot: "depth", Hints: []string{"spawn depth 10 xl 8"}}
	}
	if n, ok := hero.XL.In(c); ok {
		q.XL = n
	} else {
		c.Note(commands.Assumed, "XL 1")
	}
	if n, ok := branch.In(c); ok {
		q.Level = n
	} else if q.Place.Up > 0 && set.CountsUp && q.Difficulty == 0 {
		c.Note(commands.Assumed, fmt.Sprintf("the level on which %s is entered, %d", q.Place.Name, q.Place.Up))
	}
	return q, q.Check()
}

// Spawned is the answer about one kind of monster.
type Spawned struct {
	spawn.Answer
	Monster string        `json:"monster"`
	Share   odds.Fraction `json:"share"` // given that a monster comes
	Each    Chance        `json:"each_turn"`
	Repeated
}

// SpawnedAny is the answer about all kinds.
type SpawnedAny struct {
	spawn.Answer
	Repeated
}

// Repeated is what follows over several turns.
type Repeated = tries.Answer

// Chance is a chance that is not a fraction of small numbers.
type Chance struct {
	P float64 `json:"p"`
}

func tellSpawn(c *commands.Call) (*commands.Story, error) {
	q, err := spawning(c)
	if err != nil {
		return nil, err
	}
	a := spawn.At(q)
	s := &commands.Story{Steps: spawnSteps(c, q, &a)}
	r := &s.Reply
	if m, ok := foe.Monster.In(c); ok {
		sayOne(c, q, s, a, m)
		r.EngineNotes(c.Rules, nil, a.Notes, a.Cites)
		return s, nil
	}
	out := SpawnedAny{Answer: a}
	where := fmt.Sprintf("%s, difficulty %d, XL %d", a.Place, a.Difficulty, q.XL)
	if len(a.Monsters) == 0 {
		r.Data, r.Summary = out, fmt.Sprintf("No monsters are generated at random there (%s).", where)
		return s, nil
	}
	var parts []string
	table := &commands.Table{Columns: []string{"monster", "weight", "share"}}
	for _, m := range a.Monsters {
		parts = append(parts, fmt.Sprintf("%s %s", m.Name, wording.Share(m.P)))
		table.Rows = append(table.Rows, []string{m.Name, fmt.Sprint(m.Weight), wording.Share(m.P)})
	}
	list, told := wording.List(parts, ", ", 180)
	r.Summary = fmt.Sprintf("%s: %s. One comes every %d turns on average; %d kinds can appear (%s).", wording.Capital(a.Place), list, a.Rate.Den, len(a.Monsters), strings.TrimPrefix(where, a.Place+", "))
	r.Headline, r.Table, table.Told = wording.Share(a.Monsters[0].P), table, told
	trial := tries.Alike(a.Rate.P, a.Rate.String(), "turn")
	trial.Told, trial.What = true, "at least one"
	var again string
	out.Repeated, again = trial.Of(c, s.Steps)
	if o := out.Over; o != nil {
		r.Summary += fmt.Sprintf(" %s bring %s on average, with %s of at least one.", wording.Count(o.Tries, "turn"), wording.Amount(float64(o.Tries)*a.Rate.P), wording.Chance(o.P))
	}
	r.Summary += again
	r.Data = out
	r.EngineNotes(c.Rules, nil, a.Notes, a.Cites)
	return s, nil
}

// sayOne answers about one kind of monster.
func sayOne(c *commands.Call, q *spawn.Question, s *commands.Story, a spawn.Answer, m *rules.Monster) {
	out := Spawned{Answer: a, Monster: m.Name, Share: odds.Never}
	for _, x := range a.Monsters {
		if x.Name == m.Name {
			out.Share = x.Fraction
		}
	}
	out.Each.P = out.Share.P * a.Rate.P
	r := &s.Reply
	r.Headline = wording.Share(out.Share.P)
	where := fmt.Sprintf("%s, difficulty %d, XL %d", a.Place, a.Difficulty, q.XL)
	switch {
	case out.Share.P == 0 && (m.Difficulty < a.Weakest || m.Difficulty > a.Strongest):
		r.Summary = fmt.Sprintf("0%% are %s: its difficulty is %d, and only those of %d to %d come (%s).", wording.Plural(m.Name), m.Difficulty, a.Weakest, a.Strongest, where)
	case out.Share.P == 0:
		r.Summary = fmt.Sprintf("0%% are %s: no monsters are generated at random there (%s).", wording.Plural(m.Name), where)
	default:
		r.Summary = fmt.Sprintf("%s (%s) of the monsters that come are %s (%s); one comes every %d turns on average.", wording.Share(out.Share.P), out.Share, wording.Plural(m.Name), where, a.Rate.Den)
	}
	var again string
	trial := tries.Alike(out.Each.P, fmt.Sprintf("%s*%s", out.Share, a.Rate), "turn")
	trial.What = "at least one"
	out.Repeated, again = trial.Of(c, s.Steps)
	r.Summary += again
	r.Data = out
}

// spawnSteps returns the steps to the chance of the monster asked about, else of the
// likeliest.
func spawnSteps(c *commands.Call, q *spawn.Question, a *spawn.Answer) *steps.Derivation {
	d := steps.New(c.Rules)
	const rule = "random monster"
	m, asked := foe.Monster.In(c)
	at := slices.IndexFunc(a.Monsters, func(x spawn.Monster) bool { return !asked || x.Name == m.Name })
	outside := asked && (m.Difficulty < a.Weakest || m.Difficulty > a.Strongest)
	d.Given(rule, "difficulty", fmt.Sprint(a.Difficulty))
	if at >= 0 || outside {
		d.Work(rule, "weakest", fmt.Sprint(a.Weakest), "⌊%d/%d⌋", a.Difficulty, q.Rules.Weakest)
		d.Work(rule, "strongest", fmt.Sprint(a.Strongest), "⌊(%d + %d)/2⌋", a.Difficulty, q.XL)
	}
	switch {
	case at >= 0:
		x := a.Monsters[at]
		d.Counted(rule, "all weights", fmt.Sprint(a.Weight), "%d kinds of difficulty %d to %d", len(a.Monsters), a.Weakest, a.Strongest)
		d.Work(rule, x.Name, wording.Share(x.P), "%d/%d", x.Weight, a.Weight)
		d.Given("monsters per turn", "turns between monsters", fmt.Sprint(a.Rate.Den))
	case outside:
		d.Counted(rule, m.Name, wording.Share(0), "its difficulty is %d", m.Difficulty)
	case asked:
		d.Counted(rule, m.Name, wording.Share(0), "none is made at random there")
	}
	return d
}
