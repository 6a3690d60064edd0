package route

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/problem"
)

// find returns the command that a cleaned line means, and its arguments; nil and
// what the problem is if it names none.
func (r *Router) find(line string) (cmd *commands.Command, rest string, missing func() error) {
	word, rest := wording.CutWord(r.unmarked(line))
	if r.byName[word] == nil { // "wish: 2 blessed scrolls of genocide", "fail% id", "sokoban!"
		word = strings.TrimRight(word, ":%!.")
	}
	if plain := strings.TrimRight(word, "?"); rest == "" && r.byName[plain] != nil && slices.Contains(r.byName[plain].Examples, plain) { // "theft?"
		word = plain
	}
	if word == "" || word == r.opts.Prefix {
		return nil, "", func() error { return problem.New("Ask me something.", "fail wiz xl8 int16 force bolt", "help") }
	}
	if second, after := wording.CutWord(rest); r.byName[word] == nil && r.byName[word+" "+second] != nil { // "who resists death"
		word, rest = word+" "+second, after
	}
	if typed, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.ContainsAny(typed, "'’") { // "I'd" is no identify
		return nil, "", func() error { return r.noCommand(word) }
	}
	if cmd = r.byName[word]; cmd == nil {
		return nil, "", func() error { return r.noCommand(word) }
	}
	// An alias that is also a flag of the command sets it: "milky".
	if word != cmd.Name && slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return p.Kind == commands.KindFlag && p.Name == word }) {
		rest = strings.TrimSpace(word + " " + rest)
	}
	for len(cmd.Subs) > 0 {
		word, after := wording.CutWord(rest)
		if word == cmd.RunName && cmd.RunName != "" {
			return cmd, after, nil
		}
		sub := cmd.Sub(word)
		if sub == nil {
			break
		}
		cmd, rest = sub, after
	}
	if parent, after := cmd, rest; cmd.Run == nil {
		return nil, "", func() error { return noSub(parent, after) }
	}
	return cmd, rest, nil
}

// unmarked returns a line without the prefix before its command, which is unnecessary
// in private.
func (r *Router) unmarked(line string) string {
	line = strings.TrimLeft(line, " ")
	word, _ := wording.CutWord(line)
	if name, ok := strings.CutPrefix(word, r.opts.Prefix); ok && name != "" && r.byName[word] == nil && !coded(line[len(r.opts.Prefix):]) {
		return line[len(r.opts.Prefix):]
	}
	return line
}

// coded reports whether what stands behind a mark is a kind of thing, as in "!oGL" for a potion of
// gain level, and so the mark no prefix.
func coded(s string) bool {
	return len(s) > 1 && s[0] == 'o' && 'A' <= s[1] && s[1] <= 'Z'
}

// noCommand returns the error for a line that starts with no command.
func (r *Router) noCommand(word string) error {
	hints := []string{"help"}
	if len(word) > 1 && !names.Everyday(word) { // "i" is like "id", and "hi" like "hit"
		hints = append(commands.Like(word, r.commands), hints...)
	}
	return problem.New(fmt.Sprintf("There is no command %q.", wording.Typed(word)), hints...)
}

// noSub returns the error for a line that names none of a command's subcommands.
func noSub(cmd *commands.Command, rest string) error {
	word, _ := wording.CutWord(rest)
	if word == "" {
		var hints []string
		for _, s := range cmd.Subs {
			if needy := slices.ContainsFunc(s.Params, func(p *commands.Param) bool { return p.Needed }); needy && len(s.Examples) > 0 {
				hints = append(hints, s.Examples[0])
				continue
			}
			hints = append(hints, s.Path())
		}
		return problem.New(fmt.Sprintf("%s needs one more word.", wording.Capital(cmd.Path())), hints...)
	}
	return problem.New(fmt.Sprintf("I don't understand %q after %s.", wording.Typed(word), cmd.Path()), append(commands.Like(word, cmd.Subs), "help "+cmd.Path())...)
}
