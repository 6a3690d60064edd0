package fight

import (
	"fmt"
	"slices"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/duel"
	"delphi/engine/fight"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// The parameters of duel.
var (
	maxHP    = commands.NewNumber(commands.Param{Name: "maxhp", Summary: "The most hit points you have", Words: []string{"max hp", "hpmax"}, Min: 1, Max: duel.MaxHP})
	ownHP    = commands.NewNumber(commands.Param{Name: "hp", Summary: "Your hit points", Words: []string{"hit points", "hitpoints"}, After: []string{"hp", "hitpoints"}, Full: "maxhp", Min: 1, Max: duel.MaxHP})
	foeHP    = commands.NewNumber(commands.Param{Name: "mhp", Summary: "The monster's hit points, instead of the mean of its dice", Words: []string{"monster-hp", "monster hp", "its hp"}, Min: 1, Max: duel.MaxHP})
	foeLevel = commands.NewNumber(commands.Param{Name: "mlevel", Summary: "The monster's level, instead of its own", Words: []string{"monster-level", "monster level", "its level"}, Min: 0, Max: fight.MaxLevel})
	limit    = commands.NewNumber(commands.Param{Name: "turns", Summary: "How many turns you fight at most", Words: []string{"within", "for"}, After: []string{"turn", "turns"}, Min: 1, Max: duel.MaxTurns})
	pace     = commands.NewChoice(commands.Param{
		Name: "speed", Summary: "How fast you are: normal, fast (intrinsic) or very fast", Choices: []string{"normal", "fast", "very fast"},
		Also: map[string]string{"intrinsically fast": "fast", "veryfast": "very fast", "vfast": "very fast", "normal speed": "normal", "hasted": "very fast"},
	})
	meanwhile = commands.NewChoice(commands.Param{
		Name: "meanwhile", Summary: "What you do when the monster flees: chase it, or wait", Choices: []string{"chase", "wait"},
		Also: map[string]string{"chasing": "chase", "waiting": "wait", "stay": "wait"},
	})
	opening = commands.NewChoice(commands.Param{
		Name: "opening", Summary: "Who strikes first: you, or it, as when it has come up to you", Choices: []string{"you first", "it first"},
		Also: openings(),
	})
	// fought is the monster of a duel, of which there may be several: "3 trolls".
	fought = Target.With(func(p *commands.Param) { p.Counts = true })
	next   = commands.NewName[*rules.Monster](commands.Param{
		Name: "then", Noun: "a monster", Summary: "The monsters that come after, one at a time", Words: []string{"followed by"}, Many: true, Counts: true, Ahead: "as", Vocabulary: foe.Terms,
	})

	alike = commands.NewNumber(commands.Param{Name: "count", Summary: "How many of the first monster, one at a time: 3 foes", After: []string{"foes", "of them", "in a row"}, Min: 1, Max: mostFoes})

	regenerates = commands.NewFlag(commands.Param{Name: "regenerating", Summary: "You regenerate", Words: []string{"regen", "regeneration"}})
	freeAction  = stateFlag("free-action")
	reflects    = stateFlag("reflecting")
	blinded     = stateFlag("blind")
	seesUnseen  = commands.NewFlag(commands.Param{Name: "see-invisible", Summary: "You see invisible", Words: []string{"see invisible", "see invis"}})
	slowDigest  = commands.NewFlag(commands.Param{Name: "slow-digestion", Summary: "You have slow digestion", Words: []string{"slow digestion"}})
	acidProof   = stateFlag("acid-resistant")
	stoneProof  = stateFlag("stone-resistant")
	sickProof   = stateFlag("sickness-resistant")
	drainProof  = stateFlag("drain-resistant")
	gloved      = commands.NewFlag(commands.Param{Name: "gloves", Summary: "You wear gloves", Words: []string{"gloved", "wearing gloves"}})
)

func duelCommand() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "duel",
		Aliases: []string{"fight", "survive"},
		Erodes:  hero.Worn.Param,
		Fillers: "a an the against vs versus with using as me my i will would can could do does how likely chance odds to of in at on have has and if when beat kill win survive die",
		Summary: "Work out a fight to the end: how likely you win, how long it takes, and what HP you have left",
		Params: commands.Takes(
			commands.RuleSet, fought, hero.Role, hero.Race, hero.XL, hero.St, hero.Dex, hero.Con, hero.Int, hero.Luck, hero.AC, ownHP, maxHP, pace, Weapon, skill, armed,
			foeHP, foeLevel, limit, meanwhile, opening, alike, next, mc, hero.Worn, dlvl, killed, twoWeapon, riding, accuracy, harder, erosion, thing.Condition, shielded, gloved, seesUnseen, greased, inWater,
			stateFlag("poison-resistant"), stateFlag("cold-resistant"), stateFlag("fire-resistant"), stateFlag("shock-resistant"), stateFlag("sleep-resistant"), stateFlag("magic-resistant"),
			acidProof, stoneProof, sickProof, drainProof, freeAction, reflects, blinded, regenerates, slowDigest, wanted, besides, leave,
		),
		Examples: []string{
			"duel soldier ant as Samurai xl4 st18 dex14 con16 ac 5 hp 40 fast, +1 katana basic",
			"duel v3.6.7 cockatrice, Valkyrie xl6 hp 55 ac 4, +1 long sword basic",
			"duel minotaur xl12 hp 115 ac -8, +4 katana expert, wait, 100 turns",
			"duel jackal, 3 foes, Valkyrie xl1 hp 16 ac 6, +1 long sword",
			"duel jackal, then:jackal, then:dwarf, Valkyrie xl1 hp 16 ac 6, +1 long sword",
			"duel dwarf armed:dwarvish mattock, Valkyrie xl3 hp 30 ac 6, +1 long sword",
		},
		Settle: settleArms,
		Recall: hero.Body(native(true, hero.Wielding(Weapon))),
	}, tellDuel), fought)
}

