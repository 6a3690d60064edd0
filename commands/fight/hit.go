package fight

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/thing"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/fight"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

const hitFillers = "monster monsters large small like once hits hitting attack attacking attacks swing vs versus against target from me my you wearing bow's launcher quiver and using use wield ac chance does kill killing to-hit tohit how likely would per melee"

func hit() *commands.Command {
	return foe.InEachForm(commands.ToldAsIs(hitting(), tellHit), Target)
}

func hitting() *commands.Command {
	return &commands.Command{
		Name:    "hit",
		Fillers: hitFillers,
		Aliases: []string{"tohit", "attack"},
		Summary: "Show how often you hit a monster, for how much, and how soon it is dead",
		Params: commands.Takes(
			commands.RuleSet, Target, hero.Role, hero.Race, hero.XL, hero.St, hero.Dex, hero.Luck, Weapon, skill, accuracy, harder, erosion, thing.Condition,
			twoWeapon, riding, load, trapped, armour, shielded, hero.Worn, blessedGl, silverRng, fumbling, power, poisoned,
			asleep, fleeing, helpless, stunned, inWater, kick, thrown, distance, ac, level, turns, blows, tries.Sure, charted, hero.Con,
		),

		Examples: []string{
			"hit soldier ant as Samurai human xl10 st 18/50 dex14 luck 0, wielding blessed +2 long sword skilled",
			"hit hill orc sam xl10, long sword, katana, 5 turns",
			"hit minotaur as Monk xl12 st 18 dex 16, bare hands grand master",
			"hit soldier ant sam xl8, katana for 95%",
		},

		Settle: settleArms,
		Recall: func(c, character *commands.Call) []string {
			switch {
			case kick.In(c):
				return nil
			case thrown.In(c):
				return recallLauncher(c, character)
			}
			return hero.Wielding(Weapon)(c, character)
		},
	}
}

func volley() *commands.Command {
	cmd := hitting()
	cmd.Name, cmd.Aliases = "volley", []string{"multishot"}
	cmd.Summary = "Show how many missiles you throw or fire at once, and what they do"
	cmd.Examples = []string{"volley 12 daggers as Rogue human dex 18 expert", "volley 6 daggers as Samurai xl8 vs soldier ant", "volley 20 elven arrows from elven bow as Ranger elf xl8 expert vs soldier ant"}
	// A role is the hero's unless "vs" stands before it.
	cmd.Params = slices.DeleteFunc(append(cmd.Params, quantity.Param), func(p *commands.Param) bool { return p == Target.Param || p == kick.Param || p == blows.Param })
	cmd.Params = append(cmd.Params, Target.Param)
	cmd.Recall = recallLauncher
	return foe.InEachForm(commands.ToldAsIs(cmd, tellVolley), Target)
}

// recallLauncher adds the character's wielded weapon to the missiles said, if it fires
// them, and how well the character throws them, if they are what it wields.
func recallLauncher(c, character *commands.Call) []string {
	held, said := hero.Held.One(character), Weapon.All(c)
	if held == nil || held.Without || len(said) != 1 || c.Rules.Fight() == nil {
		return nil
	}
	missile, launcher := Weapon.Of(said[0]).Object, c.Rules.Object(hero.Held.Of(*held).Name) // of an artifact, what it is made from
	if missile == nil || launcher == nil || launcher.Sub <= 0 || missile.Sub != -launcher.Sub {
		return hero.Knows(c, character, Weapon) // what is wielded may be thrown
	}
	if !hero.Put(c, Weapon, *held) {
		return nil
	}
	return []string{held.Describe()}
}

func tellHit(_ context.Context, c *commands.Call) (*commands.Story, error) { return told(c, false) }

// tellVolley is like tellHit, but every weapon is a missile.
func tellVolley(_ context.Context, c *commands.Call) (*commands.Story, error) { return told(c, true) }

