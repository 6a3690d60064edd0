package tourney

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/score"
	"delphi/engine/problem"
	"delphi/engine/timespan"
	"delphi/storage/contest"
	"delphi/storage/contest/audit"
)

// because returns the reason of a ruling.
func because() commands.Words {
	return commands.NewWords(commands.Param{Name: "because", Summary: "The reason, which the audit log and why show", Rest: true})
}

// desk returns the commands of a referee.
func (r *room) desk() []*commands.Command {
	return []*commands.Command{
		r.ruleOnGame(contest.Strike, "Strike one game of an entrant", "a shared account", "a bot played it"),
		r.ruleOnGame(contest.Hold, "Hold one game of an entrant until you have looked at it", "its times look odd", "I want to see its recording"),
		r.moveGame(), r.award(), r.disqualify(), r.rename(), r.extend(), r.undo(),
	}
}

// rule records a ruling and says so.
func (r *room) rule(ctx context.Context, c *commands.Call, t *contest.Tourney, who, why string, what contest.Ruling) (commands.Reply, error) {
	if what.Why = strings.TrimPrefix(strings.TrimSpace(why), "of "); what.Why == "" { // "because of a typo"
		return commands.Reply{}, problem.New("Why? A ruling needs a reason.", c.Command.Examples...)
	}
	t, err := r.book.Rule(ctx, asker.Actor(&c.Request), t.ID, who, what)
	if err != nil {
		return commands.Reply{}, err
	}
	n := len(t.Rulings)
	return commands.Reply{Summary: fmt.Sprintf("%s, ruling %d: %s.", t.Name, n, t.Rulings[n-1].Words(t.Called())), Hints: []string{"tourney undo " + strconv.Itoa(n), "standings"}}, nil
}

// gameParams holds the parameters that name a game of an entrant.
type gameParams struct {
	who, which, name, why commands.Words
}

func (r *room) gameParams() *gameParams {
	return &gameParams{
		who: r.entrant(oneWord), name: r.tournament(quoted), why: because(),
		which: commands.NewWords(commands.Param{Name: "game", Summary: "Which of their games that count or are held, 1 for the latest, or its id in the audit log", Bare: true, One: true}),
	}
}

// of returns the tournament, the person and the game that a call names.
func (x *gameParams) of(ctx context.Context, r *room, c *commands.Call) (*contest.Tourney, string, *score.Game, error) {
	t, err := r.find(ctx, &c.Request, x.name.In(c))
	if err == nil {
		err = r.book.MayChange(ctx, asker.Actor(&c.Request), t)
	}
	if err != nil {
		return nil, "", nil, err
	}
	person := personOf(t, x.who.In(c))
	if person == "" {
		return nil, "", nil, notEntered(t, x.who.In(c))
	}
	g, err := r.gameOf(ctx, t, c, person, x.who.In(c), x.which.In(c))
	return t, person, g, err
}

// ruleOnGame returns the command of a kind of ruling on a game alone.
func (r *room) ruleOnGame(kind, summary, reason, other string) *commands.Command {
	x := r.gameParams()
	return &commands.Command{
		Name: kind, Summary: summary, Rights: commands.Organiser,
		Params: commands.Takes(x.name, x.who, x.which, x.why), Examples: []string{"tourney " + kind + " ann because " + reason, "tourney " + kind + " ann 2 because " + other},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, person, g, err := x.of(ctx, r, c)
			if err != nil {
				return commands.Reply{}, err
			}
			return r.ruledOn(ctx, c, t, person, x.why.In(c), g, contest.Ruling{Kind: kind})
		},
	}
}

// ruledOn records a ruling on a game, and names the game.
func (r *room) ruledOn(ctx context.Context, c *commands.Call, t *contest.Tourney, person, why string, g *score.Game, what contest.Ruling) (commands.Reply, error) {
	what.Game, what.Same = g.ID, score.Same(g)
	out, err := r.rule(ctx, c, t, person, why, what)
	if err == nil {
		out.Summary = strings.TrimSuffix(out.Summary, ".") + "; it was " + audit.Line(g) + "."
	}
	return out, err
}

