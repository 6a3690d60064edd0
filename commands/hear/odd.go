package hear

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/pattern"
	"delphi/engine/problem"
)

// odd is the problem of a word that was passed over although it could change the
// answer: a figure, or something that the command knows by name. nil: there is
// none.
func (h *Hearer) odd(q *Question, s *heard, in *sentence) error {
	lines := func() (out []string) {
		for _, c := range q.Calls {
			out = append(out, c.Line())
		}
		return out
	}
	if name := s.stranger(q, in); name != "" && !states(q.Command) { // what a stated chance is of says nothing
		return problem.New(fmt.Sprintf("I don't know what %q has to do with that. Leave it out?", commands.Typed(name)), lines()...)
	}
	if err := s.vague(q, in); err != nil {
		return err
	}
	if f := s.stray(q.Command); f != nil {
		line := q.Calls[0].Line()
		return problem.New(fmt.Sprintf("Is the %s wanted, or part of the pile?", f.name), strings.Replace(line, ", "+f.name, ", for:"+f.name, 1), line)
	}
	if w := s.otherClass(q); w != "" {
		return problem.New(fmt.Sprintf("I don't understand %q here. Leave it out?", commands.Typed(w)), lines()...)
	}
	if s.wantsSeveral() && !countsWanted(q.Command) {
		return problem.New("I can't tell how often there is more than one of that. Leave it out?", lines()...)
	}
	if len(q.Unused) == 0 {
		return nil
	}
	if w := s.unknownFoe(q); w != "" {
		return problem.New(fmt.Sprintf("I don't understand %q here. Leave it out?", commands.Typed(w)), lines()...)
	}
	plain := lines()
	for i := range plain {
		plain[i] = versionSaid.ReplaceAllString(plain[i], "")
	}
	for _, w := range q.Unused {
		if shortened.MatchString(w) || tells.has(names.Fold(w)) && !in.denied(w) || initials.MatchString(w) && in.line != strings.ToUpper(in.line) && !Small(names.Fold(w)) && !mentioned(q.Calls, w) {
			return problem.New(fmt.Sprintf("I don't understand %q here. Leave it out?", commands.Typed(w)), lines()...)
		}
		if strangeFigure(w, plain) || !genera.has(names.Stem(w)) && h.grammar.Knows(q.Command, in.set, w) && !mentioned(q.Calls, w) && !in.denied(w) {
			return problem.New(fmt.Sprintf("I don't understand %q here. Leave it out?", commands.Typed(w)), lines()...)
		}
	}
	return nil
}

// otherClass is a class of things that stands right behind a thing of a pile that is none of
// that class: "2 coc wands" are no spellbooks. Empty: none does.
func (s *heard) otherClass(q *Question) string {
	if pile := q.Command.Pile(); pile == nil || pile.Means == nil {
		return ""
	}
	for i := 1; i < len(s.words); i++ {
		w := &s.words[i]
		if w.sign == 0 && !w.cut && classWords.has(w.stem()) && slices.Contains(q.Unused, w.raw) && slices.ContainsFunc(s.found, func(f found) bool { return f.param.Pile && f.to == i && !strings.HasPrefix(f.name, w.stem()+" ") }) {
			return w.raw
		}
	}
	return ""
}

// unknownFoe is an unused word of a question about a spell that "vs" or "against" stands before:
// whom the spell is cast at may decide what is asked. Empty: there is none.
func (s *heard) unknownFoe(q *Question) string {
	if !ofSpells(q.Command) {
		return ""
	}
	for i := 1; i < len(s.words); i++ {
		k := i - 1
		for k > 0 && article(s.words[k].text) {
			k--
		}
		if t := s.words[k].text; (t == "vs" || t == "against") && !s.words[i].cut && slices.Contains(q.Unused, s.words[i].raw) {
			return s.words[i].raw
		}
	}
	return ""
}

