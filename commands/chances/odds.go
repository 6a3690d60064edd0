package chances

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/odds"
)

func oddsCommand() *commands.Command {
	return &commands.Command{
		Name:    "odds",
		Aliases: []string{"chance", "roll"},
		Summary: "plain probability: a chance or dice, tried again and again",
		Params:  commands.Takes(question),
		Examples: []string{
			"odds 1/12 20 tries", "odds 3% at least 2 in 50", "odds 1% for 95%", "odds 3d6+2 >= 14", "odds d20",
		},
		Lasting: true,
		Cues: []commands.Cue{
			{Shape: commands.DiceShape, Weight: 15},
			{Shape: commands.ChanceShape, Weight: 10},
		},
		Compose: composeOdds,
		Opens:   true,
		Run:     runOdds,
	}
}

// oddsHints show every form that a question can have.
var oddsHints = []string{"odds 1/12 20 tries", "odds 3% at least 2 in 50", "odds 1% for 95%", "odds 3d6+2 >= 14"}

// oneIn is a chance said as "1 in 12" at the start.
var oneIn = regexp.MustCompile(`^\s*(\d+) in (\d+)\b`)

// readOdds reads a question of plain probability. The first words are the
// chance or the dice; "N tries" or "in N", "at least K" and "for P%" may
// follow in any order.
func readOdds(text string) (*odds.Question, error) {
	text = oneIn.ReplaceAllString(text, "$1/$2 ")
	fields := strings.Fields(strings.NewReplacer(",", " ", "?", "").Replace(strings.ToLower(text)))
	q := &odds.Question{}
	var head []string
	bad := func(format string, args ...any) error {
		return &commands.Problem{Text: fmt.Sprintf(format, args...), Hints: oddsHints}
	}
	for i, f := range fields {
		if f == "one" {
			fields[i] = "1"
		}
	}
	whole := func(i int, what string) (int, error) {
		if i >= len(fields) {
			return 0, bad("%s wants a number after it", what)
		}
		n, err := strconv.Atoi(fields[i])
		if err != nil || n < 1 {
			return 0, bad("%s wants a whole number, not %q", what, fields[i])
		}
		return n, nil
	}
	setTrials := func(n int) error {
		if q.Trials != 0 && q.Trials != n {
			return bad("tries are said twice: %d and %d", q.Trials, n)
		}
		q.Trials = n
		return nil
	}
	for i := 0; i < len(fields); i++ {
		switch w := fields[i]; {
		case w == "at" && i+1 < len(fields) && fields[i+1] == "least":
			n, err := whole(i+2, "at least")
			if err != nil {
				return nil, err
			}
			q.Wanted = n
			i += 2
		case w == "in" || w == "over":
			n, err := whole(i+1, w)
			if err == nil {
				err = setTrials(n)
			}
			if err != nil {
				return nil, err
			}
			i++
			if i+1 < len(fields) && isTries(fields[i+1]) {
				i++ // "in 3 tries"
			}
		case w == "for":
			if i+1 >= len(fields) {
				return nil, bad("for wants a chance after it")
			}
			p, err := odds.ParseChance(fields[i+1])
			if err != nil {
				return nil, err
			}
			q.Confidence = append(q.Confidence, p)
			i++
		case isTries(w):
			if len(head) < 1 {
				return nil, bad("how many %s?", w)
			}
			n, err := strconv.Atoi(head[len(head)-1])
			if err != nil || n < 1 {
				return nil, bad("%s wants a whole number before it, not %q", w, head[len(head)-1])
			}
			head = head[:len(head)-1]
			if err := setTrials(n); err != nil {
				return nil, err
			}
		case w == "a" || w == "of" || w == "the" || w == "what" || w == "are" || w == "is" || w == "times" && len(head) == 0:
		default:
			head = append(head, w)
		}
	}
	what := strings.Join(head, " ")
	if what == "" {
		return nil, bad("the odds of what?")
	}
	if strings.ContainsAny(what, "d<>=") {
		r, err := odds.ParseRoll(what)
		if err != nil {
			return nil, err
		}
		q.Roll = &r
		return q, nil
	}
	if len(head) > 1 {
		return nil, bad("%q stands beside the chance %s and says nothing; tries are written %q", head[1], head[0], head[1]+" tries")
	}
	p, err := odds.ParseChance(what)
	if err != nil {
		return nil, err
	}
	q.Chance = p
	return q, nil
}

func isTries(w string) bool {
	switch w {
	case "tries", "try", "trials", "times", "attempts", "rolls", "hits", "casts":
		return true
	}
	return false
}

func runOdds(_ context.Context, c *commands.Call) (commands.Reply, error) {
	q, err := readOdds(question.In(c))
	if err == nil {
		err = q.Check()
	}
	if err != nil {
		return commands.Reply{}, err
	}
	a := odds.Ask(q)
	r := commands.Reply{Data: a}
	var parts []string
	if d := a.Dice; d != nil {
		parts = append(parts, fmt.Sprintf("%s: %d to %d, %s on average, standard deviation %s", d.Roll, d.Min, d.Max, commands.Amount(d.Mean), commands.Amount(d.Deviation)))
		if a.P == nil {
			var points []commands.Point
			for _, o := range d.Outcomes {
				points = append(points, commands.Point{X: float64(o.Value), Y: o.P * 100})
			}
			if len(points) > 0 {
				r.Chart = commands.Plot(fmt.Sprint(d.Roll), "sum", "chance %", 0, points)
			}
		}
	}
	if a.P != nil {
		text := commands.Share(*a.P)
		if exact := exactly(a.Num, a.Den); exact != "" {
			text = exact + " (" + text + ")"
		}
		parts = append(parts, text)
		r.Headline = commands.Share(*a.P)
	}
	for _, s := range a.AtLeast {
		if s.K == max(1, q.Wanted) {
			parts = append(parts, fmt.Sprintf("at least %d in %d: %s", s.K, a.Trials, commands.Share(s.P)))
			r.Headline = commands.Share(s.P)
		}
		r.Fields = append(r.Fields, commands.Field{Name: fmt.Sprintf("at least %d", s.K), Value: commands.Share(s.P)})
	}
	if a.Expected != nil {
		parts = append(parts, commands.Amount(*a.Expected)+" on average")
	}
	var needed []string
	for _, n := range a.Needed {
		count := "no number of tries"
		if n.Trials != nil {
			count = strconv.Itoa(*n.Trials)
		}
		needed = append(needed, fmt.Sprintf("%s: %s", commands.Share(n.Confidence), count))
		r.Fields = append(r.Fields, commands.Field{Name: "tries for " + commands.Share(n.Confidence), Value: count})
	}
	if len(needed) > 0 {
		wanted := "one"
		if q.Wanted > 1 {
			wanted = strconv.Itoa(q.Wanted)
		}
		parts = append(parts, "tries for at least "+wanted+" with "+strings.Join(needed, ", "))
	}
	r.Summary = strings.Join(parts, "; ") + "."
	if len(r.Fields) > 0 {
		r.Hints = []string{"why"}
	}
	return r, nil
}

// exactly is a fraction in full if it is short enough to read.
func exactly(num, den *big.Int) string {
	if num == nil || den == nil || len(num.String())+len(den.String()) > 24 {
		return ""
	}
	if den.IsInt64() && den.Int64() == 1 {
		return ""
	}
	return num.String() + "/" + den.String()
}
