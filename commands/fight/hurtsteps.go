package fight

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/hurt"
)

// The rules that steps name.
const (
	toHitRule = "monster to hit"
	dealsRule = "monster damage"
)

// hurtSteps returns the steps to what a move takes: of each attack how often it hits,
// for how much, and what else it does.
func hurtSteps(c *commands.Call, q *hurt.Assault, h *hurt.Hurt) *steps.Derivation {
	d := steps.New(c.Rules)
	switch rolls := slices.ContainsFunc(h.Attacks, needsRoll); {
	case len(h.Attacks) == 0:
		d.Given(toHitRule, "attacks", "none").Of("it never attacks on its own")
	case !rolls:
	case q.AC < 0:
		d.Counted(toHitRule, "to hit", fmt.Sprintf("%d to %d", h.ToHit.Trim().Min, h.ToHit.Trim().Max()), "10, its level %d, less a draw from 1 to %d", h.Level, -q.AC)
	default:
		how, numbers := "10 + %d + %d", []any{h.Level, q.AC}
		if q.Helpless {
			how += " + 4"
		}
		if q.Unseen {
			how += " - 2"
		}
		if q.Trapped {
			how += " - 2"
		}
		d.Work(toHitRule, "to hit", fmt.Sprint(h.ToHit.Trim().Min), "max(1, "+how+")", numbers...)
	}
	guardSteps(d, q, h)
	for i := range h.Attacks {
		if h.Attacks[i].What == "spell" {
			spellSteps(d, q, h, i)
			continue
		}
		hitStep(d, q, h, i)
		meanSteps(d, q, &h.Attacks[i])
	}
	moveSteps(d, q, h)
	for _, s := range h.Special {
		if s.Before {
			d.Counted("monster help", s.What, wording.Share(s.P), "moves in which it does it before it attacks")
			continue
		}
		specialStep(d, q, h, s)
	}
	if h.HP > 0 {
		d.Counted(dealsRule, "death", wording.Share(h.Death), "moves that take %d HP or more, or kill at once", h.HP)
		if h.Lasts > 0 {
			d.Counted("monster speed", "turns you last", wording.Amount(h.Lasts), "all sequences of moves at speed %d until %d HP are gone", q.Speed, h.HP)
		}
	}
	return d
}

// needsRoll reports whether an attack hits only if a roll says so.
func needsRoll(a hurt.Attacking) bool {
	return !slices.Contains([]string{"spell", "explosion", "gaze", "breath", "spit"}, a.What)
}

// guardSteps adds what magic cancellation lets through, if an attack depends on it.
func guardSteps(d *steps.Derivation, q *hurt.Assault, h *hurt.Hurt) {
	asks := func(a hurt.Attacking) bool {
		return a.Hits.P > 0 && slices.ContainsFunc(a.Does, func(s hurt.Special) bool { return s.Past > 0 })
	}
	if slices.ContainsFunc(h.Attacks, asks) {
		d.Given(dealsRule, fmt.Sprintf("gets past MC %d", q.MC), wording.Share(q.Passes()))
	}
}

