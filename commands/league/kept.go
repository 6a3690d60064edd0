package league

import (
	"context"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/question"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/seq"
	"delphi/storage/contest/people"
)

// A channel keeps questions, keywords and nicks, as Sequell does, under one another: the
// names of keywords and nicks have these before them, with a blank, which no question's
// name has.
const (
	keptKeyword = "kw "
	keptNick    = "nick "
)

// keeper is a command that keeps something in a channel under a name.
type keeper struct {
	name, summary, example string
	before                 string // what stands before names in the store
	thing                  string
	check                  func(rd *question.Reader, name, line string) (kept string, err error)
	use                    func(name string) string
}

// keepers are Sequell's commands that keep something.
func (r *room) keepers() []*commands.Command {
	list := []*keeper{
		{
			name: "cmd", summary: "Keep a question under a name, with $1, $* and ${1:-.} for what is said behind it", example: "cmd unwon * s=char / won @${1:-.} ?: N=0",
			thing: "question", use: func(name string) string { return "lg " + name },
			check: func(rd *question.Reader, _, line string) (string, error) {
				for _, before := range []string{"!lg ", "lg ", "!query ", "query "} {
					line = strings.TrimPrefix(line, before)
				}
				if strings.HasPrefix(line, "!") && !strings.Contains(line, "$") {
					return "", problem.New("I keep questions about finished games alone (lg).", "cmd winners lg * win s=name")
				}
				if strings.Contains(line, "$1") || strings.Contains(line, "$*") || strings.Contains(line, ":-") {
					return line, nil // it can be read once they are put in
				}
				_, err := rd.Read(line)
				return line, err
			},
		},
		{
			name: "kw", summary: "Keep a condition on games under a word", example: "kw early turns<1000 !win",
			before: keptKeyword, thing: "keyword", use: func(name string) string { return "lg * " + name },
			check: func(rd *question.Reader, _, line string) (string, error) {
				_, err := rd.Condition(line)
				return line, err
			},
		},
		{
			name: "nick", summary: "Keep under which accounts somebody plays", example: "nick stenno stenno sten",
			before: keptNick, thing: "nick", use: func(name string) string { return "lg @" + name },
			check: func(_ *question.Reader, _, line string) (string, error) {
				line = strings.ToLower(strings.ReplaceAll(line, "=>", " "))
				for _, w := range strings.Fields(line) {
					if len(w) > asker.LongestAccount || strings.ContainsAny(w, "()=<>!*:@,?.") || names.Everyday(w) {
						return "", problem.New("A nick stands for names of accounts; conditions are kept as keywords.", "nick stenno stenno sten", "kw early turns<1000 !win")
					}
				}
				return strings.Join(strings.Fields(line), " "), nil
			},
		},
	}
	return seq.Map(list, r.keeper)
}

func (r *room) keeper(k *keeper) *commands.Command {
	text := commands.NewWords(commands.Param{Name: "what", Summary: "A name and what it is to mean; a name alone shows it, -rm NAME deletes it, -ls lists all", Bare: true, Rest: true})
	return &commands.Command{
		Name: k.name, Group: "history", Source: commands.FromGames, Summary: k.summary, Params: commands.Takes(text), Examples: []string{k.example, k.name + " -ls"},
		Check: func(ctx context.Context, c *commands.Call) error { // "nick the real amulet" is about a thief
			words := strings.Fields(text.In(c))
			if len(words) < 2 || strings.HasPrefix(words[0], "-") {
				return nil
			}
			rd, _, release, err := r.reader(ctx, &c.Request)
			if err != nil {
				return err
			}
			defer release()
			_, err = k.check(rd, words[0], strings.Join(words[1:], " "))
			return err
		},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			words := strings.Fields(text.In(c))
			if len(words) == 0 || words[0] == "-ls" {
				return r.listKept(ctx, c, k)
			}
			remove := words[0] == "-rm"
			if remove {
				words = words[1:]
			}
			if len(words) == 0 {
				return commands.Reply{}, problem.Newf("Which %s?", k.thing).Try(k.name+" -ls", k.example)
			}
			name := strings.ToLower(strings.TrimPrefix(words[0], "!"))
			switch {
			case remove:
				return r.forgetKept(ctx, c, k, name, words[1:])
			case len(words) == 1:
				return r.showKept(ctx, c, k, name)
			}
			return r.keep(ctx, c, k, name, strings.Join(words[1:], " "))
		},
	}
}

// keep keeps something under a name.
func (r *room) keep(ctx context.Context, c *commands.Call, k *keeper, name, line string) (commands.Reply, error) {
	rd, _, release, err := r.reader(ctx, &c.Request)
	if err != nil {
		return commands.Reply{}, err
	}
	defer release()
	kept, err := k.check(rd, name, line)
	if err != nil {
		return commands.Reply{}, err
	}
	if k.before != keptNick && (question.Known(name) || slices.Contains([]string{"save", "saved", "forget", "*", ".", "me"}, name)) || len(name) > 30 {
		return commands.Reply{}, problem.New(wording.Typed(name)+" already means something in a question; pick another name.", k.example)
	}
	if _, err := r.book.Places().KeepQuestion(ctx, asker.Place(&c.Request), k.before+name, kept); err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{Summary: "Kept here: " + name + " is " + kept + ".", Hints: []string{k.use(name)}}, nil
}

