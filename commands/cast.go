package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// spellSaid takes the spell, or says that one is wanted.
func (c *Call) spellSaid(q *spell.Question) error {
	sp := c.one("spell")
	if sp == nil {
		noSpellNote(c)
		return &Problem{Text: "which spell?", Hints: []string{c.Command.Examples[0]}}
	}
	q.Spell = sp.Value.(*rules.Spell)
	return nil
}

// castProblem turns the engine's refusals into problems.
func castProblem(err error) error {
	var bad *problem.Problem
	if errors.As(err, &bad) {
		return &Problem{Text: bad.Text, Hints: bad.Hints, Err: err}
	}
	return err
}

func cast() *Command {
	return &Command{
		Name:    "cast",
		Summary: "what a cast costs, how many the power allows, and the chance that one succeeds",
		Params: []Param{
			versionParam, spellParam, roleParam, xlParam, intParam, wisParam, dexParam, skillParam, wornParam, heldParam,
			{Name: "pw", Kind: Number, Summary: "power at hand", Min: 0, Max: spell.MaxPw},
			{Name: "casts", Kind: Number, Summary: "so many casts: 5 casts, next 5", Words: []string{"next", "tries", "times"}, After: []string{"cast", "casts", "tries", "times"}, Min: 1, Max: spell.MaxTries},
			{Name: "wanted", Kind: Number, Summary: "at least so many of the casts: at least 2 in 5", Words: []string{"least"}, Min: 1, Max: spell.MaxTries},
			{Name: "sure", Kind: Number, Summary: "how many casts succeed once with so many percent: for 95%", Words: []string{"for"}, Min: 1, Max: 99},
			{Name: "failing", Kind: Number, Summary: "the failure in percent, instead of computing it: fail 30%", Words: []string{"fail", "fails"}, Min: 0, Max: 100},
			{Name: "str", Kind: Number, Summary: "Strength", Min: 3, Max: 25},
			amuletParam, nakedParam,
			{Name: "confused", Kind: Flag, Summary: "while confused"},
			{Name: "stunned", Kind: Flag, Summary: "while stunned"},
			{Name: "forgotten", Kind: Flag, Summary: "the spell is forgotten"},
			{Name: "hindered", Kind: Choice, Summary: "what else keeps you from casting", Choices: []string{"weak", "mute", "no hands", "burdened"}},
		},
		Examples: []string{
			"cast wiz int17 pw 60 finger of death with amulet",
			"cast wiz xl10 int18 expert force bolt pw 42",
			"cast pri xl8 wis16 basic remove curse 3 casts",
			"cast wiz int18 fireball forgotten",
		},
		Lasting: true,
		Run:     runCast,
	}
}

