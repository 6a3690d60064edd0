package contest

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"delphi/engine/games/score"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/places"
)

// Replayed is a recount compared with what was stored.
type Replayed struct {
	Tourney *Tourney
	Kept    *Tally // the final count, or the last one; nil: none yet, or none since what is counted was changed
	Result  *score.Result
	Differs []string // what is not the same; empty: all is
}

// Replay recounts a tournament, named as for Find, from its games and compares points
// and the audit log with what was stored.
func (b *Book) Replay(ctx context.Context, name string) (*Replayed, error) {
	t, err := b.Find(ctx, places.Place{}, name)
	if err != nil {
		return nil, err
	}
	kept := t.Last
	if t.Stale {
		kept = nil // the next sweep counts again
	}
	if t.Final != nil {
		kept = t.Final
	}
	at := b.Now().Unix()
	if kept != nil && t.Final == nil {
		at = kept.At // games read since then were not in it
	}
	res, err := b.Count(ctx, t, at)
	if err != nil {
		return nil, err
	}
	out := &Replayed{Tourney: t, Kept: kept, Result: res}
	if kept == nil {
		return out, nil
	}
	points, err := b.keptPoints(ctx, t.ID, kept)
	if err != nil {
		return nil, err
	}
	out.Differs = t.differences(points, res)
	log, err := b.Audit(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	out.Differs = append(out.Differs, audit.Differences(log, res, kept.At)...)
	return out, nil
}

// keptPoints returns the points of a stored count by person.
func (b *Book) keptPoints(ctx context.Context, id string, kept *Tally) (map[string]score.Points, error) {
	if len(kept.Rows) == 0 {
		return b.points(ctx, id)
	}
	out := map[string]score.Points{}
	for _, r := range kept.Rows {
		out[r.Person] = r.Points
	}
	return out, nil
}

// differences lists the people whose points differ from the stored ones.
func (t *Tourney) differences(kept map[string]score.Points, res *score.Result) (out []string) {
	for _, r := range res.Overall {
		if was := kept[r.Entrant]; was != r.Points {
			out = append(out, fmt.Sprintf("%s: kept %s points, recounted %s", r.Name, was, r.Points))
		}
		delete(kept, r.Entrant)
	}
	for _, person := range slices.Sorted(maps.Keys(kept)) {
		if kept[person] != 0 {
			out = append(out, fmt.Sprintf("%s: kept %s points, no longer takes part", person, kept[person]))
		}
	}
	return out
}
