package wiki

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/passage"
	"delphi/engine/rules"
	"delphi/engine/wikitext"
	"delphi/storage"
)

// desPage is how the titles of the wiki's pages on the des-file format begin. Pages
// about one version or variant add its name in brackets.
const desPage = "Des-file format"

// des looks into the wiki's pages on the language that special levels are
// written in.
func (w *room) des() *commands.Command {
	return &commands.Command{
		Name:     "des",
		Aliases:  []string{"desfile"},
		Summary:  "Look up a command of the des-file format, which special levels are written in",
		Params:   commands.Takes(w.desText),
		Examples: []string{"des MAZEWALK", "des v3.4.3 MONSTER", "des"},
		Public:   true,
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			set, section := c.Rules, []string{}
			for _, word := range strings.Fields(strings.TrimPrefix(w.desText.In(c), "command:")) {
				found, looksLike, err := rules.Lookup(names.Fold(word))
				if !looksLike {
					section = append(section, word)
					continue
				}
				if err != nil {
					return commands.Reply{}, &commands.Problem{Text: err.Error(), Hints: rules.Names(), Err: err}
				}
				set = found.Set
				if found.Note != "" {
					c.Note(commands.Remarked, found.Note)
				}
			}
			var reply commands.Reply
			err := w.snapshot(ctx, func(v storage.WikiView) (err error) {
				reply, err = w.desReply(c, v, set, strings.Join(section, " "))
				return err
			})
			if problem, ok := err.(*commands.Problem); ok && set.LuaLevels() && problem.Err == storage.ErrNoWiki {
				problem.Text = inLua(set) + " " + problem.Text
			}
			return reply, err
		},
	}
}

// inLua is the reply that a version has no des-files.
func inLua(set *rules.Set) string {
	return set.Title + " describes its levels in Lua scripts, not in des-files."
}

// desReply answers with a section of the page on a version's format, or with the
// commands that it lists. If the version's levels are written in Lua, it says so, and
// answers with a page about that if there is one.
func (w *room) desReply(c *commands.Call, v storage.WikiView, set *rules.Set, section string) (reply commands.Reply, err error) {
	p, how, err := w.desFor(v, set)
	if err != nil {
		return reply, err
	}
	lua := set.LuaLevels()
	if lua && (p == nil || !aboutLua(p)) {
		page, itsHow, err := w.luaPage(v)
		if err != nil {
			return reply, err
		}
		if page != nil {
			p, how = page, itsHow
		}
	}
	if p == nil {
		text := "The imported wiki has no page on the des-file format."
		if lua {
			text = inLua(set) + " The imported wiki has no page on either."
		}
		return reply, &commands.Problem{Text: text, Hints: []string{"wiki search special level"}}
	}
	if section == "" {
		reply = w.desSections(p)
	} else if reply, err = w.page(c, p, how, section); err != nil {
		if problem, ok := err.(*commands.Problem); ok {
			for i, h := range problem.Hints {
				problem.Hints[i] = strings.Replace(h, "wiki "+p.Title+"#", "des ", 1)
			}
			if lua {
				problem.Text = inLua(set) + " " + problem.Text
			}
		}
		return reply, err
	}
	if lua {
		text := strings.TrimSuffix(inLua(set), ".")
		if !aboutLua(p) {
			text += "; this is the older format"
		}
		reply.Notes = append(reply.Notes, commands.Note{Kind: commands.Warned, Text: text})
	}
	return reply, nil
}

// aboutLua reports whether a page on levels mentions Lua.
func aboutLua(p *storage.WikiPage) bool {
	return passage.Read("lua").Within(p.Title + " " + p.Text)
}

// luaPage returns the page on levels written in Lua, or nil if there is none.
func (w *room) luaPage(v storage.WikiView) (*storage.WikiPage, redirected, error) {
	t, err := w.titles.of(v)
	if err != nil {
		return nil, redirected{}, err
	}
	for _, a := range t.asked(passage.Read("lua level des-file format"), fromTitle) {
		if !passage.Read("lua").Within(a.title) {
			continue
		}
		if p, how, err := w.resolve(v, a.title); p != nil || err != nil {
			return p, how, err
		}
	}
	return nil, redirected{}, nil
}

// completeDes lists the commands of the page of a version that text begins.
func (w *room) completeDes(set *rules.Set, text string, most int) []string {
	var out []string
	_ = w.snapshot(context.Background(), func(v storage.WikiView) error { // nothing is known: nothing is offered
		p, _, err := w.desFor(v, set)
		if p == nil {
			return err
		}
		for _, s := range w.parser.Sections(p.Text) {
			if strings.HasPrefix(names.Fold(s.Title), names.Fold(text)) && len(out) < most {
				out = append(out, s.Title)
			}
		}
		return nil
	})
	return out
}

// desFor returns the page on a version's format: the one named after the version,
// the general one, else the one there is.
func (w *room) desFor(v storage.WikiView, set *rules.Set) (*storage.WikiPage, redirected, error) {
	short, _, _ := strings.Cut(set.Title, " ")
	candidates := []string{desPage + " (" + set.Title + ")", desPage + " (" + short + ")", desPage}
	titles, err := v.Titles()
	if err != nil {
		return nil, redirected{}, err
	}
	i, _ := slices.BinarySearch(titles, desPage)
	for ; i < len(titles) && strings.HasPrefix(titles[i], desPage); i++ {
		candidates = append(candidates, titles[i])
	}
	for _, title := range candidates {
		p, how, err := w.resolve(v, title)
		if p != nil || err != nil {
			return p, how, err
		}
	}
	return nil, redirected{}, nil
}

// desSections lists the commands of a page.
func (w *room) desSections(p *storage.WikiPage) commands.Reply {
	answer := &Answer{Title: p.Title, URL: wikiURL(p.Title, "")}
	var listed []string
	for _, s := range w.parser.Sections(p.Text) {
		answer.Sections = append(answer.Sections, s.Title)
		if strings.ToUpper(s.Title) == s.Title && strings.ContainsFunc(s.Title, func(r rune) bool { return 'A' <= r && r <= 'Z' }) {
			listed = append(listed, s.Title)
		}
	}
	if len(listed) == 0 {
		listed = answer.Sections
	}
	if len(listed) == 0 {
		return commands.Reply{Summary: p.Title + " has no sections. " + answer.URL, Data: answer, Notes: []commands.Note{{Kind: commands.Cited, Text: wikiLicence}}}
	}
	answer.Text = fmt.Sprintf("%s: %s", p.Title, wikitext.CutSentence(strings.Join(listed, ", "), wikiSummary-len(p.Title)-2))
	return commands.Reply{Summary: answer.Text + " " + answer.URL, Data: answer, Hints: []string{"des " + listed[0]}, Notes: []commands.Note{{Kind: commands.Cited, Text: wikiLicence}}}
}
