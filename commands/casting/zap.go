package casting

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/wording"
	foes "delphi/engine/monster"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

func zap() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "zap",
		Fillers: "vs versus against target monster a spell at my zapping zap",
		Summary: "Show how often an attack spell or a wand hits, how far it goes and what it does",
		Params: commands.Takes(
			commands.RuleSet, Spell, hero.Role, hero.XL, hero.Int, hero.Wis, hero.Dex, Skill, hero.Worn, hero.Naked,
			foeNamed, ac, mr, monster, fireproof, artifact, engulfed, zaps, wandNamed,
		),

		Examples: []string{
			"zap magic missile wiz xl10 int18 dex16 skilled vs ac -3",
			"zap force bolt wiz xl10 int18 vs ac 4",
			"zap sleep wiz xl10 int18 dex16 basic vs ac 0 mr 30 level 12",
			"zap magic missile wiz xl10 int18 dex16 skilled vs soldier ant, 3 zaps",
			"zap wand of sleep at soldier ant, 3 zaps",
		},
	}, tellZap), foeNamed)
}

func tellZap(c *commands.Call) (*commands.Story, error) {
	if _, ok := wandNamed.In(c); ok {
		return tellWand(c)
	}
	zq, err := zapQuestion(c)
	if err != nil {
		return nil, err
	}
	a := spell.Zap(zq)
	r := sayZap(c, wording.Capital(zq.Spell.Name), " ("+describeHero(zq.Question, true, false)+", Int "+strconv.Itoa(zq.Int)+", Dex "+strconv.Itoa(zq.Dex)+")", zq.AC, &a)
	citeSkill(c, &r, zq.Question)
	return &commands.Story{Reply: r, Steps: zapSteps(c, zq, &a)}, nil
}

// tellWand answers a question about a wand, for which it does not matter who zaps it.
func tellWand(c *commands.Call) (*commands.Story, error) {
	q, err := wandQuestion(c)
	if err != nil {
		return nil, err
	}
	if c.Value(Skill.Param).Said {
		c.Note(commands.Remarked, "skill makes no difference to a wand")
	}
	a := spell.ZapWand(q)
	return &commands.Story{Reply: sayZap(c, wording.Capital(q.Wand.Name), "", q.AC, &a), Steps: wandSteps(c, q, &a)}, nil
}

// wandQuestion returns the wand and the target that a call describes, and notes what it
// assumes.
func wandQuestion(c *commands.Call) (*spell.WandQuestion, error) {
	if sp := Spell.One(c); sp != nil {
		return nil, &commands.Problem{Text: fmt.Sprintf("The %s, or the spell of %s?", wandNamed.One(c).Name, sp.Name), Hints: []string{"leave out " + wandNamed.One(c).Name, "leave out " + sp.Name}}
	}
	q := &spell.WandQuestion{Rules: c.Rules, AC: 5, MR: 0, Level: -1, Engulfed: engulfed.In(c)}
	q.Wand, _ = wandNamed.In(c)
	if fireproof.In(c) {
		q.Resists = append(q.Resists, "fire")
	}
	target, named := foeNamed.In(c)
	if named {
		q.AC, q.MR, q.Level, q.Resists = target.AC, target.MR, target.Level, append(q.Resists, foes.Resistances(c.Rules.Bestiary(), target)...)
		q.Nature = natureOf(c, target)
		noteTarget(c, target)
	}
	for _, n := range []struct {
		said commands.Number
		of   *int
		note string
	}{{ac, &q.AC, "target AC 5"}, {mr, &q.MR, "MR 0"}, {monster, &q.Level, ""}} {
		if v, ok := n.said.In(c); ok {
			*n.of = v
		} else if !named && n.note != "" {
			c.Note(commands.Assumed, n.note)
		}
	}
	return q, q.Check()
}

// sayZap returns the reply to a question about a zap: what is zapped, by whom, and at
// which AC.
func sayZap(c *commands.Call, what, who string, targetAC int, a *spell.ZapAnswer) commands.Reply {
	r := commands.Reply{Data: overZaps(c, a), Headline: wording.Share(a.Hit.P)}
	var parts []string
	add := func(name, text string) {
		parts = append(parts, text)
		r.Fact(name, text)
	}
	add("to hit", toHit(targetAC, a))
	if d := a.Damage; d != nil && !a.Immune && (d.Dice != "" || d.Explosions != nil) {
		add("damage", damage(d))
	}
	switch {
	case a.Reflected:
		add("resisted", "no effect: the target throws the ray back")
	case a.Heals:
		add("resisted", "a hit heals the target fully and raises its maximum HP by half")
	case a.Immune:
		add("resisted", "no effect: the target is immune")
	}
	if a.Resist != nil && a.Resist.P > 0 {
		add("resisted", "the target resists "+wording.Share(a.Resist.P)+" of the time")
	}
	if a.Range != nil {
		text := "range " + strconv.Itoa(a.Range.Min) + " to " + strconv.Itoa(a.Range.Max)
		if a.RangeCost > 0 {
			text += ", " + strconv.Itoa(a.RangeCost) + " less per monster hit"
		}
		add("range", text)
	}
	if a.Expected != nil {
		r.Fact("expected", wording.Amount(*a.Expected)+" damage, misses counted")
	}
	r.Summary = what + ": " + strings.Join(parts, "; ") + who + "."
	r.Aside(who)
	if n, ok := zaps.In(c); ok {
		r.Summary += fmt.Sprintf(" %s that at least one of %d hits.", wording.Capital(wording.Chance(odds.AtLeast(n, 1, a.Hit.P))), n)
	}
	r.EngineNotes(c.Rules, a.Notes, nil, a.Cites)
	return r
}

