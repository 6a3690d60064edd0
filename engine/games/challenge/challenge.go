package challenge

import (
	"slices"
	"strings"

	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
)

// Challenge is a hero to start and quit. Only the owner of an account can make
// that game appear in its log, so the game proves who owns the account.
type Challenge struct {
	Role, Race, Gender, Align string // codes
	From, Until               int64  // the game must begin and end within
	Account                   score.Account
}

// heroes lists what the unmodified game lets a player start as: role, races, genders
// and alignments (role.c, races[] and roles[]).
var heroes = []struct{ role, races, aligns string }{
	{"Arc", "Hum Dwa Gno", "Law Neu"}, {"Bar", "Hum Orc", "Neu Cha"}, {"Cav", "Hum Dwa Gno", "Law Neu"}, {"Hea", "Hum Gno", "Neu"},
	{"Kni", "Hum", "Law"}, {"Mon", "Hum", "Law Neu Cha"}, {"Pri", "Hum Elf", "Law Neu Cha"}, {"Rog", "Hum Orc", "Cha"},
	{"Ran", "Hum Elf Gno Orc", "Neu Cha"}, {"Sam", "Hum", "Law"}, {"Tou", "Hum", "Neu"}, {"Val", "Hum Dwa", "Law Neu"}, {"Wiz", "Hum Elf Gno Orc", "Neu Cha"},
}

// raceAligns holds the alignments of each race; humans have their role's.
var raceAligns = map[string]string{"Elf": "Cha", "Dwa": "Law", "Gno": "Neu", "Orc": "Cha", "Hum": "Law Neu Cha"}

// Heroes lists the combinations of role, race, gender and alignment that every
// version of the game lets a player start as: "Wiz Elf Fem Cha".
func Heroes() []string {
	var out []string
	for _, h := range heroes {
		for race := range strings.FieldsSeq(h.races) {
			for align := range strings.FieldsSeq(h.aligns) {
				if !strings.Contains(raceAligns[race], align) {
					continue
				}
				if h.role != "Val" {
					out = append(out, strings.Join([]string{h.role, race, "Mal", align}, " "))
				}
				out = append(out, strings.Join([]string{h.role, race, "Fem", align}, " "))
			}
		}
	}
	return out
}

// New picks a hero by pick, a random number, that is not taken: one who is asked
// of somebody else for the same account would prove it for both. It reports false if
// every hero is taken.
func New(account score.Account, pick uint64, from, until int64, taken func(hero string) bool) (Challenge, bool) {
	free := slices.DeleteFunc(Heroes(), taken)
	if len(free) == 0 {
		return Challenge{}, false
	}
	f := strings.Fields(free[pick%uint64(len(free))])
	return Challenge{Role: f[0], Race: f[1], Gender: f[2], Align: f[3], From: from, Until: until, Account: account}, true
}

// Words returns the hero's codes: "Wiz Elf Fem Cha".
func (c *Challenge) Words() string {
	return strings.Join([]string{c.Role, c.Race, c.Gender, c.Align}, " ")
}

// Met reports whether a game meets the challenge.
func (c *Challenge) Met(g *score.Game) bool {
	return c.Account.Owns(g) && g.Start >= c.From && g.End <= c.Until && g.Outcome == xlog.Quit && !g.Practice &&
		slices.Equal([]string{g.Role, g.Race, g.Gender0, g.Align0}, []string{c.Role, c.Race, c.Gender, c.Align})
}
