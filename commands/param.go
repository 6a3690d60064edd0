package commands

import (
	"slices"
	"strings"
	"sync"

	"delphi/engine/rules"
)

// Kind says what the values of a Param are.
type Kind uint8

const (
	KindNumber  Kind = iota // a keyword with a number: "xl12", "xl 12", "xl:12"
	KindFlag                // one of the Words stands in the line
	KindChoice              // one of Choices
	KindName                // a name of Vocabulary
	KindPercent             // "<20%", "<=20%", "below 20%": the number is the highest that will do
	KindVersion             // a rule set; every command that has rules takes one
	KindText                // all that follows, as it was typed
	KindWords               // words as typed: behind a keyword, quoted, or what nothing else claims
)

// Referent is the kind of network entity that a value names.
type Referent uint8

const (
	ToNothing    Referent = iota
	ToUser                // somebody there
	ToUserOrRole          // somebody there, or all who have a role
	ToChannel
)

// Param is one parameter of a command: its grammar, its help and its slash
// option. Parameters of one command that share names are matched in their
// order: the first wins.
//
// Make one with [NewNumber], [NewFlag] and so on, which return a typed handle;
// a handle may belong to several commands and reads its value from a [Call].
type Param struct {
	Name    string            // the slash option's name, and the keyword before its value
	Kind    Kind              // set by the constructor
	Summary string            // a short imperative or noun phrase, for help and for Discord
	Joins   bool              // Flag: "and" between two names behind the Pile's keyword says it
	Piece   bool              // Flag: right before a Gear name its name is said of that piece alone: "greased robe"
	Words   []string          // Number, Name, Words: other keywords before the value; Flag: what says it, besides Name
	After   []string          // Number: words after the value: "20 tries"
	Bare    bool              // Number, Words, and Choice beside Words: a value without a keyword is this one
	Signed  bool              // Number that is Bare: with its sign only: "+4"
	Range   bool              // Number: "4-12" may be said
	Full    string            // Number: the parameter that a figure in brackets after the value, or after "of", is: maxhp of "hp 5(40)"
	Target  bool              // Number: the target's, so a status line's figure is not it
	OutOf   bool              // Number: "5" of "at least 2 in 5", where another parameter took "at least 2"
	Aside   bool              // who the hero is, or what holds anyway: that it makes no difference to an answer needs no mention
	Gear    bool              // Name: "blessed", "+3" and "without" may stand before it
	Before  string            // Number: the Number that a figure before a colon is: the 1 of "1:4"
	Counts  bool              // Name: how many there are may stand before it: "12 daggers"
	Skilled bool              // Name, Flag: a skill, and of a Name its enchantment, may follow it: "long sword +2 expert"
	Ahead   string            // Name: a word that could be several things is this one if it stands before this word in the line: "as"
	Kinds   bool              // Name: "all" begins its terms, and a plural that could be another's is one of them: "trolls" are "all trolls"
	Leveled bool              // Number: "400*xl" may be said, so many for each of the hero's levels
	Percent bool              // Number: "18/50" may be said, the Strength 18 and half the way up to 18/100
	Min     int               // Number
	Max     int               // Number
	Choices []string          // Choice: in order
	Also    map[string]string // Choice: other spellings, and the choice that each means
	Within  map[string]string // Choice: of some, the wider choice that each is part of: a cloak is armor
	Units   []string          // Number: what may be glued to it: "zm" of "300zm"
	Glyphs  bool              // Choice: the sign of a class stands for it: "?" for scroll
	Many    bool              // Name: several may be said
	Keyed   bool              // Name: read only behind its keyword
	Whole   bool              // Name: of a sentence only whole names are read
	One     bool              // Words: exactly one word
	Quoted  bool              // Words: without its keyword a value must be in quotation marks, and leave one for each Needed parameter
	Rest    bool              // Words: the value is all that follows, as it was typed; the command's last parameter
	Needed  bool              // Words: the command makes no sense without it
	Opens   []string          // Words: what may begin the value though it is another's keyword: "to in 2d"

	// Pile: the names are stacks of a pile, each with what a stack can have
	// said about it ("10x 5 cursed"), and squares may be separated by "/".
	Pile bool

	// Uses holds, for a Pile, what forms call a stack that is named alone, and one
	// after each of Words: "in the pile", "wanted".
	Uses []string

	// Parts are, of a Name of which several may be said, the places that have room for
	// one of its terms each, such as the parts of the body that wear something: a form
	// has a field for each. Part is the place of a term. Nil: it has none.
	Parts []string
	Part  func(Term) string

	// Moot reports whether a Number makes no difference to a call, so that it is not
	// suggested for a number without a keyword. If it is nil, it may always be
	// suggested.
	Moot func(*Call) bool

	// Sign is the class sign whose things a Name names by what follows
	// "of": '+' for spells, which spellbooks are of; 0: none.
	Sign rune

	// Means holds names that, without a count, are the means and not part of a Pile:
	// the wand of polymorph.
	Means []string

	// Carried holds names that, after "with", are carried by the hero and not part of a
	// Pile: a luckstone.
	Carried []string

	// Vocabulary lists what a Name may be, for a version.
	Vocabulary func(*rules.Set) []Term
	// Noun is what a Name names, with its article: "a spell".
	Noun string
	// Titled recognises the value of a Name in the title that a status line
	// begins with: "Agent the Evoker" tells the role.
	Titled func(set *rules.Set, title string) (Term, bool)

	// Refers says what a Words parameter names of the network's own. A network that
	// lets people pick such things fills in the id, of a role "role:ID".
	Refers Referent

	// Looks recognises a word that is a value of this Words parameter wherever
	// it stands: a time zone.
	Looks func(word string) bool
	// Complete lists what a Words or Text value may become, the likeliest
	// first, at most most; nil: nothing is known.
	Complete func(set *rules.Set, typed string, most int) []string
}