func runCast(_ context.Context, c *Call) (Reply, error) {
	q, statSaid, err := c.caster()
	if err != nil {
		return Reply{}, err
	}
	if err := c.spellSaid(&q); err != nil {
		return Reply{}, err
	}
	cq := spell.CastQuestion{
		Question: &q, Pw: -1, Stunned: c.Flag("stunned"), Mute: c.Choice("hindered") == "mute", NoHands: c.Choice("hindered") == "no hands",
		Burdened: c.Choice("hindered") == "burdened", Forgotten: c.Flag("forgotten"),
	}
	if n, ok := c.Num("failing"); ok {
		rate := odds.Of(int64(n), 100)
		cq.FailRate = &rate
	} else {
		if !statSaid {
			return Reply{}, &Problem{Text: fmt.Sprintf("the chance to fail depends on %s; say it, or the failure itself", q.Role.Stat),
				Hints: []string{strings.ToLower(string(q.Role.Stat)) + "18", "fail 30%"}}
		}
		failSkill(c, &q)
		c.unread(&q)
	}
	if n, ok := c.Num("pw"); ok {
		cq.Pw = n
	}
	cq.Tries, _ = c.Num("casts")
	if cq.Str, _ = c.Num("str"); c.Choice("hindered") == "weak" {
		cq.Str = 3
	}
	if err := cq.Check(); err != nil {
		return Reply{}, castProblem(err)
	}
	a := spell.Cast(&cq)

	r := Reply{Data: a, Version: c.Rules.Name, Hints: []string{"why"}}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", q.Spell.Name)
	if a.Pw == nil {
		b.WriteString("cannot be cast")
	} else {
		fmt.Fprintf(&b, "%d Pw", *a.Pw)
		if a.FailedPw != *a.Pw {
			fmt.Fprintf(&b, " (%d if it fails, %s)", a.FailedPw, share(a.Fail))
		}
		if a.NutritionMax != nil && *a.NutritionMax != a.Nutrition {
			fmt.Fprintf(&b, ", %d to %d nutrition", a.Nutrition, *a.NutritionMax)
		} else {
			fmt.Fprintf(&b, ", %d nutrition", a.Nutrition)
		}
	}
	if a.Amulet != nil {
		fmt.Fprintf(&b, "; the Amulet drains %d to %d more, %s on average", a.Amulet.Min, a.Amulet.Max, amount(a.Amulet.Mean))
		if a.Amulet.Goes != nil {
			fmt.Fprintf(&b, ", enough is left with %s", share(a.Amulet.Goes.P))
		}
	}
	if a.Casts != nil {
		most := ""
		if a.Amulet != nil {
			most = "at most " // if it drains least
		}
		fmt.Fprintf(&b, "; %d Pw is enough for %s%s", cq.Pw, most, count(*a.Casts, "cast"))
	}
	if one := a.AtLeastOne; one != nil && one.Casts > 0 {
		fmt.Fprintf(&b, "; at least one of %d succeeds with %s", one.Casts, share(one.P))
		r.Headline = share(one.P)
	}
	if k, ok := c.Num("wanted"); ok {
		n := cq.Tries
		if n == 0 && a.AtLeastOne != nil {
			n = a.AtLeastOne.Casts
		}
		if n == 0 {
			return Reply{}, &Problem{Text: fmt.Sprintf("at least %d of how many casts?", k), Hints: []string{fmt.Sprintf("at least %d in %d", k, 2*k)}}
		}
		p := odds.AtLeast(n, k, 1-a.Fail)
		fmt.Fprintf(&b, "; at least %d of %d succeed with %s", k, n, share(p))
		r.Fields = append(r.Fields, Field{fmt.Sprintf("at least %d of %d", k, n), share(p)})
	}
	if n, ok := c.Num("sure"); ok {
		text := "never"
		if casts := tries(1-a.Fail, n); casts > 0 {
			text = "with " + count(casts, "cast")
		}
		fmt.Fprintf(&b, "; one succeeds with %d%%: %s", n, text)
		r.Fields = append(r.Fields, Field{fmt.Sprintf("casts for %d%%", n), text})
	}
	fmt.Fprintf(&b, " (%s).", describeHero(&q, cq.FailRate == nil, statSaid))
	for i, f := range a.Forgotten {
		if i == 0 {
			b.WriteString(" Forgotten:")
		}
		fmt.Fprintf(&b, " %s confused %d and stunned %d turns;", share(f.P), f.Confusion, f.Stun)
	}
	if a.Drained != nil {
		fmt.Fprintf(&b, " %d to %d Pw drained.", a.Drained.Min, a.Drained.Max)
	}
	r.Summary = strings.TrimSuffix(b.String(), ";")
	field := func(name, format string, args ...any) {
		r.Fields = append(r.Fields, Field{name, fmt.Sprintf(format, args...)})
	}
	field("fail", "%s", share(a.Fail))
	if a.Pw != nil {
		field("power", "%d, %d if it fails", *a.Pw, a.FailedPw)
	}
	field("nutrition", "%d", a.Nutrition)
	if one := a.AtLeastOne; one != nil {
		field("at least one", "%s of %d casts", share(one.P), one.Casts)
		if one.UntilEmpty != nil {
			field("until the power is gone", "%s", share(*one.UntilEmpty))
		}
	}
	r.engineNotes(c, a.Refusals, nil, a.Cites)
	if a.Note != "" {
		r.Notes = append(r.Notes, Note{Warned, a.Note})
	}
	return r, nil
}

