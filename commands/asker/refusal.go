package asker

import (
	"context"
	"errors"
	"slices"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/seq"
	"delphi/storage/contest"
	"delphi/storage/contest/refusal"
)

// NewExample is the hint to make a tournament.
const NewExample = `tourney new "Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`

// plainHints holds what to type instead of what was refused, for reasons whose hints do
// not depend on the request.
var plainHints = map[refusal.Reason][]string{
	refusal.NoneHere:       {NewExample, "tourney list"},
	refusal.NoTournament:   {"tourney list all", NewExample},
	refusal.BadName:        {NewExample},
	refusal.BadTimes:       {NewExample},
	refusal.BadGrace:       {"grace 6h"},
	refusal.NotOrganiser:   {"tourney organiser"},
	refusal.Elsewhere:      {"tourney list"},
	refusal.NotOperator:    {"tourney organiser"},
	refusal.BadOrganiser:   {"tourney organiser add ACCOUNT"},
	refusal.StillOpen:      {"tourney freeze", "tourney cancel"},
	refusal.Meanwhile:      {"tourney freeze"},
	refusal.Unidentified:   {"/msg NickServ identify"},
	refusal.Over:           {"standings", "tourney list"},
	refusal.AccountTaken:   {"tourney entrants"},
	refusal.AccountKnown:   {"link"},
	refusal.TooMany:        {"tourney entrants"},
	refusal.NothingToProve: {"tourney entrants"},
	refusal.ManyClaims:     {"tourney entrants"},
	refusal.InPrivate:      {"tourney list all"},
	refusal.NotEntered:     {"join as ACCOUNT"},
	refusal.NoClans:        {"rules"},
	refusal.ClansFixed:     {"standings clan"},
	refusal.BadClan:        {"clan join Demigods"},
	refusal.ClanFull:       {"standings clan"},
	refusal.NoClan:         {"clan join Demigods"},
	refusal.NotFounder:     {"clan leave"},
	refusal.BadDraw:        {"draw order ann, bob, cid", "draw 2 of ann, bob, cid", "draw role"},
	refusal.DrawWaits:      {"draw reveal"},
	refusal.BadMove:        {"tourney entrants"},
	refusal.NoSuchClan:     {"standings clan"},
	refusal.NoRuling:       {"tourney undo"},
	refusal.NoDraw:         {"draw order ann, bob, cid"},
	refusal.NoWord:         {"draw reveal"},
	refusal.NeedsWords:     {"draw word WORD"},
	refusal.NeedsValue:     {"draw reveal VALUE"},
	refusal.BadCode:        {"link"},
	refusal.OwnSide:        {"link show"},
	refusal.NoAnswer:       {"link"},
}

// mostOptions is how many names a refusal offers.
const mostOptions = 4

// hints returns what to type instead of what a command was refused.
func hints(cmd *commands.Command, no *refusal.Refusal) []string {
	few := nearest(no.Named, no.Options)
	switch no.Reason {
	case refusal.NoTournament, refusal.Ambiguous:
		if len(few) > 0 {
			return tournaments(cmd, few)
		}
	case refusal.NoEntrant, refusal.ManyEntrants:
		return few
	case refusal.NameTaken:
		return []string{`"` + no.Named + ` 2"`}
	case refusal.BadProof:
		return wording.Prefixed("proof ", no.Options)
	case refusal.NoRules:
		return wording.Prefixed("rules ", few)
	case refusal.NothingToProve, refusal.ManyClaims:
		if len(few) > 0 {
			return wording.Prefixed("tourney confirm ", few)
		}
	case refusal.NickOnly:
		return []string{"tourney remove " + no.Named, "tourney clan " + no.Named + " CLAN"}
	case refusal.ClanClosed:
		return []string{"clan join " + no.Clan + " password WORD"}
	case refusal.NotOwn:
		return []string{"join as " + no.Account}
	case refusal.WrongState:
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
	out := seq.Map(x.Nearest(name, mostOptions, nil), func(e names.Near) string { return e.Name })
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
		return wording.Prefixed(cmd.Path()+" ", names)
	}
	return wording.Prefixed("in ", names)
}

// mended turns what contest refuses a command into a Problem; other errors stay
// as they are.
func mended(cmd *commands.Command, err error) error {
	var no *refusal.Refusal
	var said problem.Mendable
	if errors.As(err, &said) || !errors.As(err, &no) {
		return err
	}
	return &problem.Problem{Text: no.Text, Hints: hints(cmd, no), Err: err}
}

// Hints returns the hints of a refusal, or nil for any other error.
func Hints(cmd *commands.Command, err error) []string {
	var no *refusal.Refusal
	if !errors.As(err, &no) {
		return nil
	}
	return hints(cmd, no)
}

// Refused reports whether contest refused something for a reason.
func Refused(err error, why refusal.Reason) bool {
	var no *refusal.Refusal
	return errors.As(err, &no) && no.Reason == why
}

// Mend turns contest's refusals into Problems, in all commands and their Subs.
func Mend(list []*commands.Command) {
	for _, cmd := range list {
		if run := cmd.Run; run != nil {
			cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
				reply, err := run(ctx, c)
				return reply, mended(cmd, err)
			}
		}
		if check := cmd.Check; check != nil {
			cmd.Check = func(ctx context.Context, c *commands.Call) error { return mended(cmd, check(ctx, c)) }
		}
		if confirm := cmd.Confirm; confirm != nil {
			cmd.Confirm = func(ctx context.Context, c *commands.Call) (string, error) {
				does, err := confirm(ctx, c)
				return does, mended(cmd, err)
			}
		}
		Mend(cmd.Subs)
	}
}

// Tournament is the name of the parameter that names a tournament.
const Tournament = "tournament"