// Term is a name of a vocabulary and what it stands for.
type Term struct {
	Name    string
	Aliases []string
	Value   any

	BUC      rules.BUC // what the name itself says: holy water is blessed
	Material bool      // a material may stand before it in a pile
}

// vocabularies keeps what Names may be: [vocabulary] -> []Term.
var vocabularies sync.Map

// anywhere keeps what Names may be in any version: *Param -> []string.
var anywhere sync.Map

// vocabulary is what a parameter knows by name under a version.
type vocabulary struct {
	param *Param
	set   *rules.Set
}

// Terms returns the Vocabulary of a Name under a version, made once. The result is shared and
// must not be modified.
func (p *Param) Terms(set *rules.Set) []Term {
	key := vocabulary{p, set}
	if list, ok := vocabularies.Load(key); ok {
		return list.([]Term)
	}
	list, _ := vocabularies.LoadOrStore(key, p.Vocabulary(set))
	return list.([]Term)
}

// Anywhere returns the names of the Vocabulary of a Name under all versions, each once, made
// once. The result is shared and must not be modified.
func (p *Param) Anywhere() []string {
	if list, ok := anywhere.Load(p); ok {
		return list.([]string)
	}
	seen, out := map[string]bool{}, []string{}
	for _, version := range rules.Names() {
		for _, t := range p.Terms(rules.Get(version)) {
			if !seen[t.Name] {
				seen[t.Name] = true
				out = append(out, t.Name)
			}
		}
	}
	list, _ := anywhere.LoadOrStore(p, out)
	return list.([]string)
}

