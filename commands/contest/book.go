package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"delphi/engine/score"
	"delphi/storage"
)

// Problem is an error that whoever asked can mend.
type Problem struct {
	Text  string
	Hints []string
}

func (p *Problem) Error() string { return p.Text }

func problem(hints []string, format string, args ...any) error {
	return &Problem{fmt.Sprintf(format, args...), hints}
}

// Place is a channel: where a tournament belongs.
type Place struct{ Network, Place string }

// Proofs of an account.
const (
	ProofNone      = "none"      // whoever says so
	ProofOrganiser = "organiser" // an organiser confirms
	ProofChallenge = "challenge" // a game that only the owner can play
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
	ID       string // "autumn-dash"
	Name     string // "Autumn Dash"
	Place    Place
	Zone     string // "Europe/Berlin"
	State    string
	Rules    string // the template's name
	Template string // its text, as it was when the tournament began to use it
	By       string // who made it

	From, Until int64
	Grace       int64 // seconds after Until in which late rows still count
	Proof       string
	ClanUntil   int64 // clans may change until then

	Entrants   []Entrant
	Challenges []Pending

	Said    map[string]int64  // what was announced, and when
	Records map[string]Record // the best of each category
	Last    *Tally            // the last count
	Stale   bool              // what is counted has changed since then
	Final   *Tally            // the final one; nil: not final yet
}

// Entrant is a person who takes part.
type Entrant struct {
	Person   string
	Name     string
	Accounts []Claim
	Clan     string
	Joined   int64
}

// Claim is an account that an entrant says is theirs.
type Claim struct {
	score.Account
	Proved string // how; empty: not yet, and its games do not count
	At     int64
}

// Pending is a challenge that has been set.
type Pending struct {
	Person string
	score.Challenge
}

// Record is the best value of a category so far.
type Record struct {
	Entrant string
	Value   int64
}

// Tally is a count, short: who has how many points.
type Tally struct {
	At   int64 // rows read until then are in it
	Rows []TallyRow
}

// TallyRow is one entrant's points.
type TallyRow struct {
	Person, Name string
	Points       int64
}

// Book is the tournaments of a store. Its methods may be called from many
// goroutines.
type Book struct {
	Games     storage.Games
	Now       func() time.Time
	Random    func() uint64 // for challenges; not to be foreseen
	Templates map[string][]byte
	Sources   func(ctx context.Context) ([]string, error) // the names of the sources there are
}

func (b *Book) docs() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "tourney"}
}

// All are all tournaments, the latest begin first.
func (b *Book) All(ctx context.Context) ([]*Tourney, error) {
	var out []*Tourney
	err := b.docs().All(ctx, func(name string, raw []byte) error {
		t := new(Tourney)
		out = append(out, t)
		return json.Unmarshal(raw, t)
	})
	slices.SortStableFunc(out, func(x, y *Tourney) int { return cmp.Compare(y.From, x.From) })
	return out, err
}

// Find is the tournament of a name, or with an empty name the one that is meant
// in a place: the one that is on, else the next, else the last one. Archived
// ones must be named.
func (b *Book) Find(ctx context.Context, place Place, name string) (*Tourney, error) {
	all, err := b.All(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	var best *Tourney
	now := b.Now().Unix()
	rank := func(t *Tourney) int {
		switch {
		case t.State == Open && t.From <= now && now < t.Until+t.Grace:
			return 4
		case t.State == Open && now < t.From:
			return 3
		case t.State == Frozen || t.State == Open:
			return 2
		}
		return 1
	}
	for _, t := range all {
		if name != "" {
			if t.ID == slug(name) {
				return t, nil
			}
			names = append(names, t.Name)
			continue
		}
		if t.Place != place || t.State == Archived || t.State == Cancelled {
			continue
		}
		r := 0
		if best != nil {
			r = rank(best)
		}
		if rank(t) > r || rank(t) == 3 && r == 3 && t.From < best.From {
			best = t
		}
	}
	if best == nil && name != "" {
		if len(names) == 0 {
			return nil, problem([]string{`tourney new "Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`}, "there is no tournament %q, nor any other", name)
		}
		return nil, problem(names[:min(4, len(names))], "there is no tournament %q", name)
	}
	if best == nil {
		return nil, problem([]string{`tourney new "Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`}, "there is no tournament here")
	}
	return best, nil
}

// slug is a name as an ID.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80)
	}), "-")
}

// errGone is a change to a tournament that is not there.
var errGone = errors.New("the tournament is gone")

// change changes a tournament in one transaction; log goes to its audit log.
func (b *Book) change(ctx context.Context, id string, change func(*Tourney) (log []any, err error)) (*Tourney, error) {
	t := new(Tourney)
	err := b.docs().Update(ctx, id, t, func(ok bool) ([]any, bool, error) {
		if !ok {
			return nil, false, errGone
		}
		was := t.basis()
		log, err := change(t)
		if !reflect.DeepEqual(was, t.basis()) {
			t.Stale = true
		}
		return log, false, err
	})
	return t, err
}

// basis is what a count of games rests on besides the games.
func (t *Tourney) basis() any {
	return []any{t.From, t.Until, t.Grace, t.Template, t.scoring()}
}

