package casting

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// spellSaid takes the spell, or says that one is wanted.
func spellSaid(c *commands.Call, q *spell.Question) error {
	sp := Spell.One(c)
	if sp == nil {
		noSpellNote(c)
		return &commands.Problem{Text: "which spell?", Hints: []string{c.Command.Examples[0]}}
	}
	q.Spell = sp.Value.(*rules.Spell)
	return nil
}

func cast() *commands.Command {
	return &commands.Command{
		Name:    "cast",
		Summary: "what a cast costs, how many the power allows, and the chance that one succeeds",
		Params: commands.Takes(
			commands.RuleSet, Spell, hero.Role, hero.XL, hero.Int, hero.Wis, hero.Dex, Skill, hero.Worn, hero.Held,
			pw, casts, wanted, sure, failing, str, Amulet, hero.Naked, confused, stunned, forgotten, hindered,
		),
		Examples: []string{
			"cast wiz int17 pw 60 finger of death with amulet",
			"cast wiz xl10 int18 expert force bolt pw 42",
			"cast pri xl8 wis16 basic remove curse 3 casts",
			"cast wiz int18 fireball forgotten",
		},
		Lasting: true,
		Run:     runCast,
		Cues: []commands.Cue{
			{Names: commands.Takes(Spell), Numbers: []string{"pw"}, Weight: 16},
			{Names: commands.Takes(Spell), Words: "hunger|nutrition|hungry|cost|costs|mana|energy|casts|in a row|spam|at least|keep casting|forgotten|power|sure", Weight: 16},
			{Names: commands.Takes(Spell), Numbers: []string{"str"}, Words: "casting|cast|casts", Weight: 14},
			{Names: commands.Takes(Spell), Words: "casts|at least|in a row|spam|keep casting|sure|tries", Weight: 14},
			{Names: commands.Takes(Spell), Words: "fail|fails|failing|fail rate", Weight: -2},
		},
	}
}

func runCast(_ context.Context, c *commands.Call) (commands.Reply, error) {
	q, statSaid, err := caster(c)
	if err != nil {
		return commands.Reply{}, err
	}
	if err := spellSaid(c, &q); err != nil {
		return commands.Reply{}, err
	}
	cq := spell.CastQuestion{
		Question: &q, Pw: -1, Stunned: stunned.In(c), Mute: hindered.In(c) == "mute", NoHands: hindered.In(c) == "no hands",
		Burdened: hindered.In(c) == "burdened", Forgotten: forgotten.In(c),
	}
	if n, ok := failing.In(c); ok {
		rate := odds.Of(int64(n), 100)
		cq.FailRate = &rate
	} else {
		if !statSaid {
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("the chance to fail depends on %s; say it, or the failure itself", q.Role.Stat),
				Hints: []string{strings.ToLower(string(q.Role.Stat)) + "18", "fail 30%"}}
		}
		skilled(c, &q)
		unread(c, &q)
	}
	if n, ok := pw.In(c); ok {
		cq.Pw = n
	}
	cq.Tries, _ = casts.In(c)
	if cq.Str, _ = str.In(c); hindered.In(c) == "weak" {
		cq.Str = 3
	}
	if err := cq.Check(); err != nil {
		return commands.Reply{}, err
	}
	a := spell.Cast(&cq)

	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"why"}}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", q.Spell.Name)
	if a.Pw == nil {
		b.WriteString("cannot be cast")
	} else {
		fmt.Fprintf(&b, "%d Pw", *a.Pw)
		if a.FailedPw != *a.Pw {
			fmt.Fprintf(&b, " (%d if it fails, %s)", a.FailedPw, commands.Share(a.Fail))
		}
		if a.NutritionMax != nil && *a.NutritionMax != a.Nutrition {
			fmt.Fprintf(&b, ", %d to %d nutrition", a.Nutrition, *a.NutritionMax)
		} else {
			fmt.Fprintf(&b, ", %d nutrition", a.Nutrition)
		}
	}
	if a.Amulet != nil {
		fmt.Fprintf(&b, "; the Amulet drains %d to %d more, %s on average", a.Amulet.Min, a.Amulet.Max, commands.Amount(a.Amulet.Mean))
		if a.Amulet.Goes != nil {
			fmt.Fprintf(&b, ", enough is left with %s", commands.Share(a.Amulet.Goes.P))
		}
	}
	if a.Casts != nil {
		most := ""
		if a.Amulet != nil {
			most = "at most " // if it drains least
		}
		fmt.Fprintf(&b, "; %d Pw is enough for %s%s", cq.Pw, most, commands.Count(*a.Casts, "cast"))
	}
	if one := a.AtLeastOne; one != nil && one.Casts > 0 {
		fmt.Fprintf(&b, "; at least one of %d succeeds with %s", one.Casts, commands.Share(one.P))
		r.Headline = commands.Share(one.P)
	}
	if k, ok := wanted.In(c); ok {
		n := cq.Tries
		if n == 0 && a.AtLeastOne != nil {
			n = a.AtLeastOne.Casts
		}
		if n == 0 {
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("at least %d of how many casts?", k), Hints: []string{fmt.Sprintf("at least %d in %d", k, 2*k)}}
		}
		p := odds.AtLeast(n, k, 1-a.Fail)
		fmt.Fprintf(&b, "; at least %d of %d succeed with %s", k, n, commands.Share(p))
		r.Fields = append(r.Fields, commands.Field{Name: fmt.Sprintf("at least %d of %d", k, n), Value: commands.Share(p)})
	}
	if n, ok := sure.In(c); ok {
		text := "never"
		if casts := odds.TriesFor(1-a.Fail, n); casts > 0 {
			text = "with " + commands.Count(casts, "cast")
		}
		fmt.Fprintf(&b, "; one succeeds with %d%%: %s", n, text)
		r.Fields = append(r.Fields, commands.Field{Name: fmt.Sprintf("casts for %d%%", n), Value: text})
	}
	fmt.Fprintf(&b, " (%s).", describeHero(&q, cq.FailRate == nil, statSaid))
	for i, f := range a.Forgotten {
		if i == 0 {
			b.WriteString(" Forgotten:")
		}
		fmt.Fprintf(&b, " %s confused %d and stunned %d turns;", commands.Share(f.P), f.Confusion, f.Stun)
	}
	if a.Drained != nil {
		fmt.Fprintf(&b, " %d to %d Pw drained.", a.Drained.Min, a.Drained.Max)
	}
	r.Summary = strings.TrimSuffix(b.String(), ";")
	field := func(name, format string, args ...any) {
		r.Fields = append(r.Fields, commands.Field{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	field("fail", "%s", commands.Share(a.Fail))
	if a.Pw != nil {
		field("power", "%d, %d if it fails", *a.Pw, a.FailedPw)
	}
	field("nutrition", "%d", a.Nutrition)
	if one := a.AtLeastOne; one != nil {
		field("at least one", "%s of %d casts", commands.Share(one.P), one.Casts)
		if one.UntilEmpty != nil {
			field("until the power is gone", "%s", commands.Share(*one.UntilEmpty))
		}
	}
	r.EngineNotes(c.Rules, a.Refusals, nil, a.Cites)
	if a.Note != "" {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: a.Note})
	}
	return r, nil
}
