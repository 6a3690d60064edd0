package hear

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/commands/grammar"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Hearer finds what lines ask that name no command. It is safe for many
// goroutines.
type Hearer struct {
	grammar  *grammar.Grammar
	commands []*commands.Command                 // those with cues
	params   []*commands.Param                   // that cues ask for
	cues     map[string][]*commands.Cue          // those that a phrase speaks for
	spoken   map[string]bool                     // phrases of one word
	phrased  map[string]int                      // by how a phrase begins, how many words more the longest has, and one
	wordless map[*commands.Param][]*commands.Cue // the cues that need no phrase, by the first name that they need, which may be nil
	owner    map[*commands.Cue]int               // the command of each cue
	mine     map[*commands.Command]map[string]bool
	lexicons sync.Map // version -> *lexicon

	units map[string]bool          // words behind numbers
	named map[string]bool          // the commands by name
	ended map[*commands.Param]bool // those of which the last words of a name may be said
}

// New listens for the commands of a list, and their Subs, that have cues.
func New(list []*commands.Command, g *grammar.Grammar) *Hearer {
	h := &Hearer{grammar: g, cues: map[string][]*commands.Cue{}, spoken: map[string]bool{}, phrased: map[string]int{}, wordless: map[*commands.Param][]*commands.Cue{}, owner: map[*commands.Cue]int{}, mine: map[*commands.Command]map[string]bool{}, named: map[string]bool{}, units: map[string]bool{}, ended: map[*commands.Param]bool{}}
	for _, cmd := range withSubs(list) {
		if len(cmd.Cues) == 0 {
			continue
		}
		h.commands = append(h.commands, cmd)
		h.mine[cmd] = wordsOf(cmd)
		h.named[cmd.Name] = true
		for _, p := range cmd.Params {
			for _, w := range p.After {
				h.units[w] = true
			}
		}
		for i := range cmd.Cues {
			c := &cmd.Cues[i]
			for _, p := range slices.Concat(c.Names, c.Without) {
				if !slices.Contains(h.params, p) {
					h.params = append(h.params, p)
				}
				h.ended[p] = h.ended[p] || p.Pile && p.Means != nil || c.Shape == commands.AloneShape
			}
			h.owner[c] = len(h.commands) - 1
			if c.Words == "" {
				var first *commands.Param
				if len(c.Names) > 0 {
					first = c.Names[0]
				}
				h.wordless[first] = append(h.wordless[first], c)
			}
			for phrase := range strings.SplitSeq(c.Words, "|") {
				h.cues[phrase] = append(h.cues[phrase], c)
				if !strings.Contains(phrase, " ") {
					h.spoken[phrase] = true
				}
				for at := 0; at < len(phrase); at++ {
					if k := strings.IndexByte(phrase[at:], ' '); k >= 0 {
						at += k
					} else {
						at = len(phrase)
					}
					h.phrased[phrase[:at]] = max(h.phrased[phrase[:at]], 1+strings.Count(phrase[at:], " "))
				}
			}
		}
	}
	return h
}

// withSubs are commands with their Subs, and those of these.
func withSubs(list []*commands.Command) (out []*commands.Command) {
	for _, cmd := range list {
		out = append(append(out, cmd), withSubs(cmd.Subs)...)
	}
	return out
}

// enough is how strongly a line must speak for a command to be a question.
const enough = 10

// little is how strongly a question must speak where nothing else is asked.
const little = 8

// Question is what a line asks.
type Question struct {
	Command *commands.Command
	Calls   []*commands.Call // one for each question, in the line's order
	Lines   []string         // the same as lines to type, where the command composed them; else nil
	Unused  []string         // words that nothing claimed
	Strange bool             // one of these no vocabulary has
	Notes   []commands.Note  // how words were read
}

// Unclear is the error of a line with a class sign that could be several
// things.
type Unclear struct{ error }

func (u *Unclear) Unwrap() error { return u.error }

// Missing is the error of a question that is understood, and that nothing answers.
type Missing struct{ error }

func (m *Missing) Unwrap() error { return m.error }

