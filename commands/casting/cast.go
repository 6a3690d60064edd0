package casting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// spellSaid takes the spell from the call, or asks for one.
func spellSaid(c *commands.Call, q *spell.Question) error {
	sp := Spell.One(c)
	if sp == nil {
		noSpellNote(c)
		return &commands.Problem{Text: "Which spell?", Slot: "spell", Hints: []string{c.Command.Examples[0]}}
	}
	q.Spell = sp.Value.(*rules.Spell)
	return nil
}

func cast() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "cast",
		Summary: "Show what a cast costs, how many casts your power allows, and the chance of success",
		Params: commands.Takes(
			commands.RuleSet, Spell, hero.Role, hero.XL, hero.Int, hero.Wis, hero.Dex, Skill, hero.Worn, hero.Held,
			pw, casts, wanted, allWork, noneWork, sure, hero.Failing, overTurns, fromTurn, untilTurn, str, Amulet, hero.Naked, hero.Confused, stunned, forgotten, hindered, tier, quick,
		),
		Examples: []string{
			"cast wiz int17 pw 60 finger of death with amulet",
			"cast wiz xl10 int18 expert force bolt pw 42",
			"cast pri xl8 wis16 basic remove curse 3 casts",
			"cast wiz int18 fireball forgotten",
			"cast wiz xl8 int18 wis12 force bolt pw 60 100 turns",
			"cast polymorph",
		},
	}, tellCast)
}

func tellCast(c *commands.Call) (*commands.Story, error) {
	if err := countTurns(c); err != nil {
		return nil, err
	}
	if heroless(c) {
		return tellCost(c)
	}
	cq, statSaid, err := castQuestion(c)
	if err != nil {
		return nil, err
	}
	a := spell.Cast(cq)
	answer := &castAnswer{CastAnswer: a}
	r := commands.Reply{Data: answer}
	says := []string{castCost(cq, &a)}
	_, over := overTurns.In(c)
	if one := a.AtLeastOne; one != nil && !(over && one.Most == 0) {
		says = append([]string{getsOff(cq, one)}, says...)
		r.Headline = wording.Share(leadingChance(cq, one))
	}
	if of, err := wantedOf(c, cq, &a); err != nil && !over {
		return nil, err
	} else if of != nil && !over {
		if answer.AtLeast = of; of.K == 0 {
			answer.AtLeast, answer.None = nil, of
		}
		says = append([]string{wording.Chance(of.P) + " that " + of.String()}, says...)
		r.Headline = wording.Share(of.P)
	}
	if n, ok := sure.In(c); ok {
		text, needed := "never", castNeeded{Confidence: float64(n) / 100}
		if casts := odds.TriesFor(1-a.Fail, n); casts > 0 {
			text, needed.Casts = "after "+wording.Count(casts, "cast"), &casts
		}
		answer.Needed = []castNeeded{needed}
		says = append(says, fmt.Sprintf("a success is %d%% sure %s", n, text))
	}
	var regen *spell.RegenQuestion
	if n, ok := overTurns.In(c); ok {
		if answer.Over, regen, err = overTurnsOf(c, cq, &a, n); err != nil {
			return nil, err
		}
		says = append([]string{castOver(answer.Over, n, *a.Pw, cq.Pw)}, says...)
		r.Headline = wording.Amount(answer.Over.Mean) + " casts"
		r.Cite(c.Rules, rules.CiteRegeneration)
	}
	who := " (" + describeHero(cq.Question, cq.FailRate == nil, statSaid) + ")"
	r.Summary = wording.Capital(cq.Spell.Name) + ": " + strings.Join(says, "; ") + who + "." + backfire(&a)
	r.Aside(who)
	castFields(&r, &a)
	r.EngineNotes(c.Rules, a.Refusals, nil, a.Cites)
	if cq.FailRate == nil {
		citeSkill(c, &r, cq.Question)
	}
	if a.Note != "" {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: a.Note})
	}
	return &commands.Story{Reply: r, Steps: castSteps(c, cq, &a, answer.Over, regen)}, nil
}

