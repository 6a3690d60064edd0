package asker

import (
	"errors"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/engine/problem"
	"delphi/storage/contest/refusal"
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
	for _, why := range []refusal.Reason{
		refusal.NoTournament, refusal.NoneHere, refusal.Ambiguous, refusal.NotOrganiser, refusal.Elsewhere, refusal.NotOperator, refusal.InPrivate,
		refusal.BadOrganiser, refusal.BadName, refusal.NameTaken, refusal.BadTimes, refusal.BadGrace, refusal.BadProof, refusal.NoRules, refusal.WrongState,
		refusal.StillOpen, refusal.Meanwhile, refusal.Unidentified, refusal.Over, refusal.AccountTaken, refusal.AccountKnown, refusal.TooMany,
		refusal.NothingToProve, refusal.ManyClaims, refusal.NotEntered, refusal.NoEntrant, refusal.ManyEntrants, refusal.NickOnly, refusal.NoClans,
		refusal.ClansFixed, refusal.BadClan, refusal.ClanFull, refusal.ClanClosed, refusal.NoClan, refusal.NotFounder, refusal.BadDraw, refusal.DrawWaits,
		refusal.NoDraw, refusal.BadCode, refusal.OwnSide, refusal.NoAnswer, refusal.NotOwn, refusal.BadMove, refusal.NoSuchClan, refusal.NoRuling, refusal.NoWord, refusal.NeedsWords, refusal.NeedsValue,
	} {
		for _, options := range [][]string{nil, {"one", "two", "three", "four", "five"}} {
			no := &refusal.Refusal{Reason: why, Text: "No.", Named: "name", Account: "ann", Clan: "Oracles", Options: options}
			var p *problem.Problem
			if err := mended(&commands.Command{Name: "tourney"}, no); !errors.As(err, &p) || p.Text != "No." || !errors.Is(err, no) {
				t.Fatalf("%s: %v", why, err)
			}
			for _, h := range p.Hints {
				if h == "" || strings.HasSuffix(h, " ") {
					t.Errorf("%s: the hint %q", why, h)
				}
			}
			if needs := why != refusal.Ambiguous && why != refusal.NoEntrant && why != refusal.ManyEntrants && why != refusal.BadProof && why != refusal.NoRules; len(p.Hints) == 0 && (needs || options != nil) {
				t.Errorf("%s, %d options: no hint", why, len(options))
			}
		}
	}
	if other := errors.New("disk full"); mended(nil, other) != other || mended(nil, nil) != nil {
		t.Error("other errors are changed")
	}
}
