package commands

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"delphi/commands/wording"
	"delphi/engine/rules"
)

// Call is a parsed request.
type Call struct {
	Request
	Command     *Command
	Rules       *rules.Set // never nil: the version said, or the one that stands in for it
	VersionSaid bool       // the line named Rules
	Guessed     bool       // a name in the line is misspelt or cut short
	Variant     string     // what Command.Variant recognised; empty: nothing
	Notes       []Note     // how the line was read
	Values      []Value    // of Command.Params, in their order

	// Character is the asker's saved character, as a call of the me command, or nil.
	// The answer of a Cacheable command must not depend on it.
	Character *Call

	// Unread reports whether what is remembered about the place and the asker could not
	// be read, so that defaults were used instead.
	Unread bool

	seen []bool // of Values: those that were looked at since Watch; copies share it. nil: nobody watches
}

// Value is what a line said for one Param.
type Value struct {
	Said  bool
	Quiet bool // only a pasted status line or a saved character said it
	Not   bool // of a flag: said not to be so, whatever a saved character says
	// Within means that a text of the line says it, so that the line in full need not.
	Within bool
	Num    int
	To     int // the end of a range; Num where one number was said
	Text   string
	Names  []Said
}

// Said is a name found in a line, with what was said about it.
type Said struct {
	Name    string // in full
	Value   any    // the Term's
	As      string // the keyword before it, other than the parameter's name: "body" of "body:gray dragon scales"
	Skill   string // said after it: "expert"
	Enchant int    // "+3"; 0 if not said
	Eroded  int    // of what is worn: 1 rusty or the like, 2 very, 3 thoroughly
	At      int    // the word of the line it starts at
	With    int    // of gear: the "with" before it, as a word of the line; 0 if there is none

	Stack // where Param.Pile

	BUC     rules.BUC
	Flag    string // a flag said of this piece alone: "greased"
	Without bool   // "without a cloak": said to be absent
	Linked  bool   // "or" stands before it
	Either  bool   // asked about with and without it
}

// Stack is what was said about one stack of a pile; zero values were not said.
type Stack struct {
	Quantity  int // items, where Counted
	Times     int // "10x": equal stacks, where TimesSaid
	Read      int
	Recharged int
	Square    int // 0 is the first
	Material  string
	Counted   bool
	TimesSaid bool
	Degraded  bool
	Artifact  bool
}

// NewCall returns a call of a command with nothing said yet.
func NewCall(cmd *Command, set *rules.Set) *Call {
	return &Call{Command: cmd, Rules: set, Values: make([]Value, len(cmd.Params))}
}

// Value returns what was said for a parameter. For one that the command does not take,
// it returns an empty Value that nothing reads.
func (c *Call) Value(p *Param) *Value {
	for i, q := range c.Command.Params {
		if q == p {
			if c.seen != nil {
				c.seen[i] = true
			}
			return &c.Values[i]
		}
	}
	return &Value{}
}

// Watch notes from now on which parameters are looked at, for Idle.
func (c *Call) Watch() { c.seen = make([]bool, len(c.Values)) }

// Idle names the parameters that were said and that nothing has looked at since Watch: the
// answer cannot depend on them.
func (c *Call) Idle() (names []string) {
	for i, p := range c.Command.Params {
		if c.Values[i].Said && !c.seen[i] && p.Kind != KindVersion {
			names = append(names, p.Name)
		}
	}
	return names
}

// Has reports whether the command takes a parameter.
func (c *Call) Has(p Parameter) bool { return c.Command.Has(p) }

// SaidCount returns how many parameters the line said something for.
func (c *Call) SaidCount() int {
	n := 0
	for i := range c.Values {
		if c.Values[i].Said {
			n++
		}
	}
	return n
}

// Note adds a note to the reply.
func (c *Call) Note(kind NoteKind, text string) { c.Notes = append(c.Notes, Note{kind, text}) }

