package contest

import (
	"context"
	"fmt"

	"delphi/engine/score"
)

// Replayed is a recount beside what was kept.
type Replayed struct {
	Tourney *Tourney
	Kept    *Tally // the final count, or the last one; nil: none yet, or none since what is counted was changed
	Again   *Tally // from the games, as they were then
	Result  *score.Result
	Differs []string // what is not the same; empty: all is
}

// Replay counts a tournament, named as for Find, again from its games and compares points and the
// audit log with what was kept.
func (b *Book) Replay(ctx context.Context, name string) (*Replayed, error) {
	t, err := b.Find(ctx, Place{}, name)
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
	out := &Replayed{Tourney: t, Kept: kept, Again: tally(res, at), Result: res}
	if kept == nil {
		return out, nil
	}
	out.Differs = kept.differences(out.Again)
	log, err := b.Audit(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	out.Differs = append(out.Differs, unlike(log, res, kept.At)...)
	return out, nil
}

// differences lists the places that are not the same in two counts.
func (kept *Tally) differences(again *Tally) (out []string) {
	for i := range max(len(kept.Rows), len(again.Rows)) {
		var a, z TallyRow
		if i < len(kept.Rows) {
			a = kept.Rows[i]
		}
		if i < len(again.Rows) {
			z = again.Rows[i]
		}
		if a != z {
			out = append(out, fmt.Sprintf("place %d: kept %s with %d, recounted %s with %d", i+1, a.Name, a.Points, z.Name, z.Points))
		}
	}
	return out
}

// unlike lists the games of which an audit log says something else than a
// recount of the rows read until at.
func unlike(log []Entry, res *score.Result, at int64) (out []string) {
	said := map[string]Entry{}
	for _, e := range log {
		if e.Game != "" {
			said[e.Game] = e
		}
	}
	for _, v := range res.Verdicts {
		e, ok := said[v.Game.ID]
		if !ok && v.Game.Seen > at {
			continue // it came after the last look at the log
		}
		if !ok || e.Counted != v.Counted || e.Entrant != v.Entrant {
			out = append(out, fmt.Sprintf("game %s: the log says %q, recounted %q", v.Game.ID, e.What, v.Reason))
		}
	}
	return out
}
