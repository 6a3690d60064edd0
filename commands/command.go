package commands

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Command is one thing that can be asked. Its Params are its grammar.
type Command struct {
	Name     string
	Aliases  []string
	Summary  string // one short sentence, for help and for Discord
	Params   []Param
	Examples []string // lines without the prefix; each is run by a test

	// Run answers a parsed call. It sends nothing and touches nothing but
	// the stores it was made with. An error is a *Problem if the asker can
	// mend it.
	Run func(ctx context.Context, c *Call) (Reply, error)

	// Lasting: the answer depends on the line and the rules alone, so it may
	// be cached, and `why` and `more` may ask it again.
	Lasting bool

	// Variant recognises a game that this command knows although it has no
	// rule set, by a word of the line; nil: none.
	Variant func(word string) (name string, ok bool)

	// Complete lists what the text of a command with a Text parameter may
	// become, the likeliest first, at most most; nil: nothing is known.
	Complete func(set *rules.Set, text string, most int) []string

	// Fillers are dropped like those that every command drops.
	Fillers string

	fillers map[string]bool
	numbers map[string]string // keyword -> the Number it means
}

// Kind is what the values of a Param are.
type Kind uint8

const (
	Number  Kind = iota // a keyword with a number: "xl12", "xl 12", "xl:12"
	Flag                // one of the Words stands in the line
	Choice              // one of Choices
	Name                // a name of Vocabulary
	Percent             // "<20%", "<=20%", "below 20%": Num is the highest that will do
	Version             // a rule set; every command that has rules takes one
	Text                // all that follows, as it was typed
)

// Param is one parameter of a command. Parameters of one command that share
// names are matched in their order: the first wins.
type Param struct {
	Name    string // the slash option's name, and the keyword before its value
	Kind    Kind
	Summary string   // one short sentence, for help and for Discord
	Words   []string // Number, Name: other keywords before the value; Flag: what says it, besides Name
	After   []string // Number: words behind the value: "20 tries"
	Bare    bool     // Number: a number without a word is it
	Range   bool     // Number: "4-12" may be said
	Target  bool     // Number: the target's, so a status line's figure is not it
	Gear    bool     // Name: "blessed", "+3" and "without" may stand before it
	Min     int      // Number
	Max     int      // Number
	Choices []string // Choice: in order
	Many    bool     // Name: several may be said

	// Pile: the names are stacks of a pile, each with what a stack can have
	// said about it ("10x 5 cursed"), and squares may be parted by "/".
	Pile bool

	// Vocabulary lists what a Name may be, for a version.
	Vocabulary func(*rules.Set) []Term
	// Noun is what a Name names, with its article: "a spell".
	Noun string
}

// Term is a name of a vocabulary and what it stands for.
type Term struct {
	Name    string
	Aliases []string
	Value   any
}

// Said is a name found in a line, with what was said about it.
type Said struct {
	Name    string // in full
	Value   any    // the Term's
	Enchant int    // "+3"; 0 if not said
	BUC     BUC
	As      string // the keyword before it, other than the parameter's name: "body" of "body:gray dragon scales"
	Without bool   // "without a cloak": said to be absent

	Stack // where Param.Pile

	at     int  // the word of the line it starts at
	linked bool // "or" stands before it
}

// Stack is what was said about one stack of a pile; zero values were not said.
type Stack struct {
	Quantity  int // items, where Counted
	Counted   bool
	Times     int // "10x": equal stacks, where TimesSaid
	TimesSaid bool
	Read      int
	Recharged int
	Degraded  bool
	Artifact  bool
	Material  string
	Square    int // 0 is the first
}

// BUC is blessed, uncursed or cursed, as far as it was said.
type BUC int8

const (
	NotSaid BUC = iota
	Blessed
	Uncursed
	Cursed
)

var bucWords = map[string]BUC{
	"blessed": Blessed, "holy": Blessed, "uncursed": Uncursed, "cursed": Cursed, "unholy": Cursed,
}

func (b BUC) String() string { return [...]string{"", "blessed", "uncursed", "cursed"}[b] }

// value is what a line said for one Param.
type value struct {
	said  bool
	quiet bool // only a pasted status line said it
	num   int
	to    int // the end of a Range; num where one number was said
	text  string
	names []Said
}

// Call is a parsed request.
type Call struct {
	Request
	Command *Command
	Rules   *rules.Set // never nil: the version said, or the one that stands in for it
	Variant string     // what Command.Variant recognised; empty: nothing
	Notes   []Note     // how the line was read

	values      []value
	versionSaid bool
}

func (c *Call) value(name string) *value {
	for i := range c.Command.Params {
		if c.Command.Params[i].Name == name {
			return &c.values[i]
		}
	}
	panic("commands: " + c.Command.Name + " has no parameter " + name)
}

// Num is the number said for a Number, or the bound of a Percent.
func (c *Call) Num(param string) (int, bool) {
	v := c.value(param)
	return v.num, v.said
}