// Read finds the question in a line that [grammar.Clean] returned. A nil
// Question without an error means that there is none. only limits the search
// to one command, which is then meant whatever the line holds; nil: the cues
// decide.
// The Budget of ctx, or a whole one, bounds what it does; an error says where it is spent.
func (h *Hearer) Read(ctx context.Context, line string, fallback *rules.Set, only *commands.Command) (*Question, error) {
	left := budget.From(ctx)
	q, err := h.read(left, line, fallback, only, false)
	if spent := left.Err(); spent != nil {
		return nil, spent
	}
	return q, err
}

// read is Read; again is set where a name was already filled in.
func (h *Hearer) read(left *budget.Budget, line string, fallback *rules.Set, only *commands.Command, again bool) (*Question, error) {
	set := version(line, fallback)
	words, err := split(line, set)
	if err != nil {
		return nil, &Unclear{err}
	}
	if len(words) == 0 || len(words) > mostWords {
		return nil, nil
	}
	words = spoken(words, only != nil && slices.ContainsFunc(only.Params, func(p *commands.Param) bool { return p.Sign == '+' }))
	if at, n := marker(words, anew); n > 0 && !again {
		if q, err := h.readWords(left, slices.Clone(words[at+n:]), line, fallback, set, only, true); err == nil && q != nil && len(q.Unused) == 0 {
			return q, nil
		}
	}
	if lines := pilesApart(words); lines != nil && !again {
		if q := h.ofEach(left, lines, line, fallback, set, only); q != nil {
			return q, nil
		}
	}
	if first, second := h.heroes(words, set); first != nil && !again {
		if q := h.ofHeroes(left, first, second, line, fallback, set, only); q != nil {
			return q, nil
		}
	}
	q, err := h.readWords(left, words, line, fallback, set, only, again)
	if err != nil && !again {
		if both := h.inBoth(left, line, fallback, only); both != nil {
			return both, nil
		}
	}
	return q, err
}

// readWords is read of the words that a line was split into.
func (h *Hearer) readWords(left *budget.Budget, words []word, line string, fallback, set *rules.Set, only *commands.Command, again bool) (*Question, error) {
	words = h.bookOf(h.abridged(words, set), set)
	notes := h.mend(words, set)
	if only != nil && len(notes) > 1 { // too much to guess where the grammar has a hint to offer
		return nil, nil
	}
	if only == nil {
		words = h.timesOne(words, set)
	}
	if only != nil && only.Pile() != nil || anyIn(words, zapping) {
		words = uncharged(words)
	}
	h.bracketed(words, set)
	words = h.run(piling, words, set)
	words = splitOff(words, only != nil && only.Pile() != nil)
	words = deep(words, only != nil && h.mine[only]["bones"])
	words = h.run(restated, words, set)
	words = relative(figures(words, func(w string) bool { return h.isRole(w, set) }, h.units))
	in := &sentence{line: line, fallback: fallback, set: set, notes: notes, budget: left}
	s := h.listen(left, words, line, set).know()
	s = s.spellCut(only != nil && ofSpells(only))
	s, said := s.topSkill().otherSchool()
	in.notes = append(slices.Clip(in.notes), said...)
	words = s.words
	if only != nil {
		if ofSpells(only) {
			if q := h.joint(h.likely(s, little), s, in, only); q != nil {
				return q, nil
			}
		}
		q, err := h.question(only, s, in)
		if err != nil {
			return nil, err
		}
		if q != nil {
			d := h.dictionary(set)
			q.Strange = !s.shape[commands.AskShape] || slices.ContainsFunc(q.Unused, func(w string) bool { return !d.known[names.Stem(w)] })
		}
		return q, err
	}
	if s.cheers() {
		return nil, nil
	}
	list := h.candidates(s)
	// A race before a role may be read as a monster: a gnomish wizard.
	if plain := h.raceless(words, set); len(plain) < len(words) {
		other := h.listen(left, plain, line, set)
		if l := h.candidates(other); len(l) > 0 && (len(list) == 0 || l[0].score >= list[0].score || takesRole(l[0].cmd)) {
			if list = l; !takesRace(l[0].cmd) {
				s = other
			}
		}
	}
	if len(list) == 0 && len(s.found) == 0 && !s.cheers() { // "mattock damage"
		if short := h.listenTo(left, s.words, line, set, true); len(short.found) > 0 {
			if l := h.candidates(short); len(l) > 0 {
				list, s = l, short
			}
		}
	}
	if len(list) == 0 && s.shape[commands.AskShape] { // somebody asks: the little that speaks decides
		list = h.likely(s, little)
	}
	if q := h.joint(list, s, in, nil); q != nil {
		return q, nil
	}
	if q, err := h.likeliest(list, s, in); q != nil || err != nil {
		return q, err
	}
	if err := h.halfNamed(s, set); err != nil || again {
		return nil, err
	}
	if err := h.bareStack(s, in); err != nil {
		return nil, err
	}
	if err := h.family(s, in); err != nil {
		return nil, err
	}
	return nil, h.perhaps(s, in)
}

