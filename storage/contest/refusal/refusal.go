package refusal

import "fmt"

// Reason says why something was refused.
type Reason string

// The reasons of a Refusal, and which of its fields each sets besides Text.
const (
	NoTournament   Reason = "no such tournament"            // Named; Options: names there are
	NoneHere       Reason = "no tournament here"            //
	Ambiguous      Reason = "ambiguous name"                // Named; Options: ids
	NotOrganiser   Reason = "not an organiser"              // Tourney, where one is meant
	Elsewhere      Reason = "another place's tournament"    // Tourney
	NotOperator    Reason = "not an operator"               //
	InPrivate      Reason = "in private"                    //
	BadOrganiser   Reason = "not an organiser's name"       // Named
	BadName        Reason = "not a tournament's name"       // Named
	NameTaken      Reason = "name taken"                    // Named
	BadTimes       Reason = "impossible times"              //
	BadGrace       Reason = "impossible grace time"         //
	BadProof       Reason = "no such proof"                 // Named; Options: proofs
	NoRules        Reason = "no such rules"                 // Named; Options: names of rules
	WrongState     Reason = "wrong state"                   // Tourney, State
	StillOpen      Reason = "still open"                    // Tourney
	Meanwhile      Reason = "changed meanwhile"             // Tourney
	Unidentified   Reason = "not identified"                //
	Over           Reason = "over"                          // Tourney
	AccountTaken   Reason = "account of another entrant"    // Tourney, Account, Named: the entrant
	AccountKnown   Reason = "account of somebody else"      // Account
	TooMany        Reason = "too many accounts"             // Tourney
	NothingToProve Reason = "no claim to confirm"           // Named; Options: open claims, "ACCOUNT for ENTRANT"
	ManyClaims     Reason = "several claims"                // Account; Options: as above
	NotEntered     Reason = "not entered"                   // Tourney
	NoEntrant      Reason = "no such entrant"               // Tourney, Named; Options: names
	ManyEntrants   Reason = "several entrants of that name" // Tourney, Named; Options: persons
	NickOnly       Reason = "known by nick only"            // Tourney, Named: the entrant
	NoClans        Reason = "no clans"                      // Tourney
	ClansFixed     Reason = "clans are fixed"               // Tourney
	BadClan        Reason = "not a clan's name"             //
	ClanFull       Reason = "clan full"                     // Clan
	ClanClosed     Reason = "neither invited nor password"  // Clan, Named: its founder
	NoClan         Reason = "in no clan"                    // Tourney
	NotFounder     Reason = "not the founder"               // Clan, Named: its founder
	BadDraw        Reason = "nothing to draw"               //
	DrawWaits      Reason = "a draw waits"                  //
	NoRuling       Reason = "no such ruling"                // Tourney
	BadMove        Reason = "whose game it is already"      // Tourney
	NoSuchClan     Reason = "no such clan"                  // Tourney, Named
	NoDraw         Reason = "no draw"                       //
	NoWord         Reason = "no word to mix in"             //
	NeedsWords     Reason = "a draw waits for words"        //
	NeedsValue     Reason = "a draw waits for a value"      //
	BadCode        Reason = "no such code"                  //
	OwnSide        Reason = "own side of a link"            //
	NoAnswer       Reason = "no answer to a link"           //
	NotOwn         Reason = "not one's own account"         // Account
	Reading        Reason = "games are still being read"    //
)

// Refusal is the error for something that a user may not do, or not in this way, and
// can mend. Text says why in a sentence. What to type instead depends on how the asker
// talks to the bot, so it is left to whoever replies: Reason and the other fields say
// what there is to choose from.
type Refusal struct {
	Reason  Reason
	Text    string
	Tourney string // its name
	State   string // of the tournament
	Named   string // the name that was given, or of who stands in the way
	Account string
	Clan    string
	Options []string
}

func (r *Refusal) Error() string { return r.Text }

// New returns a Refusal with a sentence.
func New(why Reason, format string, args ...any) *Refusal {
	return &Refusal{Reason: why, Text: fmt.Sprintf(format, args...)}
}

// Of sets the tournament of a refusal, by its name and state.
func (r *Refusal) Of(tourney, state string) *Refusal {
	r.Tourney, r.State = tourney, state
	return r
}

// About sets what was named, and what could be named instead.
func (r *Refusal) About(name string, options ...string) *Refusal {
	r.Named, r.Options = name, options
	return r
}
