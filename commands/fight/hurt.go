package fight

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
	"delphi/engine/duel"
	"delphi/engine/fight"
	"delphi/engine/hurt"
	"delphi/engine/rules"
	"delphi/engine/seq"
	"delphi/engine/spell"
)

// The parameters of hurt.
var (
	mc      = commands.NewNumber(commands.Param{Name: "mc", Summary: "Your magic cancellation, 0 to 3", Words: []string{"magic cancellation"}, Min: 0, Max: hurt.MaxMC})
	yourHP  = commands.NewNumber(commands.Param{Name: "hp", Summary: "Your hit points: how often a move kills you", Words: []string{"hit points", "hitpoints"}, Min: 1, Max: 9999})
	greased = commands.NewFlag(commands.Param{Name: "greased", Summary: "What you wear is greased", Piece: true})
	ofLevel = commands.NewNumber(commands.Param{Name: "level", Summary: "The monster's level, instead of its own", Words: []string{"monster-level"}, Min: 0, Max: 127})
	dlvl    = commands.NewNumber(commands.Param{Name: "depth", Summary: "The depth it was made at, which changes its level", Words: []string{"dlvl", "dl"}, Min: 1, Max: 60})
	killed  = commands.NewNumber(commands.Param{Name: "killed", Summary: "How often the Wizard of Yendor was killed before, which raises his level", Words: []string{"killed before", "times killed"}, Min: 0, Max: 255})
	acCurve = commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the damage over your AC", Words: []string{"curve"}})
)

func hurtCommand() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "hurt",
		Fillers: "hard badly much to-hit dmg from take at how likely does do will would hit hits me my hitting hurt hurts damage get chance kill kills times dangerous attack attacks attacking by to vs against when i have has turn per much",
		Aliases: []string{"gethit"},
		Erodes:  hero.Worn.Param,
		Summary: "Show how often a monster hits you, and what that does",
		Params:  slices.Concat(commands.Takes(commands.RuleSet, Target, hero.AC, mc, hero.Worn, hero.Held, armed, ofLevel, dlvl, hero.XL, hero.St, hero.Dex, hero.Role, hero.Race, tries.Number, tries.Sure, acCurve, yourHP, greased, slowDigest), stateParams(), commands.Takes(killed)),

		Examples: []string{
			"hurt soldier ant ac 4", "hurt v5.0.0 soldier ant ac -10 mc 2", "hurt cockatrice ac 0", "hurt minotaur ac -5 dlvl 30 xl 12", "hurt soldier ant ac 0 10 turns", "hurt cockatrice ac 2, elven mithril-coat", "hurt dwarf armed:dwarvish mattock, ac 6, hp 20",
		},
		Regroup: armBehindMonster,
		Recall:  hero.Body(native(false, nil)),
	}, tellHurt), Target)
}

// Hurting is the machine-readable answer of `hurt`. Over the turns it is the chance
// that the monster takes hit points, or kills.
type Hurting struct {
	hurt.Hurt
	tries.Answer
	OverTurns *Beating `json:"over_turns,omitempty"`
	// Return is what a monster that never attacks does to who strikes it.
	Return *fight.Return `json:"return,omitempty"`
}

// Beating is what a monster does over several turns.
type Beating struct {
	Death  float64     `json:"death"`            // the chance that something kills at once
	Damage *fight.Mean `json:"damage,omitempty"` // nil if every move kills
	// Doomed holds what may begin that kills later, unless it is cured.
	Doomed []hurt.Special `json:"doomed,omitempty"`
}

// slow holds what an attack may begin that kills some turns later.
var slow = []string{hurt.Stoning, hurt.Sliming, hurt.Illness}

// doomed returns what a move may begin that kills later, each with its chance.
func doomed(h *hurt.Hurt) []hurt.Special {
	return seq.Filter(h.Special, func(s hurt.Special) bool { return slices.Contains(slow, s.What) })
}

// assault returns the question that a call asks. It notes what it assumes.
func assault(c *commands.Call) (*hurt.Assault, error) {
	if c.Rules.Hurt() == nil {
		return nil, rules.No[rules.Hurt](c.Rules)
	}
	m, ok := Target.In(c)
	if !ok {
		return nil, &commands.Problem{Text: "Which monster?", Slot: "monster", Hints: []string{"hurt soldier ant ac 4"}}
	}
	q, err := assaultOf(c, m)
	if err != nil {
		return nil, err
	}
	vulnerable(c, q, false)
	for _, text := range idle(c, q) {
		c.Note(commands.Remarked, text)
	}
	return q, nil
}