// stray is a thing without a count beside a pile that has counts, which nothing joins to
// it: of "9 sacks bring a bag" the bag is no part of the pile, whatever "bring" means. nil:
// there is none.
func (s *heard) stray(cmd *commands.Command) *found {
	if pile := cmd.Pile(); pile == nil || pile.Means == nil {
		return nil
	}
	for k := range s.found {
		f := &s.found[k]
		if !f.param.Pile || s.quantity(k) > 0 || s.several(f) || !s.countedBeside(k) || s.joins(k) {
			continue
		}
		if side, told := s.side(k); side == commands.SourceShape && !told {
			return f
		}
	}
	return nil
}

// joins reports whether nothing but a list's words stand between a thing and the one before.
func (s *heard) joins(k int) bool {
	f := &s.found[k]
	for i := f.from; i > 0; i-- {
		if s.words[i].cut || s.isName(i-1) {
			return true
		}
		if t := s.words[i-1].text; !listing.has(t) && !slices.Contains(bucWords, t) {
			return false
		}
	}
	return true
}

// listing are words between the things of a list.
var listing = wordSet(`and n plus or a an the my some also one / of`)

// moods are words that say of Luck less than a number.
var moods = wordSet(`bad good negative positive low high great terrible max maxed awful poor`)

// vague is the problem of a figure that is said by its mood, or by how far it is from
// another. nil: none is.
func (s *heard) vague(q *Question, in *sentence) error {
	takes := func(name string, said bool) bool {
		i := slices.IndexFunc(q.Command.Params, func(p *commands.Param) bool { return p.Kind == commands.KindNumber && p.Name == name })
		return i >= 0 && q.Calls[0].Values[i].Said == said
	}
	for i := range s.words {
		at := func(k int) string {
			if i+k < 0 || i+k >= len(s.words) {
				return ""
			}
			return s.words[i+k].text
		}
		switch {
		case s.hearer.mine[q.Command]["bones"] && ((at(0) == "survive" || at(0) == "live") && (at(-1) == "i" || at(-1) == "we") || at(0) == "die" && (notWords.has(at(-1)) || at(-2) == "do" && at(-1) == "not")):
			return problem.New("Only who dies leaves bones. This is for a death there.", q.Calls[0].Line())
		case (at(0) == "kill" || at(0) == "kills" || at(0) == "oneshot") && ofSpells(q.Command) && q.Command.Param(commands.KindNumber) != nil && s.number("hp"):
			rest, _ := strings.CutPrefix(q.Calls[0].Line(), q.Command.Path()+" ")
			return problem.New("I work out what a spell does, not whether that kills. Shall I say the damage?", "zap "+rest)
		case (at(0) == "skill" || at(0) == "skills") && mostSkill.has(at(-1)) && skillUnsaid(q):
			return problem.New("Which level of skill is that?", q.Command.Path()+" "+in.line+" expert", q.Command.Path()+" "+in.line+" skilled")
		case stowed.has(at(0)) && (at(-2) == "in" || at(-2) == "inside") && strings.Contains(q.Calls[0].Line(), " contained") && s.besides(i) != "" && !anyIn(s.words[max(i-6, 0):i], wholes):
			return problem.New("What lies in a container is safe, and plays no part. Ask about the rest.", s.rest(q, s.besides(i)))
		case s.hearer.mine[q.Command]["stole"] && (at(0) == "stole" || at(0) == "took") && (at(1) == "my" || at(1) == "the") && i+2 < len(s.words) && s.isName(i+2) && s.besides(i+2) != "":
			return problem.New("What was stolen is carried no more. Ask about the rest.", s.rest(q, s.besides(i+2)))
		case s.hearer.mine[q.Command]["edible"] && eatWords.has(at(0)) && (pets.has(at(-1)) || (at(-1) == "just" || at(-1) == "has") && pets.has(at(-2))):
			return &Missing{problem.New("I know what a corpse does to you, not to a pet.", q.Calls[len(q.Calls)-1].Line())}
		case at(0) == "luck" && takes("luck", false) && (moods.has(at(1)) || linkers.has(at(1)) && moods.has(at(2)) || moods.has(at(-1))):
			return problem.New("How much Luck is that? Say a number from -13 to 13.", q.Command.Path()+" "+in.line+" luck -1", q.Command.Path()+" "+in.line+" luck 1")
		case (at(0) == "lower" || at(0) == "higher") && at(1) != "than" && (s.words[max(i-1, 0)].digits() || keyed(at(-1))):
			return problem.New(fmt.Sprintf("%s %s than what? Say the figure itself.", commands.Typed(s.words[i-1].raw), at(0)), "help "+q.Command.Path())
		case s.words[i].in(failWords) && (takes("wanted", true) || takes("wanted", false) && strings.HasPrefix(at(-1), "on")) && !s.failureRate(i) && leastOf(s.words[max(0, i-9):i]) == 1:
			return problem.New("At least one fails wherever not all succeed. I work out how often all do.", strings.Replace(q.Calls[0].Line(), " wanted1", "", 1)+" all")
		}
	}
	return nil
}

