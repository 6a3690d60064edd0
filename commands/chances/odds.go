package chances

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/seq"
)

func oddsCommand() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "odds",
		Aliases: []string{"chance", "roll"},
		Summary: "Work out plain probabilities: a chance or dice, once or many times",
		Params:  commands.Takes(question),
		Examples: []string{
			"odds 1/12 20 tries", "odds 3% at least 2 in 50", "odds 1% for 95%", "odds 3d6+2 >= 14", "odds d20",
		},
		Canonical: canonicalOdds,
	}, tellOdds)
}

// oddsHints show every form that a question can have.
var oddsHints = []string{"odds 1/12 20 tries", "odds 3% at least 2 in 50", "odds 1% for 95%", "odds 3d6+2 >= 14"}

// oneIn is a chance said as "1 in 12" at the start.
var oneIn = regexp.MustCompile(`^\s*(\d+) in (\d+)\b`)

// oddsSpelling removes words that mean nothing and normalises the spellings of a half.
var oddsSpelling = strings.NewReplacer(",", " ", "?", "", "50/50", "50%", "50-50", "50%")

// oddsReader reads the words of a question of plain probability.
type oddsReader struct {
	words []string
	next  int
	head  []string // the chance or the dice
	q     odds.Question
}

// readOdds reads a question of plain probability. The first words are the
// chance or the dice; "N tries" or "in N", "at least K" and "for P%" may
// follow in any order.
func readOdds(text string) (*odds.Question, error) {
	if strings.Contains(text, " in ") { // without looking closely
		text = oneIn.ReplaceAllString(text, "$1/$2 ")
	}
	r := &oddsReader{words: strings.Fields(oddsSpelling.Replace(strings.ToLower(text)))}
	for i, w := range r.words {
		if w == "one" {
			r.words[i] = "1"
		}
	}
	for r.next < len(r.words) {
		w := r.words[r.next]
		r.next++
		if err := r.read(w); err != nil {
			return nil, err
		}
	}
	return r.question()
}

// canonicalOdds writes a question of plain probability in its canonical form: "1% 20
// tries" of "1/100, at least 1 in 20". What cannot be read stays as it is.
func canonicalOdds(text string) string {
	q, err := readOdds(text)
	if err != nil || strings.Contains(strings.ToLower(text), chart.Name) {
		return text
	}
	out := ""
	if q.Roll != nil {
		out = q.Roll.String()
	} else {
		out = q.Chance.RatString()
		if percent := new(big.Rat).Mul(q.Chance, big.NewRat(100, 1)); 100%q.Chance.Denom().Int64() == 0 {
			out = percent.RatString() + "%"
		}
	}
	switch {
	case q.Count == odds.AtMostWanted:
		out += fmt.Sprintf(" at most %d", q.Wanted)
	case q.Count == odds.ExactlyWanted && q.Wanted == 0:
		out += " none"
	case q.Count == odds.ExactlyWanted:
		out += fmt.Sprintf(" exactly %d", q.Wanted)
	case q.Wanted > 1:
		out += fmt.Sprintf(" at least %d", q.Wanted)
	}
	if q.Trials > 0 {
		out += fmt.Sprintf(" in %d", q.Trials)
	}
	for _, c := range q.Confidence {
		percent, _ := new(big.Rat).Mul(c, big.NewRat(100, 1)).Float64()
		out += " for " + strconv.FormatFloat(percent, 'f', -1, 64) + "%"
	}
	if again, err := readOdds(out); err != nil || !reflect.DeepEqual(again, q) {
		return text
	}
	return out
}

// badOdds returns the error for a question that cannot be read.
func badOdds(format string, args ...any) error {
	return &commands.Problem{Text: fmt.Sprintf(format, args...), Slot: question.Name, Hints: oddsHints}
}

// read takes one word and those that belong to it.
func (r *oddsReader) read(w string) error {
	switch {
	case w == "at" && r.next < len(r.words) && r.words[r.next] == "least":
		r.next++
		n, err := r.whole("at least")
		r.q.Wanted = n
		return err
	case w == "at" && r.next < len(r.words) && r.words[r.next] == "most", w == "exactly":
		count := odds.ExactlyWanted
		if w == "at" {
			count = odds.AtMostWanted
			r.next++
		}
		if r.next == len(r.words) {
			return badOdds("Put a number after %q.", "at most")
		}
		n, err := strconv.Atoi(r.words[r.next])
		r.next++
		if err != nil || n < 0 {
			return badOdds("Put a whole number after %q, not %q.", "at most", r.words[r.next-1])
		}
		r.q.Wanted, r.q.Count = n, count
		return nil
	case w == "none":
		r.q.Wanted, r.q.Count = 0, odds.AtMostWanted
		return nil
	case w == "in" || w == "over":
		n, err := r.whole(w)
		if err != nil {
			return err
		}
		if r.next < len(r.words) && isTries(r.words[r.next]) {
			r.next++ // "in 3 tries"
		}
		return r.trials(n)
	case w == "for":
		if r.next == len(r.words) {
			return badOdds(`Put a chance after "for", such as 95%%.`)
		}
		p, err := odds.ParseChance(r.words[r.next])
		r.next++
		r.q.Confidence = append(r.q.Confidence, p)
		return err
	case isTries(w):
		if len(r.head) == 0 {
			return badOdds("How many %s?", w)
		}
		said := r.head[len(r.head)-1]
		n, err := strconv.Atoi(said)
		if err != nil || n < 1 {
			return badOdds("Put a whole number before %q, not %q.", w, said)
		}
		r.head = r.head[:len(r.head)-1]
		return r.trials(n)
	case oddsFiller[w]:
		return nil
	}
	r.head = append(r.head, w)
	return nil
}

