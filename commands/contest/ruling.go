package contest

import (
	"context"
	"fmt"

	"delphi/engine/score"
)

// Kinds of rulings.
const (
	Strike     = "strike"     // a game does not count
	Award      = "points"     // points are added, or taken
	Disqualify = "disqualify" // an entrant is out, with all games
)

// Ruling is what a referee has decided about an entrant. It stays in the list when it
// is undone.
type Ruling struct {
	Kind   string
	Person string
	Game   string       `json:",omitempty"` // the ID of the game that is struck
	Points score.Points `json:",omitempty"`
	Why    string
	By     string
	At     int64
	Undone string `json:",omitempty"` // by whom; empty: it holds
}

// Words phrases the ruling on an entrant with a name.
func (r *Ruling) Words(name string) string {
	what := map[string]string{
		Strike: "a game of " + name + " is struck", Award: fmt.Sprintf("%s gets %s", name, r.Points.Words()), Disqualify: name + " is disqualified",
	}[r.Kind]
	if r.Kind == Award && r.Points < 0 {
		what = fmt.Sprintf("%s loses %s", name, (-r.Points).Words())
	}
	return what + ": " + r.Why + " (" + r.By + ")"
}

// ruled returns the combined effect of the rulings on an entrant.
func (t *Tourney) ruled(person string) (struck map[string]string, extra score.Points, gone bool) {
	for i := range t.Rulings {
		r := &t.Rulings[i]
		if r.Person != person || r.Undone != "" {
			continue
		}
		switch r.Kind {
		case Strike:
			if struck == nil {
				struck = map[string]string{}
			}
			struck[r.Game] = "struck by " + r.By + ": " + r.Why
		case Award:
			extra += r.Points
		case Disqualify:
			gone = true
		}
	}
	return struck, extra, gone
}

// Rule records a ruling about an entrant, by name or person, which counts from then on.
// Kind, Why, Game and Points are taken from r.
func (b *Book) Rule(ctx context.Context, a Actor, id, name string, r Ruling) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		e, err := t.called(name)
		switch {
		case err != nil:
			return nil, err
		case t.State != Open:
			return nil, errState(t)
		}
		r.Person, r.By, r.At = e.Person, a.Who.User, b.Now().Unix()
		t.Rulings = append(t.Rulings, r)
		t.recount()
		return []any{b.note(e.Person, fmt.Sprintf("ruling %d: %s", len(t.Rulings), r.Words(e.Name)))}, nil
	})
}

// Undo takes a ruling back, by its number from 1.
func (b *Book) Undo(ctx context.Context, a Actor, id string, number int) (*Tourney, error) {
	return b.run(ctx, a, id, func(t *Tourney) ([]any, error) {
		switch {
		case number < 1 || number > len(t.Rulings) || t.Rulings[number-1].Undone != "":
			return nil, refuse(NoRuling, "%s has no ruling %d in force.", t.Name, number).of(t)
		case t.State != Open:
			return nil, errState(t)
		}
		r := &t.Rulings[number-1]
		r.Undone = a.Who.User
		t.recount()
		return []any{b.note(r.Person, fmt.Sprintf("ruling %d is undone by %s", number, a.Who.User))}, nil
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