// What is assumed of a hero of whom nothing else is known than how hard it is to hit.
const nimble, strong = "Dex 18", "St 18"

// assaultOf returns the question of a call with a monster. It notes what it assumes.
func assaultOf(c *commands.Call, m *rules.Monster) (*hurt.Assault, error) {
	q := &hurt.Assault{Rules: c.Rules.Hurt(), Monster: m, Level: -1, AC: 10, Dex: 18}
	for _, s := range states {
		*s.of(q) = s.flag.In(c)
	}
	q.Night = q.Night || q.Midnight
	q.AC = armourClass(c)
	q.MC = cancels(c)
	dressed(c, q)
	q.HP = yourHP.Else(c, q.HP, "")
	if r, ok := hero.Role.In(c); ok {
		q.Healer = r.Name == "Healer"
	}
	if n, ok := hero.Dex.In(c); ok {
		q.Dex = n
	} else if explodes(m) && !q.Rules.Blasts {
		c.Note(commands.Assumed, nimble)
	}
	if n, ok := hero.St.In(c); ok {
		q.Str = n
	} else if q.Casts() {
		c.Note(commands.Assumed, strong)
	}
	q.Level = made(c, m)
	if err := arm(c, q); err != nil {
		return nil, err
	}
	return q, q.Check()
}

// made returns the level that a call says, or else the one that the monster is created
// with; -1 if too little is said to know.
func made(c *commands.Call, m *rules.Monster) int {
	level, said := ofLevel.In(c)
	if !said {
		level, said = foeLevel.In(c)
	}
	times, died := killed.In(c)
	if died && (said || m.Name != hurt.Wizard) {
		c.Note(commands.Remarked, "killed makes no difference here")
	}
	xl, leveled := hero.XL.In(c)
	depth, deep := dlvl.In(c)
	switch {
	case said:
		return level
	case m.Name == hurt.Wizard:
		if !died {
			c.Note(commands.Assumed, "killed 0 times")
		}
		return hurt.Killed(m.Level, times)
	case deep && leveled:
		return hurt.Level(m.Level, depth, xl)
	}
	c.Note(commands.Assumed, fmt.Sprintf("level %d", m.Level))
	return -1
}

// cancels returns the magic cancellation that a call says, or else the best that is
// worn.
func cancels(c *commands.Call) int {
	n, ok := mc.In(c)
	if ok {
		return n
	}
	for _, s := range hero.Worn.All(c) {
		if o := c.Rules.Object(s.Name); o != nil && !s.Without {
			n = max(n, o.Oc2)
		}
	}
	n = min(n, hurt.MaxMC)
	c.Note(commands.Assumed, fmt.Sprintf("MC %d", n))
	return n
}

// explodes reports a monster that attacks by blowing up.
func explodes(m *rules.Monster) bool {
	return slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool { return a.Type == "EXPL" })
}

func tellHurt(c *commands.Call) (*commands.Story, error) {
	q, err := assault(c)
	if err != nil {
		return nil, err
	}
	if n, ok := tries.Number.In(c); ok && n > q.Follows() {
		return nil, &commands.Problem{Text: fmt.Sprintf("With %d HP I follow at most %s, not %d.", q.HP, wording.Count(q.Follows(), "turn"), n), Hints: []string{fmt.Sprintf("%d turns", q.Follows())}}
	}
	h := q.Hits()
	digests := digestion(c, q)
	if h.Lasts, _ = q.Lasts(); digests != "" {
		h.Lasts = 0 // it is not damage that kills
	}
	s := &commands.Story{Steps: hurtSteps(c, q, &h)}
	r := &s.Reply
	if slices.ContainsFunc(h.Attacks, func(a hurt.Attacking) bool { return a.Hits.P == h.P }) { // not where all it does is cast spells
		r.Headline = wording.Share(h.P)
	}
	for _, a := range h.Attacks {
		text := fmt.Sprintf("hits %s", wording.Share(a.Hits.P))
		if a.Mean > 0 {
			text += fmt.Sprintf(" for %s", wording.Amount(a.Mean))
		}
		r.Field(strings.TrimSpace(a.What+" "+a.Dice), "%s, %s", text, a.Kind)
	}
	for _, s := range h.Special {
		r.Field(s.What, "%s a move", wording.Share(s.P))
	}
	out := Hurting{Hurt: h}
	if len(h.Attacks) == 0 {
		return idleFoe(c, q, s, out), nil
	}
	if h.HP > 0 {
		r.Field("death", "%s a move", wording.Share(h.Death))
		if h.Lasts > 0 {
			r.Field("you last", "%s", wording.AmountOf(h.Lasts, "turn"))
		}
	}
	var again string
	out.Answer, again = overTurns(c, q, s.Steps, &out)
	r.Summary, r.Data = hurtSummary(q, &h, out.OverTurns == nil, digests)+again, out
	if acCurve.In(c) {
		r.Chart = hurtChart(c.Rules, q, &h)
	}
	if h.HP > 0 {
		r.Hints = append(r.Hints, wholeFight(q, &h))
	}
	r.EngineNotes(c.Rules, nil, h.Notes, h.Cites)
	citeArmour(c, r)
	if digests != "" {
		r.Cite(c.Rules, "engulfing")
	}
	return s, nil
}

