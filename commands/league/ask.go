package league

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/shape"
	"delphi/commands/wording"
	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/query/sequell"
	"delphi/engine/games/question"
	"delphi/engine/games/score"
	"delphi/engine/monster"
	"delphi/engine/problem"
)

// queryExamples are questions in both notations.
var queryExamples = []string{
	"query * win s=role x=avg(turns)", "query wins by role", "query win rate by race", "query top 10 killers", "query * s=role / win o=% ?: den.N>=5", "query fastest win",
}

// asked returns the command of the games language.
func (r *room) asked() *commands.Command {
	text := commands.NewText(commands.Param{
		Name: "question", Summary: "Sequell's notation (* win s=role x=avg(turns)) or words (wins by role); your last game without",
		Complete: r.completeQuery,
	})
	return &commands.Command{
		Name: "query", Public: true, SharedName: true, Aliases: []string{"lg", "listgame", "listgames"},
		Summary: "Ask anything about games: count, group, compare, list", RunName: "ask",
		Params: commands.Takes(text), Examples: queryExamples,

		Subs: []*commands.Command{r.saveQuery(), r.savedQueries(), r.forgetQuery()},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			return r.answerQuery(ctx, c, text.In(c))
		},
	}
}

// reader returns a reader for the asker's questions; release must be called when it is
// done.
func (r *room) reader(ctx context.Context, req *commands.Request) (rd *question.Reader, t *columns.Table, release func(), err error) {
	zone, err := asker.Zone(ctx, r.book, req)
	if err != nil {
		return nil, nil, nil, err
	}
	sources, err := r.book.Sources(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	me, err := r.accounts(ctx, req)
	if err != nil {
		return nil, nil, nil, err
	}
	t, release, err = r.book.Table(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	return &question.Reader{Now: r.book.Now().In(zone), Sources: sources, Me: me, Played: t.Played, Killers: monster.Names}, t, release, nil
}

// accounts returns the names under which the asker plays: those they have linked, else
// their nick.
func (r *room) accounts(ctx context.Context, req *commands.Request) (out []string, err error) {
	p, err := r.book.People().Person(ctx, asker.User(req))
	if err != nil {
		return nil, err
	}
	for _, a := range p.Accounts {
		if name := strings.ToLower(a.Name); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if n := asker.Nick(req); len(out) == 0 && n != "" {
		out = []string{strings.ToLower(n)}
	}
	return out, nil
}

// questionsAtOnce is how many questions a line may hold, with ";" between.
const questionsAtOnce = 3

// answerQuery answers one or several questions in the games language, or ones that the
// channel has saved under the given names.
func (r *room) answerQuery(ctx context.Context, c *commands.Call, line string) (commands.Reply, error) {
	var lines []string
	for part := range strings.SplitSeq(line, ";") {
		part = strings.TrimSpace(part)
		for _, name := range []string{"lg ", "query ", "!lg ", "!query "} { // said again with each
			part = strings.TrimPrefix(part, name)
		}
		if part != "" {
			lines = append(lines, part)
		}
	}
	switch len(lines) {
	case 0:
		return r.answerOne(ctx, c, ".", commands.LineBudget-60)
	case 1:
		return r.answerOne(ctx, c, lines[0], commands.LineBudget-60)
	}
	if len(lines) > questionsAtOnce {
		return commands.Reply{}, problem.Newf("That is %d questions; I answer at most %d at once.", len(lines), questionsAtOnce).Try("query " + lines[0])
	}
	var out commands.Reply
	var parts []string
	var data []any
	for i, line := range lines {
		one, err := r.answerOne(ctx, c, line, (commands.LineBudget-20)/len(lines)-10)
		if err != nil {
			return commands.Reply{}, err
		}
		parts = append(parts, fmt.Sprintf("%d) %s", i+1, one.Summary))
		data = append(data, one.Data)
		for _, n := range one.Notes {
			n.Text = fmt.Sprintf("%d) %s", i+1, n.Text)
			out.Notes = append(out.Notes, n)
		}
		out.Hints = append(out.Hints, "query "+line)
	}
	out.Summary, out.Data = strings.Join(parts, " "), data
	return out, nil
}

// answerOne answers one question in a sentence of a limited number of bytes.
func (r *room) answerOne(ctx context.Context, c *commands.Call, line string, budget int) (commands.Reply, error) {
	saved, err := r.book.Places().Questions(ctx, asker.Place(&c.Request))
	if err != nil {
		return commands.Reply{}, err
	}
	name, rest, _ := strings.Cut(line, " ")
	if kept := saved[strings.ToLower(strings.TrimPrefix(name, "!"))]; kept != "" {
		line = sequell.Fill(kept, strings.Fields(rest))
	}
	line = expand(line, saved)
	if words := strings.Fields(line); slices.ContainsFunc(words, isStreak) {
		return r.streakLine(ctx, c, strings.Join(slices.DeleteFunc(words, isStreak), " "), score.DefaultStreak)
	}
	rd, t, release, err := r.reader(ctx, &c.Request)
	if err != nil {
		return commands.Reply{}, err
	}
	defer release()
	rd.Accounts = r.accountsOf(ctx, &c.Request, saved)
	q, err := rd.Read(line)
	if err != nil {
		return commands.Reply{}, err
	}
	if q.Most = rowsTold; q.Random {
		q.Seed = r.book.Random()
	}
	res, err := query.Run(ctx, t, q)
	if err != nil {
		return commands.Reply{}, err
	}
	if t.Len() == 0 {
		return commands.Reply{}, problem.New("I don't follow any game servers yet; the bot's operator can add one.")
	}
	out, err := r.sayResult(ctx, q, res, budget)
	if err == nil && q.Shown.Shown() {
		err = shape.As(&out, q, res, asker.Nick(&c.Request), budget)
	}
	out.Notes = append(out.Notes, commands.Note{Kind: commands.Assumed, Text: "read as " + q.Words()})
	return out, err
}

// isStreak reports whether a word of a question asks for streaks.
func isStreak(word string) bool {
	return slices.Contains([]string{"streak", "streaks"}, strings.ToLower(word))
}

// questionName is the parameter that names a question kept in a channel.
var questionName = commands.NewWords(commands.Param{Name: "name", Summary: "One word as the name of the question", Bare: true, One: true, Needed: true})

func (r *room) saveQuery() *commands.Command {
	asked := commands.NewWords(commands.Param{Name: "as", Summary: "The question, as you would ask query", Bare: true, Rest: true, Needed: true})
	return &commands.Command{
		Name: "save", Summary: "Save a question in this channel under a name", Params: commands.Takes(questionName, asked),
		Examples: []string{"query save winners * win s=name"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			name, line := strings.ToLower(questionName.In(c)), asked.In(c)
			rd, _, release, err := r.reader(ctx, &c.Request)
			if err != nil {
				return commands.Reply{}, err
			}
			defer release()
			q, err := rd.Read(line)
			if err != nil {
				return commands.Reply{}, err
			}
			if len(name) > 30 || slices.Contains([]string{"save", "saved", "forget", "*", ".", "me"}, name) || question.Known(name) {
				return commands.Reply{}, problem.New(wording.Typed(name)+" already means something in a question; pick another name.", "query save my-winners "+wording.Typed(line))
			}
			if _, err := r.book.Places().KeepQuestion(ctx, asker.Place(&c.Request), name, line); err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: "Saved here as " + name + ": " + q.Words() + ".", Hints: []string{"query " + name}}, nil
		},
	}
}

func (r *room) savedQueries() *commands.Command {
	return &commands.Command{
		Name: "saved", ReadOnly: true, Aliases: []string{"list"}, Summary: "List the questions saved in this channel", Examples: []string{"query saved"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			all, err := r.book.Places().Questions(ctx, asker.Place(&c.Request))
			if err != nil {
				return commands.Reply{}, err
			}
			if len(all) == 0 {
				return commands.Reply{Summary: "No questions are saved here.", Hints: []string{"query save winners * win s=name"}}, nil
			}
			var parts []string
			for _, name := range slices.Sorted(maps.Keys(all)) {
				if strings.Contains(name, " ") {
					continue // a keyword or a nick
				}
				parts = append(parts, name+" ("+all[name]+")")
			}
			list, _ := wording.List(parts, ", ", commands.LineBudget-60)
			return commands.Reply{Summary: "Kept here: " + list + "."}, nil
		},
	}
}

func (r *room) forgetQuery() *commands.Command {
	return &commands.Command{
		Name: "forget", Aliases: []string{"delete", "remove"}, Summary: "Delete a question saved in this channel", Params: commands.Takes(questionName),
		Examples: []string{"query forget winners"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			name := strings.ToLower(questionName.In(c))
			known, err := r.book.Places().KeepQuestion(ctx, asker.Place(&c.Request), name, "")
			switch {
			case err != nil:
				return commands.Reply{}, err
			case !known:
				return commands.Reply{Summary: "No question is saved here as " + wording.Typed(name) + ".", Hints: []string{"query saved"}}, nil
			}
			return commands.Reply{Summary: "Deleted the question " + name + "."}, nil
		},
	}
}
