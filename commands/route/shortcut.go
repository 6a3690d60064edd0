package route

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage"
)

// Aliases that people make: a word for a line, for themselves or for a channel. They are kept
// as one text for each owner, a line each: the word, a blank, what it stands for.

// The bounds of what one owner may have; the text that holds them is bounded, too.
const (
	mostAliases = 20
	mostDepth   = 5 // aliases within aliases
)

var (
	aliasText = commands.NewText(commands.Param{Name: "alias", Summary: "A word and what it stands for; forget WORD; nothing to list them"})
	aliasWord = regexp.MustCompile(`^[a-z][a-z0-9_-]{1,19}$`)
	aliasArg  = regexp.MustCompile(`\$(\d|\*)`)
)

func ownAliases(req *commands.Request) string {
	return AliasOwner{req.Network, string(req.User), true}.key()
}

func placeAliases(network commands.Network, place commands.Place) string {
	return AliasOwner{network, string(place), false}.key()
}

// alias makes, lists and forgets the asker's own aliases.
func (r *Router) alias() *commands.Command {
	return &commands.Command{
		Name: "alias", Summary: "Make a word of your own for a line", Params: commands.Takes(aliasText),
		Examples: []string{"alias mypile poly 12 unihorns for marker", "alias ff fail wiz xl$1 int18 force bolt", "alias"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			return r.changeAliases(ctx, c, ownAliases(&c.Request), "You have")
		},
	}
}

// setAlias does the same for a channel.
func (r *Router) setAlias() *commands.Command {
	return &commands.Command{
		Name: "alias", Summary: "Make a word for a line that anybody here may say", Rights: commands.Operator, Params: commands.Takes(aliasText),
		Examples: []string{"set alias odds20 odds 1/20 $1 tries"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			return r.changeAliases(ctx, c, placeAliases(c.Network, c.Place), "This channel has")
		},
	}
}

// changeAliases does what the text of a call says to the aliases of an owner.
func (r *Router) changeAliases(ctx context.Context, c *commands.Call, owner, have string) (commands.Reply, error) {
	list, err := r.aliases(ctx, owner)
	if err != nil {
		return commands.Reply{}, err
	}
	word, body := wording.CutWord(aliasText.In(c))
	body = strings.TrimSpace(body)
	at := func(word string) int {
		return slices.IndexFunc(list, func(a [2]string) bool { return a[0] == word })
	}
	switch {
	case word == "":
		return listAliases(list, c.Command.Path(), have), nil
	case word == "forget" || word == "remove" || body == "":
		if word == "forget" || word == "remove" {
			word = strings.ToLower(body)
		}
		i := at(word)
		if i < 0 {
			return commands.Reply{}, problem.New(fmt.Sprintf("There is no alias %q.", wording.Typed(word)), c.Command.Path())
		}
		return commands.Reply{Summary: "I have forgotten " + word + "."}, r.keepAliases(ctx, owner, slices.Delete(list, i, i+1))
	case !aliasWord.MatchString(word):
		return commands.Reply{}, problem.New("An alias is a word of 2 to 20 letters, digits and hyphens that begins with a letter.", "alias mypile poly 12 unihorns for marker")
	case r.byName[word] != nil:
		return commands.Reply{}, problem.Newf("%s is a command already. Take another word.", wording.Capital(word))
	case at(word) < 0 && len(list) >= mostAliases:
		return commands.Reply{}, problem.Newf("%s %d aliases, which is as many as I keep. Forget one first.", have, mostAliases).Try(c.Command.Path())
	}
	if i := at(word); i >= 0 {
		list[i][1] = body
	} else {
		list = append(list, [2]string{word, body})
	}
	// It must lead to a command, through a few others at most.
	look := func(w string) (string, bool) {
		if i := at(w); i >= 0 {
			return list[i][1], true
		}
		return r.aliasOf(ctx, &c.Request, w)
	}
	line, ok := r.through(word+" 1 2 3 4 5 6 7 8 9", look)
	if first, _ := wording.CutWord(line); !ok || r.byName[first] == nil {
		return commands.Reply{}, problem.New(fmt.Sprintf("%q does not lead to a command.", wording.Typed(body)), "alias mypile poly 12 unihorns for marker")
	}
	if err := r.keepAliases(ctx, owner, list); err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{Summary: word + " now stands for: " + body + ".", Hints: []string{word}}, nil
}