// leadingChance returns the chance that an answer leads with: that of the casts asked
// about, or else that of getting one off before the power runs out.
func leadingChance(cq *spell.CastQuestion, one *spell.AtLeastOne) float64 {
	if cq.Tries == 0 && one.UntilEmpty != nil {
		return *one.UntilEmpty
	}
	return one.P
}

// getsOff says how likely one cast of a run succeeds.
func getsOff(cq *spell.CastQuestion, one *spell.AtLeastOne) string {
	chance := wording.Chance(leadingChance(cq, one))
	switch {
	case cq.Tries == 0 && one.Most == 0:
		return fmt.Sprintf("no chance, as %d Pw is not enough", cq.Pw)
	case cq.Tries == 0:
		return chance + " to get it off at least once with " + strconv.Itoa(cq.Pw) + " Pw"
	case one.Casts == 1:
		return chance + " that the only cast succeeds"
	}
	return chance + " that at least one of " + strconv.Itoa(one.Casts) + " casts succeeds"
}

// castAnswer is the machine-readable answer of `cast`.
type castAnswer struct {
	spell.CastAnswer
	AtLeast *someOf      `json:"at_least,omitempty"` // where so many are asked about
	None    *someOf      `json:"none,omitempty"`     // where it is asked that none succeeds
	Needed  []castNeeded `json:"needed,omitempty"`
	Over    *overAnswer  `json:"over_turns,omitempty"` // where power comes back over turns
}

// castNeeded is how many casts it takes to make a success as likely as Confidence.
type castNeeded struct {
	Confidence float64 `json:"confidence"`
	Casts      *int    `json:"casts"` // nil: no number of casts
}

// someOf is the chance that at least K of N casts succeed, or that none does if K is 0.
type someOf struct {
	K int     `json:"k"`
	N int     `json:"n"`
	P float64 `json:"p"`
}

// wantedOf returns how many of how many casts are to succeed, and the chance of that.
// It is nil if the call asks for no number or nothing can be cast.
func wantedOf(c *commands.Call, cq *spell.CastQuestion, a *spell.CastAnswer) (*someOf, error) {
	of := &someOf{N: cq.Tries}
	if of.N == 0 && a.AtLeastOne != nil {
		of.N = a.AtLeastOne.Casts
	}
	k, said := wanted.In(c)
	none, all := noneWork.In(c), allWork.In(c)
	switch {
	case a.Pw == nil || !none && !all && !said: // what cannot be cast says all
		return nil, nil
	case of.N == 0 && none:
		return nil, &commands.Problem{Text: "None of how many casts?", Hints: []string{"3 casts"}}
	case of.N == 0 && all:
		return nil, &commands.Problem{Text: "All of how many casts?", Hints: []string{"3 casts"}}
	case of.N == 0:
		return nil, &commands.Problem{Text: fmt.Sprintf("At least %d of how many casts?", k), Hints: []string{fmt.Sprintf("at least %d in %d", k, 2*k)}}
	case none:
		of.P = cq.None(a, of.N)
		return of, nil
	case all:
		k = of.N
	}
	of.K, of.P = k, cq.AtLeast(a, of.N, k)
	return of, nil
}

// String says what succeeds: "at least 2 of 5 succeed".
func (of *someOf) String() string {
	switch {
	case of.K == 0 && of.N == 1:
		return "the only cast fails"
	case of.K == 0:
		return fmt.Sprintf("none of %d casts succeeds", of.N)
	case of.K == of.N && of.N > 1:
		return fmt.Sprintf("all %d casts succeed", of.N)
	}
	return fmt.Sprintf("at least %d of %d succeed", of.K, of.N)
}