func learn() *Command {
	return &Command{
		Name:    "learn",
		Aliases: []string{"read", "study"},
		Summary: "how often reading a spellbook fails, what happens then, and how long it takes",
		Params: []Param{
			versionParam, spellParam, roleParam, xlParam, intParam, wisParam,
			{Name: "book", Kind: Choice, Summary: "blessed, uncursed or cursed", Choices: []string{"blessed", "uncursed", "cursed"}},
			{Name: "lenses", Kind: Flag, Summary: "wearing lenses"},
			{Name: "dull", Kind: Flag, Summary: "the book looks dull"},
			{Name: "confused", Kind: Flag, Summary: "while confused"},
		},
		Fillers: "spellbook book spellbooks",
		Examples: []string{
			"learn wiz xl1 int18 magic missile",
			"learn wiz xl5 int16 finger of death lenses",
			"learn pri xl3 wis16 int10 cursed magic mapping",
		},
		Lasting: true,
		Run:     runLearn,
	}
}

func runLearn(_ context.Context, c *Call) (Reply, error) {
	if c.one("role") == nil { // the chance is the same for all; the game warns Wizards alone
		v := c.value("role")
		wizard := c.Rules.Role("Wizard")
		v.said, v.names = true, []Said{{Name: wizard.Name, Value: wizard}}
		c.Note(Assumed, "a Wizard, whom alone the game warns")
	}
	q, _, err := c.caster()
	if err != nil {
		return Reply{}, err
	}
	if err := c.spellSaid(&q); err != nil {
		return Reply{}, err
	}
	if _, ok := c.Num("int"); !ok {
		return Reply{}, &Problem{Text: "reading depends on Int, whatever the role casts with; say it", Hints: []string{"int18"}}
	}
	lq := spell.LearnQuestion{Question: &q, Lenses: c.Flag("lenses"), Dull: c.Flag("dull")}
	switch c.Choice("book") {
	case "blessed":
		lq.Book = rules.Blessed
	case "cursed":
		lq.Book = rules.Cursed
	case "":
		c.Note(Assumed, "an uncursed book")
	}
	if lq.Dull {
		if _, ok := c.Num("wis"); !ok {
			c.Note(Assumed, "Wis 10")
		}
	}
	a, m := spell.Learn(&lq), spell.Remembering(c.Rules)

	r := Reply{Version: c.Rules.Name, Headline: share(a.Fail.P), Hints: []string{"why"}}
	r.Data = struct {
		spell.LearnAnswer
		Memory spell.Memory `json:"memory"`
	}{a, m}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (level %d): %s to fail", q.Spell.Name, q.Spell.Level, share(a.Fail.P))
	if a.Fail.P > 0 && a.Fail.P < 1 {
		fmt.Fprintf(&b, " (%s)", a.Fail)
	}
	if a.Learn.P != a.Fail.Not().P {
		fmt.Fprintf(&b, ", learned with %s", share(a.Learn.P))
	}
	fmt.Fprintf(&b, ", %d turns", a.StudyTurns)
	if a.Warning != "" && a.Warning != "none" {
		fmt.Fprintf(&b, "; the game warns a Wizard that it is %s", a.Warning)
	}
	if a.Asleep != nil {
		fmt.Fprintf(&b, "; %s to fall asleep first", share(a.Asleep.P))
	}
	if len(a.Effects) > 0 && a.Fail.P > 0 {
		says := make([]string, len(a.Effects))
		for i, e := range a.Effects {
			says[i] = e.What + " " + share(e.P)
			r.Fields = append(r.Fields, Field{e.What, share(e.P)})
		}
		b.WriteString(". Failing: " + strings.Join(says, ", "))
	}
	b.WriteString(".")
	r.Summary = b.String()
	again := fmt.Sprintf("with at most %d turns left reading again refreshes it", m.RefreshAt)
	if m.Asks {
		again += "; above, the game asks and then refreshes"
	}
	r.Fields = append(r.Fields, Field{"ability", strconv.Itoa(a.Ability)},
		Field{"known for", fmt.Sprintf("%d turns; %s", m.Turns, again)}, Field{"a book is read", fmt.Sprintf("%d times in all", m.Readings)})
	r.engineNotes(c, a.Notes, nil, a.Cites)
	return r, nil
}