// likeliest is the question for the likeliest command that can be asked it. One
// that uses every word goes before one that does not, unless it is less than
// two thirds as likely. The error is that of the likeliest command, if none can be asked.
func (h *Hearer) likeliest(list []candidate, s *heard, in *sentence) (*Question, error) {
	var best *Question
	var first error // of the likeliest command that cannot be asked so
	var others []string
	top := 0
	for tried := 0; len(list) > 0; tried++ {
		if len(s.words) > longSentence && tried == mostOfLong {
			break
		}
		n, score := 1, list[0].score
		for n < len(list) && list[n].score == score {
			n++
		}
		top = max(top, score)
		if best != nil && 3*score < 2*top {
			break
		}
		q, err := h.among(list[:n], s, in)
		var missing *Missing
		switch {
		case errors.As(err, &missing):
			return nil, err
		case q != nil && len(q.Unused) == 0:
			return q, nil
		case q != nil && first == nil && best == nil:
			best = q
		case q != nil && len(q.Calls) == 1:
			others = append(others, q.Calls[0].Line())
		case first == nil && best == nil:
			first = err
		}
		list = list[n:]
	}
	if best != nil {
		return best, nil
	}
	return nil, offering(first, others)
}

// mostWords is how many words a sentence may have: nobody asks in more.
const mostWords = 90

// longSentence is how many words a line may have for every command to be tried that it
// speaks for; of a longer one only mostOfLong are. Nobody asks so long a question, and
// each try reads the whole line.
const (
	longSentence = 48
	mostOfLong   = 2
)

// offering is a problem that offers other questions beside what it offers itself.
func offering(err error, others []string) error {
	if len(others) == 0 {
		return err
	}
	var more problem.Problem
	switch p := err.(type) {
	case *problem.Problem:
		more = *p
	case *grammar.Unknown:
		more = problem.Problem{Text: p.Error(), Hints: p.Instead(), Err: p}
	default:
		return err
	}
	if left := mostPerhaps - len(more.Hints); left > 0 {
		more.Hints = append(slices.Clone(more.Hints), others[:min(len(others), left)]...)
		return &more
	}
	return err
}

// sentence is a line with what its questions are read by.
type sentence struct {
	line          string
	fallback, set *rules.Set // the place's version, and the one the line names
	notes         []commands.Note
	budget        *budget.Budget

	denies map[string]bool // the words of the line behind one that denies them, once they are asked for
}

// among is the question for the one of equally likely commands that has one.
// Where several have, all are offered.
func (h *Hearer) among(list []candidate, s *heard, in *sentence) (*Question, error) {
	var q *Question
	var first error
	var hints []string
	for _, c := range list {
		switch other, err := h.question(c.cmd, s, in); {
		case err != nil:
			first = cmp.Or(first, err)
		case other != nil:
			q = other
			hints = append(hints, c.cmd.Path()+" "+in.line)
		}
	}
	if len(hints) > 1 {
		return nil, problem.New("I can read that in two ways. Which do you mean?", hints...)
	}
	if q != nil {
		return q, nil
	}
	return nil, first
}