// moveGame gives a game of an entrant to another.
func (r *room) moveGame() *commands.Command {
	x := r.gameParams()
	to := commands.NewWords(commands.Param{Name: "to", Summary: "The entrant whose game it is", Words: []string{"for"}, One: true, Needed: true, Complete: r.completeEntrant})
	return &commands.Command{
		Name: contest.Move, Summary: "Count one game of an entrant for another", Rights: commands.Organiser,
		Params: commands.Takes(x.name, x.who, x.which, to, x.why), Examples: []string{"tourney move ann to alice because alice played on her account", "tourney move ann 2 to alice because alice played on her account"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, person, g, err := x.of(ctx, r, c)
			if err != nil {
				return commands.Reply{}, err
			}
			return r.ruledOn(ctx, c, t, person, x.why.In(c), g, contest.Ruling{Kind: contest.Move, To: to.In(c)})
		},
	}
}

// inQuotes returns a name as a line has it: in quotation marks if it has blanks.
func inQuotes(name string) string {
	if strings.Contains(name, " ") {
		return `"` + name + `"`
	}
	return name
}

// gameOf returns a game of an entrant that counts or is held: the n-th latest, or the one
// of an ID.
func (r *room) gameOf(ctx context.Context, t *contest.Tourney, c *commands.Call, person, who, which string) (*score.Game, error) {
	res, err := r.book.Standings(ctx, t)
	if err != nil {
		return nil, err
	}
	var games []*score.Game
	for _, v := range slices.Backward(res.Verdicts(person)) {
		if v.Counted || t.Holds(v.Game) {
			games = append(games, v.Game)
		}
	}
	if i := slices.IndexFunc(games, func(g *score.Game) bool { return g.ID == which }); i >= 0 {
		return games[i], nil
	}
	n := 1
	if which != "" {
		if n, err = strconv.Atoi(which); err != nil {
			n = 0
		}
	}
	switch {
	case len(games) == 0:
		return nil, problem.New(fmt.Sprintf("%s has no game that counts.", who), "standings", "tourney entrants")
	case n < 1 || n > len(games):
		return nil, problem.New(fmt.Sprintf("%s has %s to choose from; which one?", who, asker.Many(len(games), "game")), c.Command.Path()+" "+inQuotes(who)+" 1 because REASON")
	}
	return games[n-1], nil
}

