package craft

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/tune"
	"delphi/storage/cache"
)

// Kept stores lines by key: what somebody has played so far.
type Kept interface {
	Last(ctx context.Context, key string) (cache.Asked, bool)
	Put(key string, a cache.Asked)
}

// played is what was played at the drawbridge, and heard.
var played = commands.NewText(commands.Param{Name: "played", Summary: "A tune you played and what you heard: AABBC 2 gears 1 tumbler"})

// tuneAnswer is the machine-readable answer of `tune`.
type tuneAnswer struct {
	Left     int           `json:"left"` // tunes that fit
	Next     string        `json:"next"`
	Fits     bool          `json:"may_be_right"`      // Next is one of them
	AtMost   *int          `json:"at_most,omitempty"` // tries, with Next, for whoever plays on as advised
	Some     []string      `json:"some"`              // tunes that fit, a few
	Tries    []tried       `json:"tries"`             // so far
	Outcomes []tuneOutcome `json:"outcomes"`          // what Next may be answered with
}

type tried struct {
	Tune string `json:"tune"`
	tune.Heard
}

type tuneOutcome struct {
	What string `json:"what"`
	Left int    `json:"left"` // tunes that fit then
	odds.Fraction
}

// tuner answers about the castle's tune. What was played belongs to a person in a
// place.
type tuner struct{ kept Kept }

func (u tuner) command() *commands.Command {
	sub := func(name, summary string, params []*commands.Param, run func(context.Context, *commands.Call) (commands.Reply, error), aliases ...string) *commands.Command {
		return &commands.Command{
			Name: name, Aliases: aliases, Summary: summary, Params: params, Examples: []string{"tune " + name}, Run: run, Why: u.why,
		}
	}
	return &commands.Command{
		Name: "tune", Aliases: []string{"passtune", "mastermind"},
		Summary: "Find the tune of the castle's drawbridge: the best next guess",
		Params:  commands.Takes(played),
		RunName: "played",
		Subs: []*commands.Command{
			sub("new", "Start over, for another castle", commands.Takes(played), func(_ context.Context, c *commands.Call) (commands.Reply, error) { return u.add(c, nil) }, "reset", "restart"),
			sub("undo", "Take back the last try", nil, func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
				before := u.before(ctx, c)
				return u.tell(c, before[:max(0, len(before)-1)])
			}, "back"),
		},
		Examples: []string{"tune new", "tune AABBC 2 gears 1 tumbler", "tune"},

		Answers: true,
		Check: func(_ context.Context, c *commands.Call) error {
			_, err := tune.Read(played.In(c))
			return err
		},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) { return u.add(c, u.before(ctx, c)) },
		Why: u.why,
	}
}

// key returns the key under which the asker's tries are stored.
func (u tuner) key(c *commands.Call) string {
	return c.PlaceKey() + "\x00" + string(c.User) + "\x00tune"
}

// before returns what the asker has played so far.
func (u tuner) before(ctx context.Context, c *commands.Call) []tune.Tried {
	line, ok := u.kept.Last(ctx, u.key(c))
	if !ok {
		return nil
	}
	list, err := tune.Read(line.Line)
	if err != nil {
		return nil // kept by a version that wrote it otherwise
	}
	return list
}

// add adds what a call says to what was played before.
func (u tuner) add(c *commands.Call, before []tune.Tried) (commands.Reply, error) {
	more, err := tune.Read(played.In(c))
	if err != nil {
		return commands.Reply{}, err
	}
	return u.tell(c, tune.Add(before, more...))
}

// tell answers about tries, and keeps them where they make sense.
func (u tuner) tell(c *commands.Call, list []tune.Tried) (commands.Reply, error) {
	a, err := tune.Next(list)
	if err != nil {
		return commands.Reply{}, err
	}
	u.kept.Put(u.key(c), cache.Asked{Line: tune.Line(list)})
	r := commands.Reply{Summary: tuneSummary(list, a), Headline: a.Try.String(), Data: tuneData(list, a), Hints: []string{"tune " + a.Try.String() + " 2 gears 1 tumbler", "tune undo"}}
	if n := len(list); n > 0 && list[n-1].Opens() {
		r.Hints = []string{"tune new"}
	}
	r.Table = &commands.Table{Columns: []string{"heard", "chance", "left"}}
	for _, p := range a.Parts {
		r.Table.Rows = append(r.Table.Rows, []string{p.Heard.String(), wording.Share(float64(p.Tunes) / float64(a.Left)), fmt.Sprint(p.Tunes)})
	}
	r.Question = strings.TrimSpace("tune new " + tune.Line(list))
	r.Cite(c.Rules, rules.CiteTune)
	return r, nil
}

// tuneSummary returns the answer in a sentence or two.
func tuneSummary(list []tune.Tried, a *tune.Advice) string {
	n := len(list)
	switch {
	case n > 0 && list[n-1].Opens():
		return fmt.Sprintf("%s opens the drawbridge, found in %s.", a.Try, wording.Count(n, "try"))
	case a.Known:
		return fmt.Sprintf("The tune is %s: no other one fits what you heard.", a.Try)
	}
	out := fmt.Sprintf("Play %s next: %d tunes fit what you heard", a.Try, a.Left)
	if n == 0 {
		out = fmt.Sprintf("Play %s first: there are %d tunes", a.Try, a.Left)
	}
	if a.Left <= len(a.Some) {
		out += " (" + strings.Join(tunes(a.Some), ", ") + ")"
	}
	out += fmt.Sprintf(", and at most %d are left after it", a.Parts[0].Tunes)
	if a.Fits && a.Left <= 100 {
		out += fmt.Sprintf("; it is right %s of the time", wording.Share(1/float64(a.Left)))
	}
	switch {
	case a.AtMost > 1:
		out += fmt.Sprintf(". Follow my advice, and %d more tries are always enough.", a.AtMost)
	default:
		out += "."
	}
	return out
}

func tunes(list []tune.Tune) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = t.String()
	}
	return out
}

func tuneData(list []tune.Tried, a *tune.Advice) tuneAnswer {
	out := tuneAnswer{Left: a.Left, Next: a.Try.String(), Fits: a.Fits, Some: tunes(a.Some), Tries: []tried{}}
	if a.AtMost > 0 {
		out.AtMost = &a.AtMost
	}
	for _, t := range list {
		out.Tries = append(out.Tries, tried{t.Tune.String(), t.Heard})
	}
	for _, p := range a.Parts {
		out.Outcomes = append(out.Outcomes, tuneOutcome{p.Heard.String(), p.Tunes, odds.Of(int64(p.Tunes), int64(a.Left))})
	}
	return out
}

// why lists how many tunes each try left, and what the next one does.
func (u tuner) why(ctx context.Context, c *commands.Call) (*steps.Derivation, error) {
	list, err := tune.Read(played.In(c))
	if err != nil {
		return nil, err
	}
	d := steps.New(c.Rules)
	d.Work(rules.CiteTune, "tunes", fmt.Sprint(tune.Count), "%d^%d", tune.Notes, tune.Length)
	for i, t := range list {
		a, err := tune.Next(list[:i+1])
		if err != nil {
			return nil, err
		}
		d.Counted(rules.CiteTune, t.Tune.String(), fmt.Sprintf("%d left", a.Left), "those that answer %s so", t.Heard)
	}
	a, err := tune.Next(list)
	if err != nil {
		return nil, err
	}
	d.Counted(rules.CiteTune, a.Try.String(), fmt.Sprintf("%d left at most", a.Parts[0].Tunes), "%s may be heard", wording.Count(len(a.Parts), "answer"))
	return d, nil
}
