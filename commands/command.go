package commands

import (
	"context"
	"iter"
	"slices"

	"delphi/commands/steps"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// Command is one kind of question. Its Params are its grammar; the parser, help,
// completion, rights, slash options and the command reference are all made from this
// table.
type Command struct {
	Name     string
	Aliases  []string
	Summary  string   // a short imperative, for help and for Discord (at most 100 bytes)
	Examples []string // lines without the prefix; each is run by a test

	// Subs holds the subcommands, such as `tourney new`. A line that names no Sub goes
	// to the command's own Run, if it has one.
	Subs   []*Command
	parent *Command

	// Group is the word under which help lists the command, and by which it is
	// switched on and off with others of its kind; the Router sets it.
	Group string

	// ---- Grammar: what its lines may say.

	Params []*Param

	// Fillers holds words that join the parts of its canonical lines and mean nothing
	// by themselves: "vs" of "zap force bolt vs soldier ant".
	Fillers string

	// Figure is the Number among its Params that a figure without a keyword stands for,
	// if that Number is shared with commands for which this is not so: 20 quaffs in
	// "fountain quaff 20".
	Figure *Param

	// Erodes is the gear among its Params that counts for less where it is rusty or burnt.
	Erodes *Param

	// Reads lists the name parameters whose values a Text parameter may hold, so that a
	// reader knows what the text may name: the monsters of "mon soldier ant".
	Reads []*Param

	// Canonical normalises the text of a Text parameter, so that equivalent texts
	// become the same. If it is nil, the text stays as typed.
	Canonical func(text string) string

	// Variant recognises, by a word of the line, a game that this command knows
	// although it has no rule set. It may be nil.
	Variant func(word string) (name string, ok bool)
	// Unmodelled finds the rules by which this command answers for a version that
	// rules.Lookup does not know, or returns an error that says what it knows about it.
	// Both are empty if it knows no more than Lookup. It may be nil.
	Unmodelled func(word string) (rules.Found, error)

	// ---- Rights: who may have it run, and where.

	// Rights says who may run it. A Sub needs its parents' rights too.
	Rights Rights
	// Confirm returns a sentence about what running a call does that should not happen
	// by mistake. The command then runs only if the line ends in "confirm". If Confirm
	// is nil or returns nothing, the call runs at once.
	Confirm func(ctx context.Context, c *Call) (string, error)
	// Evaluates marks a command that judges the asker's own game, which some
	// tournaments forbid: wherever the game command is switched off for one, so is this
	// command.
	Evaluates bool
	// SharedName means that other bots answer to its name, too. Where such bots may live,
	// it is off in a channel until somebody switches it on.
	SharedName bool

	// ---- Answering.

	// Check validates the words of a call that its Params leave to Run, before the call
	// is chosen among the possible readings of its line: a command that acts is not run
	// to find out. It changes nothing. It is nil if the Params cover everything.
	Check func(ctx context.Context, c *Call) error

	// Run answers a parsed call. It sends nothing and touches nothing but
	// the stores it was made with. An error that the asker can mend is a
	// problem.Mendable.
	Run func(ctx context.Context, c *Call) (Reply, error)

	// Why lists, for `why`, the steps that lead to Run's answer to a call, each with
	// its line of the source. A test checks the steps: what they compute must be what
	// they show and what Run says. Why is nil if the answer is looked up, so that its
	// Fields are all there is to say.
	Why func(ctx context.Context, c *Call) (*steps.Derivation, error)

	// Next lists the follow-up questions worth asking after an answer, for networks
	// with buttons. It may be nil.
	Next func(c *Call) []Next

	// Regroup moves what a line says to the parameter that is meant by it, where the order of the
	// words tells: a weapon right behind a monster's name is the monster's. It may be nil.
	Regroup func(c *Call)

	// Settle fills in what the text of a call says of the hero, before a saved character fills in
	// the rest: another role than the character's. It may be nil.
	Settle func(c *Call)

	// Recall fills in, from a saved character, whatever the command has its own
	// parameters for, and returns it in words. It may be nil.
	Recall func(c, character *Call) []string

	// Says reports whether a line says within a text what a parameter is for, so that a saved
	// character's is not needed. It may be nil.
	Says func(c *Call, p *Param) bool

	// Cacheable means that the answer depends only on the line and the rules, so that it
	// may be cached, and asked again by `why` and `more`.
	Cacheable bool
	// Public means that asking changes nothing and that it makes no difference who
	// asks, so that web pages may ask it. This is always true of a Cacheable command.
	Public bool
	// ReadOnly means that running it changes nothing that is kept, although it makes a
	// difference who asks, or where. This is always true of a command that is Cacheable
	// or Public.
	ReadOnly bool
	// Answers means that its action also answers a question, so that whoever asks the
	// question wants it done: "which role should i play".
	Answers bool
	// Source is what it answers from, if a bot may lack that source.
	Source Source

	// ---- Networks: how they show it.

	// RunName is the name of its own Run among the Subs on networks that make people choose
	// one: "show".
	RunName string
	// ForStaff marks a command for those who run a place. Networks that can hide
	// commands show it to nobody else; others can still type whatever its Rights allow
	// them.
	ForStaff bool
	// Joins marks a command that enters or leaves channels, which is useless on a
	// network without channels to join.
	Joins bool
	// Frequent marks a command used so often that a network with little room for names
	// shows it by itself instead of in its Group; the Router sets it.
	Frequent bool
	// TakesText means that text too long for a line may come with it as Request.Text:
	// an attached file or a message of many lines.
	TakesText bool
	// Pasted, of a command that TakesText, parts what was pasted into its line from the words
	// that somebody typed; no text is found in most lines.
	Pasted func(rest string) (words, text string)
}

// Source is what a command answers from besides the rules of the game.
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

// Adopt sets the parent of a command's Subs, recursively. It must be called once,
// before the command is used.
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

// Top returns the top-level command that this one belongs to, which may be itself.
func (cmd *Command) Top() *Command {
	for cmd.parent != nil {
		cmd = cmd.parent
	}
	return cmd
}

// Needs returns the highest of the rights that the command and its parents require.
func (cmd *Command) Needs() Rights {
	if cmd.parent == nil {
		return cmd.Rights
	}
	return max(cmd.Rights, cmd.parent.Needs())
}

// ForAll reports whether a command may be run without an asker.
func (cmd *Command) ForAll() bool {
	return (cmd.Cacheable || cmd.Public) && cmd.Needs() == Anyone && cmd.Run != nil
}

// Acts reports whether running a command may change something that is kept. Such a
// command only runs if every word of the line was understood.
func (cmd *Command) Acts() bool { return !cmd.Cacheable && !cmd.Public && !cmd.ReadOnly }

// Sub finds a Sub by its lower-case name or an alias, or nil if there is none.
func (cmd *Command) Sub(word string) *Command {
	for _, s := range cmd.Subs {
		if s.Name == word || slices.Contains(s.Aliases, word) {
			return s
		}
	}
	return nil
}

// Every walks commands and their Subs recursively, parents first.
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

// Param finds the first parameter of a kind, or nil if there is none.
func (cmd *Command) Param(k Kind) *Param {
	for _, p := range cmd.Params {
		if p.Kind == k {
			return p
		}
	}
	return nil
}

// Referring finds the first parameter that names something on the network, such as a
// user, or nil if there is none.
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

// Like lists the full names of the commands whose name is most like a word, likeliest
// first.
func Like(word string, list []*Command) []string {
	x := names.NewIndex()
	for _, c := range list {
		x.Add(&names.Entry{Name: c.Name, Value: c}, c.Aliases...)
	}
	return seq.Map(x.Nearest(word, 2, nil), func(n names.Near) string { return n.Entry.Value.(*Command).Path() })
}
