package commands

import (
	"context"
	"iter"
	"slices"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Command is one thing that can be asked. Its Params are its grammar; the
// parser, help, completion, rights, slash options and the command reference
// are all made from this table.
type Command struct {
	Name     string
	Aliases  []string
	Summary  string // a short imperative, for help and for Discord (at most 100 bytes)
	Params   []*Param
	Examples []string // lines without the prefix; each is run by a test

	// Subs holds the things a command with several does: `tourney new`. What
	// follows no Sub's name goes to the command's own Run, if it has one.
	Subs []*Command
	// Own is what its own Run is called among the Subs, where a network makes
	// people choose one: "show".
	Own string

	// Rights says who may run it. A Sub needs its parents' rights too.
	Rights Rights
	// Manages: it is for those who run a place, so networks that can hide commands
	// show it to nobody else; of what its Rights leave to others they can ask on a
	// line.
	Manages bool
	// Joins: it enters or leaves channels, so it is of no use on a network that has none
	// to join.
	Joins bool
	// Confirm says, as a sentence, what running a call does that should not
	// happen by mistake. The command runs only once the line ends in
	// "confirm"; nil: it runs at once, and so does a call of which Confirm says nothing.
	Confirm func(ctx context.Context, c *Call) (string, error)

	// Check says what is wrong with the words of a call that its Params leave to Run,
	// before the call is chosen among what its line may mean: a command that acts is
	// not run to find out. It changes nothing; nil: the Params see all of it.
	Check func(ctx context.Context, c *Call) error

	// Run answers a parsed call. It sends nothing and touches nothing but
	// the stores it was made with. An error that the asker can mend is a
	// problem.Mendable.
	Run func(ctx context.Context, c *Call) (Reply, error)

	// Why lists the steps that lead to the answer of a call that Run answers,
	// each with its line of the source, for `why`. A test holds them to the
	// answer: what they compute must be what they show, and what Run says. Nil:
	// the answer is looked up, and its Fields are all there is to say.
	Why func(ctx context.Context, c *Call) (*Derivation, error)

	// Next lists the changed questions that are worth asking after an answer, for
	// networks with buttons; nil: none.
	Next func(c *Call) []Next

	// Lasting: the answer depends on the line and the rules alone, so it may
	// be cached, and `why` and `more` may ask it again.
	Lasting bool

	// Group is the word under which help lists the command, and by which it is
	// switched on and off with others of its kind; the Router sets it.
	Group string
	// Often: it is asked so often that a network with little room for names shows it by
	// itself, not in its Group; the Router sets it.
	Often bool

	// Evaluates: it judges the asker's own game, which some tournaments forbid: where
	// the game command is switched off for one, so is this.
	Evaluates bool

	// Shared: other bots answer to its name, too. Where they may live it is off in a
	// channel until somebody switches it on.
	Shared bool

	// From is what it answers from, if that is something that a bot may be
	// without.
	From Source

	// Anybody: asking changes nothing, and who asks makes no difference, so that
	// pages may ask it. Of what is Lasting that is always so.
	Anybody bool
	// ReadOnly: running it changes nothing that is kept, though who asks, or where,
	// makes a difference. Of what is Lasting or for Anybody that is always so.
	ReadOnly bool

	// Answers: what it does answers a question, too, so that one who asks wants it done:
	// "which role should i play".
	Answers bool

	// Variant recognises a game that this command knows although it has no
	// rule set, by a word of the line; nil: none.
	Variant func(word string) (name string, ok bool)
	// Unruled finds the rules by which this command answers for a version that
	// rules.Lookup does not know, or says in an error what it knows of it; both
	// are empty where it knows no more than Lookup. Nil: it never does.
	Unruled func(word string) (rules.Found, error)

	// TakesText: what is too long for a line may come with it, as Request.Text:
	// an attached file, a message of many lines.
	TakesText bool
	// Menu is what the command is called in the menu of somebody's message, whose
	// text is then Request.Text; empty: it is not there.
	Menu string
	// UserMenu is what the command is called in the menu of a person, whom its
	// parameter for a user then names; empty: it is not there.
	UserMenu string

	// Form is what networks with forms ask for where a call leaves out what it
	// needs, or says nothing at all; nil: the command has none.
	Form *Form

	// Recall fills in, from a saved character, what the command has parameters of
	// its own for, and returns it in words; nil: nothing.
	Recall func(c, character *Call) []string

	// Reads lists name parameters of which a Text parameter holds values, so that a
	// reader knows what it may name: the monsters of "mon soldier ant".
	Reads []*Param

	// Canonical writes the text of a Text parameter in one way of the many that ask the
	// same; nil: it is written as it was typed.
	Canonical func(text string) string

	// Fillers holds words that join the parts of its canonical lines and say nothing by
	// themselves: "vs" of "zap force bolt vs soldier ant".
	Fillers string

	// Figure is the Number of its Params that a figure without a word is for, where
	// that is shared with commands of which it is not so: 20 quaffs of "fountain
	// quaff 20".
	Figure *Param

	parent *Command
}

// MaxForm is how many parameters a Form has at most.
const MaxForm = 5

// Form is some of a command's parameters as a form: those that must be filled in
// and those that may stay empty.
type Form struct {
	Title     string // at most 45 characters
	Must, May []*Param
}

// Source is what a command answers from beside the rules of the game.
type Source uint8

const (
	FromRules   Source = iota // nothing else
	FromGames                 // logs of ended games
	FromTourney               // a tournament of the place
	FromWiki                  // an imported wiki
	FromLive                  // what servers say of games that go on
)

// Rights says who may run a command.
type Rights uint8

const (
	Anyone        Rights = iota
	Organiser            // whoever runs tournaments in this place
	Operator             // whoever may change this place's settings
	Administrator        // whom the configuration lists
)

func (r Rights) String() string {
	return [...]string{"anyone", "organisers", "channel operators", "bot administrators"}[r]
}

// Adopt tells the Subs of a command, and theirs, whose they are. It is called
// once, before the command is used.
func (cmd *Command) Adopt() {
	for _, s := range cmd.Subs {
		s.parent = cmd
		s.Adopt()
	}
}

// Path returns the command's whole name: "tourney organiser add".
func (cmd *Command) Path() string {
	if cmd.parent == nil {
		return cmd.Name
	}
	return cmd.parent.Path() + " " + cmd.Name
}

// Top returns the command itself, or the one that it is a Sub of, at any depth.
func (cmd *Command) Top() *Command {
	for cmd.parent != nil {
		cmd = cmd.parent
	}
	return cmd
}

// Needs returns the greatest of the rights of a command and its parents.
func (cmd *Command) Needs() Rights {
	if cmd.parent == nil {
		return cmd.Rights
	}
	return max(cmd.Rights, cmd.parent.Needs())
}

// ForAll reports whether a command may be asked by nobody in particular.
func (cmd *Command) ForAll() bool {
	return (cmd.Lasting || cmd.Anybody) && cmd.Needs() == Anyone && cmd.Run != nil
}

// Acts reports whether running a command may change something that is kept. It is
// done only for a line that was read to its last word.
func (cmd *Command) Acts() bool { return !cmd.Lasting && !cmd.Anybody && !cmd.ReadOnly }

// Sub finds a Sub by its name or an alias, in lower case; nil if there is none.
func (cmd *Command) Sub(word string) *Command {
	for _, s := range cmd.Subs {
		if s.Name == word || slices.Contains(s.Aliases, word) {
			return s
		}
	}
	return nil
}

// Every walks through commands and their Subs, and theirs, each before its own.
func Every(list []*Command) iter.Seq[*Command] {
	return func(yield func(*Command) bool) { every(list, yield) }
}

func every(list []*Command, yield func(*Command) bool) bool {
	for _, c := range list {
		if !yield(c) || !every(c.Subs, yield) {
			return false
		}
	}
	return true
}

// Param finds the first parameter of a kind; nil if there is none.
func (cmd *Command) Param(k Kind) *Param {
	for _, p := range cmd.Params {
		if p.Kind == k {
			return p
		}
	}
	return nil
}

// Referring finds the first parameter that names something of the network's own;
// nil if there is none.
func (cmd *Command) Referring(to Referent) *Param {
	for _, p := range cmd.Params {
		if p.Refers == to {
			return p
		}
	}
	return nil
}

// Has reports whether the command takes a parameter.
func (cmd *Command) Has(p Parameter) bool { return slices.Contains(cmd.Params, p.param()) }

// Pile returns the parameter whose names are the stacks of a pile; nil if the
// command has none.
func (cmd *Command) Pile() *Param {
	for _, p := range cmd.Params {
		if p.Pile {
			return p
		}
	}
	return nil
}

// Like lists the whole names of those of some commands whose own name a word is
// most like, the likeliest first.
func Like(word string, list []*Command) []string {
	x := names.NewIndex()
	for _, c := range list {
		x.Add(&names.Entry{Name: c.Name, Value: c}, c.Aliases...)
	}
	var out []string
	for _, n := range x.Nearest(word, 2, nil) {
		out = append(out, n.Entry.Value.(*Command).Path())
	}
	return out
}
