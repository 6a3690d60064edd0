package craft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/thing"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/lock"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// The parameters of brute force.
var (
	forcer = commands.NewName[lever](commands.Param{
		Name: "wielding", Noun: "a weapon that forces locks", Summary: "The weapon in hand, with what is known of it: cursed +2 dagger", Words: []string{"weapon", "with", "using"}, Gear: true, Vocabulary: levers,
	})
	eroded = commands.NewNumber(commands.Param{Name: "erosion", Summary: "How rusty, burnt or corroded the blade is, 0 to 3", Min: 0, Max: 3})

	stony = commands.NewChoice(commands.Param{
		Name: "stone", Summary: "boulder or statue, of which nothing is known", Choices: []string{"boulder", "statue"}, Also: map[string]string{"boulders": "boulder", "statues": "statue"},
	})

	kicked = commands.NewChoice(commands.Param{
		Name: "target", Summary: "door, chest or sink", Choices: []string{"door", "chest", "sink"},
		Also: map[string]string{"doors": "door", "box": "chest", "boxes": "chest", "large box": "chest", "chests": "chest", "lock": "chest", "lid": "chest"},
	})
	unlocked = commands.NewFlag(commands.Param{Name: "unlocked", Summary: "The box is not locked", Words: []string{"not locked"}})
	locked   = commands.NewFlag(commands.Param{Name: "locked", Aside: true, Summary: "It is locked", Words: []string{"lock"}})
	boots    = commands.NewFlag(commands.Param{Name: "kicking-boots", Summary: "Wearing kicking boots", Words: []string{"kicking boots", "kb", "buckled boots"}})
	mounted  = commands.NewFlag(commands.Param{Name: "riding", Summary: "You ride", Words: []string{"mounted"}})
	shopDoor = commands.NewFlag(commands.Param{Name: "shop", Summary: "The door is a shop's", Words: []string{"shop door", "shopdoor"}})
)

// lever is what forces a lock: a weapon or an artifact, and whether it pries.
type lever struct {
	*rules.Object
	Blade    bool
	Artifact bool
	Never    bool // the game takes it for no proper weapon
}

// blades holds the skills whose weapons pry instead of bashing; noForce holds those
// whose weapons do neither.
var (
	blades  = []string{"dagger", "knife", "axe", "short sword", "broadsword", "long sword", "two-handed sword", "scimitar", "saber"}
	noForce = []string{"", "bow", "sling", "crossbow", "dart", "shuriken", "boomerang", "whip", "unicorn horn"}
)

// leverOf returns an object as a lever for forcing locks; ok is false if it cannot
// force any.
func leverOf(s *rules.Set, o *rules.Object) (l lever, ok bool) {
	skill, r := s.Fight().WeaponSkill(o), s.Locks()
	if o.Class != "weapon" && o.Class != "tool" || o.Sub < 0 || slices.Contains(noForce, skill) {
		return l, false
	}
	pries := slices.Contains(blades, skill) || r.PicksPry && skill == "pick-axe"
	return lever{Object: o, Blade: o.Class == "weapon" && pries, Never: slices.Contains(r.ForceNot, o.Name)}, true
}

func levers(s *rules.Set) []commands.Term {
	if s.Fight() == nil || s.Locks() == nil {
		return nil
	}
	var out []commands.Term
	also := shorthand.Of(s)
	for _, o := range s.Objects() {
		if l, ok := leverOf(s, o); ok {
			aliases := slices.Concat(o.Aliases, also.Also(shorthand.Object, o.Name))
			if o.Appearance != "" {
				aliases = append(aliases, o.Appearance)
			}
			out = append(out, commands.Term{Name: o.Name, Aliases: aliases, Value: l})
		}
	}
	for _, a := range s.Artifacts() {
		o := s.Object(a.Base)
		if o == nil || a.Use != rules.Wielded {
			continue
		}
		if l, ok := leverOf(s, o); ok {
			l.Artifact = true
			out = append(out, commands.Term{Name: strings.TrimPrefix(a.Name, "The "), Aliases: append(also.Also(shorthand.Artifact, a.Name), a.Name), Value: l})
		}
	}
	return out
}

