package gamelog

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"slices"

	"delphi/storage"
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

	// Replaced means that a later row is of the same game (same source, player and
	// start) and corrects this one. That row is in the same batch, or is of the form
	// that preceded the log of rows.
	Replaced bool

	// Record is the packed line (xlog.Unpack).
	Record []byte

	key []byte // as keyOf makes it
}

// ID names the game, for audit logs. It stays the same as long as the line does.
func (g *Game) ID() string { return hex.EncodeToString(g.key) }

// Key returns what names the game beside its end: the number of its source and the hash
// of its line. Both are 0 in a game that was not kept.
func (g *Game) Key() (source uint16, line uint64) {
	if len(g.key) != gameSuffix {
		return 0, 0
	}
	return binary.BigEndian.Uint16(g.key[5:]), binary.BigEndian.Uint64(g.key[7:])
}

// GameID returns the ID of a game that ended at end and has a Key.
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

	// With runs in the transaction that keeps the batch, after the batch; it may be
	// nil. Its error undoes the batch.
	With func(tx storage.Tx, added Added) error
}

// Added is what Add made of a batch.
type Added struct {
	New    []int // the indexes in GameBatch.Games of those that were not known
	Again  int
	Copies map[string]int // lines that another source has, too, by source
}

// ErrMoved means that another process has read the source in the meantime: read its
// position again and continue from there.
var ErrMoved = errors.New("another process read the source in the meantime")

// Games keeps games, durably and in one transaction with the position they were
// read at: a crash neither loses nor doubles one. A line that is known already
// is not kept twice. The zero value with a Store is ready for use.
//
// The rows stand in the log of games (gamelog.go), in the order in which they were
// kept and in blocks (gameblocks.go). What is known of a game by its beginning, so
// that a line is not kept twice and a later row of the same game corrects the earlier
// one, is beside it (gameindex.go, gamerows.go). Whoever looks for games reads the log once, and then
// what is new in it.
type Games struct{ Store storage.Store }

// gameSuffix is how long the key of a game is: its end, its source and a hash of its
// line.
const gameSuffix = 5 + 2 + 8

func keyOf(end int64, source uint16, line uint64) []byte {
	key := appendEnd(make([]byte, 0, gameSuffix), end)
	key = binary.BigEndian.AppendUint16(key, source)
	return binary.BigEndian.AppendUint64(key, line)
}

// lineHash returns the hash of a packed line.
func lineHash(record []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(record)
	return h.Sum64()
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
	key     []byte
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

// read fills g with an entry of the log. Record and key are the entry's and the
// reader's.
func (r *gameReader) read(g *Game, entry []byte) error {
	if len(entry) == 0 || entry[0] != entryGame {
		return errGame
	}
	source, w := binary.Uvarint(entry[1:])
	if w <= 0 || source > 1<<16-1 {
		return errGame
	}
	if err := r.value(g, entry[1+w:]); err != nil {
		return err
	}
	g.Source = r.sources[uint16(source)]
	r.key = binary.BigEndian.AppendUint16(appendEnd(r.key[:0], g.End), uint16(source))
	r.key = binary.BigEndian.AppendUint64(r.key, lineHash(g.Record))
	g.key = r.key
	return nil
}

// value fills g with what appendGame has written, and the record behind it.
func (r *gameReader) value(g *Game, v []byte) error {
	if len(v) < 20 || v[0] != gameFormat {
		return errGame
	}
	*g = Game{Outcome: v[1] &^ flagReplaced >> 1, Practice: v[1]&flagPractice != 0, Replaced: v[1]&flagReplaced != 0}
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
	return nil
}

func (g Games) reader(tx storage.ReadTx) (*gameReader, error) {
	r := &gameReader{sources: map[uint16]string{}, texts: map[string]string{}}
	all, err := readSources(tx)
	for _, s := range all {
		r.sources[s.ID] = s.Name
	}
	return r, err
}

// Add keeps a batch of a source and its new position, all or nothing. It fails with
// ErrMoved, keeping nothing, if the source's position is not where the batch began.
// Afterwards the batch's games have an ID. A line that another source also has counts
// for that source and is not kept again.
func (g Games) Add(ctx context.Context, source string, b *GameBatch) (Added, error) {
	var added Added
	err := g.Store.Update(ctx, func(tx storage.Tx) error {
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
		in := &intake{tx: tx, source: s, empty: true, names: map[uint16]string{}}
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
	return added, storage.Wrap("games of "+source, err)
}

// Keep returns a copy that outlives the scan it came from.
func (g *Game) Keep() *Game {
	c := *g
	c.Record, c.key = bytes.Clone(g.Record), bytes.Clone(g.key)
	return &c
}
