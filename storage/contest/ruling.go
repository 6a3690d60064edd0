package contest

import (
	"context"
	"fmt"
	"strings"

	"delphi/engine/games/score"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
	"delphi/storage/contest/running"
)

// Kinds of rulings.
const (
	Strike     = "strike"     // a game does not count
	Hold       = "hold"       // nor does this one, until somebody has looked at it: results are not final before
	Move       = "move"       // a game is another entrant's
	Award      = "points"     // points are added, or taken
	Disqualify = "disqualify" // an entrant is out, with all games
	Rename     = "rename"     // the tournament, an entrant or a clan has another name
	Extend     = "extend"     // the event ends later
)

// What a Rename may name.
const (
	TheTourney = "tournament"
	AnEntrant  = "entrant"
	AClan      = "clan"
)

// Ruling is what a referee has decided. It stays in the list when it is undone.
type Ruling struct {
	Kind   string
	Person string       `json:",omitempty"` // the entrant whom it is about; empty: nobody in particular
	Game   string       `json:",omitempty"` // of Strike, Hold and Move: the ID of the game
	Same   string       `json:",omitempty"` // and the game however often its row is corrected (score.Same)
	To     string       `json:",omitempty"` // of Move: the person whose game it is now
	Points score.Points `json:",omitempty"`
	What   string       `json:",omitempty"` // of Rename: TheTourney, AnEntrant or AClan
	Was    string       `json:",omitempty"` // of Rename: its name before, and
	Is     string       `json:",omitempty"` // from then on
	By     string
	Why    string
	Later  int64 `json:",omitempty"` // of Extend: by how many seconds
	At     int64
	Undone string `json:",omitempty"` // by whom; empty: it holds
	Since  int64  `json:",omitempty"` // when it was undone
}

// Words says what the ruling is, with the names that its people have. name may be given
// people who take part no more.
func (r *Ruling) Words(name func(person string) string) string {
	return r.Decides(name) + ": " + r.Why + " (" + r.By + ")"
}

// Decides says what is decided, without why and by whom.
func (r *Ruling) Decides(name func(person string) string) string {
	who := ""
	if r.Person != "" {
		who = name(r.Person)
	}
	switch r.Kind {
	case Strike:
		return "a game of " + who + " is struck"
	case Hold:
		return "a game of " + who + " is held until it has been looked at"
	case Move:
		return "a game of " + who + " is counted for " + name(r.To)
	case Award:
		if r.Points < 0 {
			return fmt.Sprintf("%s loses %s", who, (-r.Points).Words())
		}
		return fmt.Sprintf("%s gets %s", who, r.Points.Words())
	case Disqualify:
		return who + " is disqualified"
	case Rename:
		return fmt.Sprintf("the %s %s is called %s", r.What, r.Was, r.Is)
	case Extend:
		return "it ends " + spell(r.Later) + " later"
	}
	return r.Kind
}

// spell writes a length of time: "2h30m", "6d2h".
func spell(seconds int64) string {
	out := ""
	for _, unit := range []struct {
		of   int64
		name string
	}{{86400, "d"}, {3600, "h"}, {60, "m"}, {1, "s"}} {
		if n := seconds / unit.of; n > 0 {
			out += fmt.Sprint(n) + unit.name
			seconds %= unit.of
		}
	}
	return out
}

// Called returns a function that gives an entrant's name.
func (t *Tourney) Called() func(person string) string {
	names := make(map[string]string, len(t.Entrants))
	for i := range t.Entrants {
		names[t.Entrants[i].Person] = t.Entrants[i].Name
	}
	return func(person string) string {
		if n := names[person]; n != "" {
			return n
		}
		return "somebody who has left"
	}
}

// about reports whether a ruling concerns an entrant.
func (r *Ruling) about(e *Entrant) bool {
	return r.Person == e.Person || r.To == e.Person && r.To != "" || r.What == AClan && strings.EqualFold(r.Is, e.Clan) || r.Person == "" && r.What != AClan
}