// Duelling is the machine-readable answer of `duel`: the fights one after the other,
// and what they come to together.
type Duelling struct {
	duel.Answer
	Fights []duel.Answer `json:"fights,omitempty"`
	// Dangers holds what a single foe may do besides damage in a turn, and Better what would
	// help most against it.
	Dangers []hurt.Special `json:"dangers,omitempty"`
	Better  *Better        `json:"better,omitempty"`
}

// openings returns the other ways to say who strikes first.
func openings() map[string]string {
	out := map[string]string{"me first": "you first", "i get the first hit": "you first", "it gets the first hit": "it first", "monster first": "it first"}
	for _, verb := range []string{"strike", "attack", "move", "hit", "go"} {
		out["i "+verb+" first"] = "you first"
		s := "s"
		if verb == "go" {
			s = "es"
		}
		for _, who := range []string{"it", "he", "she"} {
			out[who+" "+verb+s+" first"] = "it first"
		}
	}
	return out
}

// duelist returns the question that a call asks, against its first monster. It notes
// what it assumes.
func duelist(c *commands.Call) (*duel.Question, error) {
	switch {
	case c.Rules.Duel() == nil:
		return nil, rules.No[rules.Duel](c.Rules)
	case fought.One(c) == nil && wanted.In(c) == toFlee:
		return nil, &commands.Problem{Text: "Which monster? It flees " + flightOf(c.Rules.Duel()) + ".", Slot: "monster", Hints: []string{"duel minotaur as Valkyrie xl10 ac0 hp80 its flight"}}
	case fought.One(c) == nil:
		return nil, &commands.Problem{Text: "Which monster?", Slot: "monster", Hints: []string{c.Command.Examples[0]}}
	}
	if err := unfought(c); err != nil {
		return nil, err
	}
	armed, arm := startingArm(c)
	f, sets, err := fighter(armed, false)
	c.Notes = armed.Notes
	if arm != "" {
		c.Note(commands.Assumed, arm)
	}
	switch {
	case err != nil:
		return nil, err
	case len(sets) > 1:
		return nil, &commands.Problem{Text: "A duel is fought with one weapon, or with two-weapon and two.", Hints: []string{c.Command.Examples[0]}}
	case f.Missile:
		return nil, afar(c)
	}
	q := &duel.Question{Rules: c.Rules.Duel(), Hero: *f, Turns: duel.MaxTurns}
	if err := opponent(c, q, f.Monster); err != nil {
		return nil, err
	}
	q.Hero.Gloved = q.Hero.Gloved || gloved.In(c)
	q.FreeAction, q.Reflects, q.Blind = q.Foe.Free, q.Foe.Reflects, q.Foe.Blind
	q.AcidProof, q.StoneProof, q.SickProof, q.DrainProof = q.Foe.Acid, q.Foe.Stone, q.Foe.Sick, q.Foe.Drain
	q.Regenerates, q.SlowDigestion = regenerates.In(c) || given(c, "regeneration"), slowDigest.In(c) || given(c, "slow digestion")
	if q.Blind {
		c.Note(commands.Assumed, "blind, you know where it is")
	}
	healthy(c, q)
	if err := leaving(c, q); err != nil {
		return nil, err
	}
	paced(c, q)
	q.Turns = limit.Else(c, q.Turns, "")
	q.Waits, q.FoeFirst = meanwhile.In(c) == "wait", opening.In(c) == "it first"
	if opening.In(c) == "" {
		foremost(c, "you strike first (if not, add: it first)")
	}
	return q, q.Check()
}