// oddsFiller holds words that mean nothing here.
var oddsFiller = map[string]bool{"a": true, "of": true, "the": true, "what": true, "are": true, "is": true, "chart": true}

// drawn reports whether a question asks for a chart.
func drawn(text string) bool {
	return strings.Contains(strings.ToLower(text), "chart") && chartSaid.MatchString(text)
}

var chartSaid = regexp.MustCompile(`(?i)\bchart\b`)

// whole takes the whole number behind a word.
func (r *oddsReader) whole(what string) (int, error) {
	if r.next == len(r.words) {
		return 0, badOdds("Put a number after %q.", what)
	}
	w := r.words[r.next]
	r.next++
	n, err := strconv.Atoi(w)
	if err != nil || n < 1 {
		return 0, badOdds("Put a whole number after %q, not %q.", what, w)
	}
	return n, nil
}

// trials takes the number of tries, which may be said once.
func (r *oddsReader) trials(n int) error {
	if r.q.Trials != 0 && r.q.Trials != n {
		return badOdds("You gave two numbers of tries, %d and %d; one is enough.", r.q.Trials, n)
	}
	r.q.Trials = n
	return nil
}

// question makes the question of all that was read.
func (r *oddsReader) question() (*odds.Question, error) {
	what := strings.Join(r.head, " ")
	switch {
	case what == "":
		return nil, badOdds("What do you want the odds of?")
	case len(r.head) > 1 && r.head[1] == "successes":
		return nil, badOdds("I can work out at least, at most or exactly a number, not %s.", r.head[0])
	case strings.HasPrefix(what, "first success"):
		return nil, badOdds("I work out how many tries succeed, not which one succeeds first.")
	case len(r.head) > 1 && picksSaid.MatchString(what):
		return nil, badOdds("I know what dice add up to, not %q.", what)
	case strings.ContainsAny(what, "d<>="):
		roll, err := odds.ParseRoll(what)
		if err != nil {
			return nil, err
		}
		r.q.Roll = &roll
		return &r.q, nil
	case len(r.head) == 2 && chances(r.head[0], r.head[1]) != nil:
		return nil, chances(r.head[0], r.head[1])
	case len(r.head) > 1:
		count := cmp.Or(strings.TrimFunc(r.head[1], func(c rune) bool { return c < '0' || c > '9' }), "20")
		return nil, badOdds("I don't know what %q means after the chance %s. Tries are written %q.", r.head[1], r.head[0], count+" tries")
	}
	p, err := odds.ParseChance(what)
	if err != nil {
		return nil, err
	}
	r.q.Chance = p
	return &r.q, nil
}

// chances returns the error for two chances in one question, or nil if they are not.
func chances(first, second string) error {
	p, err := odds.ParseChance(first)
	q, bad := odds.ParseChance(second)
	if err != nil || bad != nil || !strings.ContainsAny(first, "%/.") || !strings.ContainsAny(second, "%/.") {
		return nil
	}
	both := new(big.Rat).Mul(p, q).RatString()
	return problem.New(fmt.Sprintf("I work out one chance at a time, not %s and %s together. That both happen has the chance %s.", first, second, both), "odds "+both, "odds "+first, "odds "+second)
}

func isTries(w string) bool {
	switch w {
	case "tries", "try", "trials", "times", "attempts", "rolls", "hits", "casts":
		return true
	}
	return false
}

