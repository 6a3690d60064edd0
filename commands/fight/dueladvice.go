package fight

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/duel"
	"delphi/engine/hurt"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// grave holds what a foe does besides damage that may decide a fight or outlast it.
var grave = []string{
	hurt.Paralysis, hurt.Sleeping, hurt.Draining, hurt.BrainLoss, hurt.Stoning, hurt.Sliming, hurt.Illness, hurt.Theft, hurt.DeadlyPoison,
	"death by poison", "touch of death", "stoning", "blindness", "lycanthropy", "energy drain", "polymorph", "confusion", "seduction",
}

// dangers returns what a foe may do to the hero besides damage, each with its chance in a turn
// beside it.
func dangers(q *duel.Question) (out []hurt.Special) {
	h := q.Foe.Hits()
	for _, s := range h.Special {
		if slices.Contains(grave, s.What) && s.P > 0 {
			what, _, _ := strings.Cut(s.What, " (")
			out = append(out, hurt.Special{What: what, P: q.Foe.Within(s.P, 1)})
		}
	}
	slices.SortStableFunc(out, func(a, b hurt.Special) int { return cmp.Compare(b.P, a.P) })
	return out
}

// dangerous says what a foe may do besides damage, and what befalls who strikes it; "" if nothing
// does.
func dangerous(q *duel.Question) string {
	var parts []string
	if list := dangers(q); len(list) > 0 {
		text, _ := wording.List(seq.Map(list, func(s hurt.Special) string { return s.What + " " + wording.Share(s.P) }), ", ", 80)
		parts = append(parts, "Each turn beside it: "+text)
	}
	if turns := blinds(q); turns > 0 {
		parts = append(parts, fmt.Sprintf("Blind, for %s turns each time, you hit as often: F and its direction", wording.Amount(turns)))
	}
	if r := q.Hero.Returns(); r != nil && r.Turns && q.Freezes() {
		parts = append(parts, fmt.Sprintf("Each %s: %s that %s for up to %s", r.When, wording.Share(r.P), r.What, wording.Count(r.Takes.Max, "turn")))
	}
	return strings.Join(parts, ". ")
}

// blinds returns for how many turns on average a foe blinds the hero each time; 0: it does not.
// Blindness is no part of how either side hits (find_roll_to_hit, mattacku), and a fighter's F
// needs no sight of what it strikes at (attack_checks).
func blinds(q *duel.Question) float64 {
	for _, a := range q.Foe.Hits().Attacks {
		if slices.ContainsFunc(a.Does, func(s hurt.Special) bool { return s.What == "blindness" && s.P > 0 }) {
			return a.Rolled
		}
	}
	return 0
}

// change is something about the hero that may decide a fight, and how it is said.
type change struct {
	says    string
	counts  func(rules.MonsterAttack) bool // the attacks against which it helps
	applies func(*duel.Question)
}

// kinds returns a test for attacks by what they do.
func kinds(list ...string) func(rules.MonsterAttack) bool {
	return func(a rules.MonsterAttack) bool { return slices.Contains(list, a.Damage) }
}