func doorCommands() []*commands.Command {
	return []*commands.Command{
		commands.Told(&commands.Command{
			Name:    "force",
			Fillers: "a open opening forcing chest chests box boxes large lock will does break breaks breaking my it to with", Aliases: []string{"#force", "forcelock"}, Recall: hero.Wielding(forcer),
			Summary: "Show how often #force opens a locked box, and whether the weapon breaks",
			Params:  commands.Takes(commands.RuleSet, forcer, lockTool, eroded, thing.Condition, lockOf, stony, locked, hero.Luck, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"force dagger", "force mace 10 turns", "force cursed +2 long sword", "force very rusty axe for 50%"},
		}, commands.By(tellForce)),
		commands.Told(&commands.Command{
			Name:    "kick",
			Fillers: "a open opening down in break breaking kicks kick it to", Aliases: []string{"kicking"}, Recall: hero.Strong(hero.Wearing(boots, "kicking boots")),
			Summary: "Show how often a kick opens a door or the lock of a box",
			Params:  commands.Takes(commands.RuleSet, kicked, locked, unlocked, hero.Role, hero.St, hero.Dex, hero.Con, hero.Luck, boots, mounted, shopDoor, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"kick door st 18 dex 14 con 16 luck 0", "kick chest as Samurai", "kick locked chest for 90%", "kick door dex 10 con 10 st 10 5 kicks"},
		}, commands.By(tellKick)),
		commands.Told(&commands.Command{
			Name:    "open",
			Fillers: "a stuck closed resists unlocked it", Recall: hero.Strong(nil),
			Summary: "Show how often a closed door opens when you try it by hand",
			Params:  commands.Takes(commands.RuleSet, kicked, hero.St, hero.Dex, hero.Con, hero.Luck, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"open door st 18 dex 14 con 16 luck 0", "open door st 18 dex 14 con 16 for 90%", "open door st 10 dex 10 con 10 3 tries"},
		}, commands.By(tellOpen)),
	}
}

func tellForce(c *commands.Call, r *rules.Locks) (*commands.Story, error) {
	if what := stony.In(c); what != "" {
		return nil, &commands.Problem{Text: fmt.Sprintf("I know what #force does to locked boxes, not to %s.", wording.Article(what)), Hints: []string{"force dagger", "force mace"}}
	}
	locked.In(c) // #force asks of nothing else
	said := forcer.One(c)
	if tool := lockTool.In(c); tool != "" && said == nil {
		return nil, &commands.Problem{Text: fmt.Sprintf("#force takes a weapon; %s opens locks without force.", wording.Article(tool)), Hints: []string{"pick box " + tool, "force dagger"}}
	}
	if said == nil {
		return nil, &commands.Problem{Text: "Which weapon forces the lock? Blades pry and may break; blunt weapons bash.", Slot: "wielding", Hints: []string{"force dagger", "force mace"}}
	}
	if lockOf.In(c) == "door" {
		return nil, &commands.Problem{Text: "#force opens boxes only.", Hints: []string{"kick door", "pick lock pick door"}}
	}
	l := forcer.Of(*said)
	if l.Never {
		return nil, &commands.Problem{Text: fmt.Sprintf("You can't force a lock with %s.", wording.Article(l.Name)), Hints: []string{"force dagger", "force mace"}}
	}
	q := &lock.Force{Rules: r, LargeDie: l.LargeDie, Blade: l.Blade, Enchant: said.Enchant, Cursed: said.BUC == rules.Cursed, Artifact: l.Artifact}
	q.Erosion, _ = eroded.In(c)
	q.Erosion = max(q.Erosion, thing.Erosion(c))
	if _, ok := hero.Luck.In(c); ok && !hero.Luck.Quiet(c) {
		c.Note(commands.Remarked, "Luck makes no difference")
	}
	turns, limited := tries.Number.In(c)
	if !limited || turns > r.MaxTurns {
		turns = r.MaxTurns
	}
	e := &ends.Ends{
		Subject: fmt.Sprintf("Forcing a box with %s, %s", wording.Article(said.Describe()), wording.Count(turns, "turn")), Cases: q.Ends(turns), Wanted: "to force the lock", Is: has(lock.Forced), Rule: rules.CiteForce,
		Before: func(d *steps.Derivation) { forceSteps(d, q, *said) },
	}
	if l.Artifact {
		e.Subject = fmt.Sprintf("Forcing a box with %s, %s", said.Describe(), wording.Count(turns, "turn"))
	}
	turn, breaks := q.Turn(), q.Break()
	e.How = fmt.Sprintf("(1 - (1 - %s - %s)^%d) * %s/(%s + %s)", turn, breaks, turns, turn, turn, breaks)
	e.Tried = func(c *commands.Call, _ *steps.Derivation) (tries.Answer, string) {
		return forceTries(c, q, turn, turns)
	}
	s := e.Tell(c)
	switch {
	case q.Blade && q.Cursed:
		s.Reply.Summary += " A cursed blade never breaks."
	case !q.Blade: // which the chance to succeed does not show
		s.Reply.Summary += fmt.Sprintf(" Of boxes bashed open 1 in %d is destroyed: its potions break, and each other item 1 time in %d.", r.ForceDestroys, r.ForceLoses)
	}
	return s, nil
}