func told(c *commands.Call, missiles bool) (*commands.Story, error) {
	if c.Rules.Fight() == nil {
		return nil, rules.No[rules.Fight](c.Rules)
	}
	q, sets, err := fighter(c, missiles)
	if err != nil {
		return nil, err
	}
	if len(sets) > 1 && q.Missile && Target.One(c) == nil {
		return nil, &commands.Problem{Text: "Ask about one kind of missile at a time, or name a monster to compare them on.", Hints: []string{"volley 12 daggers as Rogue expert"}}
	}
	if len(sets) > 1 {
		a := attacks(q, sets)
		d := hitSteps(steps.New(c.Rules), q, &a[0])
		r := compareHits(c, q, a)
		ofBlows(c, d, &r, a)
		return &commands.Story{Reply: r, Steps: d}, nil
	}
	if q.Missile && Target.One(c) == nil {
		return sayVolley(c, q)
	}
	if !q.Missile {
		immune(c, q.Monster)
	}
	a := fight.Attack(q)
	d := steps.New(c.Rules)
	if q.Missile {
		flightStep(d, q.Volley())
	}
	r := sayHit(c, q, &a)
	d = hitSteps(d, q, &a)
	ofBlows(c, d, &r, []fight.Answer{a})
	return &commands.Story{Reply: r, Steps: d}, nil
}

// ofBlows adds how many of so many blows hit, if that is asked.
func ofBlows(c *commands.Call, d *steps.Derivation, r *commands.Reply, list []fight.Answer) {
	n, asked := blows.In(c)
	if !asked {
		return
	}
	parts := make([]string, len(list))
	for i := range list {
		hits := wording.Amount(float64(n) * list[i].P)
		if parts[i] = hits; len(list) > 1 {
			parts[i] += " with " + article(list[i].Weapon)
		} else {
			d.Work("", fmt.Sprintf("hits of %d", n), hits, "%d*%s", n, wording.Share(list[i].P))
		}
	}
	r.Headline = parts[0]
	hit := "hit"
	if parts[0] == "1" && len(parts) == 1 {
		hit = "hits"
	}
	r.Summary = fmt.Sprintf("Of %s, %s %s on average. ", wording.Count(n, "blow"), wording.And(parts), hit) + r.Summary
}

// plenty is a stack of missiles large enough for any volley.
const plenty = 20

// fighter returns the question that a call asks, with the first of the weapons, and
// the weapons to compare.
func fighter(c *commands.Call, missiles bool) (*fight.Question, []fight.Weapon, error) {
	q := &fight.Question{Set: c.Rules, Rules: c.Rules.Fight(), Hero: fight.Hero{XL: 1, Str: 10, Dex: 11}}
	q.Target.Level = -1
	said := Weapon.All(c)
	q.Missile = missiles || thrown.In(c)
	if err := target(c, q); err != nil {
		return nil, nil, err
	}
	describeHero(c, q)
	sets := make([]fight.Weapon, 0, len(said))
	for _, s := range said {
		sets = append(sets, weaponOf(c, q, s))
		if s.Counted {
			q.Quantity = s.Quantity
		}
	}
	q.Quantity = quantity.Else(c, q.Quantity, "")
	if missiles && q.Quantity == 0 {
		q.Quantity = plenty
		c.Note(commands.Assumed, "plenty of them")
	}
	if err := hands(c, q, &sets); err != nil {
		return nil, nil, err
	}
	q.Kick = kick.In(c)
	if q.Kick && q.Riding { // dokick
		return nil, nil, problem.New("Who rides cannot kick a monster: the kick goes to the steed.").Try("leave out riding", "leave out kick")
	}
	if q.Kick && !q.Missile {
		kicker(c, q)
	}
	if n, ok := distance.In(c); ok {
		q.Distance = n
	} else if q.Missile && q.Monster != nil {
		q.Distance = 1
		c.Note(commands.Assumed, "1 square away")
	}
	q.Turns = turns.Else(c, q.Turns, "")
	if n, ok := tries.Sure.In(c); ok {
		q.Confidence = float64(n) / 100
	}
	if q.Monster == nil { // a volley at nothing: any will do
		q.Monster = c.Rules.Bestiary().Monsters[0]
	}
	return q, sets, q.Check()
}

