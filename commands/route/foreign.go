package route

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/problem"
)

// verbs holds names of commands that are everyday English, too, but would be missing in the
// list of words that are never misspelt names.
var verbs = strings.Fields("hit cast box zap horn bag lamp sink bones luck")

// mostForeign is the largest number of words in a line for another bot.
const mostForeign = 6

// foreign reports whether a line in a channel was hardly meant for this bot, although
// it begins with the name of one of its commands: the name is a verb of everyday
// English, and no word after it is anything, or close to anything, that the command
// knows. "kick bob" is BotServ's, "drop jackl" is ours. Such a line is answered only if
// it addresses the bot by name. err is why it was not answered, or nil if it was.
func (r *Router) foreign(ctx context.Context, req *commands.Request, reply *commands.Reply, err error) bool {
	if req.Private || req.Nobody {
		return false
	}
	line := grammar.Clean(req.Line)
	cmd, rest, _ := r.find(line)
	word, _ := wording.CutWord(line)
	words := strings.Fields(rest)
	if cmd == nil || len(cmd.Subs) > 0 || cmd.Path() != cmd.Name || !names.Everyday(word) && !slices.Contains(verbs, word) || len(words) == 0 || len(words) > mostForeign ||
		strings.ContainsFunc(rest, func(c rune) bool { return unicode.IsDigit(c) || strings.ContainsRune(marksOfCommands, c) }) {
		return false
	}
	if err == nil { // what was asked without a word that was typed
		return len(reply.Skipped) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(reply.Skipped, w) })
	}
	var p problem.Mendable
	if !errors.As(err, &p) || takesAnything(cmd) || slices.ContainsFunc(p.Instead(), func(hint string) bool { return r.offersName(cmd, hint) }) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return r.means(ctx, cmd, w) })
}

// offersName reports whether a hint is something that the line may have meant, rather than
// how the command is asked in general, or a question for another.
func (r *Router) offersName(cmd *commands.Command, hint string) bool {
	if other, _, _ := r.find(hint); other != nil && other != cmd {
		return false
	}
	return !strings.HasPrefix(hint, "help") && hint != cmd.Path() && !slices.ContainsFunc(cmd.Examples, func(e string) bool { return strings.HasPrefix(e, hint) || strings.HasPrefix(hint, e) })
}

// means reports whether a word by itself means something to a command. One or two
// letters are an abbreviation of something everywhere.
func (r *Router) means(ctx context.Context, cmd *commands.Command, word string) bool {
	if len(word) < 3 {
		return false
	}
	call, err := r.grammar.Parse(ctx, cmd, word, r.fallback)
	return err == nil && len(call.Values) > 0
}
