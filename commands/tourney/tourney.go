package tourney

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/engine/seq"
	"delphi/storage/contest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/refusal"
)

func (r *room) tourney() *commands.Command {
	name := r.tournament()
	cmd := &commands.Command{
		Name:    "tourney",
		Fillers: "status", ReadOnly: true, Aliases: []string{"tournament"},
		Summary: "Show this channel's tournament, or run one",
		Params:  commands.Takes(name),
		RunName: "show",

		Examples: []string{"tourney"},
	}
	cmd.Subs = append(cmd.Subs, r.list(), r.entrants(), r.create(), r.edit())
	cmd.Subs = append(cmd.Subs, r.turns()...)
	cmd.Subs = append(cmd.Subs, r.publish(), r.boardSwitch())
	cmd.Subs = append(cmd.Subs, r.confirm(), r.enter(), r.remove(), r.moveClan())
	cmd.Subs = append(cmd.Subs, r.desk()...)
	cmd.Subs = append(cmd.Subs, r.zone(), r.organiser())
	cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
		t, err := r.look(ctx, &c.Request, name.In(c))
		if asker.Refused(err, refusal.NoTournament) { // or a Sub's name, misspelt
			word, _ := wording.CutWord(name.In(c))
			return commands.Reply{}, &problem.Problem{Text: err.Error(), Hints: slices.Concat(beside(word), commands.Like(word, cmd.Subs), asker.Hints(cmd, err), []string{"help tourney"}), Err: err}
		}
		if err != nil {
			return commands.Reply{}, err
		}
		return r.show(t), nil
	}
	return cmd
}

// beside returns the sibling command that the word after this one means: "tourney
// standings".
func beside(word string) []string {
	if slices.Contains([]string{"standings", "rules", "join", "leave"}, word) {
		return []string{word}
	}
	return nil
}

// state returns how a tournament stands now, in words, and a time that they name.
func (r *room) state(t *contest.Tourney) (words string, moments []commands.Moment) {
	switch t.Phase(r.book.Now().Unix()) {
	case contest.Final:
		return "over, final", nil
	case contest.Late:
		until := moment(t.Show(t.Until + t.Grace))
		return "over, late results until " + until.Text, []commands.Moment{until}
	case contest.Unsettled:
		return "over, not final yet", nil
	case contest.On:
		return "on", nil
	}
	return t.State, nil
}

// joinable reports whether anybody may still join a tournament.
func (r *room) joinable(t *contest.Tourney) bool { return t.Joinable(r.book.Now().Unix()) }

// proofs says how accounts are proved.
var proofs = map[string]string{
	people.ProofNone:      "accounts are taken at their word",
	people.ProofOrganiser: "an organiser confirms accounts",
	people.ProofChallenge: "accounts are proved by a challenge",
}

func (r *room) show(t *contest.Tourney) commands.Reply {
	from, until, late := moment(t.Show(t.From)), moment(t.Show(t.Until)), moment(t.Show(t.Until+t.Grace))
	state, moments := r.state(t)
	hints := []string{"join as ACCOUNT", "rules", "standings"}
	if !r.joinable(t) {
		hints = []string{"standings", "rules"}
	}
	end := "to " + until.Text
	if t.Endless() {
		end = "without an end"
	}
	out := commands.Reply{
		Title:    t.Name,
		FieldsDo: true,
		Summary:  fmt.Sprintf("%s (%s): from %s %s, rules %s, %s; %s.", t.Name, state, from.Text, end, t.Rules, t.Count(), proofs[t.Proof]),
		Moments:  append(moments, from, until, late),
		Hints:    hints,
		Data:     map[string]any{"id": t.ID, "name": t.Name, "state": t.State, "from": t.From, "until": t.Until, "zone": t.Zone, "rules": t.Rules, "proof": t.Proof, "entrants": len(t.Entrants)},
	}
	out.Field("state", "%s", state)
	out.Field("from", "%s", from.Text)
	out.Field("to", "%s", until.Text)
	out.Field("zone", "%s", t.Zone)
	out.Field("rules", "%s", t.Rules)
	out.Field("entrants", "%s", t.Count())
	out.Field("proof", "%s", proofs[t.Proof])
	if t.Endless() {
		out.Data.(map[string]any)["until"] = nil
	} else {
		out.Field("late results until", "%s", late.Text)
	}
	return out
}