// Range is the range said for a Number that takes one; from and to are equal
// where one number was said.
func (c *Call) Range(param string) (from, to int, ok bool) {
	v := c.value(param)
	return v.num, v.to, v.said
}

// Quiet reports whether only a pasted status line said a Number, so that its
// not being used needs no mention.
func (c *Call) Quiet(param string) bool { return c.value(param).quiet }

// Flag reports whether a Flag was said.
func (c *Call) Flag(param string) bool { return c.value(param).said }

// Choice is what was chosen; empty if nothing was.
func (c *Call) Choice(param string) string { return c.value(param).text }

// Text is the free text of a Text parameter.
func (c *Call) Text(param string) string { return c.value(param).text }

// Names are the names said for a Name parameter, in the line's order.
func (c *Call) Names(param string) []Said { return c.value(param).names }

// Note adds a note to the reply.
func (c *Call) Note(kind NoteKind, text string) { c.Notes = append(c.Notes, Note{kind, text}) }

// Line is the question in full, in one order and one spelling: two lines that
// ask the same have the same Line, and parsing it gives this Call again. It is
// the key of the answer cache.
func (c *Call) Line() string {
	var b strings.Builder
	b.Grow(96)
	b.WriteString(c.Command.Name)
	for i := range c.Command.Params {
		p, v := &c.Command.Params[i], &c.values[i]
		if p.Kind == Version {
			b.WriteString(" v")
			b.WriteString(cmp.Or(c.Variant, c.Rules.Name))
		}
		if !v.said {
			continue
		}
		switch p.Kind {
		case Number:
			b.WriteByte(' ')
			b.WriteString(p.Name)
			b.WriteString(strconv.Itoa(v.num))
			if v.to != v.num {
				b.WriteByte('-')
				b.WriteString(strconv.Itoa(v.to))
			}
		case Flag:
			b.WriteByte(' ')
			b.WriteString(p.Name)
		case Choice:
			b.WriteByte(' ')
			b.WriteString(p.Name)
			b.WriteByte(':')
			b.WriteString(v.text)
		case Percent:
			b.WriteString(" <=")
			b.WriteString(strconv.Itoa(v.num))
			b.WriteByte('%')
		case Text:
			b.WriteByte(' ')
			b.WriteString(v.text)
		case Name:
			square := 0
			for _, n := range v.names {
				for ; square < n.Square; square++ {
					b.WriteString(" /")
				}
				b.WriteByte(' ')
				if n.Without {
					b.WriteString("without ")
				}
				if n.As != "" {
					b.WriteString(n.As + ":")
				}
				b.WriteString(n.describe())
				b.WriteByte(',')
			}
		}
	}
	return strings.TrimSuffix(b.String(), ",")
}

// changed is the Line of this Call with one parameter's value changed.
func (c *Call) changed(param string, change func(*value)) string {
	other := *c
	other.values = slices.Clone(c.values)
	v := other.value(param)
	v.names = slices.Clone(v.names)
	v.said = true
	change(v)
	return other.Line()
}

// describe is the name with what was said about it: "blessed +3 robe", "10x 5
// cursed rock".
func (s Said) describe() string {
	out := s.Name
	if s.Material != "" {
		out = s.Material + " " + out
	}
	if s.Degraded {
		out = "degraded " + out
	}
	if s.Artifact {
		out = "artifact " + out
	}
	if s.Read > 0 {
		out += " read " + strconv.Itoa(s.Read)
	}
	if s.Recharged > 0 {
		out += " recharged " + strconv.Itoa(s.Recharged)
	}
	if s.Enchant != 0 {
		sign := ""
		if s.Enchant > 0 {
			sign = "+"
		}
		out = sign + strconv.Itoa(s.Enchant) + " " + out
	}
	if s.BUC != NotSaid {
		out = s.BUC.String() + " " + out
	}
	if s.Counted {
		out = strconv.Itoa(s.Quantity) + " " + out
	}
	if s.Times > 0 {
		out = strconv.Itoa(s.Times) + "x " + out
	}
	return out
}

// vocabulary builds the index of all that a command knows by name under a
// version: names, flags and choices. An entry's Kind is its parameter's index.
func (cmd *Command) vocabulary(set *rules.Set) *names.Index {
	x := names.NewIndex()
	for i := range cmd.Params {
		p := &cmd.Params[i]
		switch p.Kind {
		case Flag:
			x.Add(&names.Entry{Kind: names.Kind(i), Name: p.Name}, p.Words...)
		case Choice:
			for _, c := range p.Choices {
				x.Add(&names.Entry{Kind: names.Kind(i), Name: c, Value: c})
			}
		case Name:
			for _, t := range p.Vocabulary(set) {
				x.Add(&names.Entry{Kind: names.Kind(i), Name: t.Name, Value: t.Value}, t.Aliases...)
			}
		}
	}
	return x
}
