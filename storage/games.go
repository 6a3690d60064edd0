package storage

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// Game is one game that ended, as it is kept.
type Game struct {
	Source  string // where it was read
	Name    string // of the player's account, as written
	Variant string
	Version string

	Role, Race, Gender, Align, Gender0, Align0 string // three letters each

	Outcome  uint8 // xlog.Outcome
	Practice bool  // wizard or explore mode

	Points, Turns, Realtime int64
	Start, End              int64 // unix seconds; Start 0: unknown
	Deaths, MaxLvl          int64
	Conducts, Achieved      int // how many

	Seen int64 // when it was read, unix seconds
	Pos  int64 // where its line began in its source

	// Replaced: a later row of the same game (same source, player and start)
	// corrects this one.
	Replaced bool

	// Record is the packed line (xlog.Unpack); empty where the game came from
	// an index.
	Record []byte

	key []byte // what comes after the prefix in every key of it
}

// ID names the game, for audit logs. It stays the same as long as the line does.
func (g *Game) ID() string { return hex.EncodeToString(g.key) }

// Key is what names the game beside its end: the number of its source and the hash
// of its line. Both are 0 in a game that was not kept.
func (g *Game) Key() (source uint16, line uint64) {
	if len(g.key) != gameSuffix {
		return 0, 0
	}
	return binary.BigEndian.Uint16(g.key[5:]), binary.BigEndian.Uint64(g.key[7:])
}

// GameID is the ID of a game that ended at end and has a Key.
func GameID(end int64, source uint16, line uint64) string {
	return hex.EncodeToString(keyOf(end, source, line))
}

// GameBatch is what one read of a source found.
type GameBatch struct {
	Where  string
	From   int64 // the offset that the read began at: the stored one, or 0 after a reset
	To     Position
	Reset  bool // the source began anew: rotated or cut short
	Games  []Game
	Aside  []AsideLine
	Events int64
	Lines  int64
	Seen   int64 // when, unix seconds
	Whole  bool  // the source was read to its end

	// With runs in the transaction that keeps the batch, after it; nil: nothing
	// does. Its error undoes the batch.
	With func(tx Tx, added Added) error
}

// Added is what Add made of a batch.
type Added struct {
	New    []int // the indexes in GameBatch.Games of those that were not known
	Again  int
	Copies map[string]int // lines that another source has, too, by source
}

// ErrMoved means that a source was read by somebody else meanwhile: read its
// position and go on from there.
var ErrMoved = errors.New("the source was read by somebody else meanwhile")

// Games keeps games, durably and in one transaction with the position they were
// read at: a crash neither loses nor doubles one. A line that is known already
// is not kept twice. The zero value with a Store is ready for use.
//
// Every game has one key suffix: the end, later ones first; the source; a hash
// of the line. Under "game" it has the whole game, under "game-player" and the
// name, and under "game-asc" if it was an ascension, all but the record. Under
// "game-begun" the source, the start and the name lead to the suffix of the row
// that stands for that game: a later row of the same game replaces it, and the
// older one is kept, marked, for tournaments whose results are final. The log of
// games (gamelog.go) has them in the order in which they were kept.
type Games struct{ Store Store }

const gameSuffix = 5 + 2 + 8

var (
	gamePrefix      = Key("game")
	ascensionPrefix = Key("game-asc")
)

func playerPrefix(name string) []byte { return Key("game-player", strings.ToLower(name)) }

func gameKey(g *Game, source uint16) []byte {
	h := fnv.New64a()
	_, _ = h.Write(g.Record)
	return keyOf(g.End, source, h.Sum64())
}

func keyOf(end int64, source uint16, line uint64) []byte {
	key := appendEnd(make([]byte, 0, gameSuffix), end)
	key = binary.BigEndian.AppendUint16(key, source)
	return binary.BigEndian.AppendUint64(key, line)
}

// appendEnd writes a time so that later ones sort first.
func appendEnd(b []byte, end int64) []byte {
	u := ^uint64(min(max(end, 0), 1<<40-1))
	return append(b, byte(u>>32), byte(u>>24), byte(u>>16), byte(u>>8), byte(u))
}

const gameFormat = 1

// In the second byte of a game's value: the flags around its outcome.
const (
	flagPractice = 1
	flagReplaced = 1 << 7
)