// target puts the monster and its state into the question.
func target(c *commands.Call, q *fight.Question) error {
	m, ok := Target.In(c)
	if !ok {
		m, ok = fought.In(c)
	}
	_, against := ac.In(c)
	switch {
	case !ok && !q.Missile && !against:
		return &commands.Problem{Text: "Which monster?", Slot: "monster", Hints: []string{c.Command.Examples[0]}}
	case ok:
		q.Monster = m
	case against:
		q.Monster = c.Rules.Bestiary().Monsters[slices.IndexFunc(c.Rules.Bestiary().Monsters, func(m *rules.Monster) bool { return m.Name == "hill orc" })]
		c.Note(commands.Assumed, "something like a hill orc")
	}
	if q.Monster != nil {
		q.Target.AC = q.Monster.AC
	}
	q.Target.AC = ac.Else(c, q.Target.AC, "")
	if n, ok := level.In(c); ok {
		q.Target.Level = n
		if _, both := hero.XL.In(c); both { // "xl8 vs xl12" could mean two heroes, too
			c.Note(commands.Assumed, fmt.Sprintf("the monster's level is %d", n))
		}
	}
	q.Asleep, q.Fleeing, q.Helpless, q.Stunned, q.InWater = asleep.In(c), fleeing.In(c), helpless.In(c), stunned.In(c), inWater.In(c)
	return nil
}

// describeHero puts the hero into the question. It notes what it assumes.
func describeHero(c *commands.Call, q *fight.Question) {
	if role, ok := hero.Role.In(c); ok {
		q.Role = role.Name
		for _, a := range c.Rules.Artifacts() {
			if a.Quest == q.Role {
				q.OwnArtifacts = append(q.OwnArtifacts, a.Name)
			}
		}
	} else {
		c.Note(commands.Assumed, "a role without bonuses of its own")
	}
	if q.Race = hero.Race.In(c); q.Race == "" {
		q.Race = "human"
		c.Note(commands.Assumed, "human")
	}
	number := func(n commands.Number, to *int, what string) {
		v, ok := n.In(c)
		if ok {
			*to = v
		} else if what != "" {
			c.Note(commands.Assumed, what)
		}
	}
	number(hero.XL, &q.XL, "XL 1")
	number(hero.St, &q.Str, "St 10")
	number(hero.Dex, &q.Dex, "Dex 11")
	number(hero.Luck, &q.Luck, "Luck 0")
	number(accuracy, &q.Accuracy, "")
	number(harder, &q.Harder, "")
	if text := load.In(c); text != "" {
		q.Load = slices.Index(hero.Loads, text)
	}
	q.Trapped, q.Armour, q.Shield = trapped.In(c), armour.In(c), shielded.In(c)
	q.Gauntlets, q.Fumbling, q.BlessedGloves, q.SilverRing = power.In(c), fumbling.In(c), blessedGl.In(c), silverRng.In(c)
	for _, s := range hero.Worn.All(c) {
		w := hero.Worn.Of(s)
		if s.Without {
			q.Gauntlets = q.Gauntlets && w.Slot != rules.Gloves
			continue
		}
		switch w.Slot {
		case rules.Body:
			q.Armour = true
		case rules.Shield:
			q.Shield = true
		case rules.Boots:
			q.Fumbling = q.Fumbling || w.Name == "fumble boots"
		case rules.Gloves:
			q.Gloved = true
			q.FumblingGloves = w.Name == "gauntlets of fumbling"
			q.Fumbling = q.Fumbling || q.FumblingGloves
			q.BlessedGloves = q.BlessedGloves || s.BUC == rules.Blessed
			q.Gauntlets = q.Gauntlets || w.Name == "gauntlets of power"
		}
	}
	if q.Gauntlets {
		q.Str = 125
	}
	q.Gloved = q.Gloved || q.Gauntlets || q.BlessedGloves
	if q.Gloved && q.SilverRing {
		c.Note(commands.Remarked, "a ring under gloves does nothing")
	}
	if q.Riding = riding.In(c); q.Riding {
		q.RidingSkill = skillOr(c, riding, "riding")
	}
	if q.TwoWeapon = twoWeapon.In(c); q.TwoWeapon {
		q.TwoWeaponSkill = skillOr(c, twoWeapon, "two-weapon fighting")
	}
}