func zap() *Command {
	return &Command{
		Name:    "zap",
		Aliases: []string{"tohit"},
		Summary: "whether an attack spell hits, how far it goes and what it does",
		Params: []Param{
			versionParam, spellParam, roleParam, xlParam, intParam, wisParam, dexParam, skillParam, wornParam, nakedParam,
			{Name: "ac", Kind: Number, Summary: "the target's armour class", Target: true, Min: spell.MinAC, Max: spell.MaxAC},
			{Name: "mr", Kind: Number, Summary: "the target's magic resistance in percent", Min: 0, Max: spell.MaxMR},
			{Name: "monster", Kind: Number, Summary: "the target's level: vs level 12", Words: []string{"vs xl"}, Min: 0, Max: spell.MaxMonster},
			{Name: "fireproof", Kind: Flag, Summary: "the target resists fire", Words: []string{"fire resistant", "resists fire"}},
			{Name: "artifact", Kind: Flag, Summary: "carrying the role's quest artifact", Words: []string{"quest artifact"}},
			{Name: "engulfed", Kind: Flag, Summary: "the target has engulfed you", Words: []string{"swallowed"}},
		},
		Fillers: "vs versus against target monster a spell",
		Examples: []string{
			"zap magic missile wiz xl10 int18 dex16 skilled vs ac -3",
			"zap force bolt wiz xl10 int18 vs ac 4",
			"zap sleep wiz xl10 int18 dex16 basic vs ac 0 mr 30 level 12",
		},
		Lasting: true,
		Run:     runZap,
	}
}

func runZap(_ context.Context, c *Call) (Reply, error) {
	q, _, err := c.caster()
	if err != nil {
		return Reply{}, err
	}
	if err := c.spellSaid(&q); err != nil {
		return Reply{}, err
	}
	failSkill(c, &q)
	zq := spell.ZapQuestion{
		Question: &q, AC: 5, MR: -1, Level: -1,
		FireResistant: c.Flag("fireproof"), QuestArtifact: c.Flag("artifact"), Engulfed: c.Flag("engulfed"),
	}
	if _, ok := c.Num("int"); !ok {
		c.Note(Assumed, "Int 10")
	}
	if _, ok := c.Num("dex"); !ok {
		c.Note(Assumed, "Dex 12")
	}
	if n, ok := c.Num("ac"); ok {
		zq.AC = n
	} else {
		c.Note(Assumed, "target AC 5")
	}
	if n, ok := c.Num("mr"); ok {
		zq.MR = n
	} else {
		c.Note(Assumed, "MR 0")
	}
	if n, ok := c.Num("monster"); ok {
		zq.Level = n
	}
	if err := zq.Check(); err != nil {
		return Reply{}, castProblem(err)
	}
	a := spell.Zap(&zq)

	r := Reply{Data: a, Version: c.Rules.Name, Headline: share(a.Hit.P), Hints: []string{"why"}}
	var parts []string
	add := func(name, format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		parts = append(parts, text)
		r.Fields = append(r.Fields, Field{name, text})
	}
	if a.Rolls {
		text := fmt.Sprintf("hits AC %d with %s (%s)", zq.AC, share(a.Hit.P), a.Hit)
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
		text := fmt.Sprintf("%s%s damage, %s on average", d.Dice, bonus, amount(d.Mean))
		if d.Dice == "" {
			text = amount(d.Mean) + " damage each"
		}
		if d.Explosions != nil {
			text = fmt.Sprintf("%d to %d explosions of %s", d.Explosions.Min, d.Explosions.Max, text)
		}
		if d.MeanResisted != d.Mean {
			text += fmt.Sprintf(" (%s resisted)", amount(d.MeanResisted))
		}
		add("damage", "%s", text)
	}
	if a.Resist != nil {
		add("resisted", "resisted with %s", share(a.Resist.P))
	}
	if a.Range != nil {
		text := fmt.Sprintf("range %d to %d", a.Range.Min, a.Range.Max)
		if a.RangeCost > 0 {
			text += fmt.Sprintf(", %d less for each monster hit", a.RangeCost)
		}
		add("range", "%s", text)
	}
	if a.Expected != nil {
		r.Fields = append(r.Fields, Field{"expected", amount(*a.Expected) + " damage, misses counted"})
	}
	r.Summary = fmt.Sprintf("%s: %s (%s).", q.Spell.Name, strings.Join(parts, "; "), describeHero(&q, true, false)+fmt.Sprintf(", Int %d, Dex %d", q.Int, q.Dex))
	r.engineNotes(c, a.Notes, nil, a.Cites)
	return r, nil
}