func tellOdds(_ context.Context, c *commands.Call) (*commands.Story, error) {
	q, err := readOdds(question.In(c))
	if err == nil {
		err = q.Check()
	}
	if err != nil {
		return nil, err
	}
	a := odds.Ask(q)
	r := commands.Reply{Data: a}
	parts := []string{}
	if d := a.Dice; d != nil {
		parts = append(parts, fmt.Sprintf("%s: %d to %d, %s on average, standard deviation %s.", d.Roll, d.Min, d.Max, wording.Amount(d.Mean), wording.Amount(d.Deviation)))
		if a.P == nil {
			r.Chart = diceChart(d)
		}
	}
	if a.P != nil {
		text := wording.Share(*a.P)
		if exact := exactly(a.Num, a.Den); exact != "" {
			text = exact + " (" + text + ")"
		}
		if a.Dice != nil {
			text = "The chance is " + text
		}
		parts = append(parts, text+".")
		r.Headline = wording.Share(*a.P)
	}
	for _, of := range []struct {
		words string
		list  []odds.Successes
	}{{"at most", a.AtMost}, {"exactly", a.Exactly}} {
		for _, s := range of.list {
			words := fmt.Sprintf("%s %d", of.words, s.K)
			if s.K == 0 {
				words = "none"
			}
			parts = append(parts, fmt.Sprintf("In %s: %s of %s, %s on average.", tryCount(a.Trials), wording.Chance(s.P), words, wording.Amount(*a.Expected)))
			r.Headline = wording.Share(s.P)
			r.Fields = append(r.Fields, commands.Field{Name: words, Value: wording.Share(s.P)})
		}
	}
	for _, s := range a.AtLeast {
		if s.K == max(1, q.Wanted) && q.Count == odds.AtLeastWanted {
			parts = append(parts, "In "+tryCount(a.Trials)+": "+wording.Chance(s.P)+" of at least "+strconv.Itoa(s.K)+", "+wording.Amount(*a.Expected)+" on average.")
			r.Headline = wording.Share(s.P)
		}
		r.Fields = append(r.Fields, commands.Field{Name: "at least " + strconv.Itoa(s.K), Value: wording.Share(s.P)})
	}
	if needed := triesNeeded(&r, q, &a); needed != "" {
		parts = append(parts, needed)
	}
	r.Summary = strings.Join(parts, " ")
	if a.Dice == nil && len(parts) > 1 && !strings.Contains(parts[0], r.Headline) {
		r.Aside(parts[0])
	}
	if len(r.Fields) > 0 {
		r.Hints = []string{"why"}
	}
	if r.Chart == nil && drawn(question.In(c)) {
		r.Chart = triesChart(q, *a.P)
	}
	return &commands.Story{Reply: r, Steps: oddsSteps(q, &a)}, nil
}

// triesChart charts the chance of what is wanted over the number of tries, up to twice
// the number asked about or to where it is practically certain. It is nil if no number
// of tries is enough.
func triesChart(q *odds.Question, p float64) *commands.Chart {
	wanted := max(1, q.Wanted)
	last, chance, words := 2*q.Trials, odds.AtLeast, "at least"
	switch q.Count {
	case odds.AtMostWanted:
		wanted, chance, words = q.Wanted, odds.AtMost, "at most"
	case odds.ExactlyWanted:
		wanted, chance, words = q.Wanted, odds.Exactly, "exactly"
	}
	if n := odds.TriesFor(p, 99); last == 0 && n > 0 {
		last = n * wanted
	}
	if last == 0 {
		return nil
	}
	const most = 200 // points
	step := 1 + last/most
	var points []commands.Point
	for n := step; n <= last; n += step {
		points = append(points, commands.Point{X: float64(n), Y: 100 * chance(n, wanted, p)})
	}
	out := commands.Plot(fmt.Sprintf("The chance of %s %d by the number of tries, %s each", words, wanted, wording.Share(p)), "tries", "chance %", 100, points)
	if q.Trials > 0 {
		at := float64(q.Trials)
		out.Mark = &at
	}
	return out
}

// tryCount returns a number of tries in words: "1 try", "20 tries".
func tryCount(n int) string { return wording.Count(n, "try") }

// triesNeeded says how many tries each chance takes, and adds the fields. It is empty
// if that was not asked.
func triesNeeded(r *commands.Reply, q *odds.Question, a *odds.Answer) string {
	var needed []string
	for i, n := range a.Needed {
		count := "no number"
		if n.Trials != nil {
			count = strconv.Itoa(*n.Trials)
		}
		say := count + " for " + wording.Share(n.Confidence)
		if i == 0 {
			say = count + " for " + wording.Chance(n.Confidence)
		}
		needed = append(needed, say)
		r.Fields = append(r.Fields, commands.Field{Name: "tries for " + wording.Share(n.Confidence), Value: count})
	}
	if len(needed) == 0 {
		return ""
	}
	if a.P != nil && *a.P == 0 {
		return "It never happens, however many tries."
	}
	wanted := "one"
	if q.Wanted > 1 {
		wanted = strconv.Itoa(q.Wanted)
	}
	return fmt.Sprintf("Tries needed for at least %s: %s.", wanted, strings.Join(needed, ", "))
}

// diceChart charts the chance of each sum; nil if they are not known one by one.
func diceChart(d *odds.Dice) *commands.Chart {
	points := seq.Map(d.Outcomes, func(o odds.Outcome) commands.Point { return commands.Point{X: float64(o.Value), Y: o.P * 100} })
	if len(points) == 0 {
		return nil
	}
	out := commands.Plot("How often each sum of "+fmt.Sprint(d.Roll)+" is rolled", "sum", "chance %", 0, points)
	out.Kind = commands.BarChart
	return out
}

// exactly returns a fraction in full if it is short enough to read.
func exactly(num, den *big.Int) string {
	if num == nil || den == nil || len(num.String())+len(den.String()) > 24 {
		return ""
	}
	if den.IsInt64() && den.Int64() == 1 {
		return ""
	}
	return num.String() + "/" + den.String()
}