func (r *room) award() *commands.Command {
	who, name, why := r.entrant(oneWord), r.tournament(quoted), because()
	much := commands.NewWords(commands.Param{Name: "points", Summary: "How many, such as 5 or -2.5", Bare: true, One: true, Needed: true})
	return &commands.Command{
		Name: "points", Summary: "Give an entrant points, or take some away", Rights: commands.Organiser,
		Params: commands.Takes(name, who, much, why), Examples: []string{"tourney points ann 5 because the quiz", "tourney points ann -10 because two accounts"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			x, err := strconv.ParseFloat(strings.TrimPrefix(much.In(c), "+"), 64)
			if err != nil || x == 0 || x != x || x > 1e9 || x < -1e9 {
				return commands.Reply{}, problem.New(fmt.Sprintf("%q is not a number of points.", wording.Typed(much.In(c))), c.Command.Examples...)
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
				return commands.Reply{}, problem.New("The rules of "+t.Name+" give no points: only places and trophies count.", "tourney strike ann because REASON")
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
	which := commands.NewWords(commands.Param{Name: "ruling", Summary: "The ruling's number; leave it out to list them", Bare: true, One: true})
	return &commands.Command{
		Name: "undo", Summary: "Undo a referee's ruling, or list the rulings", Rights: commands.Organiser,
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

// rename gives the tournament, an entrant or a clan another name.
func (r *room) rename() *commands.Command {
	to := func() commands.Words {
		return commands.NewWords(commands.Param{Name: "to", Summary: "The new name", Words: []string{"as"}, Needed: true})
	}
	cmd := &commands.Command{
		Name: contest.Rename, Summary: "Give the tournament, an entrant or a clan another name", Rights: commands.Organiser,
		Examples: []string{`tourney rename tournament to "Winter Dash" because it is winter`, "tourney rename entrant ann to annie because she asked"},
	}
	for _, what := range []string{contest.TheTourney, contest.AnEntrant, contest.AClan} {
		is, name, why := to(), r.tournament(quoted), because()
		who := r.entrant(oneWord)
		sub := &commands.Command{Name: what, Rights: commands.Organiser, Summary: "Give an entrant another name", Params: commands.Takes(name, who, is, why), Examples: cmd.Examples[1:]}
		switch what {
		case contest.TheTourney:
			sub.Summary, sub.Params, sub.Examples = "Give the tournament another name", commands.Takes(name, is, why), cmd.Examples[:1]
		case contest.AClan:
			who = commands.NewWords(commands.Param{Name: "clan", Summary: "The clan's name", Bare: true, Needed: true})
			sub.Summary, sub.Params, sub.Examples = "Give a clan another name", commands.Takes(name, who, is, why), []string{"tourney rename clan Demigods to Gods because they asked"}
		}
		sub.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			x := contest.Ruling{Kind: contest.Rename, What: what, Is: strings.Trim(is.In(c), "\" ")}
			entrant := ""
			switch what {
			case contest.AnEntrant:
				entrant = who.In(c)
			case contest.AClan:
				x.Was = who.In(c)
			}
			return r.rule(ctx, c, t, entrant, why.In(c), x)
		}
		cmd.Subs = append(cmd.Subs, sub)
	}
	return cmd
}

// extend makes a tournament end later.
func (r *room) extend() *commands.Command {
	by := commands.NewWords(commands.Param{Name: "by", Summary: "By how much: 2h, 1d", Bare: true, One: true})
	to := commands.NewWords(commands.Param{Name: "to", Summary: "Or the new end: sun 20:00", Words: []string{"until"}, Opens: relative})
	name, why := r.tournament(quoted), because()
	return &commands.Command{
		Name: contest.Extend, Summary: "Make a tournament end later", Rights: commands.Organiser,
		Params: commands.Takes(name, by, to, why), Examples: []string{"tourney extend 2h because the server was down"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			later, err := r.later(c, t, by.In(c), to)
			if err != nil {
				return commands.Reply{}, err
			}
			out, err := r.rule(ctx, c, t, "", why.In(c), contest.Ruling{Kind: contest.Extend, Later: later})
			if err != nil {
				return out, err
			}
			until := moment(t.Show(t.Until + later))
			out.Summary, out.Moments = strings.TrimSuffix(out.Summary, ".")+"; its end is now "+until.Text+".", []commands.Moment{until}
			return out, nil
		},
	}
}

// later returns by how many seconds a call extends a tournament.
func (r *room) later(c *commands.Call, t *contest.Tourney, by string, to commands.Words) (int64, error) {
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		return 0, err
	}
	if t.Endless() {
		return 0, problem.New(t.Name+" has no end. To give it one, edit it.", "tourney edit to sun 18:00")
	}
	at, said, err := readTime(c, to, time.Unix(t.Until, 0).In(zone))
	switch {
	case err != nil:
		return 0, err
	case said && at > t.Until:
		return at - t.Until, nil
	case said:
		return 0, problem.New("That is not later than its end. To end it earlier, edit it.", "tourney edit to "+to.In(c))
	case by == "":
		return 0, problem.New("By how much?", c.Command.Examples...)
	}
	d, err := timespan.Parse(by)
	return int64(d / time.Second), err
}

// rulings lists the rulings of a tournament that are in force.
func rulings(t *contest.Tourney) commands.Reply {
	called := t.Called()
	var parts []string
	for i := range t.Rulings {
		if x := &t.Rulings[i]; x.Undone == "" {
			parts = append(parts, fmt.Sprintf("%d. %s", i+1, x.Words(called)))
		}
	}
	if len(parts) == 0 {
		return commands.Reply{Summary: "No ruling is in force in " + t.Name + "."}
	}
	list, _ := wording.List(parts, "; ", commands.LineBudget-len(t.Name)-4)
	return commands.Reply{Summary: t.Name + ": " + list + "."}
}
