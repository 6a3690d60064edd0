package explore

import (
	"fmt"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of exercise.
var (
	trained = commands.NewChoice(commands.Param{Name: "attribute", Summary: "Strength, dexterity, constitution or wisdom", Choices: []string{"strength", "dexterity", "constitution", "wisdom", "intelligence", "charisma"},
		Also: map[string]string{"str": "strength", "st": "strength", "dex": "dexterity", "con": "constitution", "wis": "wisdom", "int": "intelligence", "cha": "charisma"}})
	exercised = commands.NewNumber(commands.Param{Name: "times", Summary: "How often you exercised or abused it since the last check: 30 times", After: []string{"times", "x"}, Min: 1, Max: life.MaxExercise})
	abused    = commands.NewFlag(commands.Param{Name: "abuse", Summary: "Abused, not exercised", Words: []string{"abused", "abusing"}})
)

func exercise() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "exercise",
		Fillers: "how do i my attribute attributes stat stats check checks exercising the",
		Aliases: []string{"exercising"},
		Summary: "Show how attributes grow by exercise and fall by abuse",
		Params:  commands.Takes(commands.RuleSet, trained, hero.St, hero.Dex, hero.Con, hero.Wis, exercised, abused),

		Examples: []string{"exercise", "exercise strength", "exercise wis12 30 times", "exercise con16 10 times abuse", "exercise v3.4.3 dex14 40 times"},
	}, commands.By(tellExercise))
}

// exerciseAnswer is the machine-readable answer of `exercise`.
type exerciseAnswer struct {
	First     int     `json:"first_check"`
	Least     int     `json:"least_between"`
	Most      int     `json:"most_between"`
	Attribute string  `json:"attribute,omitempty"`
	Value     int     `json:"value,omitempty"`
	Times     int     `json:"times,omitempty"`
	Abuse     bool    `json:"abuse,omitempty"`
	Counts    float64 `json:"counts,omitempty"`
	Kept      float64 `json:"kept,omitempty"`
	Change    float64 `json:"change,omitempty"`
	Exercises string  `json:"exercises,omitempty"` // what does so every few turns
	Abuses    string  `json:"abuses,omitempty"`
}

// trainable are the attributes that exercise works on, by the name that trained has for
// them, and their parameters.
var trainable = []training{{"strength", "St", hero.St}, {"dexterity", "Dex", hero.Dex}, {"constitution", "Con", hero.Con}, {"wisdom", "Wis", hero.Wis}}

type training struct {
	long, short string
	value       commands.Number
}