// digestion says that being swallowed kills, whatever the damage; it is empty where it does not.
func digestion(c *commands.Call, q *hurt.Assault) string {
	swallows := slices.ContainsFunc(q.Monster.Attacks, func(a rules.MonsterAttack) bool { return a.Type == "ENGL" && a.Damage == "DGST" })
	if !swallows || slowDigest.In(c) || given(c, "slow digestion") {
		return ""
	}
	within := "soon"
	if r := c.Rules.Duel(); r != nil {
		least, most := duel.Digesting(r, q.MonsterLevel(), q.AC, spell.MinStat, 18)
		within = fmt.Sprintf("within %d to %d of its moves", least, most)
		if least == most {
			within = fmt.Sprintf("within %d of its moves", most)
		}
	}
	return fmt.Sprintf(" Once it has swallowed you it digests you %s, whatever your HP, unless you kill it, get out or have slow digestion.", within)
}

// idleFoe tells of a monster that never attacks: what it does to who strikes it.
func idleFoe(c *commands.Call, q *hurt.Assault, s *commands.Story, out Hurting) *commands.Story {
	r := &s.Reply
	r.Summary = hurtSummary(q, &out.Hurt, true, "")
	struck := fight.Question{Hero: fight.Hero{Gloved: true}, Target: fight.Target{Monster: q.Monster, Level: out.Level}}
	cites := out.Cites
	if out.Return = struck.Returns(); out.Return != nil {
		text := returned(out.Return)
		r.Summary += " But it strikes back. " + text
		r.Field("strikes back", "%s", strings.TrimSuffix(text, "."))
		s.Steps.Given("passive attacks", "strikes back", wording.Share(out.Return.P)).Of("%s", out.Return.What)
		cites = append(slices.Clone(cites), "passive attacks")
		whole := wholeFight(q, &out.Hurt)
		if n, ok := tries.Number.In(c); ok {
			whole += fmt.Sprintf(", %d turns", n)
		}
		r.Summary += fmt.Sprintf(" The whole fight: %s.", whole)
		r.Hints = append(r.Hints, whole)
	}
	r.Data = out
	r.EngineNotes(c.Rules, nil, out.Notes, cites)
	return s
}

// overTurns returns what follows over the turns that the call says.
func overTurns(c *commands.Call, q *hurt.Assault, d *steps.Derivation, out *Hurting) (tries.Answer, string) {
	p := min(1, out.Any.P+out.Death)
	trial := &tries.Trial{
		Once: "turn", Most: fight.MaxTurns, Within: func(n int) float64 { return q.Within(p, n) },
		Rule: "monster speed", Counted: fmt.Sprintf("moves at speed %d, each of which hurts %s of the time", q.Speed, wording.Share(p)), Told: true, What: "its hurting you",
	}
	a, again := trial.Of(c, d)
	if a.Over == nil {
		return a, again
	}
	n := a.Over.Tries
	out.OverTurns = &Beating{Death: q.Dead(n)}
	text := fmt.Sprintf(" Over %s: %s that it hurts you", wording.Count(n, "turn"), wording.Chance(a.Over.P))
	if out.PerTurn != nil {
		out.OverTurns.Damage = &fight.Mean{Mean: out.PerTurn.Mean * float64(n)}
		text += fmt.Sprintf(", %s damage on average", wording.Amount(out.OverTurns.Damage.Mean))
	}
	if out.OverTurns.Death > 1e-12 { // less is what floats leave
		how := "something kills you at once"
		if out.HP > 0 {
			how = "you die if nothing heals you"
		}
		text += fmt.Sprintf(", %s that %s", wording.Chance(out.OverTurns.Death), how)
	}
	for _, x := range doomed(&out.Hurt) {
		all := hurt.Special{What: x.What, P: q.Within(x.P, n)}
		out.OverTurns.Doomed = append(out.OverTurns.Doomed, all)
		text += fmt.Sprintf(", %s of %s, deadly unless cured", wording.Chance(all.P), all.What)
		d.Counted("monster speed", fmt.Sprintf("%s over %s", x.What, wording.Count(n, "turn")), wording.Share(all.P), "moves at speed %d, each of which begins it %s of the time", q.Speed, wording.Share(x.P))
	}
	return a, text + "." + again
}

