package explore

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of hunger.
var (
	nutrition = commands.NewNumber(commands.Param{Name: "nutrition", Summary: "The nutrition in you now: nutrition 900", Words: []string{"from"}, After: []string{"nutrition"}, Bare: true, Min: 1, Max: 2000})
	fedState  = commands.NewChoice(commands.Param{Name: "state", Summary: "The state that just came up: hungry, weak or fainting", Choices: []string{"hungry", "weak", "fainting"}, Also: map[string]string{"fainted": "fainting"}})
	ringsOn   = commands.NewNumber(commands.Param{Name: "rings", Summary: "Rings worn besides those named, without +0 ones: 2 rings", After: []string{"rings", "ring"}, Min: 0, Max: 2})
	slowRing  = commands.NewFlag(commands.Param{Name: "slow-digestion", Summary: "Wearing a ring of slow digestion", Words: []string{"slow digestion", "ring of slow digestion"}})
	slowMail  = commands.NewFlag(commands.Param{Name: "white-scales", Summary: "Slow digestion from armor: white dragon scales or scale mail", Words: []string{"white dragon scale mail", "white dragon scales", "wdsm"}})
	regenRing = commands.NewFlag(commands.Param{Name: "regeneration", Summary: "Wearing a ring of regeneration", Words: []string{"ring of regeneration"}})
	hungering = commands.NewFlag(commands.Param{Name: "ring-of-hunger", Summary: "Wearing a ring of hunger", Words: []string{"ring of hunger", "hunger ring"}})
	conflict  = commands.NewFlag(commands.Param{Name: "conflict", Summary: "Wearing a ring of conflict", Words: []string{"ring of conflict"}})
	amuletOn  = commands.NewFlag(commands.Param{Name: "amulet", Summary: "Wearing an amulet", Words: []string{"an amulet", "amulet on"}})
	yendor    = commands.NewFlag(commands.Param{Name: "yendor", Summary: "Carrying the Amulet of Yendor", Words: []string{"the amulet", "amulet of yendor", "the amulet of yendor"}})
	petEats   = commands.NewFlag(commands.Param{Name: "pet", Summary: "How long your pet lasts without food", Words: []string{"my pet", "dog", "my dog", "cat", "my cat", "kitten", "pony", "little dog"}})
)

// fainted is the nutrition at which one faints.
const fainted = 0

func hunger() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "hunger",
		Fillers: "how long turns until till before i am get do starve starving starvation when will with a wearing",
		Aliases: []string{"starve", "starvation", "hungerclock"},
		Summary: "Show in how many turns you are Hungry, Weak and fainting",
		Params:  commands.Takes(commands.RuleSet, nutrition, fedState, slowRing, slowMail, regenRing, hungering, conflict, ringsOn, amuletOn, yendor, hero.Load, hero.Con, hero.Turn, petEats),

		Examples: []string{"hunger", "hunger hungry turn 1100", "hunger nutrition 500 regeneration", "hunger weak con18", "hunger slow digestion amulet 1 ring", "hunger v3.4.3 stressed conflict", "hunger pet"},
	}, commands.By(tellHunger))
}

// hungerAnswer is the machine-readable answer of `hunger`.
type hungerAnswer struct {
	Nutrition int           `json:"nutrition"`
	PerTurn   float64       `json:"per_turn"`
	States    []hungerState `json:"states"`
	Starves   int           `json:"starves_at"` // the highest nutrition at which one does
	StarvesIn float64       `json:"starves_in"` // turns on average
}

// hungerState is a state that is to come.
type hungerState struct {
	State string   `json:"state"`
	At    int      `json:"at"`    // nutrition
	Turns *float64 `json:"turns"` // nil: never
}