// kicker puts the hero's feet into a question about kicks.
func kicker(c *commands.Call, q *fight.Question) {
	q.Feet.Own, q.Feet.Con = true, 11
	q.Feet.Con = hero.Con.Else(c, q.Feet.Con, "Con 11")
	for _, s := range hero.Worn.All(c) {
		w := hero.Worn.Of(s)
		if s.Without {
			continue
		}
		switch o := c.Rules.Object(w.Name); {
		case w.Slot == rules.Boots:
			q.Feet.Boots, q.Feet.Kicking, q.Feet.Enchant, q.Feet.Blessed = true, w.Name == "kicking boots", s.Enchant, s.BUC == rules.Blessed
		case w.Slot == rules.Body:
			q.Feet.BulkySuit = o != nil && o.Big
		}
	}
}

// skillOr returns the skill said behind a flag, else Basic, which is noted.
func skillOr(c *commands.Call, f commands.Flag, what string) rules.Skill {
	s, ok := f.Skill(c)
	if !ok {
		s = rules.Basic
		c.Note(commands.Assumed, "Basic in "+what)
	}
	return s
}

// weaponOf returns a weapon as a line describes it.
func weaponOf(c *commands.Call, q *fight.Question, s commands.Said) fight.Weapon {
	arm := Weapon.Of(s)
	w := fight.Weapon{Object: arm.Object, Artifact: arm.Artifact, Stones: arm.Stones, Enchant: s.Enchant, BUC: cmp.Or(s.BUC, rules.Uncursed), Poisoned: poisoned.In(c) && arm.Object != nil}
	if w.Poisoned && !w.Poisonable(q.Rules) && (w.Artifact == "" || w.Artifact != q.Rules.Venomous) {
		c.Note(commands.Remarked, "poison does not stick to "+article(s.Name))
	}
	w.Erosion, _ = erosion.In(c)
	w.Erosion = max(w.Erosion, thing.Erosion(c))
	name := cmp.Or(s.Skill, skill.In(c))
	if found, ok := rules.SkillNamed(name); ok {
		w.Skill = found
	} else {
		w.Skill = rules.Basic
		if arm.Object == nil || q.Rules.WeaponSkill(arm.Object) != "" {
			c.Note(commands.Assumed, "Basic in "+s.Name)
		}
	}
	if arm.Object == nil {
		q.Bare = w.Skill
	}
	return w
}

// oneSkill refuses a skill beside weapons that all have another of their own.
func oneSkill(c *commands.Call) error {
	said := Weapon.All(c)
	if skill.In(c) == "" || len(said) == 0 || slices.ContainsFunc(said, func(s commands.Said) bool { return s.Skill == "" || s.Skill == skill.In(c) }) {
		return nil
	}
	return problem.Newf("You said %s, and %s in the %s. One skill is enough.", skill.In(c), said[0].Skill, said[0].Name).Try("leave out "+skill.In(c), "leave out "+said[0].Skill)
}