// Line returns the question in full, in one order and one spelling: two lines that
// ask the same have the same Line, and parsing it gives this Call again. It is
// the key of the answer cache.
func (c *Call) Line() string {
	var b strings.Builder
	b.Grow(128)
	b.WriteString(c.Command.Path())
	names := false // the comma behind the last name is not needed
	clear := !slices.ContainsFunc(c.Command.Params, func(p *Param) bool { return p.Ahead != "" })
	for i, p := range c.Command.Params {
		if p.Kind == KindVersion {
			b.WriteString(" v")
			b.WriteString(cmp.Or(c.Variant, c.Rules.Name))
		}
		if v := &c.Values[i]; v.Said && !v.Within {
			if p.Kind == KindText && c.Command.Canonical != nil {
				b.WriteByte(' ')
				b.WriteString(c.Command.Canonical(v.Text))
				continue
			}
			v.line(p, &b, clear)
			names = p.Kind == KindName
		} else if v.Not && c.Character != nil { // who has none needs no denial
			b.WriteString(" not " + p.Name)
			names = false
		}
	}
	if names {
		return strings.TrimSuffix(b.String(), ",")
	}
	return b.String()
}

// line writes what was said for one parameter. clear is false if a name may belong to
// any of several parameters.
func (v *Value) line(p *Param, b *strings.Builder, clear bool) {
	switch p.Kind {
	case KindVersion:
	case KindName:
		square := 0
		for _, n := range v.Names {
			for ; square < n.Square; square++ {
				b.WriteString(" /")
			}
			b.WriteByte(' ')
			if n.Without {
				b.WriteString("without ")
			}
			if n.As != "" {
				b.WriteString(n.As + ":")
			} else if !clear && (!p.Many || p.Ahead != "") {
				b.WriteString(p.Name + ":")
			}
			b.WriteString(n.Describe())
			b.WriteByte(',')
		}
	default:
		b.WriteByte(' ')
		v.write(p, b)
	}
}

// Typed returns what was said for a parameter that is neither a name nor a version, as Line
// writes it.
func (v *Value) Typed(p *Param) string {
	var b strings.Builder
	v.write(p, &b)
	return b.String()
}

// write writes what Typed returns.
func (v *Value) write(p *Param, b *strings.Builder) {
	switch p.Kind {
	case KindNumber:
		b.WriteString(p.Name)
		if p.Percent {
			b.WriteString(rules.StrengthText(v.Num))
			return
		}
		b.WriteString(strconv.Itoa(v.Num))
		if v.To != v.Num {
			b.WriteByte('-')
			b.WriteString(strconv.Itoa(v.To))
		}
	case KindFlag:
		b.WriteString(p.Name)
		if p.Skilled && v.Text != "" {
			b.WriteByte(' ')
			b.WriteString(v.Text)
		}
	case KindChoice:
		b.WriteString(p.Name)
		b.WriteByte(':')
		b.WriteString(v.Text)
	case KindPercent:
		b.WriteString("<=")
		b.WriteString(strconv.Itoa(v.Num))
		b.WriteByte('%')
	case KindText:
		b.WriteString(v.Text)
	case KindWords:
		b.WriteString(p.Name)
		b.WriteByte(':')
		if p.Rest {
			b.WriteString(v.Text)
			return
		}
		b.WriteByte('"')
		b.WriteString(v.Text)
		b.WriteByte('"')
	}
}

// Changed returns the Line that this Call would have with one parameter's value
// changed. The Call itself is left unchanged.
func (c *Call) Changed(p Parameter, change func(*Value)) string {
	v := c.Value(p.param())
	before := *v
	defer func() { *v = before }()
	v.Names = slices.Clone(v.Names)
	v.Said = true
	change(v)
	return c.Line()
}

// Describe returns the name with what was said about it: "blessed +3 robe", "10x 5
// cursed rock".
func (s Said) Describe() string {
	var words []string
	add := func(said bool, word string) {
		if said {
			words = append(words, word)
		}
	}
	add(s.Times > 0, strconv.Itoa(s.Times)+"x")
	add(s.Counted, strconv.Itoa(s.Quantity))
	add(s.BUC != rules.BUCNotSaid, s.BUC.String())
	add(s.Flag != "", s.Flag)
	add(s.Eroded > 0, wording.Rusty[s.Eroded])
	add(s.Enchant != 0, wording.Signed(s.Enchant))
	add(s.Artifact, "artifact")
	add(s.Degraded, "degraded")
	add(s.Material != "", s.Material)
	add(true, s.Name)
	add(s.Read > 0, "read "+strconv.Itoa(s.Read))
	add(s.Recharged > 0, "recharged "+strconv.Itoa(s.Recharged))
	add(s.Skill != "", s.Skill)
	return strings.Join(words, " ")
}