// eatWords are forms of eating, and pets who eats.
var (
	eatWords = wordSet(`eat eats ate eaten eating`)
	pets     = wordSet(`dog doggo puppy cat kitty kitten pet pets pony horse warhorse steed`)
)

// wholes say that all that somebody carries is meant.
var wholes = wordSet(`everything everythings all`)

// skillUnsaid reports whether a question takes a level of skill that is not said.
func skillUnsaid(q *Question) bool {
	i := slices.IndexFunc(q.Command.Params, func(p *commands.Param) bool { return p.Kind == commands.KindChoice && p.Name == "skill" })
	return i >= 0 && !q.Calls[0].Values[i].Said
}

// besides is a thing worth stealing that is named behind word i in a clause of its own:
// "its in my bag? i also have the amulet". Empty: none is.
func (s *heard) besides(i int) string {
	for k := range s.found {
		f := &s.found[k]
		if f.param.Pile && f.param.Means == nil && f.from > i && !strings.Contains(f.name, "imitation") && slices.ContainsFunc(s.words[i+1:f.from+1], func(w word) bool { return w.stop || w.cut || w.text == "also" || w.text == "open" }) {
			return f.name
		}
	}
	return ""
}

// rest is a question about one thing alone, of the same thief.
func (s *heard) rest(q *Question, thing string) string {
	out := q.Command.Path()
	for k := range s.found {
		if f := &s.found[k]; !f.param.Pile && slices.Contains(q.Command.Params, f.param) {
			out += " " + f.name
		}
	}
	return out + ", " + thing
}

// wantsSeveral reports whether a line says "more than one" of something.
func (s *heard) wantsSeveral() bool {
	for i := 2; i < len(s.words); i++ {
		if w := s.words[i].text; (w == "one" || w == "1") && s.words[i-1].text == "than" && s.words[i-2].text == "more" {
			return true
		}
	}
	return false
}

// countsWanted reports whether a command knows how many of something are wanted.
func countsWanted(cmd *commands.Command) bool {
	return cmd.Compose != nil || slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool {
		return slices.Contains(p.Words, "least") || slices.Contains(p.Words, "more than")
	})
}

// stranger is the whole name of something that some command is asked about and
// this question passed over: it may be what is meant. Empty: there is none.
func (s *heard) stranger(q *Question, in *sentence) string {
	for i := range s.words {
		w := &s.words[i]
		if len(w.text) < 4 || !slices.Contains(q.Unused, w.raw) || in.denied(w.raw) || mentioned(q.Calls, w.raw) {
			continue
		}
		if s.hearer.named[w.text] && !names.Everyday(w.text) { // another command
			return w.raw
		}
		if i > 0 && s.isName(i-1) && !w.cut && !s.isName(i) { // "long worm tooth"
			for _, e := range s.hearer.index(s.set).Exact([]byte(strings.Join(names.Words(s.words[i-1].text+" "+w.text), ""))) {
				if s.hearer.params[e.Kind].Kind == commands.KindName {
					return s.words[i-1].raw + " " + w.raw
				}
			}
		}
	}
	for k := range s.found {
		f := &s.found[k]
		if s.hearer.mine[q.Command]["priceid"] && f.param.Titled == nil && s.shape[commands.NumberShape] { // what the asker guesses that it is
			continue
		}
		if f.short || f.param.Titled != nil || f.param.Kind != commands.KindName || s.isRoleAt(f) || s.isHero(f) || s.chokedOn(f.from) {
			continue
		}
		typed, odd := "", true
		for i := f.from; i < f.to && odd; i++ {
			w := &s.words[i]
			odd = (slices.Contains(q.Unused, w.raw) || i+1 < f.to && w.drops() || slices.Contains(races, w.text) && i+1 < f.to) && !in.denied(w.raw) && !mentioned(q.Calls, w.raw)
			typed = strings.TrimSpace(typed + " " + w.raw)
		}
		if odd && !(f.to == f.from+1 && names.Everyday(s.words[f.from].text)) {
			return typed
		}
	}
	return ""
}