// About returns the numbers, from 1, of the rulings that concern an entrant, those that
// were undone as well: those on them, on their clan and on the tournament.
func (t *Tourney) About(person string) (numbers []int) {
	e := t.entrant(person)
	for i := range t.Rulings {
		if r := &t.Rulings[i]; e != nil && r.about(e) || r.Person == person {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// keys returns by what a ruling on a game is found: rulings of before Same was kept have
// only the row's ID.
func (r *Ruling) keys() []string {
	if r.Same == "" || r.Same == r.Game {
		return []string{r.Game}
	}
	return []string{r.Game, r.Same}
}

// ruled returns the combined effect of the rulings on an entrant.
func (t *Tourney) ruled(person string) (struck map[string]string, extra score.Points, gone bool) {
	put := func(r *Ruling, why string) {
		if struck == nil {
			struck = map[string]string{}
		}
		for _, key := range r.keys() {
			if r.Kind == Strike || struck[key] == "" {
				struck[key] = why
			}
		}
	}
	for i := range t.Rulings {
		r := &t.Rulings[i]
		if r.Person != person || r.Undone != "" {
			continue
		}
		switch r.Kind {
		case Strike:
			put(r, "struck by "+r.By+": "+r.Why)
		case Hold:
			put(r, "held by "+r.By+" until it has been looked at: "+r.Why)
		case Award:
			extra += r.Points
		case Disqualify:
			gone = true
		}
	}
	return struck, extra, gone
}

// moves returns the games that are moved, or were for a time.
func (t *Tourney) moves() (out []running.Move) {
	for i := range t.Rulings {
		if r := &t.Rulings[i]; r.Kind == Move {
			out = append(out, running.Move{From: r.Person, To: r.To, Games: r.keys(), Undone: r.Undone != ""})
		}
	}
	return out
}

// OnHold returns how many games are held that are not struck.
func (t *Tourney) OnHold() (n int) {
	struck := map[string]bool{}
	for i := range t.Rulings {
		if r := &t.Rulings[i]; r.Kind == Strike && r.Undone == "" {
			struck[r.Game] = true
		}
	}
	for i := range t.Rulings {
		if r := &t.Rulings[i]; r.Kind == Hold && r.Undone == "" && !struck[r.Game] {
			struck[r.Game] = true
			n++
		}
	}
	return n
}

// Holds reports whether a game is held.
func (t *Tourney) Holds(g *score.Game) bool {
	for i := range t.Rulings {
		if r := &t.Rulings[i]; r.Kind == Hold && r.Undone == "" && (r.Game == g.ID || r.Same != "" && r.Same == score.Same(g)) {
			return true
		}
	}
	return false
}

// Rule records a ruling, which counts from then on; name is the entrant whom it is about,
// by name or person, and empty for one that is about nobody in particular. Kind, Why and
// what belongs to the kind are taken from r.
func (b *Book) Rule(ctx context.Context, a places.Actor, id, name string, r Ruling) (*Tourney, error) {
	taken, err := b.takenNames(ctx, id, &r)
	if err != nil {
		return nil, err
	}
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		if t.State != Open {
			return nil, errState(t)
		}
		for _, who := range []struct {
			name   string
			person *string
		}{{name, &r.Person}, {r.To, &r.To}} {
			if who.name == "" {
				continue
			}
			e, err := t.called(who.name)
			if err != nil {
				return nil, err
			}
			*who.person = e.Person
		}
		if err := b.act(t, &r, taken); err != nil {
			return nil, err
		}
		r.By, r.At = a.Who.User, b.Now().Unix()
		t.Rulings = append(t.Rulings, r)
		t.recount()
		return []any{b.note(r.Person, fmt.Sprintf("ruling %d: %s", len(t.Rulings), r.Words(t.Called())))}, nil
	})
}

// Undo takes a ruling back, by its number from 1.
func (b *Book) Undo(ctx context.Context, a places.Actor, id string, number int) (*Tourney, error) {
	taken, err := b.takenNames(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		switch {
		case number < 1 || number > len(t.Rulings) || t.Rulings[number-1].Undone != "":
			return nil, refusal.New(refusal.NoRuling, "%s has no ruling %d in force.", t.Name, number).Of(t.Name, t.State)
		case t.State != Open:
			return nil, errState(t)
		}
		r := &t.Rulings[number-1]
		back := *r
		if back.Kind == Rename || back.Kind == Extend {
			back.Was, back.Is, back.Later = r.Is, r.Was, -r.Later
			if err := b.act(t, &back, taken); err != nil {
				return nil, err
			}
		}
		r.Undone, r.Since = a.Who.User, b.Now().Unix()
		t.recount()
		return []any{b.note(r.Person, fmt.Sprintf("ruling %d is undone by %s: %s", number, a.Who.User, r.Decides(t.Called())))}, nil
	})
}

