package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/rules"
	"delphi/engine/spell"
)

// failAnswer is what `fail` tells a machine. Percentages are whole and exact;
// which of the last groups is there depends on what was asked.
type failAnswer struct {
	Spell          string     `json:"spell,omitempty"`
	Level          int        `json:"level,omitempty"`
	School         string     `json:"school,omitempty"`
	Skill          string     `json:"skill,omitempty"`
	FailPercent    *int       `json:"fail_percent,omitempty"`
	SuccessPercent *int       `json:"success_percent,omitempty"`
	Penalty        *int       `json:"penalty,omitempty"`
	Chance         *int       `json:"chance,omitempty"`
	Steps          []failStep `json:"steps,omitempty"`
	PwCost         *int       `json:"pw_cost"` // null: it cannot be cast
	Fails          bool       `json:"fails"`   // false: the figure only scales the cost

	BestChange *failChange `json:"best_change,omitempty"`

	Target  *int         `json:"target,omitempty"`  // the highest failure that will do
	Reached *bool        `json:"reached,omitempty"` // it is low enough already
	Reach   []failChange `json:"reach,omitzero"`    // with a target; empty: nothing alone does

	Curve  []failPoint `json:"curve,omitempty"`  // without a stat
	Spells []failSpell `json:"spells,omitempty"` // without a spell
}

type failStep struct {
	What  string `json:"what"`
	Value int    `json:"value"`
}

type failChange struct {
	What        string `json:"what"`
	Value       any    `json:"value,omitempty"`
	FailPercent int    `json:"fail_percent"`
	PwCost      *int   `json:"pw_cost,omitempty"`
}

type failPoint struct {
	Stat        int `json:"stat"`
	FailPercent int `json:"fail_percent"`
}

type failSpell struct {
	Spell       string      `json:"spell"`
	Level       int         `json:"level"`
	Skill       string      `json:"skill"`
	FailPercent *int        `json:"fail_percent,omitempty"`
	PwCost      *int        `json:"pw_cost"`
	Curve       []failPoint `json:"curve,omitempty"` // without a stat
}

// curveStats are the values shown where no stat was said.
var curveStats = [...]int{10, 14, 16, 18, 20, 25}

func fail() *Command {
	return &Command{
		Name:    "fail",
		Aliases: []string{"failure", "spellfail"},
		Summary: "how often a spell fails, and what would change that",
		Params: []Param{
			versionParam, spellParam, roleParam, xlParam, intParam, wisParam, dexParam, skillParam, wornParam, heldParam,
			{Name: "target", Kind: Percent, Summary: "a failure to reach, like <20%"},
			{Name: "confused", Kind: Flag, Summary: "while confused"},
			{Name: "stunned", Kind: Flag, Summary: "while stunned"},
			amuletParam, nakedParam,
			{Name: "chart", Kind: Flag, Summary: "show the curve over experience levels"},
		},
		Examples: []string{
			"fail wiz xl8 int16 basic force bolt plate mail",
			"fail wiz xl8 int16 basic force bolt plate mail <20%",
			"fail pri xl12 wis18",
			"fail v3.4.3 kni xl12 wis14 skilled turn undead, robe, plate mail",
			"fail xnethack sam xl10 int15 basic magic missile chart",
		},
		Lasting: true,
		Run:     runFail,
	}
}

func runFail(_ context.Context, c *Call) (Reply, error) {
	q, statSaid, err := c.caster()
	if err != nil {
		return Reply{}, err
	}
	c.unread(&q)
	failWarnings(c, &q)

	sp := c.one("spell")
	if sp == nil {
		return failTable(c, &q, statSaid)
	}
	q.Spell = sp.Value.(*rules.Spell)
	failSkill(c, &q)
	if !statSaid {
		return failCurve(c, &q)
	}
	return failOne(c, &q)
}