// forceSteps adds the chances for one turn.
func forceSteps(d *steps.Derivation, q *lock.Force, said commands.Said) {
	breaks := q.Break()
	d.Work(rules.CiteForce, "the lock gives", fmt.Sprintf("%d%%", q.Percent()), "min(100, %d*%d)/100", q.Rules.ForcePer, q.LargeDie).Of("d%d against large monsters", q.LargeDie)
	switch {
	case !q.Blade:
		d.Given(rules.CiteForce, "the weapon", "cannot break").Of("it bashes; one box in %d is destroyed and its potions break", q.Rules.ForceDestroys)
	case q.Cursed:
		d.Given(rules.CiteForce, "the weapon", "cannot break").Of("cursed")
	default:
		how := fmt.Sprintf("max(0, %d - (%d) - 1 - (%d - %d*%d))/(%d - (%d))", q.Rules.ForceDie, q.Enchant, q.Rules.ForceHolds, q.Rules.ForceErosion, q.Erosion, q.Rules.ForceDie, q.Enchant)
		if q.Artifact {
			how += fmt.Sprintf(" * (100 - %d)/100", q.Rules.ForceArtifact)
		}
		d.Work(rules.CiteForce, "the weapon breaks first", wording.Fraction(breaks), "%s", how).Of("%s", said.Describe())
	}
	d.Work(rules.CiteForce, "forced in a turn", wording.Fraction(q.Turn()), "(1 - %s) * %d%%", breaks, q.Percent())
}

// forceTries returns the chance over the turns asked about, and how many turns make it
// as likely as asked that the lock gives.
func forceTries(c *commands.Call, q *lock.Force, turn odds.Fraction, turns int) (a tries.Answer, sentence string) {
	if _, limited := tries.Number.In(c); limited {
		p, _ := q.Within(turns)
		a.Over = &tries.Over{Tries: turns, P: p}
	}
	percent, asked := tries.Sure.In(c)
	list := []int{50, 90, 99}
	if asked {
		list = []int{percent}
	}
	for _, n := range list {
		need := tries.Needed{Confidence: float64(n) / 100}
		for k := 1; k <= q.Rules.MaxTurns; k++ {
			if p, _ := q.Within(k); p >= need.Confidence {
				need.Tries = &k
				break
			}
		}
		a.Needed = append(a.Needed, need)
	}
	switch k := a.Needed[0].Tries; {
	case asked && k == nil:
		sentence = fmt.Sprintf(" No number of turns gives %s.", wording.Chance(float64(percent)/100))
	case asked:
		sentence = fmt.Sprintf(" It takes %s for %s.", wording.Count(*k, "turn"), wording.Chance(float64(percent)/100))
	default:
		sentence = fmt.Sprintf(" Each turn: %s.", wording.Share(turn.P))
	}
	return a, sentence
}

// doorOf returns the hero in front of a door or a box, and notes what it assumes.
func doorOf(c *commands.Call, r *rules.Locks) *lock.Door {
	q := &lock.Door{Rules: r, Die: c.Rules.Luck(), Str: hero.St.Else(c, 16, "St 16"), Dex: hero.Dex.Else(c, 12, "Dex 12"), Con: hero.Con.Else(c, 14, "Con 14"), Luck: luckOf(c)}
	q.Boots, q.Shop = boots.In(c), shopDoor.In(c)
	if c.Has(hero.Role) {
		_, known := hero.Role.In(c)
		if q.Martial = roleIs(c, "Samurai", "Monk"); !known {
			c.Note(commands.Assumed, "neither Samurai nor Monk")
		}
	}
	return q
}