func spells() *Command {
	return &Command{
		Name:    "spells",
		Aliases: []string{"plan"},
		Summary: "which spell levels are easy at which skill, the cliffs ahead, the least failure by penalty",
		Params:  []Param{versionParam, roleParam, xlParam, intParam, wisParam, dexParam, wornParam, heldParam, nakedParam, {Name: "all", Kind: Flag, Summary: "for every XL"}},
		Examples: []string{
			"spells wiz xl10", "spells pri xl3 wis16 all",
		},
		Lasting: true,
		Run:     runSpells,
	}
}

func runSpells(_ context.Context, c *Call) (Reply, error) {
	q, statSaid, err := c.caster()
	if err != nil {
		return Reply{}, err
	}
	if !statSaid {
		q = *withStat(&q, 18)
		c.Note(Assumed, string(q.Role.Stat)+" 18")
	}
	c.unread(&q)
	a, err := spell.Ahead(&q, c.Flag("all"))
	if err != nil {
		return Reply{}, castProblem(err)
	}
	r := Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	var easy []string
	for _, e := range a.Easy {
		if e.XL == q.XL {
			level := "none"
			if e.Level > 0 {
				level = "level " + strconv.Itoa(e.Level)
			}
			easy = append(easy, e.Skill+" "+level)
		}
	}
	var cliffs []string
	r.Table = &Table{Columns: []string{"XL", "skill", "spell level", "fail before", "from there"}}
	for _, x := range a.Cliffs {
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(x.XL), x.Skill, strconv.Itoa(x.Level), percent(x.From), percent(x.To)})
		if len(cliffs) < 3 && (x.XL > q.XL || c.Flag("all")) {
			cliffs = append(cliffs, fmt.Sprintf("XL %d %s level %d %d%% -> %d%%", x.XL, x.Skill, x.Level, x.From, x.To))
		}
	}
	var least []string
	for _, m := range a.Minimum {
		r.Fields = append(r.Fields, Field{"penalty " + strconv.Itoa(m.Penalty), fmt.Sprintf("at best %d%%, %d%% with a big shield, %d%% for the special spell", m.Plain, m.BigShield, m.Special)})
		if len(least) < 3 && m.Plain > 0 {
			least = append(least, fmt.Sprintf("penalty %d: %d%%", m.Penalty, m.Plain))
		}
	}
	r.Summary = fmt.Sprintf("%s: highest easy level %s", describeHero(&q, false, true), strings.Join(easy, ", "))
	if len(cliffs) > 0 {
		r.Summary += ". Ahead: " + strings.Join(cliffs, "; ")
	}
	if len(least) > 0 {
		r.Summary += ". At best: " + strings.Join(least, ", ")
	}
	r.Summary += "."
	r.engineNotes(c, nil, nil, a.Cites)
	if a.Note != "" {
		r.Notes = append(r.Notes, Note{Warned, a.Note})
	}
	return r, nil
}