// hands puts the weapons said into the hero's hands. The remaining sets are weapons to
// compare.
func hands(c *commands.Call, q *fight.Question, sets *[]fight.Weapon) error {
	list := *sets
	if err := noWeapon(q, list); err != nil {
		return err
	}
	if err := oneSkill(c); err != nil {
		return err
	}
	if len(list) == 0 && !q.Missile {
		q.Bare = rules.Basic
		if found, ok := rules.SkillNamed(skill.In(c)); ok {
			q.Bare = found
		}
		if !kick.In(c) {
			c.Note(commands.Assumed, "bare hands, Basic")
		}
		return nil
	}
	// What is fired and what fires it come in any order.
	launcher := slices.IndexFunc(list, func(w fight.Weapon) bool { return w.Object != nil && isLauncher(q, w) })
	if launcher >= 0 && len(list) == 2 {
		other := list[1-launcher]
		if other.Object != nil && other.Sub == -list[launcher].Sub {
			q.Missile = true
		}
		if q.Missile {
			q.Weapon, q.Second = other, list[launcher]
			if said := Weapon.All(c); said[1-launcher].Skill == "" && said[launcher].Skill != "" {
				q.Weapon.Skill = list[launcher].Skill
			}
			*sets = nil
			return nil
		}
	}
	switch {
	case q.Missile && len(list) == 0:
		return &commands.Problem{Text: "What is thrown or fired?", Slot: "wielding", Hints: []string{"volley 12 daggers as Rogue expert"}}
	case q.TwoWeapon && len(list) == 1 && q.Quantity == 2: // two of a kind
		q.Weapon, q.Second, *sets = list[0], list[0], nil
	case q.TwoWeapon && len(list) < 2:
		return &commands.Problem{Text: "Two-weapon fighting needs two weapons.", Hints: []string{"hit soldier ant sam xl8, two-weapon basic, katana, short sword"}}
	case q.TwoWeapon && len(list) > 2:
		return &commands.Problem{Text: fmt.Sprintf("You named %d weapons and have two hands.", len(list)), Hints: []string{"name two"}}
	case q.TwoWeapon:
		q.Weapon, q.Second, *sets = list[0], list[1], nil
		if q.Weapon.None() || q.Second.None() {
			return &commands.Problem{Text: "Two-weapon fighting needs a weapon in each hand.", Hints: []string{"hit soldier ant sam xl8, two-weapon basic, katana, short sword"}}
		}
		if f := q.Rules; f.WeaponSkill(q.Weapon.Object) == f.WeaponSkill(q.Second.Object) && Weapon.All(c)[1].Skill == "" {
			q.Second.Skill = q.Weapon.Skill
		}
	default:
		q.Weapon = list[0]
		if q.Missile && q.Weapon.None() {
			return &commands.Problem{Text: "Hands are not thrown.", Hints: []string{"volley 12 daggers as Rogue expert"}}
		}
		if q.Missile && q.Weapon.Object != nil && isAmmunition(q, q.Weapon) { // before all else that is assumed: it decides the answer
			c.Notes = slices.Insert(c.Notes, 0, commands.Note{Kind: commands.Assumed, Text: "thrown by hand, without " + wording.Article(q.Rules.WeaponSkill(q.Weapon.Object))})
		}
	}
	return nil
}

// noWeapon refuses things whose damage is not modelled.
func noWeapon(q *fight.Question, list []fight.Weapon) error {
	for i := range list {
		switch w := &list[i]; {
		case w.Stones && q.Missile:
			return &commands.Problem{Text: "A thrown corpse never hits."}
		case w.Stones && q.TwoWeapon:
			return &commands.Problem{Text: "Two-weapon fighting takes weapons, not corpses."}
		case w.Object != nil && slices.Contains(improvised, w.Name):
			return &commands.Problem{Text: fmt.Sprintf("I work out blows with weapons, not with %s.", wording.Article(w.Name)), Hints: []string{"item " + w.Name}}
		}
	}
	return nil
}

// isLauncher reports whether a weapon is a bow, a sling or a crossbow.
func isLauncher(q *fight.Question, w fight.Weapon) bool {
	return w.Sub > 0 && slices.Contains([]string{"bow", "sling", "crossbow"}, q.Rules.WeaponSkill(w.Object))
}

// isAmmunition reports whether a weapon is shot: an arrow, a bolt or what a sling takes.
func isAmmunition(q *fight.Question, w fight.Weapon) bool {
	return w.Sub < 0 && slices.Contains([]string{"bow", "sling", "crossbow"}, q.Rules.WeaponSkill(w.Object))
}
