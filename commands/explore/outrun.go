package explore

import (
	"fmt"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of speed.
var (
	haste = commands.NewChoice(commands.Param{
		Name: "haste", Summary: "How fast you are: fast (by nature), very fast (speed boots, potion or spell) or slow", Choices: []string{"very fast", "fast", "slow"},
		Also: map[string]string{"speed boots": "very fast", "hasted": "very fast", "haste self": "very fast", "potion of speed": "very fast", "intrinsically fast": "fast", "intrinsic speed": "fast", "slowed": "slow", "extrinsic speed": "very fast"},
	})
	theirs = commands.NewChoice(commands.Param{
		Name: "its", Summary: "The monster is hasted or slowed: hasted monster", Choices: []string{"hasted monster", "slowed monster"},
		Also: map[string]string{"hasted it": "hasted monster", "slowed it": "slowed monster"},
	})
	formSpeed = commands.NewNumber(commands.Param{Name: "speed", Summary: "Your own form's speed, instead of 12", Words: []string{"my speed"}, Min: 0, Max: 36})
	deep      = commands.NewNumber(commands.Param{Name: "dlvl", Summary: "The level of the dungeon, which makes no difference: on level 7", Words: []string{"on level", "on dungeon level", "depth"}, Min: 1, Max: 60})
	mount     = commands.NewName[*rules.Monster](commands.Param{Name: "mount", Keyed: true, Noun: "a monster", Summary: "The steed under you: mount:pony", Words: []string{"riding", "steed"}, Vocabulary: foe.Terms})
	load      = commands.NewChoice(commands.Param{Name: "load", Summary: "Encumbrance", Choices: loads[1:]})
)

func outrun() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "outrun",
		Recall:  recallPace,
		Fillers: "can i a an the than faster from with away run",
		Aliases: []string{"pace", "outpace"},
		Summary: "Compare how often you and a monster move",
		Params:  commands.Takes(commands.RuleSet, monster, haste, theirs, formSpeed, mount, load, hero.Role, hero.XL, deep),

		Examples: []string{"outrun soldier ant very fast", "outrun v3.4.3 fast white unicorn", "outrun air elemental speed boots burdened", "outrun very fast", "outrun jackal as Archeologist", "outrun soldier ant mount:pony"},
	}, commands.By(tellOutrun)), monster)
}

// recallPace takes the speed of a character, unless the line says how fast the hero is or what
// it has become.
func recallPace(c, character *commands.Call) []string {
	v := c.Value(haste.Param)
	_, formed := formSpeed.In(c)
	if _, rides := mount.In(c); v.Said || formed || rides {
		return nil
	}
	how, why := hero.Pace(c, character)
	if how == "" {
		return nil
	}
	if slices.Contains(haste.Choices, how) {
		v.Said, v.Text, v.Quiet = true, how, true
	}
	return []string{why}
}

// outrunAnswer is the machine-readable answer of `outrun`.
type outrunAnswer struct {
	You     life.Mean  `json:"you"`
	Monster string     `json:"monster,omitempty"`
	Its     *life.Mean `json:"its,omitempty"`
	Speed   int        `json:"speed,omitempty"` // the monster's, with haste
	Ratio   *float64   `json:"your_moves_per_its,omitempty"`
}

// hasteOf returns how fast the hero of a call is, also in words.
func hasteOf(c *commands.Call) (life.Haste, string) {
	switch haste.In(c) {
	case "very fast":
		return life.VeryQuick, "Very fast"
	case "fast":
		return life.Quick, "Fast"
	case "slow":
		return life.Slowed, "Slow"
	}
	if _, formed := formSpeed.In(c); !formed {
		if who := hero.Born(c.Rules, c, "speed"); who != "" {
			return life.Quick, "Fast as " + wording.Article(who)
		}
		if _, named := hero.Role.In(c); named {
			hero.XL.Else(c, 1, "XL 1") // some become fast later
		}
	}
	c.Note(commands.Assumed, "you are not fast")
	return life.Usual, "At normal speed"
}

// ridden returns how often the hero of a call moves on a steed, which moves as it would alone.
func ridden(c *commands.Call, d *steps.Derivation, p *rules.Pace, steed *rules.Monster) (life.Mean, string, error) {
	if load.In(c) != "" {
		return life.Mean{}, "", &commands.Problem{Text: "I don't know how fast a steed is under a load that slows you.", Hints: []string{"outrun mount:" + steed.Name}}
	}
	_, formed := formSpeed.In(c)
	if formed || haste.In(c) != "" {
		c.Note(commands.Warned, "how fast you are yourself makes no difference on a steed")
	}
	c.Note(commands.Assumed, "the steed is neither hasted nor slowed, and does not gallop")
	moves := life.MonsterMoves(p, life.Usual, steed.Speed)
	d.Work(rules.CiteHeroSpeed, "your moves a turn", wording.Amount(moves.P), "%d/%d", steed.Speed, p.Normal).Of("speed %d", steed.Speed)
	return moves, "On " + foe.SomeCalled(c.Rules, steed) + " (speed " + strconv.Itoa(steed.Speed) + ")", nil
}

func tellOutrun(c *commands.Call, p *rules.Pace) (*commands.Story, error) {
	d := steps.New(c.Rules)
	s := &commands.Story{Steps: d}
	steed, rides := mount.In(c)
	if rides {
		moves, words, err := ridden(c, d, p, steed)
		if err != nil {
			return nil, err
		}
		dungeonUnlike(c)
		return s, race(c, p, s, outrunAnswer{You: moves}, words)
	}
	h, words := hasteOf(c)
	if h == life.Slowed && p.Slow == (rules.Burst{}) {
		return nil, &commands.Problem{Text: "Heroes cannot be slow in " + c.Rules.Title + ".", Hints: []string{"burdened"}}
	}
	base, formed := formSpeed.In(c)
	if !formed {
		base = p.Normal
	}
	loaded := 0
	for i, name := range loads {
		if load.In(c) == name {
			loaded = i
		}
	}
	dungeonUnlike(c)
	a := outrunAnswer{You: life.HeroMoves(p, h, base, loaded)}
	heroSteps(d, p, h, base, loaded, a.You)
	if loaded > 0 {
		words += ", " + load.In(c)
	}
	return s, race(c, p, s, a, words)
}