// Create makes a tournament. What it lacks has defaults: a grace of six hours,
// no proof.
func (b *Book) Create(ctx context.Context, t Tourney) (*Tourney, error) {
	t.ID = slug(t.Name)
	if t.ID == "" || len(t.Name) > 60 {
		return nil, problem([]string{`tourney new "Autumn Dash" ...`}, "a tournament needs a name of letters, up to 60")
	}
	if t.Proof == "" {
		t.Proof = ProofNone
	}
	if err := b.check(&t); err != nil {
		return nil, err
	}
	if t.From < b.Now().Add(-time.Hour).Unix() {
		return nil, problem([]string{"from fri 18:00"}, "it would have begun already")
	}
	t.State = Open
	made := t
	err := b.docs().Update(ctx, t.ID, &made, func(ok bool) ([]any, bool, error) {
		if ok {
			return nil, false, problem([]string{t.Name + " 2"}, "there is a tournament of that name: %s", made.Name)
		}
		made = t
		return []any{Entry{At: b.Now().Unix(), What: "made by " + t.By}}, false, nil
	})
	return &made, err
}

// check refuses times and rules that cannot be.
func (b *Book) check(t *Tourney) error {
	switch {
	case t.Until <= t.From:
		return problem([]string{"from fri 18:00 to sun 18:00"}, "it would end before it begins")
	case t.Until-t.From > 366*86400:
		return problem(nil, "it would last more than a year")
	case t.Grace < 0 || t.Grace > 30*86400:
		return problem([]string{"grace 6h"}, "the grace time goes up to 30d")
	}
	if !slices.Contains([]string{ProofNone, ProofOrganiser, ProofChallenge}, t.Proof) {
		return problem([]string{"proof challenge", "proof organiser", "proof none"}, "%q is no proof", t.Proof)
	}
	if t.Template == "" {
		text, ok := b.Templates[t.Rules]
		if !ok {
			var names []string
			for n := range b.Templates {
				names = append(names, "rules "+n)
			}
			slices.Sort(names)
			return problem(names, "there are no rules named %q", t.Rules)
		}
		t.Template = string(text)
	}
	_, err := score.ParseRules([]byte(t.Template))
	return err
}

// Edit changes a tournament that is not final.
func (b *Book) Edit(ctx context.Context, id, by string, change func(*Tourney) error) (*Tourney, error) {
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		if t.State != Open {
			return nil, problem(nil, "%s is %s; it cannot be changed any more", t.Name, t.State)
		}
		was := *t
		if err := change(t); err != nil {
			return nil, err
		}
		if t.Rules != was.Rules {
			t.Template = "" // that of the new rules
		}
		if err := b.check(t); err != nil {
			return nil, err
		}
		changes := t.since(&was)
		if len(changes) == 0 {
			return nil, nil
		}
		return []any{Entry{At: b.Now().Unix(), What: "changed by " + by + ": " + strings.Join(changes, ", ")}}, nil
	})
}

// since says what an edit has changed: "rules dash -> deaths".
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

// SetState cancels or archives.
func (b *Book) SetState(ctx context.Context, id, by, state string) (*Tourney, error) {
	return b.change(ctx, id, func(t *Tourney) ([]any, error) {
		if state == Archived && t.State == Open {
			return nil, problem([]string{"tourney freeze", "tourney cancel"}, "%s is still open; freeze or cancel it first", t.Name)
		}
		if state == Cancelled && t.State != Open {
			return nil, problem(nil, "%s is %s already", t.Name, t.State)
		}
		t.State = state
		return []any{Entry{At: b.Now().Unix(), What: state + " by " + by}}, nil
	})
}

// RulesOf are the rules of a tournament.
func RulesOf(t *Tourney) (*score.Rules, error) { return score.ParseRules([]byte(t.Template)) }

// Organisers of places: whom their operators have named.
func (b *Book) organisers() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "organisers"}
}

// Organisers are the accounts and roles that a place's operators have named.
func (b *Book) Organisers(ctx context.Context, p Place) (out []string, err error) {
	_, err = b.organisers().Get(ctx, p.Network+"\x00"+p.Place, &out)
	return out, err
}

// SetOrganiser adds or removes one.
func (b *Book) SetOrganiser(ctx context.Context, p Place, who string, add bool) (out []string, err error) {
	err = b.organisers().Update(ctx, p.Network+"\x00"+p.Place, &out, func(bool) ([]any, bool, error) {
		out = slices.DeleteFunc(out, func(o string) bool { return strings.EqualFold(o, who) })
		if add {
			out = append(out, who)
		}
		return nil, false, nil
	})
	return out, err
}

// Zone is the time zone that a place has set; UTC if none.
func (b *Book) Zone(ctx context.Context, p Place) (*time.Location, error) {
	var name string
	if _, err := b.zones().Get(ctx, p.Network+"\x00"+p.Place, &name); err != nil {
		return nil, err
	}
	return time.LoadLocation(name)
}

func (b *Book) zones() storage.Documents {
	return storage.Documents{Store: b.Games.Store, Kind: "zone"}
}

// SetZone sets the time zone of a place.
func (b *Book) SetZone(ctx context.Context, p Place, zone *time.Location) error {
	var name string
	return b.zones().Update(ctx, p.Network+"\x00"+p.Place, &name, func(bool) ([]any, bool, error) {
		name = zone.String()
		return nil, false, nil
	})
}