// hitStep adds how often attack i hits.
func hitStep(d *steps.Derivation, q *hurt.Assault, h *hurt.Hurt, i int) {
	a, sides := &h.Attacks[i], 20+i
	hits := wording.Share(a.Hits.P)
	switch {
	case a.What == "explosion", a.What == "gaze":
		d.Given(toHitRule, a.What, hits).Of("it needs no roll")
	case a.What == "hug":
		d.Counted(toHitRule, a.What, hits, "moves in which the two attacks before it hit")
	case a.What == "breath", a.What == "spit":
		d.Given(toHitRule, a.What, hits).Of("only from afar")
	case a.Hangs && q.Rules.BrainRests > 0 && a.What == "tentacle":
		d.Counted(toHitRule, a.What, hits, "to hit %s must exceed a d%d, and no brain eaten before may make it rest (%s)", numbersOf(h.ToHit.Trim()), sides, wording.Share(q.Rules.BrainRests))
	case a.What == "engulf" && i > 0 && h.Attacks[i-1].What == "engulf" && q.AC < 0:
		d.Counted(toHitRule, a.What, hits, "once engulfed for sure, else to hit %s must exceed a d%d", numbersOf(h.ToHit.Trim()), sides)
	case a.What == "engulf" && i > 0 && h.Attacks[i-1].What == "engulf":
		before := wording.Share(h.Attacks[i-1].Hits.P)
		d.Work(toHitRule, a.What, hits, "%s + (1 - %s)*min(%d, %d - 1)/%d", before, before, sides, h.ToHit.Trim().Min, sides).Of("once engulfed for sure")
	case a.Follows:
		d.Counted(toHitRule, a.What, hits, "to hit %s must exceed a d%d, where nothing before has ended the move", numbersOf(h.ToHit.Trim()), sides)
	case q.AC < 0 && a.Plus != 0:
		d.Counted(toHitRule, a.What, hits, "to hit %s and %+d of the %s must exceed a d%d", numbersOf(h.ToHit.Trim()), a.Plus, a.Arm, sides)
	case q.AC < 0:
		d.Counted(toHitRule, a.What, hits, "to hit %s must exceed a d%d", numbersOf(h.ToHit.Trim()), sides)
	case a.Plus != 0:
		d.Work(toHitRule, a.What, hits, "max(0, min(%d, %d + %d - 1))/%d", sides, h.ToHit.Trim().Min, a.Plus, sides).Of("%+d of the %s", a.Plus, a.Arm)
	default:
		d.Work(toHitRule, a.What, hits, "min(%d, %d - 1)/%d", sides, h.ToHit.Trim().Min, sides)
	}
}

// meanSteps adds the damage of an attack that hits: its dice, and how armour class,
// resistances and poison change them.
func meanSteps(d *steps.Derivation, q *hurt.Assault, a *hurt.Attacking) {
	if a.Hits.P == 0 || a.Mean == 0 {
		return
	}
	mean, name := meanShown(a), a.What+" damage"
	var n, x int
	if _, err := fmt.Sscanf(a.Dice, "%dd%d", &n, &x); err != nil {
		return
	}
	plain := q.AC >= 0 && near(a.Mean, a.Rolled+a.Adds)
	dice := fmt.Sprintf("%d*(%d + 1)/2", n, x)
	switch {
	case plain && a.Adds > 0:
		d.Work(dealsRule, name, mean, "%s + %s", dice, wording.Amount(a.Adds)).Of("%s, and %s of the %s on average", a.Dice, wording.Amount(a.Adds), a.Arm)
	case plain:
		d.Work(dealsRule, name, mean, "%s", dice).Of("%s", a.Dice)
	case q.AC >= 0 && a.Poison > 0:
		poison := "(24*10.5 + 20)/30"
		if a.Kills > 0 {
			poison = fmt.Sprintf("24*10.5/30/(1 - %s)", wording.Share(a.Kills))
		}
		d.Work("poisoning", name, mean, "%s + %s/8*%s", dice, wording.Share(q.Passes()), poison).Of("%s and poison, of 30 times 24 for 10.5", a.Dice)
	default:
		d.Counted(dealsRule, name, mean, "%s", strings.Join(reduced(q, a), ", "))
	}
}

// meanShown shows the mean damage of an attack, in more digits than answers do where those
// would make it a whole number, which it is not.
func meanShown(a *hurt.Attacking) string {
	shown := wording.Amount(a.Mean)
	if whole := math.Round(a.Mean); !near(a.Mean, whole) && shown == wording.Amount(whole) {
		return strconv.FormatFloat(a.Mean, 'g', 5, 64)
	}
	return shown
}

// near reports whether two figures differ only by rounding.
func near(x, y float64) bool { return math.Abs(x-y) < 1e-9 }

// reduced says how the dice of an attack are reduced.
func reduced(q *hurt.Assault, a *hurt.Attacking) []string {
	parts := []string{a.Dice}
	if a.Adds > 0 {
		parts = append(parts, fmt.Sprintf("and %s of the %s on average", wording.Amount(a.Adds), a.Arm))
	}
	if q.AC < 0 && a.What != "engulf" && a.What != "explosion" && a.What != "gaze" {
		parts = append(parts, fmt.Sprintf("less a draw from 1 to %d, at least 1", -q.AC))
	}
	if a.Poison > 0 {
		parts = append(parts, fmt.Sprintf("and poison %s of the time", wording.Share(a.Poison)))
	} else if share := a.Mean / (a.Rolled + a.Adds); (q.AC >= 0 || a.What == "gaze") && share < 1 {
		parts = append(parts, wording.Share(share)+" of which comes through")
	}
	return parts
}