// recount marks the entrants as needing another look.
func (t *Tourney) recount() {
	t.Stale = true
	t.Roster = max(t.Roster, 1) + 1
}

// Disqualified returns the ruling that disqualifies an entrant, or nil.
func (t *Tourney) Disqualified(person string) *Ruling {
	for i := range t.Rulings {
		if r := &t.Rulings[i]; r.Person == person && r.Kind == Disqualify && r.Undone == "" {
			return r
		}
	}
	return nil
}

// act does what a ruling does to the tournament itself. taken holds the names that other
// tournaments of its place have.
func (b *Book) act(t *Tourney, r *Ruling, taken map[string]string) error {
	switch {
	case r.Kind == Move && r.To == r.Person:
		return refusal.New(refusal.BadMove, "That is whose game it is.").Of(t.Name, t.State)
	case r.Kind == Extend:
		return b.extend(t, r.Later)
	case r.Kind == Rename && r.What == TheTourney:
		if _, ok := taken[slug(r.Is)]; ok {
			return nameTaken(taken[slug(r.Is)], r.Is)
		}
		r.Was, t.Name = t.Name, r.Is
		return nil
	case r.Kind == Rename && r.What == AnEntrant:
		e := t.entrant(r.Person)
		for i := range t.Entrants {
			if o := &t.Entrants[i]; e == nil || o.Person != e.Person && strings.EqualFold(o.Name, r.Is) {
				return refusal.New(refusal.NameTaken, "%s has an entrant called %q already.", t.Name, r.Is).Of(t.Name, t.State).About(r.Is)
			}
		}
		r.Was, e.Name = e.Name, r.Is
		return nil
	case r.Kind == Rename:
		return t.renameClan(r)
	}
	return nil
}

// extend moves the end of an event. What is said at its end is said again.
func (b *Book) extend(t *Tourney, by int64) error {
	if t.Endless() {
		return refusal.New(refusal.BadTimes, "%s has no end.", t.Name).Of(t.Name, t.State)
	}
	t.Until += by
	if err := b.check(t); err != nil {
		return err
	}
	t.endMoved(b.Now().Unix())
	return nil
}

// endMoved follows a change of Until.
func (t *Tourney) endMoved(now int64) {
	if t.Until <= now {
		return
	}
	if !t.Again {
		t.Held, t.Closed = false, nil // it ends by itself again
	}
	for key, at := range map[string]int64{"day-left": t.Until - 86400, "hour-left": t.Until - 3600, "end": t.Until, "missing": t.Until, "on hold": t.Until} {
		if at > now {
			delete(t.Said, key)
		}
	}
}

// renameClan gives a clan another name.
func (t *Tourney) renameClan(r *Ruling) error {
	if len(r.Is) > 40 {
		return refusal.New(refusal.BadClan, "A clan's name has at most 40 letters.")
	}
	members, c := t.members(r.Was), t.clan(r.Was)
	switch {
	case c == nil:
		return refusal.New(refusal.NoSuchClan, "%s has no clan called %q.", t.Name, r.Was).Of(t.Name, t.State).About(r.Was)
	case !strings.EqualFold(r.Was, r.Is) && len(t.members(r.Is)) > 0:
		return refusal.New(refusal.NameTaken, "%s has a clan called %q already.", t.Name, r.Is).Of(t.Name, t.State).About(r.Is)
	}
	r.Was, c.Name = c.Name, r.Is
	for _, e := range members {
		e.Clan = r.Is
	}
	return nil
}

// takenNames returns the names of the other tournaments of a tournament's place by their
// slugs, where a ruling is a new name for the tournament, or nil.
func (b *Book) takenNames(ctx context.Context, id string, r *Ruling) (map[string]string, error) {
	if r != nil && (r.Kind != Rename || r.What != TheTourney) {
		return nil, nil
	}
	if r != nil {
		if err := badName(r.Is); err != nil {
			return nil, err
		}
	}
	all, err := b.All(ctx)
	if err != nil {
		return nil, err
	}
	at, out := places.Place{}, map[string]string{}
	for _, t := range all {
		if t.ID == id {
			at = t.Place
		}
	}
	for _, t := range all {
		if t.Place == at && t.ID != id {
			out[slug(t.Name)] = t.Name
		}
	}
	return out, nil
}