// startingArm returns the call with the role's starting weapon, and that weapon in
// words, if the call names a role and nothing to fight with.
func startingArm(c *commands.Call) (*commands.Call, string) {
	role, ok := hero.Role.In(c)
	if !ok || Weapon.One(c) != nil || skill.In(c) != "" || twoWeapon.In(c) {
		return c, ""
	}
	start, ok := c.Rules.Duel().Arms[role.Name]
	armed := *c
	armed.Values = slices.Clone(c.Values)
	if !ok || !hero.Put(&armed, Weapon, commands.Said{Name: start.Name, Enchant: start.Enchant, Skill: "basic"}) {
		return c, ""
	}
	return &armed, fmt.Sprintf("%+d %s, Basic, as %s begins", start.Enchant, start.Name, wording.Article(role.Name))
}

// paced puts the hero's speed into the question: what is said, or what boots give.
func paced(c *commands.Call, q *duel.Question) {
	said := pace.In(c)
	for _, s := range hero.Worn.All(c) {
		if s.Name == "speed boots" && !s.Without && said == "" {
			q.Pace = duel.VeryFast
			return
		}
	}
	q.Pace = duel.Pace(max(0, slices.Index(pace.Choices, said)))
	if said != "" {
		return
	}
	if who := born(c, "speed"); who != "" {
		foremost(c, fmt.Sprintf("normal speed, though %s has intrinsic speed: add fast", wording.Article(who)))
		return
	}
	c.Note(commands.Assumed, "normal speed")
}

// healthy puts the hero's hit points and Constitution into the question.
func healthy(c *commands.Call, q *duel.Question) {
	most, told := maxHP.In(c)
	n, ok := ownHP.In(c)
	switch {
	case ok:
	case told:
		n = most
	default:
		const first, each = 15, 8
		n = first + each*(q.Hero.XL-1)
		c.Note(commands.Assumed, fmt.Sprintf("%d HP of your own", n))
	}
	q.HP, q.MaxHP = n, max(n, most)
	if q.Con, ok = hero.Con.In(c); !ok {
		q.Con = 14
		c.Note(commands.Assumed, "Con 14")
	}
}

// opponent puts a monster into the question.
func opponent(c *commands.Call, q *duel.Question, m *rules.Monster) error {
	if err := against(c, q, m, false); err != nil {
		return err
	}
	q.Hero.InWater = q.Hero.InWater || m.Symbol == ";"
	q.InWater = q.Hero.InWater
	if n, ok := foeHP.In(c); ok {
		q.FoeHP = n
		return nil
	}
	ofMean(c, q, m)
	return nil
}

// against puts a monster's attacks into the question, and what the hero strikes at. It notes what
// it assumes of them. One that comes later has a level of its own, and the hero's armour is noted.
func against(c *commands.Call, q *duel.Question, m *rules.Monster, later bool) error {
	at := *c
	at.Notes = nil
	a, err := assaultOf(&at, m)
	if err != nil {
		return err
	}
	if later {
		a.Level, at.Notes = -1, nil
		if first, ok := fought.In(c); ok && m != first {
			a.Arm = nil
		}
	}
	if a.Level < 0 && m.Level > fixed {
		own := fmt.Sprintf("level %d", m.Level)
		a.Level = (m.Level - 6) / 2
		at.Notes = slices.DeleteFunc(at.Notes, func(n commands.Note) bool { return n.Text == own })
		at.Note(commands.Assumed, fmt.Sprintf("level %d, a quarter of its HP", a.Level))
	}
	a.Dex, a.Str = q.Hero.Dex, q.Hero.Str
	q.Foe = *a
	q.Hero.Monster, q.Hero.Target.AC, q.Hero.Target.Level = m, m.AC, a.MonsterLevel()
	if q.Int = 0; q.EatsBrains() {
		q.Int = hero.Int.Else(&at, 11, "Int 11")
	}
	vulnerable(c, a, true)
	for _, n := range at.Notes {
		if !slices.Contains(c.Notes, n) && n.Text != nimble && n.Text != strong { // who fights has others
			c.Notes = append(c.Notes, n)
		}
	}
	return nil
}

// fixed is the highest level that is one: higher ones stand for hit points, of which a monster has
// a quarter as its level (makemon).
const fixed = 49

// ofMean gives the foe the mean of its dice as hit points.
func ofMean(c *commands.Call, q *duel.Question, m *rules.Monster) {
	q.FoeHP = max(1, int(q.Hero.HitPoints().Mean()+0.5))
	if text := fmt.Sprintf("%s with %d HP", foe.Some(m), q.FoeHP); !slices.Contains(c.Notes, commands.Note{Kind: commands.Assumed, Text: text}) {
		c.Note(commands.Assumed, text)
	}
}