// listAliases shows aliases as the lines that make them again, so that they can be copied.
func listAliases(list [][2]string, path, have string) commands.Reply {
	if len(list) == 0 {
		return commands.Reply{Summary: have + " no aliases.", Hints: []string{path + " mypile poly 12 unihorns for marker"}}
	}
	out := commands.Reply{Table: &commands.Table{Title: have + ":", Columns: []string{"line that makes it"}}}
	var names []string
	for _, a := range list {
		names = append(names, a[0]+" ("+a[1]+")")
		out.Table.Rows = append(out.Table.Rows, []string{path + " " + a[0] + " " + a[1]})
	}
	out.Summary = fmt.Sprintf("%s %d: %s.", have, len(list), strings.Join(names, ", "))
	return out
}

// aliases reads an owner's aliases.
func (r *Router) aliases(ctx context.Context, owner string) (list [][2]string, err error) {
	text, _, err := r.opts.Characters.Character(ctx, owner)
	for line := range strings.SplitSeq(text, "\n") {
		if word, body, ok := strings.Cut(line, " "); ok {
			list = append(list, [2]string{word, body})
			r.shortcuts.Store(word, true)
		}
	}
	return list, err
}

func (r *Router) keepAliases(ctx context.Context, owner string, list [][2]string) error {
	if len(list) == 0 {
		return r.opts.Characters.ForgetCharacter(ctx, owner)
	}
	var lines []string
	for _, a := range list {
		lines = append(lines, a[0]+" "+a[1])
		r.shortcuts.Store(a[0], true)
	}
	text := strings.Join(lines, "\n")
	if len(text) > storage.MaxCharacter {
		return problem.Newf("All aliases together may take %d bytes, and these take %d. Forget one first.", storage.MaxCharacter, len(text))
	}
	return r.opts.Characters.SetCharacter(ctx, owner, text)
}

// aliasOf returns what a word stands for: the asker's own alias, else the channel's, else one of a
// place around it.
func (r *Router) aliasOf(ctx context.Context, req *commands.Request, word string) (body string, ok bool) {
	owners := []string{ownAliases(req), placeAliases(req.Network, req.Place)}
	for _, p := range req.Within {
		owners = append(owners, placeAliases(req.Network, p))
	}
	for _, owner := range owners {
		list, err := r.aliases(ctx, owner)
		if i := slices.IndexFunc(list, func(a [2]string) bool { return a[0] == word }); err == nil && i >= 0 {
			return list[i][1], true
		}
	}
	return "", false
}

// expanded returns a line with the alias that it begins with written out.
func (r *Router) expanded(ctx context.Context, req *commands.Request, line string) string {
	if req.Nobody {
		return line
	}
	if out, ok := r.through(r.unmarked(line), func(word string) (string, bool) { return r.aliasOf(ctx, req, word) }); ok && out != r.unmarked(line) {
		return out
	}
	return line
}

// through writes out the aliases at the beginning of a line; ok is false if they go too
// deep or become too long.
func (r *Router) through(line string, look func(word string) (string, bool)) (out string, ok bool) {
	for range mostDepth + 1 {
		word, rest := wording.CutWord(line)
		if r.byName[word] != nil || !aliasWord.MatchString(word) {
			return line, true
		}
		body, is := look(word)
		if !is {
			return line, true
		}
		if line = filled(body, strings.Fields(rest)); len(line) > commands.MaxLine {
			return "", false
		}
	}
	return "", false
}

// filled puts arguments in place of $1 and $* in an alias's text, else after it.
func filled(body string, args []string) string {
	if !aliasArg.MatchString(body) {
		return strings.TrimSpace(body + " " + strings.Join(args, " "))
	}
	return strings.TrimSpace(aliasArg.ReplaceAllStringFunc(body, func(arg string) string {
		if arg == "$*" {
			return strings.Join(args, " ")
		}
		if n, _ := strconv.Atoi(arg[1:]); n >= 1 && n <= len(args) {
			return args[n-1]
		}
		return ""
	}))
}