// listShown is how many tournaments the sentence of a list names.
const listShown = 4

func (r *room) list() *commands.Command {
	return &commands.Command{
		Name: "list", ReadOnly: true, Summary: "List this channel's tournaments", Examples: []string{"tourney list", "tourney list all"},
		RunName: "here",
		Subs: []*commands.Command{{
			Name: "all", Aliases: []string{"everywhere"}, Summary: "List the tournaments of all channels", Examples: []string{"tourney list all"},
			Run: func(ctx context.Context, _ *commands.Call) (commands.Reply, error) {
				all, err := r.book.All(ctx)
				if err != nil {
					return commands.Reply{}, err
				}
				return r.tableOf(all, func(t *contest.Tourney) string { return t.ID }), nil
			},
		}},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			all, err := r.book.All(ctx)
			if err != nil {
				return commands.Reply{}, err
			}
			here := seq.Filter(all, func(t *contest.Tourney) bool { return slices.Contains(asker.Places(&c.Request), t.Place) })
			out := r.tableOf(here, func(t *contest.Tourney) string { return t.Name })
			switch others := len(all) - len(here); {
			case others > 0 && len(here) == 0:
				out.Summary, out.Hints = "There is no tournament in this channel.", []string{"tourney list all", asker.NewExample}
			case others > 0:
				out.Hints = []string{"tourney list all"}
			}
			return out, nil
		},
	}
}

// tableOf lists tournaments by what each is called.
func (r *room) tableOf(all []*contest.Tourney, called func(*contest.Tourney) string) commands.Reply {
	if len(all) == 0 {
		return commands.Reply{Summary: "There is no tournament yet.", Hints: []string{asker.NewExample}}
	}
	out := commands.Reply{Table: &commands.Table{Columns: []string{"name", "state", "from", "to", "entrants"}}}
	var parts []string
	for _, t := range all {
		from, until := moment(t.Show(t.From)), moment(t.Show(t.Until))
		state := t.State
		if words, _ := r.state(t); state == contest.Open {
			state, _, _ = strings.Cut(words, ",")
		}
		out.Table.Rows = append(out.Table.Rows, []string{called(t), state, from.Text, until.Text, strconv.Itoa(len(t.Entrants))})
		parts = append(parts, fmt.Sprintf("%s (%s, from %s)", called(t), state, from.Text))
		out.Moments = append(out.Moments, from, until)
	}
	shown := min(listShown, len(parts))
	out.Summary = strings.Join(parts[:shown], "; ") + wording.AndMore(len(parts)-shown) + "."
	return out
}

func (r *room) entrants() *commands.Command {
	name := r.tournament()
	return &commands.Command{
		Name: "entrants", ReadOnly: true, Summary: "List who is taking part, and with which accounts",

		Params: commands.Takes(name), Examples: []string{"tourney entrants"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.look(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			if len(t.Entrants) == 0 && !r.joinable(t) {
				return commands.Reply{Summary: "Nobody took part in " + t.Name + ".", Hints: []string{"tourney list"}}, nil
			}
			if len(t.Entrants) == 0 {
				return commands.Reply{Summary: "Nobody has joined " + t.Name + " yet.", Hints: []string{"join as ACCOUNT"}}, nil
			}
			table := &commands.Table{Columns: []string{"entrant", "accounts", "clan"}}
			var parts []string
			for _, e := range t.Entrants {
				accounts := accountsOf(&e)
				table.Rows = append(table.Rows, []string{e.Name, accounts, e.Clan})
				parts = append(parts, e.Name+" as "+accounts)
			}
			before := fmt.Sprintf("%d in %s: ", len(parts), t.Name)
			list, _ := wording.List(parts, "; ", commands.LineBudget-len(before))
			return commands.Reply{Summary: before + list + ".", Table: table}, nil
		},
	}
}

// accountsOf lists the accounts of an entrant.
func accountsOf(e *contest.Entrant) string {
	if len(e.Accounts) == 0 {
		return "(no account)"
	}
	accounts := make([]string, len(e.Accounts))
	for i, a := range e.Accounts {
		accounts[i] = a.String()
		if a.Proved == "" {
			accounts[i] += " (not proved)"
		}
	}
	return strings.Join(accounts, ", ")
}
