package contest

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"delphi/engine/games/challenge"
	"delphi/engine/games/score"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/contest/running"
)

// States of a tournament.
const (
	Open      = "open" // before, during and until its results are final
	Frozen    = "frozen"
	Cancelled = "cancelled"
	Archived  = "archived"
)

// Tourney is one tournament.
type Tourney struct {
	ID       string // unique in the book: "autumn-dash@libera/#nethack"
	Name     string // unique in its place: "Autumn Dash"
	Place    places.Place
	Zone     string // "Europe/Berlin"
	State    string
	Rules    string // the template's name
	Template string // its text, as it was when the tournament began to use it
	By       string // who made it
	Made     int64  // when; 0 in tournaments of before this was kept

	From, Until int64
	Grace       int64 // seconds after Until in which late rows still count at least
	Proof       string
	ClanUntil   int64 // clans may change until then; 0: until Until

	Boardless bool `json:",omitempty"` // no scoreboard is pinned

	Published bool // its standings are pages that anyone may read

	Rulings    []Ruling `json:",omitempty"` // what referees have decided, in that order
	Entrants   []Entrant
	Roster     uint64 // counts the changes to Entrants; 0: they are kept in the document itself
	Clans      []Clan
	Challenges []Pending

	Said    map[string]int64  // what was announced, and when
	Records map[string]Record // the best of each category
	Last    *Tally            // the last count
	Counts  uint64            // counts the changes to anybody's points
	Logged  *running.Logged   // what the audit log says; nil: unknown
	Stale   bool              // what is counted has changed since then

	// Held means that the results do not become final by themselves; an organiser has
	// to make them final. That is the case for past events and for reopened
	// tournaments.
	Held   bool
	Again  bool             `json:",omitempty"` // it was reopened: it stays held, whatever its times
	Closed map[string]int64 // by source: rows read later than this do not count
	Final  *Tally           // the final count; nil: not final yet
}

// NoEnd is the Until of a tournament without an end, which goes on until an organiser
// gives it one or makes its results final: the last second of the year 9999.
const NoEnd int64 = 253402300799

// Endless reports whether the tournament has no end.
func (t *Tourney) Endless() bool { return t.Until >= NoEnd }

// Entrant is a person who takes part.
type Entrant struct {
	Number   int64 // entrants are listed by it, in the order in which they joined
	Person   string
	Name     string
	Accounts []people.Claim
	Clan     string
	Joined   int64
}

// proved returns the accounts whose games count.
func (e *Entrant) proved() (out []score.Account) {
	for _, c := range e.Accounts {
		if c.Proved != "" {
			out = append(out, c.Account)
		}
	}
	return out
}

// Pending is a challenge that has been set.
type Pending struct {
	Person string
	challenge.Challenge
}

// Record is the best value of a category so far.
type Record struct {
	Entrant string
	Value   int64
}

// Tally is a short form of a count: who has how many points.
type Tally struct {
	At   int64      // rows read until then are in it
	Rows []TallyRow `json:",omitempty"` // kept only by tournaments of before points were kept apart
}

// TallyRow is one entrant's points.
type TallyRow struct {
	Person, Name string
	Points       score.Points
}

// parsed caches the rules read from templates, by template text. Rules are never
// changed, and the larger ones take a while to parse.
var parsed = struct {
	sync.Mutex
	rules map[string]*score.Rules
}{rules: map[string]*score.Rules{}}

// keptRules is how many parsed templates are cached.
const keptRules = 32

// RulesOf returns the rules of a tournament.
func RulesOf(t *Tourney) (*score.Rules, error) {
	parsed.Lock()
	defer parsed.Unlock()
	if r := parsed.rules[t.Template]; r != nil {
		return r, nil
	}
	r, err := score.ParseRules([]byte(t.Template))
	if err != nil {
		return nil, err
	}
	if len(parsed.rules) >= keptRules {
		clear(parsed.rules)
	}
	parsed.rules[t.Template] = r
	return r, nil
}

// Phase is where a tournament stands at a time.
type Phase uint8

// Phases of a tournament.
const (
	Ahead     Phase = iota // it has not begun
	On                     // it is on
	Late                   // it is over; rows still count that come late
	Unsettled              // the time for late rows is over, but the results are not final
	Final                  // its results are final
	Off                    // cancelled, or archived without results
)

// Phase returns where the tournament stands at a time, in unix seconds.
func (t *Tourney) Phase(now int64) Phase {
	switch {
	case t.Final != nil:
		return Final
	case t.State != Open:
		return Off
	case now < t.From:
		return Ahead
	case now < t.Until:
		return On
	case now < t.Until+t.Grace:
		return Late
	}
	return Unsettled
}

// Joinable reports whether people may still join: until the end, and into a
// past event until its results are final.
func (t *Tourney) Joinable(now int64) bool {
	return t.State == Open && (now < t.Until || t.past())
}

// past reports whether the tournament was made when its event was over.
func (t *Tourney) past() bool { return t.Made >= t.Until }

// Moment is a time and how it is written in a text. No end is a zero time.
type Moment struct {
	At   time.Time
	Text string
}

// Show formats a time in the tournament's time zone: "Fri 2026-11-20 18:00 CET".
func (t *Tourney) Show(unix int64) Moment {
	if unix >= NoEnd {
		return Moment{Text: "no end"}
	}
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		zone = time.UTC
	}
	at := time.Unix(unix, 0).In(zone)
	return Moment{at, at.Format("Mon 2006-01-02 15:04 MST")}
}

// Count returns the number of entrants in words: "1 entrant".
func (t *Tourney) Count() string {
	if len(t.Entrants) == 1 {
		return "1 entrant"
	}
	return fmt.Sprintf("%d entrants", len(t.Entrants))
}

// since lists what an edit has changed: "rules dash -> deaths".
func (t *Tourney) since(was *Tourney) (out []string) {
	at := func(t *Tourney, unix int64) string {
		if unix == 0 {
			return "none"
		}
		return t.Show(unix).Text
	}
	for _, c := range []struct{ what, was, is string }{
		{"from", at(was, was.From), at(t, t.From)},
		{"to", at(was, was.Until), at(t, t.Until)},
		{"clans until", at(was, was.ClanUntil), at(t, t.ClanUntil)},
		{"zone", was.Zone, t.Zone},
		{"rules", was.Rules, t.Rules},
		{"proof", was.Proof, t.Proof},
		{"grace", fmt.Sprint(time.Duration(was.Grace) * time.Second), fmt.Sprint(time.Duration(t.Grace) * time.Second)},
	} {
		if c.was != c.is {
			out = append(out, c.what+" "+c.was+" -> "+c.is)
		}
	}
	return out
}

// slug normalises a name for comparison: in lower case, with its words joined by
// hyphens.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80)
	}), "-")
}
