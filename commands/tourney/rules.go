package tourney

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/score"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/seq"
	"delphi/storage/contest/refusal"
)

func (r *room) rules() *commands.Command {
	name := r.tournament(func(p *commands.Param) {
		p.Summary = "A tournament or built-in rules, if not the ones here"
		p.Complete = func(set *rules.Set, typed string, most int) []string {
			out := r.completeRules(set, typed, most)
			return append(out, r.completeTournament(set, typed, most-len(out))...)
		}
	})
	return &commands.Command{
		Name: "rules", ReadOnly: true, Summary: "Explain what counts in this channel's tournament",
		Params: commands.Takes(name), Examples: []string{"rules", "rules dash", "rules league"},

		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			said := name.In(c)
			text, ok := r.book.Templates[strings.ToLower(said)]
			title, id := strings.ToLower(said), strings.ToLower(said)
			if !ok {
				t, err := r.look(ctx, &c.Request, said)
				if asker.Refused(err, refusal.NoTournament) || asker.Refused(err, refusal.NoneHere) {
					hints := append(wording.Prefixed("rules ", r.book.Suggested()), asker.Hints(c.Command, err)...)
					return commands.Reply{}, &problem.Problem{Text: err.Error(), Hints: hints, Err: err}
				}
				if err != nil {
					return commands.Reply{}, err
				}
				text, title, id = []byte(t.Template), t.Name, t.ID
			}
			out, err := explain(title, text)
			out.Question = c.Changed(name, func(v *commands.Value) { v.Text = id })
			return out, err
		},
	}
}

// explain says rules in words.
func explain(title string, text []byte) (commands.Reply, error) {
	parsed, err := score.ParseRules(text)
	if err != nil {
		return commands.Reply{}, &problem.Problem{Text: "I can't read these rules: " + err.Error(), Err: err}
	}
	words := parsed.Words()
	categories := seq.Map(parsed.Category, func(c score.Category) string { return c.Title })
	for _, b := range parsed.Leaderboard {
		categories = append(categories, b.Title)
	}
	what, _ := wording.List(categories, ", ", 150)
	out := commands.Reply{
		Summary: fmt.Sprintf("%s (%s): %s. %s", title, parsed.Title, what, strings.Join(words[:3], " ")),
		Hints:   []string{"more"}, Data: words,
	}
	for i, w := range words {
		out.Field(strconv.Itoa(i+1), "%s", w)
	}
	return out, nil
}
