package columns

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

	DeathCode int32 // the number of its death in the table that it comes from, from 1; 0: it comes from none
}

// The columns of texts and of numbers that a Table keeps.
const (
	Name = iota
	Source
	Variant
	Version
	Role
	Race
	Gender
	Gender0
	Align
	Align0
	Death
	While
	Outcome
	Conducts
	Achieved
	textColumns
)

const (
	Points = iota
	Turns
	Realtime
	Start
	End
	DeathDNum
	DeathLev
	MaxLvl
	HP
	MaxHP
	Deaths
	State // flags; 0: a game like others
	Ref
	Seen
	Pos
	Key
	Line
	Marks // flags
	numberColumns
)

// Flags of State.
const (
	stateReplaced = 1 << iota // a later row of the same game corrects this one
	statePractice
)

// Flags of Marks.
const (
	markAmulet  = 1 << iota
	MarkNoStart // its start is unknown: Start has the end
)

// Table is games as columns, in the order in which they were added, which breaks
// ties. Add and Replace must not run beside anything else; any number of queries may
// run side by side.
type Table struct {
	n    int
	Text [textColumns]Texts     // Text[Role]
	Num  [numberColumns]Numbers // Num[Turns]

	mu       sync.Mutex // guards the maps; their values have locks of their own
	derived  map[string]*Derived
	lowered  map[string]*lowered
	members  map[int]*members
	lists    [textColumns]split
	patterns map[string]*Matches
	rankings map[string]*ranking
	players  players
}

// Len returns how many games the table has, with those that were replaced.
func (t *Table) Len() int { return t.n }

// Add adds a game, which gets the next row, beginning with 0.
func (t *Table) Add(g *Game) {
	for i, s := range [textColumns]string{
		Name: g.Name, Source: g.Source, Variant: g.Variant, Version: g.Version, Role: g.Role, Race: g.Race,
		Gender: g.Gender, Gender0: g.Gender0, Align: g.Align, Align0: g.Align0, Death: g.Death, While: g.While,
		Outcome: g.Outcome.String(),
	} {
		if i != int(Conducts) && i != int(Achieved) {
			t.Text[i].add(s)
		}
	}
	t.Text[Conducts].addList(g.Conducts)
	t.Text[Achieved].addList(g.Achieved)
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
		marks |= MarkNoStart
	}
	for i, n := range [numberColumns]int64{
		Points: g.Points, Turns: g.Turns, Realtime: g.Realtime, Start: start, End: g.End, DeathDNum: g.DeathDNum,
		DeathLev: g.DeathLev, MaxLvl: g.MaxLvl, HP: g.HP, MaxHP: g.MaxHP, Deaths: g.Died, State: state, Ref: g.Ref,
		Seen: g.Seen, Pos: g.Pos, Key: int64(g.Key), Line: int64(g.Line), Marks: marks,
	} {
		t.Num[i].add(n)
	}
	t.n++
}

// Replace marks a row that a later row of the same game corrects. It is asked
// about no more.
func (t *Table) Replace(row int) {
	t.Num[State].set(row, t.Num[State].At(row)|stateReplaced)
}

// Ref returns what the caller knows a row by.
func (t *Table) Ref(row int) int64 { return t.Num[Ref].At(row) }

// Last returns the row that was added last: what the caller knows it by, and of the
// game its name, end and points.
func (t *Table) Last() (ref int64, g Game) {
	row := t.n - 1
	return t.Ref(row), Game{Name: t.Text[Name].Dict[t.Text[Name].Rows.At(row)], End: t.Num[End].At(row), Points: t.Num[Points].At(row)}
}

// Size estimates how many bytes the table takes in memory.
func (t *Table) Size() int {
	n := 0
	for i := range t.Text {
		n += t.Text[i].Rows.size()
		for _, s := range t.Text[i].Dict {
			n += 2*len(s) + 64
		}
	}
	for i := range t.Num {
		n += t.Num[i].size()
	}
	return n
}

// Sources lists the names of the sources.
func (t *Table) Sources() []string { return t.Text[Source].Dict }

// Lower returns the texts of a view's dictionary in lower case.
func (t *Table) Lower(name string, dict []string) []string {
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

// Memo returns what is derived from a dictionary under a name.
func (t *Table) Memo(name string) *Derived {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.derived == nil {
		t.derived = map[string]*Derived{}
	}
	d := t.derived[name]
	if d == nil {
		d = &Derived{}
		t.derived[name] = d
	}
	return d
}

// Blocks returns how many blocks the rows are in.
func (t *Table) Blocks() int { return (t.n + BlockSize - 1) / BlockSize }