func tellKick(c *commands.Call, r *rules.Locks) (*commands.Story, error) {
	if mounted.In(c) { // dokick
		return nil, &commands.Problem{Text: "Who rides cannot kick anything: the kick goes to the steed.", Hints: []string{"leave out riding", "force dagger"}}
	}
	switch kicked.In(c) {
	case "sink":
		return commands.By(tellSink)(c)
	case "chest":
		return tellKickBox(c, r)
	case "":
		c.Note(commands.Assumed, "a door")
	}
	q := doorOf(c, r)
	e := &ends.Ends{
		Subject: fmt.Sprintf("Kicking a door (St %s, Dex %d, Con %d, Luck %d)", rules.StrengthText(q.Str), q.Dex, q.Con, q.Luck), Cases: q.KickDoor(), Wanted: "to open it", Once: "kick",
		Is: func(what string) bool { return what != lock.Whammm }, Rule: rules.CiteKickDoor, Also: []string{rules.CiteRnl},
		Before: func(d *steps.Derivation) { fitSteps(d, rules.CiteKickDoor, q, true) },
	}
	e.How, e.Count = steps.RnlAtMost(q.Die, r.KickDie, q.Luck, q.Fit()-1), below(r.KickDie, q.Fit(), q.Luck)
	return e.Tell(c), nil
}

// fitSteps adds the number that the die must stay below.
func fitSteps(d *steps.Derivation, rule string, q *lock.Door, kick bool) {
	if !kick || !q.Boots {
		d.Work(rule, "mean of St, Dex and Con", fmt.Sprint(q.Fitness()), "⌊(%d + %d + %d)/3⌋", q.Counts(), q.Dex, q.Con)
	}
	if !kick || !q.Martial && !q.Boots {
		return
	}
	base, what := q.Fitness(), "martial users add their Dexterity"
	if q.Boots {
		base, what = q.Rules.KickBoots, "kicking boots"
	}
	d.Work(rule, "to stay below", fmt.Sprint(q.Fit()), "%d + %d", base, q.Dex).Of("%s", what)
}

// below returns how the chance is counted for a die that Luck adjusts.
func below(die, n, luck int) string {
	return fmt.Sprintf("rnl(%d) stays below %d with Luck %d", die, n, luck)
}

func tellKickBox(c *commands.Call, r *rules.Locks) (*commands.Story, error) {
	q := &lock.Door{Rules: r, Martial: roleIs(c, "Samurai", "Monk"), Boots: boots.In(c)}
	if _, known := hero.Role.In(c); !known && !q.Boots {
		c.Note(commands.Assumed, "neither Samurai nor Monk")
	}
	for _, n := range []commands.Number{hero.St, hero.Dex, hero.Con, hero.Luck} {
		if _, said := n.In(c); said && !n.Quiet(c) {
			c.Note(commands.Remarked, "attributes and Luck make no difference to a box")
			break
		}
	}
	shut := !unlocked.In(c)
	e := &ends.Ends{Subject: "Kicking a locked box", Cases: q.KickBox(shut), Wanted: "to break its lock", Once: "kick", Is: func(what string) bool { return what != lock.Thud }, Rule: rules.CiteKickBox}
	once := r.BurstOnce
	if !shut {
		e.Subject, e.Wanted, once = "Kicking a box that is not locked", "to open its lid", r.LidOnce
	} else if !locked.In(c) {
		c.Note(commands.Assumed, "a locked box")
	}
	e.How = fmt.Sprintf("1/%d", once)
	if q.Martial || q.Boots {
		e.How = fmt.Sprintf("1 - (1 - 1/%d) * 1/2", once)
	}
	s := e.Tell(c)
	s.Reply.Summary += " Fragile things inside may break."
	return s, nil
}

func tellOpen(c *commands.Call, r *rules.Locks) (*commands.Story, error) {
	switch what := cmp.Or(kicked.In(c), "door"); what {
	case "chest":
		return nil, &commands.Problem{Text: "A box that is not locked always opens.", Hints: []string{"box chest", "kick chest", "force dagger", "pick lock pick chest"}}
	case "sink":
		return nil, &commands.Problem{Text: "A sink cannot be opened.", Hints: []string{"sink kick"}}
	}
	q := doorOf(c, r)
	e := &ends.Ends{
		Subject: fmt.Sprintf("Opening a closed door (St %s, Dex %d, Con %d, Luck %d)", rules.StrengthText(q.Str), q.Dex, q.Con, q.Luck), Cases: q.PullDoor(), Wanted: "to open it", Once: "try",
		Is: has(lock.Opens), Rule: rules.CiteOpenDoor, Also: []string{rules.CiteRnl},
		Before: func(d *steps.Derivation) { fitSteps(d, rules.CiteOpenDoor, q, false) },
	}
	e.How, e.Count = steps.RnlAtMost(q.Die, r.OpenDie, q.Luck, q.Fitness()-1), below(r.OpenDie, q.Fitness(), q.Luck)
	return e.Tell(c), nil
}
