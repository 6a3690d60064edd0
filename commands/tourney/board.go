package tourney

import (
	"context"
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/storage/contest"
)

// boardRows is how many places a scoreboard shows.
const boardRows = 20

// Board returns a function that makes a tournament's scoreboard, to be kept on display.
func Board(book *contest.Book) func(context.Context, *contest.Tourney) (commands.Reply, error) {
	return (&room{book: book}).board
}

func (r *room) board(ctx context.Context, t *contest.Tourney) (commands.Reply, error) {
	now := r.book.Now()
	res, err := r.book.Standings(ctx, t)
	if err != nil {
		return commands.Reply{}, err
	}
	until, late, counted := moment(t.Show(t.Until)), moment(t.Show(t.Until+t.Grace)), moment(t.Show(now.Unix()))
	out := commands.Reply{Title: t.Name, Moments: []commands.Moment{until, late, counted}}
	switch t.Phase(now.Unix()) {
	case contest.On:
		out.Summary = "It ends " + until.Text + "."
		if t.Endless() {
			out.Summary = "It has no end."
		}
	case contest.Late:
		out.Summary = "It is over. Games that reach their logs by " + late.Text + " still count."
	case contest.Final:
		out.Summary = "These results are final."
	default:
		out.Summary = "It is over, but not final yet."
	}
	out.Summary += fmt.Sprintf(" %s; counted %s.", wording.Capital(t.Count()), counted.Text)
	if r.joinable(t) {
		out.Hints = []string{"join as ACCOUNT"}
	}
	table := &commands.Table{Columns: []string{"", "who", "points"}}
	if res.Pointless() {
		table.Columns[2] = "trophies"
	}
	for _, row := range res.Overall[:min(boardRows, len(res.Overall))] {
		table.Rows = append(table.Rows, []string{strconv.Itoa(row.Place), row.Name, worth(res, &row)})
	}
	if len(table.Rows) > 0 {
		out.Table = table
	}
	if left := len(res.Overall) - len(table.Rows); left > 0 {
		out.Summary += fmt.Sprintf(" The first %d of %d:", boardRows, len(res.Overall))
	}
	return out, nil
}

// boardSwitch switches a tournament's scoreboard on and off.
func (r *room) boardSwitch() *commands.Command {
	onoff := commands.NewChoice(commands.Param{Name: "board", Summary: "on or off", Choices: []string{"on", "off"}, Bare: true})
	name := r.tournament()
	return &commands.Command{
		Name: "board", Aliases: []string{"scoreboard"}, Summary: "Switch the pinned scoreboard of a tournament on or off", Rights: commands.Organiser,
		Params: commands.Takes(onoff, name), Examples: []string{"tourney board off"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err == nil {
				t, err = r.book.ShowBoard(ctx, asker.Actor(&c.Request), t.ID, onoff.In(c) != "off")
			}
			if err != nil {
				return commands.Reply{}, err
			}
			if t.Boardless {
				return commands.Reply{Summary: "The scoreboard of " + t.Name + " is no longer updated.", Hints: []string{"tourney board on"}}, nil
			}
			return commands.Reply{Summary: "The scoreboard of " + t.Name + " is kept up to date while it is on, where this network can pin messages.", Hints: []string{"tourney board off"}}, nil
		},
	}
}