func tellHunger(c *commands.Call, h *rules.Hunger) (*commands.Story, error) {
	if petEats.In(c) {
		return tellPetHunger(c)
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	from, who := nutritionOf(c, d, h)
	parts := partsOf(c, d, h)
	con := hero.Con.Else(c, 16, "Con 16")
	a := hungerAnswer{Nutrition: from, PerTurn: float64(parts) / float64(h.Turns), Starves: life.Starves(h, con)}
	d.Work(rules.CiteHunger, "nutrition a turn", wording.Amount(a.PerTurn), "%d/%d", parts, h.Turns)
	var says []string
	for _, st := range []hungerState{{State: "Hungry", At: h.Hungry}, {State: "Weak", At: h.Weak}, {State: "fainting", At: fainted}} {
		if st.At >= from {
			continue
		}
		if turns, ok := life.Lasts(h, parts, from, st.At); ok {
			st.Turns = &turns
			d.Work(rules.CiteHungerState, st.State+" in", wording.Amount(turns), "(%d - %d)*%d/%d", from, st.At, h.Turns, parts)
			says = append(says, st.State+" in "+inTurns(c, turns))
		}
		a.States = append(a.States, st)
	}
	r.Cite(c.Rules, rules.CiteHunger, rules.CiteHungerState, rules.CiteStarving)
	r.Data = a
	if parts == 0 {
		r.Headline, r.Summary = "never", fmt.Sprintf("%s: you never get hungrier by time alone.", who)
		return s, nil
	}
	if len(says) > 0 {
		r.Headline = wording.Amount(*a.States[0].Turns) + " turns"
		r.Summary = fmt.Sprintf("%s: %s, at %s nutrition a turn.", who, wording.And(says), wording.Amount(a.PerTurn))
	} else {
		r.Headline, r.Summary = "fainting", who+": you faint now and again."
	}
	below := a.Starves - fainted
	d.Work(rules.CiteStarving, "starved at", strconv.Itoa(a.Starves), "0 - (%d + %d*%d) - 1", h.StarveBase, h.StarveCon, con)
	least := math.Ceil(float64(-below*h.Turns) / float64(parts))
	base := 0
	if !slowRing.In(c) && !slowMail.In(c) {
		base = h.Turns
	}
	faints, _ := life.Faints(h, base, parts-base, con)
	before, _ := life.Lasts(h, parts, from, fainted)
	a.StarvesIn = before + faints
	d.Counted(rules.CiteStarving, "starved in", wording.Amount(math.Round(a.StarvesIn)), "all sequences of faints, from the turn of the first, until a roll at %d or below spares one", a.Starves)
	r.Summary += fmt.Sprintf(" You starve at %d, in %s turns on average, no sooner than %s", a.Starves, wording.Amount(math.Round(a.StarvesIn)), wording.Amount(math.Ceil(before+least)))
	if h.FaintSleeps {
		r.Summary += fmt.Sprintf(": you faint more and more often, and a faint costs only 1 nutrition in %d turns", h.AsleepOnce)
	}
	r.Summary += "."
	c.Note(commands.Assumed, "no fights (each attack takes what a turn takes once more) and no spells")
	r.Hints = []string{"now weak"}
	return s, nil
}

// inTurns says after how many turns something comes, and on which turn if the call says the
// turn now.
func inTurns(c *commands.Call, turns float64) string {
	says := wording.AmountOf(turns, "turn")
	if now, ok := hero.Turn.In(c); ok {
		return fmt.Sprintf("%s (turn %d)", says, now+int(math.Round(turns)))
	}
	return says
}

// nutritionOf returns the nutrition of a call's hero, and says what it is.
func nutritionOf(c *commands.Call, d *steps.Derivation, h *rules.Hunger) (from int, who string) {
	state := fedState.In(c)
	n, said := nutrition.In(c)
	switch {
	case said:
		d.Given("", "nutrition", strconv.Itoa(n))
		if state != "" {
			c.Note(commands.Remarked, "the nutrition is said, so the state makes no difference")
		}
		return n, fmt.Sprintf("From %d nutrition", n)
	case state != "":
		at := map[string]int{"hungry": h.Hungry, "weak": h.Weak, "fainting": fainted}[state]
		d.Given(rules.CiteHungerState, "nutrition", strconv.Itoa(at)).Of("%s just came up", state)
		c.Note(commands.Assumed, state+" just came up")
		return at, fmt.Sprintf("%s begins at %d nutrition", wording.Capital(state), at)
	}
	if _, said := hero.Turn.In(c); said {
		c.Note(commands.Assumed, fmt.Sprintf("%d nutrition now", h.Start))
	}
	d.Given(rules.CiteFed, "nutrition", strconv.Itoa(h.Start)).Of("as at the start of a game, or after a prayer for hunger")
	return h.Start, fmt.Sprintf("From %d nutrition, as at the start of a game", h.Start)
}

// partsOf returns how many points the rule's Turns turns take from a call's hero.
func partsOf(c *commands.Call, d *steps.Derivation, h *rules.Hunger) int {
	a := life.Appetite{SlowRing: slowRing.In(c), SlowArmor: slowMail.In(c)}
	a.Worn, _ = ringsOn.In(c)
	var terms []string
	if alone := (&life.Appetite{SlowRing: a.SlowRing, SlowArmor: a.SlowArmor}).Parts(h); alone > 0 {
		terms = append(terms, strconv.Itoa(alone))
	}
	for _, ring := range []commands.Flag{regenRing, hungering, conflict} {
		if ring.In(c) {
			a.Halves++
			a.Worn++
		}
	}
	if slices.Index(hero.Loads, hero.Load.In(c)) > slices.Index(hero.Loads, "burdened") {
		a.Halves++
	}
	for _, worn := range []commands.Flag{slowRing, amuletOn, yendor} {
		if worn.In(c) {
			a.Worn++
		}
	}
	if a.Halves > 0 {
		terms = append(terms, fmt.Sprintf("%d*%d", a.Halves, h.Halves))
	}
	if a.Worn > 0 {
		terms = append(terms, fmt.Sprintf("%d*%d", a.Worn, h.Worn))
	}
	parts := a.Parts(h)
	if len(terms) == 0 {
		terms = []string{"0"}
	}
	d.Work(rules.CiteHunger, fmt.Sprintf("points in %d turns", h.Turns), strconv.Itoa(parts), "%s", strings.Join(terms, " + "))
	return parts
}