// moveSteps add up the damage of a move and of a turn.
func moveSteps(d *steps.Derivation, q *hurt.Assault, h *hurt.Hurt) {
	if h.PerTurn == nil || h.PerTurn.Mean == 0 {
		return
	}
	var sum []string
	kills := false
	for _, a := range h.Attacks {
		if kills = kills || a.Kills > 0; a.Mean > 0 && a.Hits.P > 0 {
			sum = append(sum, wording.Share(a.Hits.P)+"*"+meanShown(&a))
		}
	}
	mean := wording.Amount(h.PerMove.Mean)
	if kills {
		d.Counted(dealsRule, "a move", mean, "%s, where nothing kills at once", strings.Join(sum, " + "))
	} else {
		d.Work(dealsRule, "a move", mean, "%s", strings.Join(sum, " + "))
	}
	d.Work("monster speed", "a turn", wording.Amount(h.PerTurn.Mean), "%s*%d/12", mean, q.Speed)
}

// specialStep adds how often a move does something besides damage.
func specialStep(d *steps.Derivation, q *hurt.Assault, h *hurt.Hurt, special hurt.Special) {
	share := wording.Share(special.P)
	var factors []string
	worked := true
	for _, a := range h.Attacks {
		i := slices.IndexFunc(a.Does, func(s hurt.Special) bool { return s.What == special.What })
		if i < 0 || a.Hits.P == 0 {
			continue
		}
		worked = worked && !a.Hangs && !a.Follows && a.What != "spell" && (a.What != "engulf" || len(factors) == 0)
		factors = append(factors, wording.Share(a.Hits.P)+perHit(q, a.Does[i]))
	}
	switch {
	case len(factors) == 1 && worked:
		d.Work(dealsRule, special.What, share, "%s", factors[0])
	case worked && q.AC >= 0 && len(factors) > 0:
		d.Work(dealsRule, special.What, share, "1 - (1 - %s)", strings.Join(factors, ")*(1 - "))
	default:
		d.Counted(dealsRule, special.What, share, "moves in which an attack does it")
	}
}

// perHit returns the share of hits that do something, as a factor.
func perHit(q *hurt.Assault, s hurt.Special) string {
	switch {
	case s.Past == 1:
		return "*" + wording.Share(q.Passes())
	case s.Past > 0:
		return fmt.Sprintf("*%s/%g", wording.Share(q.Passes()), s.Past)
	case s.P >= 1-1e-12:
		return ""
	}
	if n := 1 / s.P; near(n, math.Round(n)) {
		return fmt.Sprintf("/%.0f", n)
	}
	return "*" + wording.Share(s.P)
}

// spellSteps adds the steps to how often the spell that is attack i works. One hit in
// four that confuses uses up the monster's magic for a while.
func spellSteps(d *steps.Derivation, q *hurt.Assault, h *hurt.Hurt, i int) {
	const rule = "monster spells"
	a := h.Attacks[i]
	if a.Hits.P == 0 && hurt.SpellWorks(h.Level) > 0 {
		return
	}
	works := wording.Share(hurt.SpellWorks(h.Level))
	d.Work(rule, "a spell works", works, "1 - min(20, 10*%d)/(10*%d)", max(1, h.Level), max(1, h.Level)).Of("level %d", h.Level)
	idle := ""
	for _, before := range h.Attacks[:i] {
		if before.Kind == "confusion" && before.Hits.P > 0 {
			idle += fmt.Sprintf("*(1 - %s/4)", wording.Share(before.Hits.P))
		}
	}
	switch {
	case idle == "":
	case q.AC < 0:
		d.Counted(rule, "spell", wording.Share(a.Hits.P), "%s, over all draws, where no confusing hit, 1 in 4 of which do, has used up its magic", works)
	default:
		d.Work(rule, "spell", wording.Share(a.Hits.P), "%s%s", works, idle).Of("1 in 4 confusing hits uses up its magic")
	}
}
