package announce

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"delphi/bot/follow"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/contest"
	"delphi/storage/contest/places"
)

// Note returns a function that writes announcements of new games and events to the outbox,
// in the transaction that stores them. It is for a store shared by several processes; a
// single process uses Fresh.
func (a *Announcer) Note(ctx context.Context) (func(storage.Tx, follow.Fresh) error, error) {
	w, err := a.audience(ctx)
	if err != nil {
		return nil, err
	}
	return func(tx storage.Tx, f follow.Fresh) error {
		return a.each(w, f, func(x told) error { return a.put(tx, x.sub.Place, x.key(), x.reply) })
	}, nil
}

// News is like Note, for the news of tournaments.
func (a *Announcer) News(tx storage.Tx, said []contest.Message) error {
	for i, m := range said {
		r := news(m)
		sum := sha256.Sum256([]byte(r.Summary))
		key := fmt.Sprintf("news %d %d %s", a.book.Now().UnixNano(), i, hex.EncodeToString(sum[:8]))
		if err := a.put(tx, m.Place, key, r); err != nil {
			return err
		}
	}
	return nil
}

func (a *Announcer) put(tx storage.Tx, place places.Place, key string, r commands.Reply) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return storage.Outbox{}.Put(tx, storage.Note{Network: place.Network, Place: place.Place, Key: key, Body: text, At: a.book.Now()})
}

// key identifies what is announced: the end of a game has one key, whether it comes from a
// log of games or of events. Games without a start time are told apart by their end.
func (x told) key() string {
	name := strings.ToLower(x.name)
	switch {
	case x.ends && x.start != 0:
		return fmt.Sprintf("game %s %d", name, x.start)
	case x.ends:
		return fmt.Sprintf("game %s ended %d", name, x.at)
	}
	sum := sha256.Sum256([]byte(x.reply.Summary))
	return fmt.Sprintf("event %s %d %s", name, x.at, hex.EncodeToString(sum[:8]))
}
