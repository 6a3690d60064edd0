package query

import (
	"sync"

	"delphi/engine/games/xlog"
)

// Game is a game, as it is added to a Table. Times are unix seconds; a number that is
// unknown is 0. Questions take the end for an unknown start.
type Game struct {
	Name, Source, Variant, Version               string
	Role, Race, Gender, Gender0, Align, Align0   string // three letters each; 0: at the start
	Death, While                                 string // as written
	Outcome                                      xlog.Outcome
	Conducts, Achieved                           []string
	Points, Turns, Realtime, Start, End          int64
	DeathDNum, DeathLev, MaxLvl, HP, MaxHP, Died int64
	Practice                                     bool // wizard or explore mode
	Ref                                          int64

	// What no question is about, but scoring needs.
	Seen, Pos int64  // when its line was read, and where it stood
	Key       uint16 // the number of its source, and with Line what names the game
	Line      uint64
	Amulet    bool // left with the Amulet, dead or alive

	// What a Table does not keep.
	ID   string // what names it
	More any    // what whoever counts it knows of its row besides

	death int32 // the number of its death in the table that it comes from, from 1; 0: it comes from none
}

// The columns of texts and of numbers that a Table keeps.
const (
	colName = iota
	colSource
	colVariant
	colVersion
	colRole
	colRace
	colGender
	colGender0
	colAlign
	colAlign0
	colDeath
	colWhile
	colOutcome
	colConducts
	colAchieved
	textColumns
)

const (
	colPoints = iota
	colTurns
	colRealtime
	colStart
	colEnd
	colDeathDNum
	colDeathLev
	colMaxLvl
	colHP
	colMaxHP
	colDeaths
	colState // stateReplaced and statePractice
	colRef
	colSeen
	colPos
	colKey
	colLine
	colMarks // markAmulet and markNoStart
	numberColumns
)

// Flags of colState.
const (
	stateReplaced = 1 << iota // a later row of the same game corrects this one
	statePractice
)

// Flags of colMarks.
const (
	markAmulet = 1 << iota
	markNoStart
)

// Table is games as columns, in the order in which they were added, which breaks
// ties. Add and Replace must not run beside anything else; any number of Run may
// run side by side.
type Table struct {
	n    int
	text [textColumns]texts
	num  [numberColumns]numbers

	mu       sync.Mutex // guards the maps; their values have locks of their own
	derived  map[string]*derived
	lowered  map[string]*lowered
	members  map[int]*members
	lists    [textColumns]split
	patterns map[string]*matches
	rankings map[string]*ranking
	players  players
}

// Len returns how many games the table has, with those that were replaced.
func (t *Table) Len() int { return t.n }

// Add adds a game, which gets the next row, beginning with 0.
func (t *Table) Add(g *Game) {
	for i, s := range [textColumns]string{
		colName: g.Name, colSource: g.Source, colVariant: g.Variant, colVersion: g.Version, colRole: g.Role, colRace: g.Race,
		colGender: g.Gender, colGender0: g.Gender0, colAlign: g.Align, colAlign0: g.Align0, colDeath: g.Death, colWhile: g.While,
		colOutcome: g.Outcome.String(),
	} {
		if i != colConducts && i != colAchieved {
			t.text[i].add(s)
		}
	}
	t.text[colConducts].addList(g.Conducts)
	t.text[colAchieved].addList(g.Achieved)
	state := int64(0)
	if g.Practice {
		state = statePractice
	}
	marks := int64(0)
	if g.Amulet {
		marks |= markAmulet
	}
	start := g.Start
	if start == 0 {
		start = g.End
		marks |= markNoStart
	}
	for i, n := range [numberColumns]int64{
		colPoints: g.Points, colTurns: g.Turns, colRealtime: g.Realtime, colStart: start, colEnd: g.End, colDeathDNum: g.DeathDNum,
		colDeathLev: g.DeathLev, colMaxLvl: g.MaxLvl, colHP: g.HP, colMaxHP: g.MaxHP, colDeaths: g.Died, colState: state, colRef: g.Ref,
		colSeen: g.Seen, colPos: g.Pos, colKey: int64(g.Key), colLine: int64(g.Line), colMarks: marks,
	} {
		t.num[i].add(n)
	}
	t.n++
}

// Replace marks a row that a later row of the same game corrects. It is asked
// about no more.
func (t *Table) Replace(row int) {
	t.num[colState].set(row, t.num[colState].at(row)|stateReplaced)
}

// Ref returns what the caller knows a row by.
func (t *Table) Ref(row int) int64 { return t.num[colRef].at(row) }

// Last returns the row that was added last: what the caller knows it by, and of the
// game its name, end and points.
func (t *Table) Last() (ref int64, g Game) {
	row := t.n - 1
	return t.Ref(row), Game{Name: t.text[colName].dict[t.text[colName].rows.at(row)], End: t.num[colEnd].at(row), Points: t.num[colPoints].at(row)}
}

// Size estimates how many bytes the table takes in memory.
func (t *Table) Size() int {
	n := 0
	for i := range t.text {
		n += t.text[i].rows.size()
		for _, s := range t.text[i].dict {
			n += 2*len(s) + 64
		}
	}
	for i := range t.num {
		n += t.num[i].size()
	}
	return n
}

// Sources lists the names of the sources.
func (t *Table) Sources() []string { return t.text[colSource].dict }

// lower returns the texts of a view's dictionary in lower case.
func (t *Table) lower(name string, dict []string) []string {
	t.mu.Lock()
	if t.lowered == nil {
		t.lowered = map[string]*lowered{}
	}
	l := t.lowered[name]
	if l == nil {
		l = &lowered{}
		t.lowered[name] = l
	}
	t.mu.Unlock()
	return l.of(dict)
}

// memo returns what is derived from a dictionary under a name.
func (t *Table) memo(name string) *derived {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.derived == nil {
		t.derived = map[string]*derived{}
	}
	d := t.derived[name]
	if d == nil {
		d = &derived{}
		t.derived[name] = d
	}
	return d
}

func (t *Table) blocks() int { return (t.n + blockSize - 1) / blockSize }