func tellExercise(c *commands.Call, x *rules.Exercises) (*commands.Story, error) {
	a := exerciseAnswer{First: x.First, Least: x.Least, Most: x.Least + x.Wide - 1, Abuse: abused.In(c)}
	named := trained.In(c)
	for _, t := range trainable {
		if v, ok := t.value.In(c); ok && named == "" {
			named, a.Value = t.long, v
		} else if ok && named == t.long {
			a.Value = v
		} else if ok {
			return nil, &commands.Problem{Text: "Which attribute? Name one at a time.", Hints: []string{"exercise wis12 30 times"}}
		}
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	r.Cite(c.Rules, rules.CiteExercise, rules.CiteExerciseCheck, rules.CiteExerciseTurns)
	checks := fmt.Sprintf("Checks come in turn %d, and then every %d to %d turns.", x.First, a.Least, a.Most)
	d.Given(rules.CiteExerciseTurns, "turns between checks", fmt.Sprintf("%d to %d", a.Least, a.Most))
	i := slices.IndexFunc(trainable, func(t training) bool { return t.long == named })
	if named != "" && i < 0 {
		r.Headline, r.Summary, r.Data = "No", "Exercise and abuse never change "+named+".", a
		return s, nil
	}
	if i < 0 {
		r.Summary = checks + fmt.Sprintf(" Each exercise counts (%d - the attribute) times in %d, each abuse 1 time in %d. The tally goes up to %d, and each check halves it. With a tally of N, a check changes the attribute (1 + %[6]d/%[7]d of N) times in %[5]d (%[8]s: N + 1). Nothing exercises intelligence or charisma.", x.Die-1, x.Die, x.AbuseOnce, x.Most, x.Most, x.Num, x.Den, x.Whole)
		exerciseTable(r, x)
		r.Data = a
		return s, nil
	}
	short := trainable[i].short
	a.Attribute, a.Exercises, a.Abuses = short, x.Grows[short], x.Falls[short]
	r.Cite(c.Rules, rules.CiteExerciseState)
	if a.Value > 0 {
		tellTraining(c, s, x, &a)
	}
	for _, f := range []struct{ name, text string }{{"exercised by", a.Exercises}, {"abused by", a.Abuses}} {
		if f.text != "" {
			r.Fact(f.name, f.text)
			if a.Value == 0 {
				r.Summary += fmt.Sprintf("%s is %s: %s. ", short, f.name, f.text)
			}
		}
	}
	if a.Value == 0 {
		r.Summary += "Many actions exercise it as well. "
	}
	r.Summary += checks
	r.Data = a
	return s, nil
}

// exerciseTable shows what exercises and abuses each attribute.
func exerciseTable(r *commands.Reply, x *rules.Exercises) {
	r.Table = &commands.Table{Columns: []string{"attribute", "exercised by", "abused by"}}
	for _, t := range trainable {
		r.Table.Rows = append(r.Table.Rows, []string{t.short, x.Grows[t.short], x.Falls[t.short]})
	}
}

// tellTraining says what exercise of an attribute with a value comes to.
func tellTraining(c *commands.Call, s *commands.Story, x *rules.Exercises, a *exerciseAnswer) {
	d, r := s.Steps, &s.Reply
	a.Times, _ = exercised.In(c)
	t := life.Trained(x, a.Attribute, a.Value, a.Times, a.Abuse)
	a.Counts, a.Kept, a.Change = t.Counts.P, t.Mean, t.Change
	what, up := "Exercise", "grows"
	if a.Abuse {
		what, up = "Abuse", "falls"
	}
	switch {
	case !a.Abuse && a.Value >= x.Top:
		d.Given(rules.CiteExerciseCheck, "exercise raises up to", strconv.Itoa(x.Top))
		r.Headline, r.Summary = "No", fmt.Sprintf("No: exercise raises no attribute above %d. ", x.Top)
		return
	case a.Abuse && a.Value >= x.Top && x.TopSafe:
		d.Given(rules.CiteExerciseCheck, "abuse lowers below", strconv.Itoa(x.Top))
		r.Headline, r.Summary = "No", fmt.Sprintf("No: an attribute of %d or more does not fall by abuse. ", x.Top)
		return
	case a.Abuse:
		d.Work(rules.CiteExercise, "counts", wording.Share(t.Counts.P), "1/%d", x.AbuseOnce)
	default:
		d.Work(rules.CiteExercise, "counts", wording.Share(t.Counts.P), "max(0, %d - 1 - %d)/%d", x.Die, a.Value, x.Die)
	}
	part := fmt.Sprintf("1 more than %d/%d of what is kept, of %d times", x.Num, x.Den, x.Most)
	says := fmt.Sprintf("with a tally of N a check changes it (1 + %d/%d of N) times in %d", x.Num, x.Den, x.Most)
	if a.Attribute == x.Whole {
		part = fmt.Sprintf("1 more than what is kept, of %d times", x.Most)
		says = fmt.Sprintf("with a tally of N a check changes it (N + 1) times in %d", x.Most)
	}
	r.Summary = fmt.Sprintf("%s counts %s of the time at %s %d", what, wording.Share(t.Counts.P), a.Attribute, a.Value)
	if a.Times == 0 {
		full := life.Changes(x, a.Attribute, x.Most)
		d.Counted(rules.CiteExerciseCheck, "a check changes it at most", wording.Share(full.P), "%s, with %d kept", part, x.Most)
		r.Headline = wording.Share(t.Counts.P)
		r.Summary += fmt.Sprintf("; %s, %s at the greatest tally, %d. ", says, wording.Share(full.P), x.Most)
		return
	}
	d.Counted(rules.CiteExercise, "kept of "+strconv.Itoa(a.Times), wording.Amount(t.Mean)+" on average", "%d times with the chance above, at most %d", a.Times, x.Most)
	d.Counted(rules.CiteExerciseCheck, "the next check", wording.Share(t.Change), "over all that may be kept: %s", part)
	r.Headline = wording.Share(t.Change)
	counted := wording.Count(a.Times, "exercise")
	if a.Abuse {
		counted = wording.Count(a.Times, "abuse")
	}
	r.Summary = fmt.Sprintf("%s that %s %d %s at the next check after %s: ", wording.Capital(wording.Chance(t.Change)), a.Attribute, a.Value, up, counted) +
		fmt.Sprintf("each counts %s of the time, so the tally is %s on average. ", wording.Share(t.Counts.P), wording.Amount(t.Mean))
	c.Note(commands.Assumed, "a tally of 0 after the last check")
}
