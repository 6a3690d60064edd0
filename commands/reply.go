package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// Reply is what to say, with no network's markup in it.
type Reply struct {
	// Summary is the whole answer in one sentence: all that a one-line
	// network shows. It aims at LineBudget bytes; a longer one is wrapped.
	Summary  string
	Headline string       // the figure inside Summary that answers ("47%"), to be set off; may be empty
	Glyph    *Glyph       // what stands for it on the game's map; nil: nothing does
	Title    string       // what the answer is about, to stand above it where there is room; may be empty
	FieldsDo bool         // the Title and the Fields say all that the Summary does: a network that shows them leaves it out
	Asides   []string     // parts of Summary that say the question again or go beyond it: a terse answer does without them
	Fields   []Field      // short name/value pairs behind the summary
	Table    *Table       // nil: none
	Paged    *Paged       // which part of a table Table is; nil: the whole one
	Chart    *Chart       // nil: none
	Steps    []steps.Step // how the answer came about; only `why` shows them
	Notes    []Note       // what was assumed, warned of and cited
	Hints    []string     // what to type next
	Teaches  bool         // the Hints are examples, each to be shown as it is typed, on a line of its own where there is room
	Meant    []string     // where Failed: the Hints in short, such as a name alone, for machines; nil: as they are
	Next     []Next       // changed questions worth asking, where Request.Buttons
	Menu     *Menu        // what else there is to look at, of one kind; nil: nothing
	Confirms bool         // nothing was done yet: the first of the Hints does it
	Tone     Tone         // whether the answer is good news
	Failed   bool         // the question could not be answered
	People   bool         // it names players, who may be present and are not to be alerted
	Silent   bool         // no question was seen in the line: in a channel, say nothing
	Veiled   string       // what may be shown of the reply, where all else is to be hidden until the reader wants it; empty: all
	Terse    bool         // the place wants no more than the answer: see Stated
	Private  bool         // only the asker should see this
	Links    []Link       // pages to open, which the texts name as well
	Parts    []Reply      // what the Summary tells one after the other, each as a card; nil: it is one thing
	Moments  []Moment     // times named in the texts, which a network may show each reader as their own
	Data     any          // the typed engine answer, for --json; nil: none

	Read    string   // how the line was read: canonical lines, parted by " ;; "; empty if it was not
	Follows bool     // it was read as a change of the question before it
	Skipped []string // words of it that were passed over
	Asks    []Ask    // where Failed: what is asked back

	// Question is what was answered, in full and in one spelling: asked again,
	// in any place, it has the same answer. Empty where the answer depends on
	// more than its line.
	Question string
	// Asked is the question that why and more are about where Question is empty, as the answer
	// depends on what the asker has shown. It is remembered for the asker alone.
	Asked string

	// Idle names the parameters that were said, and that the answer does not depend on.
	Idle []string

	Command string // the command that answered, by its full name; empty if none was found
	Version string // the rule set that answered; empty if none matters
}

// Ask is something that the bot asks back.
type Ask struct {
	Slot string // the parameter that is missing; empty: which of several readings is meant
	Try  string // a line that says it
}

// LineBudget is how many bytes of Summary a one-line network shows without
// wrapping: IRC's 512 less the prefix, the target and some room.
const LineBudget = 400

// Glyph is a letter of the game's map and its colour there, as the game's tables
// call it: "brightblue". An empty colour is unknown.
type Glyph struct{ Sign, Colour string }

// Field is one short fact behind a Summary.
type Field struct{ Name, Value string }

// Next is a question one change away from the one answered, in full like
// Reply.Question, and a few words for the change: "XL+1".
type Next struct{ Label, Line string }

// Menu is a list to choose from: sections of a page, categories. A network
// without menus leaves it out, so whatever it offers can be typed as well.
type Menu struct {
	Prompt  string // what is chosen: "Another section"
	Choices []Next
}

// blank matches the words of hints that only the asker can fill in.
var blank = regexp.MustCompile(`\b(ACCOUNT|USER|ROLE|WORDS?|CLAN|NICK|TERM|TEXT|PASSWORD)\b`)

// HasBlanks reports whether a hint cannot be asked as it stands: "join as
// ACCOUNT".
func HasBlanks(hint string) bool { return blank.MatchString(hint) }

// Link is a page and what it is, in a word: "dumplog".
type Link struct{ Label, URL string }

// Tone is what an answer means to the asker, for networks with colours.
type Tone int8

const (
	Plain Tone = iota // neither
	Good
	Fair
	Bad
)