// appendGame writes all of a game but its record, its times of day as varints.
func appendGame(b []byte, g *Game) []byte {
	b = append(b, gameFormat, g.Outcome<<1)
	if g.Practice {
		b[len(b)-1] |= flagPractice
	}
	if g.Replaced {
		b[len(b)-1] |= flagReplaced
	}
	for _, s := range [...]string{g.Role, g.Race, g.Gender, g.Align, g.Gender0, g.Align0} {
		var c [3]byte
		copy(c[:], s)
		b = append(b, c[:]...)
	}
	for _, n := range [...]int64{g.Points, g.Turns, g.Realtime, g.End - g.Start, g.End, g.Deaths, g.MaxLvl, int64(g.Conducts), int64(g.Achieved), g.Seen, g.Pos} {
		b = binary.AppendVarint(b, n)
	}
	for _, s := range [...]string{g.Name, g.Variant, g.Version} {
		b = append(b, byte(min(len(s), 255)))
		b = append(b, s[:min(len(s), 255)]...)
	}
	return b
}

var errGame = errors.New("a stored game cannot be read")

// gameReader reads games, each short text only once into memory.
type gameReader struct {
	sources map[uint16]string
	texts   map[string]string
}

func (r *gameReader) text(b []byte) string {
	if s, ok := r.texts[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(r.texts) < 1<<14 {
		r.texts[s] = s
	}
	return s
}

// read fills g with the entry whose key ends with suffix. Record and key are
// those of the entry itself.
func (r *gameReader) read(g *Game, suffix, v []byte) error {
	if len(v) < 20 || v[0] != gameFormat || len(suffix) != gameSuffix {
		return errGame
	}
	*g = Game{Outcome: v[1] &^ flagReplaced >> 1, Practice: v[1]&flagPractice != 0, Replaced: v[1]&flagReplaced != 0, key: suffix}
	for i, s := range [...]*string{&g.Role, &g.Race, &g.Gender, &g.Align, &g.Gender0, &g.Align0} {
		*s = r.text(bytes.TrimRight(v[2+3*i:5+3*i], "\x00"))
	}
	v = v[20:]
	var conducts, achieved, played int64
	for _, n := range [...]*int64{&g.Points, &g.Turns, &g.Realtime, &played, &g.End, &g.Deaths, &g.MaxLvl, &conducts, &achieved, &g.Seen, &g.Pos} {
		x, w := binary.Varint(v)
		if w <= 0 {
			return errGame
		}
		*n, v = x, v[w:]
	}
	g.Start, g.Conducts, g.Achieved = g.End-played, int(conducts), int(achieved)
	for _, s := range [...]*string{&g.Name, &g.Variant, &g.Version} {
		if len(v) == 0 || len(v) <= int(v[0]) {
			return errGame
		}
		*s, v = r.text(v[1:1+int(v[0])]), v[1+int(v[0]):]
	}
	g.Record = v
	g.Source = r.sources[binary.BigEndian.Uint16(suffix[5:])]
	return nil
}

// entry fills g with a game by an entry of an index, which may be a key alone.
func (r *gameReader) entry(tx ReadTx, g *Game, e Entry) error {
	if len(e.Key) < gameSuffix {
		return errGame
	}
	suffix, value := e.Key[len(e.Key)-gameSuffix:], e.Value
	if len(value) == 0 {
		whole, ok, err := tx.Get(slices.Concat(gamePrefix, suffix))
		if err != nil || !ok {
			return cmp.Or(err, errGame)
		}
		value = whole
	}
	return r.read(g, suffix, value)
}

func (g Games) reader(tx ReadTx) (*gameReader, error) {
	r := &gameReader{sources: map[uint16]string{}, texts: map[string]string{}}
	all, err := readSources(tx)
	for _, s := range all {
		r.sources[s.ID] = s.Name
	}
	return r, err
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// Add keeps a batch of a source and its new position, all or nothing. It fails
// with ErrMoved, keeping nothing, where the source is not where the batch
// began. The batch's games have an ID afterwards. A line that another source
// has as well is that one's game and not kept again.
func (g Games) Add(ctx context.Context, source string, b *GameBatch) (Added, error) {
	var added Added
	err := g.Store.Update(ctx, func(tx Tx) error {
		added = Added{}
		all, err := readSources(tx)
		if err != nil {
			return err
		}
		s := &GameSource{Name: source}
		if i := slices.IndexFunc(all, func(o GameSource) bool { return o.Name == source }); i >= 0 {
			s = &all[i]
		} else if s, err = newSource(tx, source); err != nil {
			return err
		}
		if !b.Reset && s.Position.Offset != b.From {
			return ErrMoved
		}
		in := &intake{tx: tx, source: s, empty: true, names: map[uint16]string{}, begun: map[string]int{}}
		for _, o := range all {
			in.names[o.ID] = o.Name
			in.empty = in.empty && o.Games+o.Fixed == 0
		}
		if added, err = in.add(b.Games); err != nil {
			return err
		}
		if err := s.setAside(tx, b.Aside); err != nil {
			return err
		}
		s.Lines += b.Lines
		s.Events += b.Events
		if b.Reset && s.Position.Offset > 0 {
			s.Resets++
		}
		s.Where, s.Position, s.Polled, s.Failure = b.Where, b.To, b.Seen, ""
		if b.Whole {
			s.Read = b.Seen
		}
		if err := putSource(tx, s); err != nil || b.With == nil {
			return err
		}
		return b.With(tx, added)
	})
	return added, wrap("games of "+source, err)
}

// Window gives the games that ended from from (included) until until (not
// included; 0: no end), the latest first, until each returns false. Of the rows
// of one game only the last one is given. The Game is the callee's only until
// it returns; Keep makes it its own.
func (g Games) Window(ctx context.Context, from, until int64, each func(*Game) bool) error {
	return g.scan(ctx, gamePrefix, from, until, standing(each))
}

// standing leaves out rows that a later one corrects.
func standing(each func(*Game) bool) func(*Game) bool {
	return func(g *Game) bool { return g.Replaced || each(g) }
}

// Player gives a player's games as Window does; the Record of those that were kept
// long ago may be missing. Names are compared without regard to case.
func (g Games) Player(ctx context.Context, name string, from, until int64, each func(*Game) bool) error {
	return g.scan(ctx, playerPrefix(name), from, until, standing(each))
}

// PlayerRows is Player with the rows, too, that later ones correct.
func (g Games) PlayerRows(ctx context.Context, name string, from, until int64, each func(*Game) bool) error {
	return g.scan(ctx, playerPrefix(name), from, until, each)
}

// Players lists the names of players that begin with so much, without regard to
// case and in their order, at most most. A name is spelt as in its latest game. It
// reads one game for each.
func (g Games) Players(ctx context.Context, begin string, most int) (names []string, err error) {
	from := playerPrefix(begin)
	from = from[:len(from)-2] // without the end of the segment: what begins so
	to := PrefixEnd(from)
	err = g.Store.View(ctx, func(tx ReadTx) error {
		r, err := g.reader(tx)
		if err != nil {
			return err
		}
		for len(names) < most {
			name, err := r.firstName(tx, from, to)
			if err != nil || name == "" {
				return err
			}
			names, from = append(names, name), PrefixEnd(playerPrefix(name))
		}
		return nil
	})
	return names, wrap("games", err)
}

// firstName is the player of the first game of an index between two keys; empty
// if there is none.
func (r *gameReader) firstName(tx ReadTx, from, to []byte) (string, error) {
	for e, err := range tx.Scan(from, to) {
		if err != nil {
			return "", err
		}
		var game Game
		if err := r.entry(tx, &game, e); err != nil {
			return "", err
		}
		return strings.Clone(game.Name), nil
	}
	return "", nil
}

// Ascensions gives the ascensions as Window does, without their Record.
func (g Games) Ascensions(ctx context.Context, from, until int64, each func(*Game) bool) error {
	return g.scan(ctx, ascensionPrefix, from, until, standing(each))
}

func (g Games) scan(ctx context.Context, prefix []byte, from, until int64, each func(*Game) bool) error {
	lo, hi := prefix, PrefixEnd(prefix)
	if until > 0 {
		lo = appendEnd(slices.Clone(prefix), until-1)
	}
	if from > 0 {
		hi = appendEnd(slices.Clone(prefix), from-1) // the first that ended before
	}
	err := g.Store.View(ctx, func(tx ReadTx) error {
		r, err := g.reader(tx)
		if err != nil {
			return err
		}
		var game Game
		for e, err := range tx.Scan(lo, hi) {
			if err != nil {
				return err
			}
			if err := r.entry(tx, &game, e); err != nil {
				return err
			}
			if !each(&game) {
				return nil
			}
		}
		return nil
	})
	return wrap("games", err)
}

// Keep is a copy that outlives the scan it came from.
func (g *Game) Keep() *Game {
	c := *g
	c.Record, c.key = bytes.Clone(g.Record), bytes.Clone(g.key)
	return &c
}

// Fill sets the Record of games that came from an index without it.
func (g Games) Fill(ctx context.Context, games ...*Game) error {
	err := g.Store.View(ctx, func(tx ReadTx) error {
		r := &gameReader{texts: map[string]string{}}
		for i, game := range games {
			if i%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if len(game.Record) > 0 {
				continue
			}
			v, ok, err := tx.Get(slices.Concat(gamePrefix, game.key))
			if err != nil {
				return err
			}
			var whole Game
			if !ok {
				return errGame
			}
			if err := r.read(&whole, game.key, v); err != nil {
				return err
			}
			game.Record = whole.Record
		}
		return nil
	})
	return wrap("games", err)
}
