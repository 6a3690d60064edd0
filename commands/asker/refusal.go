package asker

import (
	"context"
	"errors"
	"slices"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/storage/contest"
)

// NewExample is the hint to make a tournament.
const NewExample = `tourney new "Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`

// plainHints holds what to type instead of what was refused, for reasons whose hints do
// not depend on the request.
var plainHints = map[contest.Reason][]string{
	contest.NoneHere:       {NewExample, "tourney list"},
	contest.NoTournament:   {"tourney list all", NewExample},
	contest.BadName:        {NewExample},
	contest.BadTimes:       {NewExample},
	contest.BadGrace:       {"grace 6h"},
	contest.NotOrganiser:   {"tourney organiser"},
	contest.Elsewhere:      {"tourney list"},
	contest.NotOperator:    {"tourney organiser"},
	contest.BadOrganiser:   {"tourney organiser add ACCOUNT"},
	contest.StillOpen:      {"tourney freeze", "tourney cancel"},
	contest.Meanwhile:      {"tourney freeze"},
	contest.Unidentified:   {"/msg NickServ identify"},
	contest.Over:           {"standings", "tourney list"},
	contest.AccountTaken:   {"tourney entrants"},
	contest.AccountKnown:   {"link"},
	contest.TooMany:        {"tourney entrants"},
	contest.NothingToProve: {"tourney entrants"},
	contest.ManyClaims:     {"tourney entrants"},
	contest.InPrivate:      {"tourney list all"},
	contest.NotEntered:     {"join as ACCOUNT"},
	contest.NoClans:        {"rules"},
	contest.ClansFixed:     {"standings clan"},
	contest.BadClan:        {"clan join Demigods"},
	contest.ClanFull:       {"standings clan"},
	contest.NoClan:         {"clan join Demigods"},
	contest.NotFounder:     {"clan leave"},
	contest.BadDraw:        {"draw order ann, bob, cid", "draw 2 of ann, bob, cid", "draw role"},
	contest.DrawWaits:      {"draw reveal"},
	contest.BadMove:        {"tourney entrants"},
	contest.NoSuchClan:     {"standings clan"},
	contest.NoRuling:       {"tourney undo"},
	contest.NoDraw:         {"draw order ann, bob, cid"},
	contest.NoWord:         {"draw reveal"},
	contest.NeedsWords:     {"draw word WORD"},
	contest.NeedsValue:     {"draw reveal VALUE"},
	contest.BadCode:        {"link"},
	contest.OwnSide:        {"link show"},
	contest.NoAnswer:       {"link"},
}

// mostOptions is how many names a refusal offers.
const mostOptions = 4

// hints returns what to type instead of what a command was refused.
func hints(cmd *commands.Command, no *contest.Refusal) []string {
	few := nearest(no.Named, no.Options)
	switch no.Reason {
	case contest.NoTournament, contest.Ambiguous:
		if len(few) > 0 {
			return tournaments(cmd, few)
		}
	case contest.NoEntrant, contest.ManyEntrants:
		return few
	case contest.NameTaken:
		return []string{`"` + no.Named + ` 2"`}
	case contest.BadProof:
		return commands.Prefixed("proof ", no.Options)
	case contest.NoRules:
		return commands.Prefixed("rules ", few)
	case contest.NothingToProve, contest.ManyClaims:
		if len(few) > 0 {
			return commands.Prefixed("tourney confirm ", few)
		}
	case contest.NickOnly:
		return []string{"tourney remove " + no.Named, "tourney clan " + no.Named + " CLAN"}
	case contest.ClanClosed:
		return []string{"clan join " + no.Clan + " password WORD"}
	case contest.NotOwn:
		return []string{"join as " + no.Account}
	case contest.WrongState:
		switch no.State {
		case contest.Frozen:
			return []string{"tourney reopen"}
		case contest.Cancelled:
			return []string{"tourney uncancel"}
		}
		return []string{"tourney"}
	}
	return plainHints[no.Reason]
}

// nearest returns the options to offer, those most like a name first.
func nearest(name string, options []string) []string {
	x := names.NewIndex()
	for _, o := range options {
		x.Add(&names.Entry{Name: o})
	}
	var out []string
	for _, e := range x.Nearest(name, mostOptions, nil) {
		out = append(out, e.Name)
	}
	for _, o := range options {
		if !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out[:min(mostOptions, len(out))]
}

// tournaments returns the lines, or their ends, that name each of some tournaments to
// a command.
func tournaments(cmd *commands.Command, names []string) []string {
	if len(cmd.Params) > 0 && cmd.Params[0].Name == Tournament && !cmd.Params[0].Quoted {
		return commands.Prefixed(cmd.Path()+" ", names)
	}
	return commands.Prefixed("in ", names)
}

// refusal turns what contest refuses a command into a Problem; other errors stay
// as they are.
func refusal(cmd *commands.Command, err error) error {
	var no *contest.Refusal
	var said problem.Mendable
	if errors.As(err, &said) || !errors.As(err, &no) {
		return err
	}
	return &problem.Problem{Text: no.Text, Hints: hints(cmd, no), Err: err}
}

// Hints returns the hints of a refusal, or nil for any other error.
func Hints(cmd *commands.Command, err error) []string {
	var no *contest.Refusal
	if !errors.As(err, &no) {
		return nil
	}
	return hints(cmd, no)
}

// Refused reports whether contest refused something for a reason.
func Refused(err error, why contest.Reason) bool {
	var no *contest.Refusal
	return errors.As(err, &no) && no.Reason == why
}

// Mend turns contest's refusals into Problems, in all commands and their Subs.
func Mend(list []*commands.Command) {
	for _, cmd := range list {
		if run := cmd.Run; run != nil {
			cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
				reply, err := run(ctx, c)
				return reply, refusal(cmd, err)
			}
		}
		if check := cmd.Check; check != nil {
			cmd.Check = func(ctx context.Context, c *commands.Call) error { return refusal(cmd, check(ctx, c)) }
		}
		if confirm := cmd.Confirm; confirm != nil {
			cmd.Confirm = func(ctx context.Context, c *commands.Call) (string, error) {
				does, err := confirm(ctx, c)
				return does, refusal(cmd, err)
			}
		}
		Mend(cmd.Subs)
	}
}

// Tournament is the name of the parameter that names a tournament.
const Tournament = "tournament"