// Chart is figures to draw: each adapter draws them as well as it can.
type Chart struct {
	Kind   ChartKind
	Title  string
	X, Y   string   // axis labels, with the unit
	YMax   float64  // the highest value that Y can take; 0: unknown
	Labels []string // BarChart: the name of each point of the first series, in order; nil: its X is shown
	Mark   *float64 // the asker's own value of X, to be marked; nil: none
	Series []Series
}

// ChartKind says how the points of a Chart belong together.
type ChartKind uint8

const (
	Curve    ChartKind = iota // a line from point to point
	Steps                     // each value holds until the next point
	BarChart                  // a bar for each point: counts, or things with names
)

// Series is one line of a Chart; its points are in order of X.
type Series struct {
	Name   string
	Points []Point
}

// Point is one point of a Series, in the units the Chart's axes name.
type Point struct{ X, Y float64 }

// Moment is a time and how it stands in a text, so that a network can show each
// reader their own.
type Moment struct {
	At   time.Time
	Text string
}

// NoteKind says what a Note is.
type NoteKind int

const (
	Assumed  NoteKind = iota // the asker did not say it, so the usual was taken
	Warned                   // the asker should know before relying on the answer
	Cited                    // where the game's source says so: "5.0.0 spell.c:2173"
	Remarked                 // how the line was read, or what else goes with the answer
)

// Note is one sentence beside the answer.
type Note struct {
	Kind NoteKind
	Text string
}

// texts returns the notes of some kinds, in order.
func texts(notes []Note, kinds ...NoteKind) []string {
	var out []string
	for _, n := range notes {
		if slices.Contains(kinds, n.Kind) {
			out = append(out, n.Text)
		}
	}
	return out
}

// Warnings and Citations are the notes of each kind, in order.
func (r *Reply) Warnings() []string  { return texts(r.Notes, Warned) }
func (r *Reply) Citations() []string { return texts(r.Notes, Cited) }

// Assumptions returns what the answer assumes and how the line was read, in order.
func (r *Reply) Assumptions() []string { return texts(r.Notes, Assumed, Remarked) }

// Stated returns the Assumptions to show: a terse reply leaves out the defaults.
func (r *Reply) Stated() []string {
	if r.Terse {
		return texts(r.Notes, Remarked)
	}
	return r.Assumptions()
}

// Aside adds to Asides what is in the Summary.
func (r *Reply) Aside(parts ...string) { r.Asides = append(r.Asides, parts...) }

// Said returns the Summary to show: a terse reply leaves out the Asides.
func (r *Reply) Said() string {
	if !r.Terse || len(r.Asides) == 0 {
		return r.Summary
	}
	said := r.Summary
	for _, part := range r.Asides {
		said = strings.Replace(said, part, "", 1)
	}
	return wording.Capital(strings.TrimSpace(said))
}

// Lead returns what is above the table, where there is one, or else the Summary.
func (r *Reply) Lead() string {
	if r.Table != nil && r.Table.Title != "" { // the table says the rest of the summary
		return r.Table.Title
	}
	return r.Summary
}

// Shown returns the examples of a reply that Teaches.
func (r *Reply) Shown() []string {
	if !r.Teaches {
		return nil
	}
	return r.Hints
}

// Places returns the citations with the version said once, at the first.
func (r *Reply) Places() []string {
	c := r.Citations()
	for i := 1; i < len(c); i++ {
		c[i] = strings.TrimPrefix(c[i], r.Version+" ")
	}
	return c
}

// Cite notes where the version's source states the rules of those names.
func (r *Reply) Cite(set *rules.Set, names ...string) {
	r.Notes = slices.Grow(r.Notes, len(names))
	for _, n := range names {
		at, ok := set.Cite(n)
		if note := (Note{Cited, at.String()}); ok && !slices.Contains(r.Notes, note) { // several rules may stand in one place
			r.Notes = append(r.Notes, note)
		}
	}
}

// EngineNotes takes over what an engine warns of, rests on and cites.
func (r *Reply) EngineNotes(set *rules.Set, warnings, notes, cites []string) {
	r.Notes = slices.Grow(r.Notes, len(warnings)+len(notes)+len(cites))
	for _, w := range warnings {
		r.Notes = append(r.Notes, Note{Warned, w})
	}
	for _, n := range notes {
		r.Notes = append(r.Notes, Note{Remarked, n})
	}
	r.Cite(set, cites...)
}

// Fact adds a field with a value as it stands.
func (r *Reply) Fact(name, value string) { r.Fields = append(r.Fields, Field{name, value}) }

// Field adds a field with a formatted value.
func (r *Reply) Field(name, format string, args ...any) {
	r.Fact(name, fmt.Sprintf(format, args...))
}
