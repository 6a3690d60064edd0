package tourney

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/contest"
	"delphi/engine/problem"
	"delphi/engine/score"
)

// because returns the reason of a ruling.
func because() commands.Words {
	return commands.NewWords(commands.Param{Name: "because", Summary: "The reason, which the audit log and why show", Rest: true})
}

// desk returns the commands of a referee.
func (r *room) desk() []*commands.Command {
	return []*commands.Command{r.strike(), r.award(), r.disqualify(), r.undo()}
}

// rule records a ruling and announces it.
func (r *room) rule(ctx context.Context, c *commands.Call, t *contest.Tourney, who, why string, what contest.Ruling) (commands.Reply, error) {
	if what.Why = strings.TrimSpace(why); what.Why == "" {
		return commands.Reply{}, problem.New("Why? A ruling needs a reason.", c.Command.Examples...)
	}
	t, err := r.book.Rule(ctx, asker.Actor(&c.Request), t.ID, who, what)
	if err != nil {
		return commands.Reply{}, err
	}
	n := len(t.Rulings)
	name := who
	if i := slices.IndexFunc(t.Entrants, func(e contest.Entrant) bool { return e.Person == t.Rulings[n-1].Person }); i >= 0 {
		name = t.Entrants[i].Name
	}
	return commands.Reply{Summary: fmt.Sprintf("%s, ruling %d: %s.", t.Name, n, t.Rulings[n-1].Words(name)), Hints: []string{"tourney undo " + strconv.Itoa(n), "standings"}}, nil
}

func (r *room) strike() *commands.Command {
	who, name, why := r.entrant(oneWord), r.tournament(quoted), because()
	which := commands.NewWords(commands.Param{Name: "game", Summary: "Which of the games that count, 1 for the latest, or its id in the audit log", Bare: true, One: true})
	return &commands.Command{
		Name: "strike", Summary: "Strike one game of an entrant", Rights: commands.Organiser,
		Params: commands.Takes(name, who, which, why), Examples: []string{"tourney strike ann because a shared account", "tourney strike ann 2 because a bot played it"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			person := personOf(t, who.In(c))
			if person == "" {
				return commands.Reply{}, notEntered(t, who.In(c))
			}
			g, err := r.countedGame(ctx, t, person, who.In(c), which.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			out, err := r.rule(ctx, c, t, person, why.In(c), contest.Ruling{Kind: contest.Strike, Game: g.ID})
			if err == nil {
				out.Summary = strings.TrimSuffix(out.Summary, ".") + "; it was " + contest.Line(g) + "."
			}
			return out, err
		},
	}
}

// countedGame returns a game of an entrant that counts: the n-th latest, or the one of an ID.
func (r *room) countedGame(ctx context.Context, t *contest.Tourney, person, who, which string) (*score.Game, error) {
	res, err := r.book.Standings(ctx, t)
	if err != nil {
		return nil, err
	}
	var counted []*score.Game
	for _, v := range slices.Backward(res.Verdicts(person)) {
		if v.Counted {
			counted = append(counted, v.Game)
		}
	}
	if i := slices.IndexFunc(counted, func(g *score.Game) bool { return g.ID == which }); i >= 0 {
		return counted[i], nil
	}
	n := 1
	if which != "" {
		if n, err = strconv.Atoi(which); err != nil {
			n = 0
		}
	}
	if n < 1 || n > len(counted) {
		return nil, problem.New(fmt.Sprintf("%s has %s that can be struck; which one?", who, asker.Many(len(counted), "game")), "tourney strike ann 1 because REASON", "why")
	}
	return counted[n-1], nil
}

func (r *room) award() *commands.Command {
	who, name, why := r.entrant(oneWord), r.tournament(quoted), because()
	much := commands.NewWords(commands.Param{Name: "points", Summary: "How many, such as 5 or -2.5", Bare: true, One: true, Needed: true})
	return &commands.Command{
		Name: "points", Summary: "Add points to an entrant, or take some", Rights: commands.Organiser,
		Params: commands.Takes(name, who, much, why), Examples: []string{"tourney points ann 5 because the quiz", "tourney points ann -10 because two accounts"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			x, err := strconv.ParseFloat(strings.TrimPrefix(much.In(c), "+"), 64)
			if err != nil || x == 0 || x != x || x > 1e9 || x < -1e9 {
				return commands.Reply{}, problem.New(fmt.Sprintf("%q is not a number of points.", commands.Typed(much.In(c))), c.Command.Examples...)
			}
			var points score.Points
			if err := points.UnmarshalJSON([]byte(strconv.FormatFloat(x, 'f', -1, 64))); err != nil {
				return commands.Reply{}, err
			}
			rules, err := contest.RulesOf(t)
			if err != nil {
				return commands.Reply{}, err
			}
			if rules.Pointless() {
				return commands.Reply{}, problem.New("The rules of "+t.Name+" give no points: places and trophies are what counts.", "tourney strike ann because REASON")
			}
			return r.rule(ctx, c, t, who.In(c), why.In(c), contest.Ruling{Kind: contest.Award, Points: points})
		},
	}
}

func (r *room) disqualify() *commands.Command {
	who, name, why := r.entrant(oneWord), r.tournament(quoted), because()
	return &commands.Command{
		Name: "disqualify", Summary: "Disqualify an entrant, whose games then do not count", Rights: commands.Organiser,
		Params: commands.Takes(name, who, why), Examples: []string{"tourney disqualify ann because a bot played"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			return r.rule(ctx, c, t, who.In(c), why.In(c), contest.Ruling{Kind: contest.Disqualify})
		},
	}
}

func (r *room) undo() *commands.Command {
	name := r.tournament(quoted)
	which := commands.NewWords(commands.Param{Name: "ruling", Summary: "The ruling's number; without it they are listed", Bare: true, One: true})
	return &commands.Command{
		Name: "undo", Summary: "Take a referee's ruling back, or list them", Rights: commands.Organiser,
		Params: commands.Takes(name, which), Examples: []string{"tourney undo", "tourney undo 1"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			if which.In(c) == "" {
				return rulings(t), nil
			}
			n, _ := strconv.Atoi(which.In(c))
			if t, err = r.book.Undo(ctx, asker.Actor(&c.Request), t.ID, n); err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: fmt.Sprintf("Ruling %d of %s is undone.", n, t.Name), Hints: []string{"standings"}}, nil
		},
	}
}

// rulings lists the rulings of a tournament that are in force.
func rulings(t *contest.Tourney) commands.Reply {
	names := map[string]string{}
	for _, e := range t.Entrants {
		names[e.Person] = e.Name
	}
	var parts []string
	for i := range t.Rulings {
		if x := &t.Rulings[i]; x.Undone == "" {
			parts = append(parts, fmt.Sprintf("%d. %s", i+1, x.Words(names[x.Person])))
		}
	}
	if len(parts) == 0 {
		return commands.Reply{Summary: "No ruling holds in " + t.Name + "."}
	}
	list, _ := commands.List(parts, "; ", commands.LineBudget-len(t.Name)-4)
	return commands.Reply{Summary: t.Name + ": " + list + "."}
}