// question is what a sentence asks a command; nil: nothing.
func (h *Hearer) question(cmd *commands.Command, s *heard, in *sentence) (q *Question, err error) {
	q = &Question{Command: cmd, Notes: in.notes}
	mine, composed := h.mine[cmd], ""
	if cmd.Compose != nil {
		for _, args := range cmd.Compose(s.forText(in.line)) {
			call, err := h.grammar.Parse(in.budget.Context(), cmd, args, in.fallback)
			if err != nil {
				return nil, err
			}
			q.Calls = append(q.Calls, call)
			q.Lines = append(q.Lines, strings.TrimSpace(cmd.Path()+" "+args))
			composed += " " + args
		}
		if len(q.Calls) == 0 {
			return nil, nil
		}
		if states(cmd) { // "excalibur at 1/6": whatever a chance is stated of
			mine = maps.Clone(mine)
			maps.Copy(mine, h.spoken)
		}
		q.Unused = s.over(cmd, composed, mine)
		return q, h.odd(q, s, in)
	}
	if takesRole(cmd) && cmd.Pile() == nil {
		var note []commands.Note
		if s, note = s.uncarried(); note != nil {
			q.Notes = append(slices.Clone(q.Notes), note...)
		}
		if ofSpells(cmd) {
			if !mine["spellbook"] {
				s = s.unbooked()
			}
			if s, note = s.idle(cmd); note != nil {
				q.Notes = append(slices.Clone(q.Notes), note...)
			}
		}
	}
	if countsSuccesses(cmd) {
		if s, err = s.successes(); err != nil {
			return nil, err
		}
	}
	var once *heard
	if pile := cmd.Pile(); pile != nil && pile.Means != nil {
		if once = s.once(); once != nil {
			s = once
		}
	}
	q.Calls, q.Unused, err = h.grammar.ParseHeard(in.budget.Context(), cmd, s.render(cmd), in.fallback, func(w string) bool {
		return drops(w) || isTier(w) || mine[w] || keyword(w) != "" || takesRole(cmd) && (slices.Contains(races, w) || w == "nothing" && cmd.Pile() == nil)
	})
	if err != nil {
		return nil, err
	}
	if pile := cmd.Pile(); pile != nil && pile.Means != nil && s.shape[commands.CountShape] && len(q.Calls) == 1 {
		if err := s.apart(q); err != nil {
			return nil, err
		}
	}
	if once != nil {
		return nil, &Missing{problem.New("I work out one zap of a pile, not what another makes of what is left of it. One zap is this.", q.Calls[0].Line())}
	}
	if mine["bones"] && cmd.Pile() == nil {
		q.Unused = append(slices.Clone(q.Unused), s.without()...)
	}
	for _, c := range q.Calls {
		if in.set != in.fallback && !c.VersionSaid && c.Rules == in.fallback && cmd.Param(commands.KindVersion) != nil {
			c.Rules, c.VersionSaid = in.set, true
		}
	}
	return q, h.odd(q, s, in)
}

// listen finds all that speaks in the words.
func (h *Hearer) listen(left *budget.Budget, words []word, line string, set *rules.Set) *heard {
	return h.listenTo(left, words, line, set, false)
}

// listenTo is listen; ends is as for names.
func (h *Hearer) listenTo(left *budget.Budget, words []word, line string, set *rules.Set, ends bool) *heard {
	s := &heard{line: line, set: set, words: words, hearer: h, budget: left}
	if !left.Rewrite(len(words)) {
		return s // in which nothing is found, so that what is left to do is little
	}
	s.found = h.names(words, set, ends)
	h.phrases(s)
	s.amounts()
	s.means()
	s.again()
	s.wanted()
	s.shapes(line)
	return s
}

// wordsOf are the words of a command's cues, which say nothing to its grammar.
func wordsOf(cmd *commands.Command) map[string]bool {
	out := map[string]bool{}
	for _, c := range cmd.Cues {
		if c.Weight < 0 {
			continue // what speaks for others says something
		}
		for phrase := range strings.SplitSeq(c.Words, "|") {
			for w := range strings.FieldsSeq(phrase) {
				out[w] = true
			}
		}
	}
	return out
}