// changes holds what is tried.
var changes = []change{
	{"blindfolded (blind)", func(a rules.MonsterAttack) bool { return a.Type == "GAZE" || a.Type == "NONE" && a.Damage == "PLYS" }, func(q *duel.Question) { q.Blind, q.Foe.Blind = true, true }},
	{"reflecting", func(a rules.MonsterAttack) bool { return a.Type == "GAZE" || a.Type == "NONE" && a.Damage == "PLYS" }, func(q *duel.Question) { q.Reflects, q.Foe.Reflects = true, true }},
	{"with gloves", func(a rules.MonsterAttack) bool { return a.Type == "NONE" && a.Damage == "STON" }, func(q *duel.Question) { q.Hero.Gloved = true }},
	{"with free action", kinds("PLYS"), func(q *duel.Question) { q.FreeAction, q.Foe.Free = true, true }},
	{"cold resistant", kinds("COLD"), func(q *duel.Question) { q.Foe.Cold = true }},
	{"fire resistant", kinds("FIRE"), func(q *duel.Question) { q.Foe.Fire = true }},
	{"shock resistant", kinds("ELEC"), func(q *duel.Question) { q.Foe.Shock = true }},
	{"sleep resistant", kinds("SLEE"), func(q *duel.Question) { q.Foe.Sleep = true }},
	{"poison resistant", kinds("DRST", "DRDX", "DRCO"), func(q *duel.Question) { q.Foe.Immune = true }},
	{"acid resistant", kinds("ACID"), func(q *duel.Question) { q.AcidProof, q.Foe.Acid = true, true }},
	{"drain resistant", kinds("DRLI"), func(q *duel.Question) { q.DrainProof, q.Foe.Drain = true, true }},
	{"magic resistant", kinds("MAGM", "SPEL", "DETH"), func(q *duel.Question) { q.Foe.Antimagic = true }},
	{"in a helmet", kinds("DRIN"), func(q *duel.Question) {
		q.Foe.Worn = maps.Clone(q.Foe.Worn)
		q.Foe.Worn[rules.Helmet] = hurt.Piece{Name: "helmet"}
	}},
	{"with slow digestion", kinds("DGST"), func(q *duel.Question) { q.SlowDigestion = true }},
}

// Better is the change that would help the hero most.
type Better struct {
	Change string  `json:"change"`
	Win    float64 `json:"win"`
}

// Where a fight is hardly ever lost no change is looked for, and one has to win so many more.
const (
	safe  = 0.95
	gains = 0.05
)

// helps returns the change that makes a win the likeliest; nil if none helps much.
func helps(q *duel.Question, a *duel.Answer) (best *Better) {
	if a.Win.P >= safe {
		return nil
	}
	least := a.Win.P + gains
	for _, x := range changes {
		if !slices.ContainsFunc(q.Foe.Attacks, func(a rules.MonsterAttack) bool { return a.Type != "BREA" && a.Type != "SPIT" && x.counts(a) }) {
			continue
		}
		with := *q
		x.applies(&with)
		if b := duel.Fight(&with); b.Win.P >= least {
			best, least = &Better{x.says, b.Win.P}, b.Win.P+1e-9
		}
	}
	return best
}

// moot names what was said of the hero that makes no difference to the fights.
func moot(c *commands.Call, all *duel.Answer) (notes []string) {
	idle := func(drop func(*commands.Call)) bool {
		less := *c
		less.Values, less.Notes = slices.Clone(c.Values), nil
		drop(&less)
		list, err := duels(&less)
		if err != nil {
			return false
		}
		b, _ := duel.Series(list)
		return b.Win == all.Win && b.Lose == all.Lose && b.HPLeft == all.HPLeft
	}
	for i, s := range hero.Worn.All(c) {
		if !s.Without && !known(c, s.Name) && idle(func(less *commands.Call) { takeOff(less, i) }) {
			notes = append(notes, idlePiece(s.Name))
		}
	}
	for i := range states {
		flag := states[i].flag
		if flag.In(c) && !c.Value(flag.Param).Quiet && idle(func(less *commands.Call) { less.Value(flag.Param).Said = false }) {
			notes = append(notes, strings.ReplaceAll(flag.Name, "-", " ")+" makes no difference here")
		}
	}
	return notes
}

// known reports a piece that a saved character wears anyway.
func known(c *commands.Call, name string) bool {
	return c.Character != nil && slices.ContainsFunc(hero.Worn.All(c.Character), func(s commands.Said) bool { return s.Name == name })
}

// idlePiece is said of a piece whose wearing changes nothing but AC, which is said by itself.
func idlePiece(name string) string {
	if strings.HasPrefix(wording.Article(name), "a pair of ") {
		return name + " make no difference here beside their AC"
	}
	return name + " makes no difference here beside its AC"
}

// takeOff takes off the piece of a number.
func takeOff(c *commands.Call, i int) {
	v := c.Value(hero.Worn.Param)
	v.Names = slices.Delete(slices.Clone(v.Names), i, i+1)
}