// isHero reports whether a name is also a race and a role: "gno wiz".
func (s *heard) isHero(f *found) bool {
	return f.to == f.from+2 && slices.Contains(races, s.words[f.from].text) && s.hearer.isRole(s.words[f.from+1].text, s.set)
}

// chokedOn reports whether somebody choked on what begins at word i: which food it
// was says nothing.
func (s *heard) chokedOn(i int) bool {
	for i--; i > 0 && (s.words[i].text == "a" || s.words[i].text == "an" || s.words[i].text == "the"); i-- {
	}
	return i > 0 && s.words[i].text == "on" && strings.HasPrefix(s.words[i-1].text, "chok")
}

// isRoleAt reports whether a name is a role's, too.
func (s *heard) isRoleAt(f *found) bool {
	for k := range s.found {
		if o := &s.found[k]; o.from <= f.from && f.to <= o.to && o.param.Titled != nil {
			return true
		}
	}
	return false
}

// tells are words that change most answers: what a thing or the hero is like.
var tells = wordSet(`no none never keep keeping except each blessed cursed uncursed unholy dip dipping beatitude confused stunned blind hallucinating above below polymorphed polyed polyselfed
	fastest slowest strongest weakest toughest deadliest heaviest lightest rarest biggest largest smallest`)

// initials are what somebody wrote in capitals, among small letters.
var initials = pattern.Must(`^[A-Z]{2,4}$`)

// shortened is a name of which words were cut down to their beginnings: "AoChange".
var shortened = pattern.Must(`^[A-Z]+[a-z]+[A-Z]`)

// genera are ends of names that mean whatever a sentence is about.
var genera = wordSet(`monster item thing stuff object artifact`)

// versionSaid is the version that a line names, of which the digits are no figures.
var versionSaid = pattern.Must(`\bv\d+\.\S+`)

var runOfDigits = pattern.Must(`\d+`)

// strangeFigure reports whether a word is a figure that none of the questions
// holds. A chance is what the asker guesses, and a version is no figure.
func strangeFigure(w string, questions []string) bool {
	w = strings.TrimLeft(w, "+-")
	if strings.ContainsAny(w, "%/") || looksLikeVersion(names.Fold(w)) {
		return false
	}
	for _, n := range runOfDigits.FindAllString(w, -1) {
		if n != "1" && !slices.ContainsFunc(questions, func(q string) bool { return slices.Contains(runOfDigits.FindAllString(q, -1), n) }) {
			return true
		}
	}
	return false
}

// mentioned reports whether a word is part of what was read, or the beginning
// of it: "helm" beside a helmet.
func mentioned(calls []*commands.Call, w string) bool {
	stem := names.Stem(w)
	for _, c := range calls {
		for i := range c.Values {
			for _, said := range c.Values[i].Names {
				if slices.ContainsFunc(names.Words(said.Name), func(part string) bool { return strings.HasPrefix(part, stem) || strings.HasPrefix(stem, part) }) {
					return true
				}
			}
		}
	}
	return false
}

// denied reports whether a word stands behind one that denies it: "no shield".
func (in *sentence) denied(w string) bool {
	if in.denies == nil {
		in.denies = map[string]bool{}
		words := strings.Fields(names.Fold(in.line))
		for i := 1; i < len(words); i++ {
			if slices.Contains(deniers, words[i-1]) || i > 1 && slices.Contains(deniers, words[i-2]) {
				in.denies[strings.Trim(words[i], marks)] = true
			}
		}
	}
	return in.denies[names.Fold(w)]
}

// deniers are words before what is not there.
var deniers = []string{"no", "not", "without", "w/o", "minus", "sans", "any", "dont"}