// Zapped is what a spell does to a target, over several zaps if the question asks for
// them.
type Zapped struct {
	spell.ZapAnswer
	Over *ZapsOver `json:"over,omitempty"`
}

// ZapsOver is the chance that at least one of several zaps hits.
type ZapsOver struct {
	Zaps int     `json:"zaps"`
	P    float64 `json:"p"`
}

func overZaps(c *commands.Call, a *spell.ZapAnswer) Zapped {
	out := Zapped{ZapAnswer: *a}
	if n, ok := zaps.In(c); ok {
		out.Over = &ZapsOver{n, odds.AtLeast(n, 1, a.Hit.P)}
	}
	return out
}

// zapQuestion returns the caster and the target that a call describes, and notes what
// it assumes.
func zapQuestion(c *commands.Call) (*spell.ZapQuestion, error) {
	q, _, err := caster(c)
	if err != nil {
		return nil, err
	}
	if err := spellSaid(c, &q); err != nil {
		return nil, err
	}
	skilled(c, &q)
	zq := &spell.ZapQuestion{
		Question: &q, AC: 5, MR: -1, Level: -1,
		QuestArtifact: artifact.In(c), Engulfed: engulfed.In(c),
	}
	if _, ok := hero.Int.In(c); !ok {
		c.Note(commands.Assumed, "Int 10")
	}
	if _, ok := hero.Dex.In(c); !ok {
		c.Note(commands.Assumed, "Dex 12")
	}
	if fireproof.In(c) {
		zq.Resists = append(zq.Resists, "fire")
	}
	target, named := foeNamed.In(c)
	if named {
		zq.AC, zq.MR, zq.Level = target.AC, target.MR, target.Level
		zq.Resists = append(zq.Resists, foes.Resistances(c.Rules.Bestiary(), target)...)
		zq.Nature = natureOf(c, target)
		noteTarget(c, target)
	}
	if n, ok := ac.In(c); ok {
		zq.AC = n
	} else if !named {
		c.Note(commands.Assumed, "target AC 5")
	}
	if n, ok := mr.In(c); ok {
		zq.MR = n
	} else if !named {
		c.Note(commands.Assumed, "MR 0")
	}
	if n, ok := monster.In(c); ok {
		zq.Level = n
	}
	return zq, zq.Check()
}

// noteTarget notes what is taken from the monster that a call names: what the line does not say
// otherwise.
func noteTarget(c *commands.Call, m *rules.Monster) {
	var own []string
	for _, x := range []struct {
		said commands.Number
		name string
		n    int
	}{{ac, "AC", m.AC}, {mr, "MR", m.MR}, {monster, "level", m.Level}} {
		if _, said := x.said.In(c); !said {
			own = append(own, fmt.Sprintf("%s %d", x.name, x.n))
		}
	}
	if len(own) > 0 {
		c.Note(commands.Remarked, foe.Called(c.Rules, m)+": "+strings.Join(own, ", "))
	}
}

// natureOf returns how a monster's nature affects rays.
func natureOf(c *commands.Call, m *rules.Monster) spell.Nature {
	n := rules.NatureOf(c.Rules.Name)
	return spell.Nature{Reflects: n.ThrowsBack(m), Fed: n.FedByDeath(m)}
}

// toHit says how often the spell hits.
func toHit(targetAC int, a *spell.ZapAnswer) string {
	if !a.Rolls {
		return "it needs no roll to hit"
	}
	text := wording.Chance(a.Hit.P) + " (" + a.Hit.String() + ") to hit AC " + strconv.Itoa(targetAC)
	if a.Bonus != nil && *a.Bonus != 0 {
		text += " with a bonus of " + wording.Signed(*a.Bonus)
	}
	return text
}

// damage says what a hit does: "6d6+1 damage, 22 on average, 10.8 if resisted".
func damage(d *spell.Damage) string {
	dice := d.Dice
	if d.Bonus != 0 {
		dice += wording.Signed(d.Bonus)
	}
	if d.Doubled {
		dice = "2x(" + dice + ")"
	} else if count, sides, ok := strings.Cut(d.Dice, "d"); ok {
		n, notCount := strconv.Atoi(count)
		s, notSides := strconv.Atoi(sides)
		if notCount == nil && notSides == nil && d.Mean == float64(n*(s+1)+2*d.Bonus) { // twice what the dice give
			dice = "2x(" + dice + ")"
		}
	}
	var text string
	switch {
	case d.Explosions != nil && d.Dice == "":
		text = fmt.Sprintf("%d to %d explosions of %s damage each", d.Explosions.Min, d.Explosions.Max, wording.Amount(d.Mean))
	case d.Explosions != nil:
		text = fmt.Sprintf("%d to %d explosions of %s damage, %s on average", d.Explosions.Min, d.Explosions.Max, dice, wording.Amount(d.Mean))
	default:
		text = dice + " damage, " + wording.Amount(d.Mean) + " on average"
	}
	if d.MeanResisted != d.Mean {
		text += ", " + wording.Amount(d.MeanResisted) + " if resisted"
	}
	return text
}