// castQuestion returns the run of casts that a call describes; statSaid is caster's.
func castQuestion(c *commands.Call) (cq *spell.CastQuestion, statSaid bool, err error) {
	q, statSaid, err := caster(c)
	if err != nil {
		return nil, false, err
	}
	if err := spellSaid(c, &q); err != nil {
		return nil, false, err
	}
	cq = &spell.CastQuestion{
		Question: &q, Pw: -1, Stunned: stunned.In(c), Mute: hindered.In(c) == "mute", NoHands: hindered.In(c) == "no hands",
		Overtaxed: slices.Index(hero.Loads, hindered.In(c)) >= overtaxed, Forgotten: forgotten.In(c),
	}
	if n, ok := hero.Failing.In(c); ok {
		rate := odds.Of(int64(n), 100)
		cq.FailRate = &rate
	} else {
		if !statSaid {
			return nil, false, &commands.Problem{Text: fmt.Sprintf("How often it fails depends on %s. Give that, or how often it fails.", q.Role.Stat),
				Hints: []string{strings.ToLower(string(q.Role.Stat)) + "18", "failing 30%"}}
		}
		skilled(c, &q)
		unread(c, &q)
	}
	cq.Pw = pw.Else(c, cq.Pw, "")
	cq.Tries, _ = casts.In(c)
	if cq.Str, _ = str.In(c); hindered.In(c) == "weak" {
		cq.Str = 3
	}
	if load := slices.Index(hero.Loads, hindered.In(c)); load > 0 && !cq.Overtaxed {
		c.Note(commands.Remarked, wording.Capital(hero.Loads[load])+" heroes can cast too; only Overtaxed and Overloaded ones cannot")
	}
	return cq, statSaid, cq.Check()
}

// overtaxed is the first of hero.Loads under which nobody can cast.
const overtaxed = 4

// castCost says what a cast costs, and how many the power is enough for.
func castCost(cq *spell.CastQuestion, a *spell.CastAnswer) string {
	if a.Pw == nil {
		return "it cannot be cast"
	}
	var b strings.Builder
	b.Grow(160)
	b.WriteString("a cast takes " + strconv.Itoa(*a.Pw) + " Pw")
	if a.FailedPw != *a.Pw {
		b.WriteString(", or " + strconv.Itoa(a.FailedPw) + " if it fails (" + wording.Share(a.Fail) + ")")
	}
	if a.NutritionMax != nil && *a.NutritionMax != a.Nutrition {
		b.WriteString(", and " + strconv.Itoa(a.Nutrition) + " to " + strconv.Itoa(*a.NutritionMax) + " nutrition")
	} else {
		b.WriteString(", and " + strconv.Itoa(a.Nutrition) + " nutrition")
	}
	if x := a.Amulet; x != nil {
		fmt.Fprintf(&b, "; the Amulet drains %d to %d more per try", x.Min, x.Max)
		if x.Goes != nil {
			fmt.Fprintf(&b, ", which leaves enough %s of the time", wording.Share(x.Goes.P))
		}
	}
	if a.Casts != nil && *a.Casts > 0 {
		most := ""
		if a.Amulet != nil {
			most = "at most " // if it drains least
		}
		b.WriteString("; " + strconv.Itoa(cq.Pw) + " Pw is enough for " + most + wording.Count(*a.Casts, "cast"))
	}
	return b.String()
}

// backfire says what casting a forgotten spell does; empty if it is not
// forgotten.
func backfire(a *spell.CastAnswer) string {
	if len(a.Forgotten) == 0 {
		return ""
	}
	var says []string
	for _, f := range a.Forgotten {
		says = append(says, fmt.Sprintf("%s confused %d and stunned %d", wording.Share(f.P), f.Confusion, f.Stun))
	}
	out := " Forgotten, in turns: " + strings.Join(says, "; ") + "."
	if a.Drained != nil {
		out += fmt.Sprintf(" It drains %d to %d Pw.", a.Drained.Min, a.Drained.Max)
	}
	return out
}

// castFields adds the figures behind the answer.
func castFields(r *commands.Reply, a *spell.CastAnswer) {
	r.Fact("fail", wording.Share(a.Fail))
	if a.Pw != nil {
		r.Fact("power", strconv.Itoa(*a.Pw)+", "+strconv.Itoa(a.FailedPw)+" if it fails")
	}
	if x := a.Amulet; x != nil {
		r.Field("Amulet", "%d to %d Pw more, %s on average", x.Min, x.Max, wording.Amount(x.Mean))
	}
	r.Fact("nutrition", strconv.Itoa(a.Nutrition))
	if one := a.AtLeastOne; one != nil {
		r.Fact("at least one", wording.Share(one.P)+" of "+wording.Count(one.Casts, "cast"))
		if one.UntilEmpty != nil {
			r.Fact("until the power is gone", wording.Share(*one.UntilEmpty))
		}
	}
}