// failWarnings says what the asker should know of the state described.
func failWarnings(c *Call, q *spell.Question) {
	casting := &c.Rules.Casting
	for i := range q.Worn {
		p := &q.Worn[i]
		if p.Worn == nil {
			continue
		}
		if p.BUC != rules.Uncursed && !q.Role.Curses {
			c.Note(Assumed, fmt.Sprintf("%s or not, the %s counts alike", p.BUC, p.Name))
		}
		if p.Enchant != 0 && !p.Mind {
			c.Note(Assumed, fmt.Sprintf("the enchantment of the %s changes nothing", p.Name))
		}
	}
	if h := q.Worn[rules.Helmet]; h.Worn != nil && h.Mind && h.Enchant != 0 {
		c.Note(Assumed, fmt.Sprintf("%+d from the helm added to %s", h.Enchant, q.Role.Stat))
	}
	if q.Confused && casting.Formula == rules.Power {
		c.Note(Warned, "what confusion does to casting is not modelled for "+c.Rules.Title)
	}
	if c.Flag("stunned") {
		if casting.StunnedRefused {
			c.Note(Warned, "while stunned the game refuses to cast at all")
		} else {
			c.Note(Warned, c.Rules.Title+" does not mind a stunned caster")
		}
	}
	if q.Amulet && casting.Power.AmuletMultiples == 0 {
		c.Note(Warned, "the Amulet drains power but does not change how often a cast fails")
	}
	if q.Role.Curses && slices.ContainsFunc(c.Names("worn"), func(s Said) bool { return s.BUC == NotSaid }) {
		c.Note(Assumed, "worn things uncursed where not said")
	}
}

// failSkill takes the skill said, or what is assumed where none is.
func failSkill(c *Call, q *spell.Question) {
	school := c.Rules.School(q.Role, q.Spell)
	best, known := q.Role.Reach(school)
	if name := c.Choice("skill"); name != "" {
		q.Skill, _ = rules.SkillNamed(name)
		if known && q.Skill > best {
			c.Note(Warned, fmt.Sprintf("%s reaches only %s in %s spells", article(q.Role.Name), titled(best), school))
		}
		return
	}
	q.Skill = rules.Unskilled
	if known {
		q.Skill = min(best, rules.Unskilled)
	}
	c.Note(Assumed, titled(q.Skill))
}

func titled(s rules.Skill) string { return strings.ToUpper(s.String()[:1]) + s.String()[1:] }

// describeHero is the hero in brackets: "Wizard XL8, Int 16, Basic, plate mail".
func describeHero(q *spell.Question, skill, stat bool) string {
	parts := []string{fmt.Sprintf("%s XL%d", q.Role.Name, q.XL)}
	if stat {
		parts = append(parts, fmt.Sprintf("%s %d", q.Role.Stat, q.Stat()))
	}
	if skill {
		parts = append(parts, titled(q.Skill))
	}
	for i := range q.Worn {
		if p := q.Worn[i]; p.Worn != nil {
			name := p.Name
			if p.Enchant != 0 {
				name = fmt.Sprintf("%+d %s", p.Enchant, name)
			}
			if q.Role.Curses && p.BUC != rules.Uncursed {
				name = p.BUC.String() + " " + name
			}
			parts = append(parts, name)
		}
	}
	if q.Held != nil {
		parts = append(parts, q.Held.Name+" in hand")
	}
	if q.Confused {
		parts = append(parts, "confused")
	}
	return strings.Join(parts, ", ")
}

// outcome is a figure in words: "47% fail", or what a cast costs where none
// fails.
func outcome(a *spell.Answer, short bool) string {
	switch {
	case a.Fails && short:
		return percent(a.Fail)
	case a.Fails:
		return percent(a.Fail) + " fail"
	case a.Cost < 0:
		return "cannot be cast"
	}
	return fmt.Sprintf("%d Pw", a.Cost)
}