// dungeonUnlike notes that the level of the dungeon changes nothing.
func dungeonUnlike(c *commands.Call) {
	if n, ok := deep.In(c); ok {
		c.Note(commands.Remarked, fmt.Sprintf("dungeon level %d makes no difference", n))
	}
}

// race compares a hero, who moves as an answer has it already, with the monster of a call.
func race(c *commands.Call, p *rules.Pace, s *commands.Story, a outrunAnswer, words string) error {
	r, d := &s.Reply, s.Steps
	r.Headline = wording.Amount(a.You.P) + " moves"
	r.Summary = fmt.Sprintf("%s you move %s a turn on average.", words, times(a.You))
	r.Cite(c.Rules, rules.CiteHeroSpeed)
	if m, ok := monster.In(c); ok {
		hasted := life.Usual
		switch theirs.In(c) {
		case "hasted monster":
			hasted = life.Quick
		case "slowed monster":
			hasted = life.Slowed
		}
		its := life.MonsterMoves(p, hasted, m.Speed)
		a.Monster, a.Its, a.Speed = m.Name, &its, life.MonsterSpeed(p, hasted, m.Speed)
		d.Work(rules.CiteTheirSpeed, "its moves a turn", wording.Amount(its.P), "%d/%d", a.Speed, p.Normal).Of("speed %d", m.Speed)
		r.Headline, r.Summary = compared(c, d, s, &a, foe.SomeCalled(c.Rules, m), words)
		r.Cite(c.Rules, rules.CiteTheirSpeed)
	}
	if load.In(c) != "" {
		r.Cite(c.Rules, rules.CiteLoadedSpeed)
	}
	r.Data = a
	return nil
}

// times returns how often a turn somebody moves.
func times(m life.Mean) string {
	if m.Den == 1 {
		return wording.Times(m.Num)
	}
	return fmt.Sprintf("%s times (%d/%d)", wording.Amount(m.P), m.Num, m.Den)
}

// compared says who is faster.
func compared(c *commands.Call, d *steps.Derivation, s *commands.Story, a *outrunAnswer, name, words string) (headline, summary string) {
	its := "never"
	if a.Its.Num > 0 {
		its = times(*a.Its)
	}
	moves := fmt.Sprintf("%s you move %s a turn, %s (speed %d) %s", lower(words), times(a.You), name, a.Speed, its)
	if a.Its.Num == 0 {
		s.Reply.Tone = commands.Good
		return "Yes", "Yes: " + moves + "."
	}
	ratio := float64(a.You.Num*a.Its.Den) / float64(a.Its.Num*a.You.Den)
	a.Ratio = &ratio
	if ratio == 1 {
		return "No", fmt.Sprintf("No, it keeps up: %s.", moves)
	}
	d.Work("", "your moves for each of its", wording.Amount(ratio), "%d/%d/(%d/%d)", a.You.Num, a.You.Den, a.Its.Num, a.Its.Den)
	switch left := a.You.Num*a.Its.Den - a.Its.Num*a.You.Den; {
	case left > 0:
		headline, s.Reply.Tone = "Yes", commands.Good
		summary = fmt.Sprintf("Yes, you outrun it: %s. You make %s moves for each of its moves.", moves, wording.Amount(ratio))
	default:
		headline, s.Reply.Tone = "No", commands.Bad
		summary = fmt.Sprintf("No, it is faster: %s. You make %s moves for each of its moves.", moves, wording.Amount(ratio))
	}
	return headline, summary
}

func lower(words string) string {
	return string(words[0]|0x20) + words[1:]
}

// heroSteps adds the steps to how often a hero moves.
func heroSteps(d *steps.Derivation, p *rules.Pace, h life.Haste, base, load int, got life.Mean) {
	b := map[life.Haste]rules.Burst{life.Slowed: p.Slow, life.Quick: p.Fast, life.VeryQuick: p.VeryFast}[h]
	eighths := 0
	if load > 0 {
		eighths = p.Loads[load-1]
		d.Given(rules.CiteLoadedSpeed, "eighths lost", strconv.Itoa(eighths)).Of("%s", loads[load])
	}
	with, without := base+b.Always+b.Add, base+b.Always
	if eighths == 0 && b.In3 == 0 {
		d.Work(rules.CiteHeroSpeed, "your moves a turn", wording.Amount(got.P), "%d/%d", base, p.Normal)
		return
	}
	part := func(n int) string {
		if eighths == 0 {
			return strconv.Itoa(n)
		}
		return fmt.Sprintf("(%d - ⌊%d*%d/8⌋)", n, n, eighths)
	}
	if with < 0 || without < 0 {
		d.Counted(rules.CiteHeroSpeed, "your moves a turn", wording.Amount(got.P), "in the long run: movement changes by %s in %d of 3 turns, else by %s, never falls below 0, and a move takes %d", part(with), b.In3, part(without), p.Normal)
		return
	}
	how := fmt.Sprintf("(%d*%s + %d*%s)/3/%d", b.In3, part(with), 3-b.In3, part(without), p.Normal)
	d.Work(rules.CiteHeroSpeed, "your moves a turn", wording.Amount(got.P), "%s", how)
}
