package casting

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/spell"
)

func zap() *commands.Command {
	return &commands.Command{
		Name:    "zap",
		Aliases: []string{"tohit"},
		Summary: "whether an attack spell hits, how far it goes and what it does",
		Params: commands.Takes(
			commands.RuleSet, Spell, hero.Role, hero.XL, hero.Int, hero.Wis, hero.Dex, Skill, hero.Worn, hero.Naked,
			ac, mr, monster, fireproof, artifact, engulfed,
		),
		Fillers: "vs versus against target monster a spell",
		Examples: []string{
			"zap magic missile wiz xl10 int18 dex16 skilled vs ac -3",
			"zap force bolt wiz xl10 int18 vs ac 4",
			"zap sleep wiz xl10 int18 dex16 basic vs ac 0 mr 30 level 12",
		},
		Lasting: true,
		Run:     runZap,
		Cues: []commands.Cue{
			{Names: commands.Takes(Spell), Words: "tohit|to hit|to-hit|hit|damage|dmg|range|beam|ray|target|resist|resisted", Weight: 16},
			{Names: commands.Takes(Spell), Numbers: []string{"ac"}, Weight: 16},
			{Names: commands.Takes(Spell), Words: "hit the mark|casts|at least", Weight: -14},
		},
	}
}

func runZap(_ context.Context, c *commands.Call) (commands.Reply, error) {
	q, _, err := caster(c)
	if err != nil {
		return commands.Reply{}, err
	}
	if err := spellSaid(c, &q); err != nil {
		return commands.Reply{}, err
	}
	skilled(c, &q)
	zq := spell.ZapQuestion{
		Question: &q, AC: 5, MR: -1, Level: -1,
		FireResistant: fireproof.In(c), QuestArtifact: artifact.In(c), Engulfed: engulfed.In(c),
	}
	if _, ok := hero.Int.In(c); !ok {
		c.Note(commands.Assumed, "Int 10")
	}
	if _, ok := hero.Dex.In(c); !ok {
		c.Note(commands.Assumed, "Dex 12")
	}
	if n, ok := ac.In(c); ok {
		zq.AC = n
	} else {
		c.Note(commands.Assumed, "target AC 5")
	}
	if n, ok := mr.In(c); ok {
		zq.MR = n
	} else {
		c.Note(commands.Assumed, "MR 0")
	}
	if n, ok := monster.In(c); ok {
		zq.Level = n
	}
	if err := zq.Check(); err != nil {
		return commands.Reply{}, err
	}
	a := spell.Zap(&zq)

	r := commands.Reply{Data: a, Version: c.Rules.Name, Headline: commands.Share(a.Hit.P), Hints: []string{"why"}}
	var parts []string
	add := func(name, format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		parts = append(parts, text)
		r.Fields = append(r.Fields, commands.Field{Name: name, Value: text})
	}
	if a.Rolls {
		text := fmt.Sprintf("hits AC %d with %s (%s)", zq.AC, commands.Share(a.Hit.P), a.Hit)
		if a.Bonus != nil {
			text += fmt.Sprintf(", bonus %+d", *a.Bonus)
		}
		add("to hit", "%s", text)
	} else {
		add("to hit", "no roll to hit")
	}
	if d := a.Damage; d != nil && (d.Dice != "" || d.Explosions != nil) {
		bonus := ""
		if d.Bonus != 0 {
			bonus = fmt.Sprintf("%+d", d.Bonus)
		}
		text := fmt.Sprintf("%s%s damage, %s on average", d.Dice, bonus, commands.Amount(d.Mean))
		if d.Dice == "" {
			text = commands.Amount(d.Mean) + " damage each"
		}
		if d.Explosions != nil {
			text = fmt.Sprintf("%d to %d explosions of %s", d.Explosions.Min, d.Explosions.Max, text)
		}
		if d.MeanResisted != d.Mean {
			text += fmt.Sprintf(" (%s resisted)", commands.Amount(d.MeanResisted))
		}
		add("damage", "%s", text)
	}
	if a.Resist != nil {
		add("resisted", "resisted with %s", commands.Share(a.Resist.P))
	}
	if a.Range != nil {
		text := fmt.Sprintf("range %d to %d", a.Range.Min, a.Range.Max)
		if a.RangeCost > 0 {
			text += fmt.Sprintf(", %d less for each monster hit", a.RangeCost)
		}
		add("range", "%s", text)
	}
	if a.Expected != nil {
		r.Fields = append(r.Fields, commands.Field{Name: "expected", Value: commands.Amount(*a.Expected) + " damage, misses counted"})
	}
	r.Summary = fmt.Sprintf("%s: %s (%s).", q.Spell.Name, strings.Join(parts, "; "), describeHero(&q, true, false)+fmt.Sprintf(", Int %d, Dex %d", q.Int, q.Dex))
	r.EngineNotes(c.Rules, a.Notes, nil, a.Cites)
	return r, nil
}