func cost(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

func changeAnswer(ch spell.Change, a *spell.Answer) failChange {
	out := failChange{What: ch.Kind.String(), FailPercent: ch.Fail}
	switch ch.Kind {
	case spell.GainLevel:
		out.Value = ch.Value
	case spell.GainStat:
		out.What, out.Value = strings.ToLower(string(ch.Stat)), ch.Value
	case spell.Train:
		out.Value = ch.Skill.String()
	default:
		out.Value = ch.Thing
	}
	if !a.Fails {
		out.PwCost = cost(ch.Cost)
	}
	return out
}

// changeTo is a change with what comes of it: "plate mail off -> 0%".
func changeTo(ch spell.Change, a *spell.Answer) string {
	after := spell.Answer{Fails: a.Fails, Fail: ch.Fail, Cost: ch.Cost}
	return ch.String() + " -> " + outcome(&after, true)
}

func failOne(c *Call, q *spell.Question) (Reply, error) {
	a := spell.Fail(q)
	answer := &failAnswer{
		Spell: q.Spell.Name, Level: q.Spell.Level, School: string(c.Rules.School(q.Role, q.Spell)), Skill: q.Skill.String(),
		FailPercent: &a.Fail, SuccessPercent: &a.Success, Penalty: &a.Penalty, Chance: &a.Chance, PwCost: cost(a.Cost), Fails: a.Fails,
	}
	for _, s := range a.Steps.All() {
		answer.Steps = append(answer.Steps, failStep{s.What.String(), s.Value})
	}
	r := Reply{
		Summary:  fmt.Sprintf("%s: %s (%s).", q.Spell.Name, outcome(&a, false), describeHero(q, true, true)),
		Headline: outcome(&a, true),
		Fields:   failSteps(q, &a),
		Hints:    []string{"why"},
		Data:     answer,
		Version:  c.Rules.Name,
	}
	if !a.Fails {
		never := ", casts do not fail"
		if a.Cost < 0 {
			never = ""
		}
		r.Summary = fmt.Sprintf("%s: %s%s (success %d%%; %s).", q.Spell.Name, outcome(&a, false), never, a.Success, describeHero(q, true, true))
	}
	limit, wanted := c.Num("target")
	switch {
	case wanted:
		answer.Target = &limit
		reached := a.Fail <= limit
		answer.Reached = &reached
		reach := spell.Reach(q, limit)
		answer.Reach = make([]failChange, len(reach))
		says := make([]string, len(reach))
		for i, ch := range reach {
			answer.Reach[i] = changeAnswer(ch, &a)
			says[i] = changeTo(ch, &a)
		}
		what := fmt.Sprintf("%d%% or less", limit)
		if limit == 0 {
			what = "0%"
		}
		if !a.Fails {
			what += " (100 less the success)"
		}
		switch {
		case reached:
			r.Summary += " That is " + what + " already."
		case len(reach) == 0:
			r.Summary += " Nothing alone reaches " + what + "."
		default:
			r.Summary += " To reach " + what + ": " + strings.Join(says, ", or ") + "."
		}
		fallthrough
	default:
		if best, ok := spell.Best(q); ok {
			ch := changeAnswer(best, &a)
			answer.BestChange = &ch
			if !wanted || len(answer.Reach) == 0 && !*answer.Reached {
				r.Summary += " Best change: " + changeTo(best, &a) + "."
			}
		} else if !wanted && a.Fails && a.Fail > 0 {
			r.Summary += " No single change lowers that."
		}
	}
	r.cite(c.Rules, rules.CiteFailure, rules.CiteRole)
	r.Next, r.Tone = failNext(c, q, &a), failTone(a.Fail)
	if c.Flag("chart") {
		r.Chart = failChart(q)
	}
	r.psionic(c, q)
	return r, nil
}

// failTone: a spell that fails at most once in ten casts can be relied on; one
// that fails more often than not is no help in an emergency.
func failTone(percent int) Tone {
	switch {
	case percent <= 10:
		return Good
	case percent <= 50:
		return Fair
	}
	return Bad
}

// failNext are the questions that players ask next: without the piece that
// hampers most, and one level later.
func failNext(c *Call, q *spell.Question, now *spell.Answer) []Next {
	var out []Next
	worst, lowest := "", now.Fail
	for slot := range q.Worn {
		if q.Worn[slot].Worn == nil {
			continue
		}
		without := *q
		without.Worn[slot] = spell.Piece{}
		if a := spell.Fail(&without); a.Fail < lowest {
			worst, lowest = q.Worn[slot].Name, a.Fail
		}
	}
	if worst != "" {
		out = append(out, Next{"take off " + worst, c.changed("worn", func(v *value) {
			for i := range v.names {
				if v.names[i].Name == worst {
					v.names[i].Without = true // not left out: a remembered one would come back
				}
			}
		})})
	}
	if q.XL < spell.MaxXL {
		out = append(out, Next{"XL+1", c.changed("xl", func(v *value) { v.num, v.to = q.XL+1, q.XL+1 })})
	}
	return out
}

// psionic warns of the one spell whose failure depends on the race.
func (r *Reply) psionic(c *Call, q *spell.Question) {
	if q.Spell.Name == "psionic wave" {
		r.Notes = append(r.Notes, Note{Warned, "an illithid's psionic wave never fails"})
	}
}

// cite notes where the version's source states the rules.
func (r *Reply) cite(set *rules.Set, names ...string) {
	for _, n := range names {
		if at, ok := set.Cite(n); ok {
			r.Notes = append(r.Notes, Note{Cited, at.String()})
		}
	}
}

// failSteps are the steps that lead to the figure, for `why`: those that add
// something, and the sums between.
func failSteps(q *spell.Question, a *spell.Answer) []Field {
	var out []Field
	field := func(name, format string, args ...any) { out = append(out, Field{name, fmt.Sprintf(format, args...)}) }
	group := spell.ToPenalty
	total := func(next spell.Group) {
		if a.Fails && group == spell.ToPenalty && next != group {
			limits := &q.Rules.Casting
			field("penalty", "%d%s", a.Penalty, limitNote(a, limits))
		}
		if a.Fails && group != spell.ToSuccess && next == spell.ToSuccess {
			field("chance", "%d", a.Chance)
			field("success", "%d*(20%s)/15%s = %d%%", a.Chance, signed(-a.Penalty), signed(-a.Penalty), a.Chance*(20-a.Penalty)/15-a.Penalty)
		}
		group = next
	}
	for _, s := range a.Steps.All() {
		total(s.What.Group())
		what := s.What.String()
		switch {
		case s.What == spell.Base:
			at, _ := q.Rules.Cite(rules.CiteRole)
			field(what, "%d (%s, %s)", s.Value, q.Role.Name, at.Place)
		case s.What == spell.StatStep:
			field(what, "%d (11*%s %d/2)", s.Value, q.Role.Stat, a.StatValue)
		case s.What == spell.DifficultyStep:
			field(what, "%+d (difficulty %d: level %d, %s, XL %d)", s.Value, a.Difficulty, q.Spell.Level, q.Skill, q.XL)
		case s.What == spell.SkillCap && s.Value == 0, s.Value == 0:
		case s.What == spell.PowerStat:
			field(what, "%+d (%d*%s %d)", s.Value, q.Rules.Casting.Power.Stat, q.Role.Stat, a.StatValue)
		case s.What == spell.SkillCap:
			field(what, "%d (%s)", q.Rules.Casting.Power.Cap[q.Skill], q.Skill)
		default:
			field(what, "%+d%s", s.Value, ofWhat(q, s.What))
		}
	}
	total(spell.ToSuccess)
	if a.Fails {
		field("fail", "%d%%", a.Fail)
	} else {
		field("success", "%d%%", a.Success)
		field("power", "%s", strings.TrimSuffix(outcome(a, false), " Pw"))
	}
	return out
}

func signed(n int) string { return fmt.Sprintf("%+d", n) }

// limitNote says where the penalty was cut.
func limitNote(a *spell.Answer, c *rules.Casting) string {
	sum := 0
	for _, s := range a.Steps.All() {
		if s.What.Group() == spell.ToPenalty {
			sum += s.Value
		}
	}
	switch {
	case sum > a.Penalty:
		return fmt.Sprintf(" (at most %d)", c.MaxPenalty)
	case sum < a.Penalty:
		return fmt.Sprintf(" (at least %d)", c.MinPenalty)
	}
	return ""
}

// ofWhat names the thing behind a step.
func ofWhat(q *spell.Question, w spell.What) string {
	slot, ok := map[spell.What]rules.Slot{
		spell.Suit: rules.Body, spell.ShieldWorn: rules.Shield, spell.HelmetWorn: rules.Helmet,
		spell.GlovesWorn: rules.Gloves, spell.BootsWorn: rules.Boots, spell.BigShield: rules.Shield, spell.BodyArmour: rules.Body,
	}[w]
	if ok && q.Worn[slot].Worn != nil {
		return " (" + q.Worn[slot].Name + ")"
	}
	return ""
}

// failChart is the failure (or the cost) over experience levels.
func failChart(q *spell.Question) *Chart {
	ch := &Chart{Title: q.Spell.Name + " by XL", X: "XL", Y: "fail %", YMax: 100}
	var s Series
	for xl := spell.MinXL; xl <= spell.MaxXL; xl++ {
		at := *q
		at.XL = xl
		a := spell.Fail(&at)
		y := float64(a.Fail)
		if !a.Fails {
			ch.Y = "success %"
			y = float64(a.Success)
		}
		s.Points = append(s.Points, Point{float64(xl), y})
	}
	ch.Series = []Series{s}
	return ch
}

// withStat returns the question with the casting attribute set.
func withStat(q *spell.Question, v int) *spell.Question {
	out := *q
	if q.Role.Stat == rules.Wis {
		out.Wis = v
	} else {
		out.Int = v
	}
	return &out
}

// failCurve answers where the stat was not said: the failure by stat.
func failCurve(c *Call, q *spell.Question) (Reply, error) {
	answer := &failAnswer{
		Spell: q.Spell.Name, Level: q.Spell.Level, School: string(c.Rules.School(q.Role, q.Spell)), Skill: q.Skill.String(),
		Fails: c.Rules.Casting.Formula == rules.Percent,
	}
	table := &Table{Columns: []string{string(q.Role.Stat), "fail"}}
	says := make([]string, len(curveStats))
	limit, wanted := c.Num("target")
	lowest := 0
	for v := spell.MaxStat; wanted && v >= spell.MinStat; v-- {
		if a := spell.Fail(withStat(q, v)); a.Fail <= limit {
			lowest = v
		}
	}
	for i, v := range curveStats {
		a := spell.Fail(withStat(q, v))
		answer.Curve = append(answer.Curve, failPoint{v, a.Fail})
		answer.PwCost = cost(a.Cost)
		table.Rows = append(table.Rows, []string{fmt.Sprint(v), outcome(&a, true)})
		says[i] = fmt.Sprintf("%d: %s", v, outcome(&a, true))
	}
	if !answer.Fails {
		table.Columns[1] = "power"
		answer.PwCost = nil
	}
	r := Reply{
		Summary: fmt.Sprintf("%s fails by %s (%s): %s.", q.Spell.Name, q.Role.Stat, describeHero(q, true, false), strings.Join(says, ", ")),
		Table:   table,
		Data:    answer,
		Version: c.Rules.Name,
	}
	if !answer.Fails {
		r.Summary = fmt.Sprintf("%s costs by %s (%s): %s.", q.Spell.Name, q.Role.Stat, describeHero(q, true, false), strings.Join(says, ", "))
	}
	if wanted {
		answer.Target, answer.Reach = &limit, []failChange{}
		if lowest > 0 {
			a := spell.Fail(withStat(q, lowest))
			answer.Reach = append(answer.Reach, failChange{What: strings.ToLower(string(q.Role.Stat)), Value: lowest, FailPercent: a.Fail})
			r.Summary += fmt.Sprintf(" %d%% or less from %s %d on.", limit, q.Role.Stat, lowest)
		} else {
			r.Summary += fmt.Sprintf(" No %s reaches %d%% or less.", q.Role.Stat, limit)
		}
	}
	r.cite(c.Rules, rules.CiteFailure, rules.CiteRole)
	if c.Flag("chart") {
		ch := &Chart{Title: q.Spell.Name + " by " + string(q.Role.Stat), X: string(q.Role.Stat), Y: "fail %", YMax: 100}
		var s Series
		for v := spell.MinStat; v <= spell.MaxStat; v++ {
			s.Points = append(s.Points, Point{float64(v), float64(spell.Fail(withStat(q, v)).Fail)})
		}
		ch.Series = []Series{s}
		r.Chart = ch
	}
	r.psionic(c, q)
	return r, nil
}

// failTable answers where no spell was said: every spell of the version.
func failTable(c *Call, q *spell.Question, statSaid bool) (Reply, error) {
	answer := &failAnswer{Fails: c.Rules.Casting.Formula == rules.Percent}
	said := c.Choice("skill")
	if said == "" {
		c.Note(Assumed, "the best skill "+article(q.Role.Name)+" can reach in each school")
	} else {
		q.Skill, _ = rules.SkillNamed(said)
	}
	if !statSaid {
		c.Note(Assumed, string(q.Role.Stat)+" not said: one column each for several")
	}
	noSpellNote(c)
	limit, wanted := c.Num("target")

	type row struct {
		sp    *rules.Spell
		skill rules.Skill
		a     spell.Answer // at the stat said, or at the middle of the columns
	}
	rows := make([]row, 0, len(c.Rules.Spells))
	for _, sp := range c.Rules.Spells {
		at := *q
		at.Spell = sp
		if said == "" {
			best, known := q.Role.Reach(c.Rules.School(q.Role, sp))
			if !known {
				best = rules.Expert
			}
			at.Skill = best
		}
		if !statSaid {
			at = *withStat(&at, 18)
		}
		a := spell.Fail(&at)
		if wanted && a.Fail > limit {
			continue
		}
		rows = append(rows, row{sp, at.Skill, a})
	}
	slices.SortStableFunc(rows, func(x, y row) int {
		if !answer.Fails { // the cost is what matters; what cannot be cast comes last
			return cmp.Or(cmp.Compare(uint(x.a.Cost), uint(y.a.Cost)), cmp.Compare(x.sp.Level, y.sp.Level), cmp.Compare(x.sp.Name, y.sp.Name))
		}
		return cmp.Or(cmp.Compare(x.a.Fail, y.a.Fail), cmp.Compare(x.sp.Level, y.sp.Level), cmp.Compare(x.sp.Name, y.sp.Name))
	})

	table := &Table{Columns: []string{"spell", "level", "skill", "fail", "Pw"}}
	if !answer.Fails {
		table.Columns[3] = "success"
	}
	if !statSaid {
		table.Columns = []string{"spell", "level", "skill"}
		for _, v := range curveStats {
			table.Columns = append(table.Columns, fmt.Sprintf("%s %d", q.Role.Stat, v))
		}
	}
	answer.Spells = make([]failSpell, 0, len(rows))
	for _, x := range rows {
		line := failSpell{Spell: x.sp.Name, Level: x.sp.Level, Skill: x.skill.String(), PwCost: cost(x.a.Cost)}
		cells := []string{x.sp.Name, fmt.Sprint(x.sp.Level), x.skill.String()}
		if statSaid {
			f := x.a.Fail
			line.FailPercent = &f
			pw := "-"
			if x.a.Cost >= 0 {
				pw = fmt.Sprint(x.a.Cost)
			}
			shown := x.a.Fail
			if !answer.Fails {
				shown = x.a.Success
			}
			cells = append(cells, percent(shown), pw)
		} else {
			at := *q
			at.Spell, at.Skill = x.sp, x.skill
			for _, v := range curveStats {
				a := spell.Fail(withStat(&at, v))
				line.Curve = append(line.Curve, failPoint{v, a.Fail})
				cells = append(cells, outcome(&a, true))
			}
		}
		answer.Spells = append(answer.Spells, line)
		table.Rows = append(table.Rows, cells)
	}

	r := Reply{Table: table, Data: answer, Version: c.Rules.Name, Hints: []string{"more"}}
	if wanted {
		answer.Target = &limit
	}
	head := fmt.Sprintf("%s, %d spells", describeHero(q, said != "", statSaid), len(rows))
	if !statSaid {
		head += fmt.Sprintf(" (by %s 18)", q.Role.Stat)
	}
	if wanted {
		head += fmt.Sprintf(" at %d%% or less", limit)
	}
	table.Title = head + ":"
	if len(rows) == 0 {
		r.Summary, r.Table = head+".", nil
		r.Hints = nil
	} else {
		group := func(a *spell.Answer) string { return outcome(a, true) }
		r.Summary = head + ", failing "
		if !answer.Fails {
			r.Summary = head + ", costing "
		}
		said := 0
		for i, x := range rows {
			part := ", " + x.sp.Name
			switch {
			case i == 0:
				part = group(&x.a) + ": " + x.sp.Name
			case group(&x.a) != group(&rows[i-1].a):
				part = "; " + group(&x.a) + ": " + x.sp.Name
			}
			if len(r.Summary)+len(part) > LineBudget/2 {
				break
			}
			r.Summary += part
			said++
		}
		if left := len(rows) - said; left > 0 {
			r.Summary += fmt.Sprintf(" and %d more", left)
			switch last := &rows[len(rows)-1].a; {
			case last.Cost < 0:
				r.Summary += ", not all of which can be cast"
			case group(last) != group(&rows[0].a):
				r.Summary += " up to " + group(last)
			}
		}
		r.Summary += "."
	}
	r.cite(c.Rules, rules.CiteFailure, rules.CiteRole)
	return r, nil
}

// noSpellNote says how a thing worn or held was read that a spell's name
// begins: "levitation boots" is not the spell levitation.
func noSpellNote(c *Call) {
	for _, param := range []string{"worn", "held"} {
		if !c.has(param) {
			continue
		}
		for _, s := range c.Names(param) {
			for _, sp := range c.Rules.Spells {
				if strings.HasPrefix(s.Name, sp.Name+" ") {
					c.Note(Warned, fmt.Sprintf("no spell named; %s taken as %s (a comma parts names: %s, %s)", s.Name, param, sp.Name, strings.TrimPrefix(s.Name, sp.Name+" ")))
				}
			}
		}
	}
}
