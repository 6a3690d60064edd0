package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// FleetingAge is how long a character, or the settings of a private
// conversation, of somebody whom the network does not vouch for are kept when
// they are not used.
const FleetingAge = 30 * 24 * time.Hour

// touchEvery is the shortest interval at which a use is noted.
const touchEvery = 24 * time.Hour

// sweepStep is how many records a sweep looks at in one transaction.
const sweepStep = 1000

// Fleeting reports whether a name, of the form network, zero byte, user or place,
// belongs to somebody whom the network does not vouch for: a nick at a host, or a name
// behind a bridge. Adapters begin such users with "~".
func Fleeting(name string) bool {
	_, user, ok := strings.Cut(name, "\x00")
	return ok && strings.HasPrefix(user, "~")
}

// stale reports whether a use should be noted again or was never noted.
func stale(used int64, now time.Time) bool {
	return used > now.Unix() || now.Sub(time.Unix(used, 0)) >= touchEvery
}

// Sweep deletes what has expired: characters, sessions and settings that are
// Fleeting and were not used for FleetingAge, codes
// that nobody used in CodeAge, silences that are over, requests that cannot come
// again, and messages that nobody came for in TellAge. Records from before uses were
// noted count as used now.
type Sweep struct{ Store Store }

// verdict is what a sweep does with a record: keep it, delete it, or replace it
// with a value that is not nil.
type verdict struct {
	drop  bool
	value []byte
}

// Run sweeps once and returns how many records it deleted. No transaction looks
// at more than a thousand, so that others do not wait.
func (s *Sweep) Run(ctx context.Context, now time.Time) (deleted int, err error) {
	for _, r := range []struct {
		prefix string
		judge  judge
	}{
		{"character", judgeCharacter}, {"settings", judgeSettings}, {"silence", judgeSilence}, {"session", judgeSession},
		{"outbox-key", judgeKnown}, {"once", judgeOnce}, {"tell", judgeTell}, {"character-code", judgeCode}, {"character-coded", judgeCode},
	} {
		n, err := s.below(ctx, Key(r.prefix), now, r.judge)
		deleted += n
		if err != nil {
			return deleted, Wrap("sweep", err)
		}
	}
	return deleted, nil
}

// below judges every record below a prefix. A record is judged again in the
// transaction that changes it: it may have been used meanwhile.
func (s *Sweep) below(ctx context.Context, prefix []byte, now time.Time, judge judge) (deleted int, err error) {
	from, end := prefix, PrefixEnd(prefix)
	for from != nil {
		var affected [][]byte
		var next []byte
		err := s.Store.View(ctx, func(tx ReadTx) error {
			affected, next = nil, nil
			n := 0
			for e, err := range tx.Scan(from, end) {
				if err != nil {
					return err
				}
				if n++; n > sweepStep {
					next = bytes.Clone(e.Key)
					return nil
				}
				if v, err := judged(e.Key, e.Value, now, judge); err != nil {
					return err
				} else if v.drop || v.value != nil {
					affected = append(affected, bytes.Clone(e.Key))
				}
			}
			return nil
		})
		if err != nil {
			return deleted, err
		}
		from = next
		if len(affected) == 0 {
			continue
		}
		n := 0
		err = s.Store.Update(ctx, func(tx Tx) error {
			n = 0
			for _, k := range affected {
				value, ok, err := tx.Get(k)
				if err != nil {
					return err
				}
				if !ok {
					continue
				}
				v, err := judged(k, value, now, judge)
				switch {
				case err != nil:
				case v.drop:
					n++
					err = tx.Delete(k)
				case v.value != nil:
					err = tx.Put(k, v.value)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return deleted, err
		}
		deleted += n
	}
	return deleted, nil
}

// judge decides about a record, given the last segment of its key.
type judge func(name string, value []byte, now time.Time) verdict

func judged(key, value []byte, now time.Time, judge judge) (verdict, error) {
	segments, err := SplitKey(key)
	if err == nil && len(segments) == 0 {
		err = errors.New("an empty key")
	}
	if err != nil {
		return verdict{}, err
	}
	return judge(segments[len(segments)-1], value, now), nil
}

func unused(used int64, now time.Time) verdict {
	return verdict{drop: now.Sub(time.Unix(used, 0)) > FleetingAge}
}

func judgeCharacter(owner string, value []byte, now time.Time) verdict {
	if !Fleeting(owner) {
		return verdict{}
	}
	text, used := splitCharacter(value)
	if used == 0 {
		return verdict{value: joinCharacter(text, now)}
	}
	return unused(used, now)
}

func judgeSettings(place string, value []byte, now time.Time) verdict {
	fields := map[string]json.RawMessage{}
	if !Fleeting(place) || json.Unmarshal(value, &fields) != nil {
		return verdict{}
	}
	if used := usedOf(fields); used > 0 {
		return unused(used, now)
	}
	setUsed(fields, now)
	value, err := json.Marshal(fields)
	if err != nil {
		return verdict{}
	}
	return verdict{value: value}
}

func judgeSilence(_ string, value []byte, now time.Time) verdict {
	var s Silence
	err := json.Unmarshal(value, &s)
	return verdict{drop: err == nil && !s.Until.IsZero() && s.Until.Before(now)}
}