// hurtSummary returns the answer in a sentence or two; once says that nothing about several turns
// follows, and digests is what being swallowed does.
func hurtSummary(q *hurt.Assault, h *hurt.Hurt, once bool, digests string) string {
	name := withArm(q)
	if len(h.Attacks) == 0 {
		return fmt.Sprintf("%s never attacks on its own.", wording.Capital(name))
	}
	var parts []string
	for _, a := range h.Attacks {
		text := fmt.Sprintf("%s %s", a.What, wording.Share(a.Hits.P))
		if a.What == "spell" && a.Hits.P == 0 { // it rests after another
			continue
		}
		if a.Mean > 0 {
			text += fmt.Sprintf(" for %s", wording.Amount(a.Mean))
		}
		parts = append(parts, text)
	}
	list, _ := wording.List(parts, ", ", 150)
	out := fmt.Sprintf("%s (level %d) hits AC %d: %s", wording.Capital(name), h.Level, h.AC, list)
	if strings.Contains(list, " for ") {
		out += map[bool]string{true: " on average", false: " (damage on average)"}[strings.Contains(parts[len(parts)-1], " for ")]
	}
	if len(parts) == 0 {
		out = fmt.Sprintf("%s (level %d) casts spells that take no hit points", wording.Capital(name), h.Level)
	}
	if h.PerTurn != nil {
		out += fmt.Sprintf(". That is %s damage a turn at speed %d", wording.Amount(h.PerTurn.Mean), h.Speed)
	}
	out += "."
	if len(h.Special) > 0 {
		parts = nil
		for _, s := range h.Special {
			parts = append(parts, s.What+" "+wording.Share(s.P))
		}
		if q.Is("WERE") && q.Is("HUMAN") { // only the animal's bite gives it
			parts = append(parts, "no lycanthropy")
		}
		list, _ = wording.List(parts, ", ", 100)
		out += fmt.Sprintf(" Each of its moves at MC %d: %s.", h.MC, list)
	}
	out += digests
	if h.HP > 0 {
		out += fmt.Sprintf(" With %d HP: death %s a move", h.HP, wording.Share(h.Death))
		if digests != "" {
			out += " by damage"
		}
		if later := seq.Map(doomed(h), func(s hurt.Special) string { return s.What }); once && len(later) > 0 {
			out += fmt.Sprintf(", and later by %s unless cured", wording.And(later))
		}
		if once && h.Lasts > 0 {
			out += fmt.Sprintf("; you last %s on average if nothing heals you", wording.AmountOf(h.Lasts, "turn"))
		}
		if out += "."; once {
			out += fmt.Sprintf(" The whole fight: %s.", wholeFight(q, h))
		}
	}
	return out
}

// wholeFight returns the line that asks how the fight ends.
func wholeFight(q *hurt.Assault, h *hurt.Hurt) string {
	if h.HP == 0 {
		return "duel " + q.Name + armedAs(q)
	}
	return fmt.Sprintf("duel %s%s hp %d ac %d", q.Name, armedAs(q), h.HP, h.AC)
}

// hurtChart charts the damage per turn over the hero's AC.
func hurtChart(set *rules.Set, q *hurt.Assault, now *hurt.Hurt) *commands.Chart {
	points := commands.Points(-30, 10, func(ac int) float64 {
		at := *q
		at.AC = ac
		h := at.Hits()
		if h.PerTurn == nil {
			return 100 * h.P
		}
		return h.PerTurn.Mean
	})
	y := "damage a turn"
	if q.Hits().PerTurn == nil {
		y = "chance %"
	}
	what := "Damage a turn from"
	if y == "chance %" {
		what = "How often you are hit by"
	}
	out := commands.Plot(fmt.Sprintf("%s %s (level %d) by your AC, MC %d, %s", what, withArm(q), now.Level, q.MC, set.Title), "your AC", y, 0, points)
	mark := float64(q.AC)
	out.Mark = &mark
	return out
}
