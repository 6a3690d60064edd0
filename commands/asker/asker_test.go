package asker

import (
	"errors"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/engine/problem"
	"delphi/storage/contest"
)

func TestReadWho(t *testing.T) {
	irc, discord := &commands.Request{User: "alice"}, &commands.Request{User: "12345"}
	for _, tt := range []struct {
		req        *commands.Request
		word, want string // want: empty: refused
	}{
		{irc, "bob", "bob"}, {irc, "Bob_2", "Bob_2"}, {irc, "12345", "12345"},
		{irc, "~bob", ""}, {irc, "@bob", ""}, {irc, "#nethack", ""}, {irc, "*!*@host", ""}, {irc, strings.Repeat("x", 65), ""},
		{discord, "<@77>", "77"}, {discord, "<@!77>", "77"}, {discord, "<@&88>", "role:88"}, {discord, "role:88", "role:88"}, {discord, "77", "77"},
		{discord, "bob", ""}, {discord, "@bob", ""}, {discord, "<#5>", ""}, {discord, "role:mods", ""}, {irc, "role:mods", ""},
	} {
		got, err := ReadWho(tt.req, tt.word, "whois")
		var mend problem.Mendable
		if got != tt.want || (err != nil) != (tt.want == "") || err != nil && (!errors.As(err, &mend) || len(mend.Instead()) == 0) {
			t.Errorf("%s of %s: %q, %v, want %q", tt.word, tt.req.User, got, err, tt.want)
		}
	}
}

// TestRefusalsHaveHints: whatever contest refuses is answered with what to do
// instead, in the room's own words.
func TestRefusalsHaveHints(t *testing.T) {
	for _, why := range []contest.Reason{
		contest.NoTournament, contest.NoneHere, contest.Ambiguous, contest.NotOrganiser, contest.Elsewhere, contest.NotOperator, contest.InPrivate,
		contest.BadOrganiser, contest.BadName, contest.NameTaken, contest.BadTimes, contest.BadGrace, contest.BadProof, contest.NoRules, contest.WrongState,
		contest.StillOpen, contest.Meanwhile, contest.Unidentified, contest.Over, contest.AccountTaken, contest.AccountKnown, contest.TooMany,
		contest.NothingToProve, contest.ManyClaims, contest.NotEntered, contest.NoEntrant, contest.ManyEntrants, contest.NickOnly, contest.NoClans,
		contest.ClansFixed, contest.BadClan, contest.ClanFull, contest.ClanClosed, contest.NoClan, contest.NotFounder, contest.BadDraw, contest.DrawWaits,
		contest.NoDraw, contest.BadCode, contest.OwnSide, contest.NoAnswer, contest.NotOwn, contest.BadMove, contest.NoSuchClan, contest.NoRuling, contest.NoWord, contest.NeedsWords, contest.NeedsValue,
	} {
		for _, options := range [][]string{nil, {"one", "two", "three", "four", "five"}} {
			no := &contest.Refusal{Reason: why, Text: "No.", Named: "name", Account: "ann", Clan: "Oracles", Options: options}
			var p *problem.Problem
			if err := refusal(&commands.Command{Name: "tourney"}, no); !errors.As(err, &p) || p.Text != "No." || !errors.Is(err, no) {
				t.Fatalf("%s: %v", why, err)
			}
			for _, h := range p.Hints {
				if h == "" || strings.HasSuffix(h, " ") {
					t.Errorf("%s: the hint %q", why, h)
				}
			}
			if needs := why != contest.Ambiguous && why != contest.NoEntrant && why != contest.ManyEntrants && why != contest.BadProof && why != contest.NoRules; len(p.Hints) == 0 && (needs || options != nil) {
				t.Errorf("%s, %d options: no hint", why, len(options))
			}
		}
	}
	if other := errors.New("disk full"); refusal(nil, other) != other || refusal(nil, nil) != nil {
		t.Error("other errors are changed")
	}
}