// Terms makes a vocabulary out of a list.
func Terms[T any](list []T, of func(T) Term) []Term {
	out := make([]Term, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}

// Chosen returns the choice that a folded word means.
func (p *Param) Chosen(word string) (choice string, ok bool) {
	if also, ok := p.Also[word]; ok {
		return also, true
	}
	return word, slices.Contains(p.Choices, word)
}

// Spellings returns the other spellings of a choice.
func (p *Param) Spellings(choice string) []string {
	var out []string
	for spelling, of := range p.Also {
		if of == choice {
			out = append(out, spelling)
		}
	}
	slices.Sort(out)
	return out
}

// param lets a handle stand where any parameter may.
func (p *Param) param() *Param { return p }

// Parameter is a handle of any kind.
type Parameter interface{ param() *Param }

// Takes lists the parameters of a command.
func Takes(params ...Parameter) []*Param {
	out := make([]*Param, len(params))
	for i, p := range params {
		out[i] = p.param()
	}
	return out
}

// The typed handles. Each reads its value from a call; a command that lacks
// the parameter has not said it.
type (
	Number      struct{ *Param }
	Flag        struct{ *Param }
	Choice      struct{ *Param }
	Percent     struct{ *Param }
	Version     struct{ *Param }
	Text        struct{ *Param }
	Words       struct{ *Param }
	Name[T any] struct{ *Param } // T is the type of its terms' values
)

func made(p Param, k Kind) *Param {
	p.Kind = k
	return &p
}

// NewNumber makes a parameter that is a number between p.Min and p.Max.
func NewNumber(p Param) Number { return Number{made(p, KindNumber)} }

// NewFlag makes a parameter that is said or not.
func NewFlag(p Param) Flag { return Flag{made(p, KindFlag)} }

// NewChoice makes a parameter that is one of p.Choices.
func NewChoice(p Param) Choice { return Choice{made(p, KindChoice)} }

// NewPercent makes a parameter that is a bound like "<20%".
func NewPercent(p Param) Percent { return Percent{made(p, KindPercent)} }

// NewVersion makes a parameter that is a rule set.
func NewVersion(p Param) Version { return Version{made(p, KindVersion)} }

// NewText makes a parameter that is the whole line after the command.
func NewText(p Param) Text { return Text{made(p, KindText)} }

// NewWords makes a parameter that is words as they were typed.
func NewWords(p Param) Words { return Words{made(p, KindWords)} }

// NewName makes a parameter that is one or several names of p.Vocabulary,
// whose values are all a T.
func NewName[T any](p Param) Name[T] { return Name[T]{made(p, KindName)} }

// With is another parameter like n, changed.
func (n Name[T]) With(change func(*Param)) Name[T] {
	p := *n.Param
	change(&p)
	return Name[T]{&p}
}

// In returns the number said.
func (n Number) In(c *Call) (int, bool) {
	v := c.Value(n.Param)
	return v.Num, v.Said
}

// Else returns the number said, or else one that is assumed with a note, if there is any.
func (n Number) Else(c *Call, otherwise int, note string) int {
	if said, ok := n.In(c); ok {
		return said
	}
	if note != "" {
		c.Note(Assumed, note)
	}
	return otherwise
}

// Span returns the range said for a Number that takes one; from and to are equal
// where one number was said.
func (n Number) Span(c *Call) (from, to int, ok bool) {
	v := c.Value(n.Param)
	return v.Num, v.To, v.Said
}

// Quiet reports whether only a pasted status line or a saved character said the
// number, so that its not being used needs no mention.
func (n Number) Quiet(c *Call) bool { return c.Value(n.Param).Quiet }

// In reports whether the flag was said.
func (f Flag) In(c *Call) bool { return c.Value(f.Param).Said }

// Skill returns the skill said behind a flag that takes one; ok is false if none was.
func (f Flag) Skill(c *Call) (skill rules.Skill, ok bool) {
	return rules.SkillNamed(c.Value(f.Param).Text)
}

// In returns what was chosen; empty if nothing was.
func (f Choice) In(c *Call) string { return c.Value(f.Param).Text }

// In returns the highest percentage that will do.
func (f Percent) In(c *Call) (int, bool) {
	v := c.Value(f.Param)
	return v.Num, v.Said
}

// In returns the text, empty if there was none.
func (t Text) In(c *Call) string { return c.Value(t.Param).Text }

// In returns the words as they were typed, single blanks between them; empty if
// there were none.
func (w Words) In(c *Call) string { return c.Value(w.Param).Text }

// All lists the names said, in the line's order.
func (n Name[T]) All(c *Call) []Said { return c.Value(n.Param).Names }

// One returns the first name said, or nil.
func (n Name[T]) One(c *Call) *Said {
	if v := c.Value(n.Param); len(v.Names) > 0 {
		return &v.Names[0]
	}
	return nil
}

// In returns what the first name said stands for.
func (n Name[T]) In(c *Call) (T, bool) {
	if s := n.One(c); s != nil {
		return n.Of(*s), true
	}
	var none T
	return none, false
}

// Of returns what a name of this parameter stands for.
func (n Name[T]) Of(s Said) T { return s.Value.(T) }

// Put says a name as if the line had.
func (n Name[T]) Put(c *Call, name string, value T) {
	v := c.Value(n.Param)
	v.Said, v.Names = true, []Said{{Name: name, Value: value}}
}

// RuleSet is the version that a question is about; every command that has
// rules takes it.
var RuleSet = NewVersion(Param{Name: "version", Summary: "Game version: " + strings.Join(rules.Names(), ", ")})