func (r *room) listKept(ctx context.Context, c *commands.Call, k *keeper) (commands.Reply, error) {
	all, err := r.book.Places().Questions(ctx, asker.Place(&c.Request))
	if err != nil {
		return commands.Reply{}, err
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if short, ok := strings.CutPrefix(name, k.before); ok && !strings.Contains(short, " ") {
			parts = append(parts, short+" ("+all[name]+")")
		}
	}
	if len(parts) == 0 {
		return commands.Reply{Summary: "No " + wording.Plural(k.thing) + " are kept here.", Hints: []string{k.example}}, nil
	}
	list, _ := wording.List(parts, ", ", commands.LineBudget-60)
	return commands.Reply{Summary: "Kept here: " + list + "."}, nil
}

func (r *room) showKept(ctx context.Context, c *commands.Call, k *keeper, name string) (commands.Reply, error) {
	all, err := r.book.Places().Questions(ctx, asker.Place(&c.Request))
	if err != nil {
		return commands.Reply{}, err
	}
	line, ok := all[k.before+name]
	if !ok {
		return commands.Reply{}, problem.Newf("No %s is kept here as %s.", k.thing, wording.Typed(name)).Try(k.name+" -ls", k.example)
	}
	return commands.Reply{Summary: name + " is " + line + ".", Hints: []string{k.use(name)}}, nil
}

// forgetKept deletes what is kept under a name, or of a nick some accounts.
func (r *room) forgetKept(ctx context.Context, c *commands.Call, k *keeper, name string, some []string) (commands.Reply, error) {
	all, err := r.book.Places().Questions(ctx, asker.Place(&c.Request))
	if err != nil {
		return commands.Reply{}, err
	}
	if name == "." {
		name = strings.ToLower(asker.Nick(&c.Request))
	}
	line, ok := all[k.before+name]
	if !ok {
		return commands.Reply{}, problem.Newf("No %s is kept here as %s.", k.thing, wording.Typed(name)).Try(k.name + " -ls")
	}
	left := ""
	if k.before == keptNick && len(some) > 0 {
		left = strings.Join(slices.DeleteFunc(strings.Fields(line), func(w string) bool {
			return slices.ContainsFunc(some, func(s string) bool { return strings.EqualFold(s, w) })
		}), " ")
	}
	if _, err := r.book.Places().KeepQuestion(ctx, asker.Place(&c.Request), k.before+name, left); err != nil {
		return commands.Reply{}, err
	}
	if left != "" {
		return commands.Reply{Summary: name + " is " + left + " now."}, nil
	}
	return commands.Reply{Summary: "Deleted the " + k.thing + " " + name + "."}, nil
}

// expand puts in the keywords that a channel keeps.
func expand(line string, kept map[string]string) string {
	words := strings.Fields(line)
	changed := false
	for i, w := range words {
		word, negated := strings.CutPrefix(w, "!")
		cond, ok := kept[keptKeyword+strings.ToLower(word)]
		if !ok {
			continue
		}
		changed = true
		if words[i] = "((" + cond + "))"; negated {
			words[i] = "!" + words[i]
		}
	}
	if !changed {
		return line
	}
	return strings.Join(words, " ")
}

// accountsOf returns under which accounts somebody plays: those that are kept for the nick
// here, or that they have linked.
func (r *room) accountsOf(ctx context.Context, req *commands.Request, kept map[string]string) func(nick string) []string {
	return func(nick string) (out []string) {
		if line, ok := kept[keptNick+nick]; ok {
			return strings.Fields(line)
		}
		p, err := r.book.People().Person(ctx, people.User{Network: string(req.Network), User: nick})
		if err != nil {
			return nil
		}
		for _, a := range p.Accounts {
			if name := strings.ToLower(a.Name); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
		return out
	}
}

// milestones is Sequell's command about milestones, of which none are kept.
func (r *room) milestones() *commands.Command {
	text := commands.NewText(commands.Param{Name: "question", Summary: "Nothing of it can be answered"})
	return &commands.Command{
		Name: "lm", Group: "history", Source: commands.FromGames, ReadOnly: true, Summary: "Say why I can't search milestones as Sequell does", Params: commands.Takes(text), Examples: []string{"lm"},
		Run: func(context.Context, *commands.Call) (commands.Reply, error) {
			return commands.Reply{
				Summary: "Milestones are not kept to be asked about: where a server has a livelog, channels can have them announced as they come. What a finished game achieved is kept.",
				Hints:   []string{"announce livelog", "lg * achieve=amulet", "lg * s=achieve"},
			}, nil
		},
	}
}
