package grammar

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/seq"
)

// Unknown is the error for words that resemble nothing. What they may have meant is
// only looked up on demand: most lines refused with it are sentences, which are read in
// another way.
type Unknown struct {
	cmd   *command
	index *names.Index
	game  string   // the version's title
	tag   int      // the parameter that the words were said to be for, from 1 on; 0: none
	typed []string // as many of the words as may be one name, and fewer and fewer of them
	all   string   // all of them
	first string   // the first of these

	once sync.Once
	said commands.Problem
}

var _ problem.Mendable = (*Unknown)(nil)

func (u *Unknown) Error() string { return u.problem().Text }

// Instead returns the most similar names.
func (u *Unknown) Instead() []string { return u.problem().Hints }

func (u *Unknown) problem() *commands.Problem {
	u.once.Do(func() { u.said = u.find() })
	return &u.said
}

func (u *Unknown) find() commands.Problem {
	params := u.cmd.Params
	accept := func(e *names.Entry) bool { return u.tag == 0 || int(e.Kind) == u.tag-1 }
	named := func(e *names.Entry) bool { return accept(e) && params[e.Kind].Kind == commands.KindName }
	for _, typed := range u.typed {
		found := seq.Map(u.index.Nearest(typed, 4, named), func(n names.Near) *names.Entry { return n.Entry })
		if len(typed) >= 3 {
			for _, e := range u.index.Complete(typed, 4, named) {
				if len(found) < 4 && !slices.Contains(found, e) {
					found = append(found, e)
				}
			}
		}
		if len(found) == 0 { // a flag or a choice
			for _, n := range u.index.Nearest(typed, 2, accept) {
				found = append(found, n.Entry)
			}
		}
		if len(found) == 0 {
			continue
		}
		param := params[found[0].Kind]
		text := fmt.Sprintf("I don't understand %q after %s", wording.Typed(typed), u.cmd.Path())
		if param.Kind == commands.KindName {
			text = fmt.Sprintf("there is no %s named %q in %s", strings.TrimPrefix(strings.TrimPrefix(param.Noun, "a "), "an "), wording.Typed(typed), u.game)
		}
		return commands.Problem{Text: text, Hints: EntryNames(found, 4)}
	}
	help := []string{"help " + u.cmd.Path()}
	if u.tag > 0 {
		return commands.Problem{Text: fmt.Sprintf("there is no %s named %q in %s", params[u.tag-1].Name, wording.Typed(u.all), u.game), Hints: help}
	}
	return commands.Problem{Text: fmt.Sprintf("I don't understand %q after %s", wording.Typed(u.first), u.cmd.Path()), Hints: help}
}
