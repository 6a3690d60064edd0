package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"

	"delphi/bot/web/form"
	"delphi/bot/web/segment"
	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// calculators lists the available forms.
func (s *site) calculators(w http.ResponseWriter, r *http.Request) {
	p, err := s.keep(r, "/c/", func(context.Context) (*page, error) {
		body, err := s.render("calculators", struct {
			Head   head
			Groups []group
		}{head{Title: "What you can ask", Description: "Every question that Delphi answers, as a form.", Path: "/c/"}, s.groups()})
		return &page{body: body, lasting: true}, err
	})
	s.sent(w, r, p, err)
}

// group is the commands of one kind.
type group struct {
	Name     string
	Commands []*commands.Command
}

// groups returns the commands that pages may ask, as help groups them.
func (s *site) groups() (out []group) {
	for c := range commands.Every(s.Router.Commands()) {
		if !c.ForAll() || len(c.Params) == 0 {
			continue
		}
		name := wording.Capital(cmp.Or(c.Top().Group, "other"))
		i := slices.IndexFunc(out, func(g group) bool { return g.Name == name })
		if i < 0 {
			i = len(out)
			out = append(out, group{Name: name})
		}
		out[i].Commands = append(out[i].Commands, c)
	}
	return out
}

// calculator serves the form of a command, and redirects what was filled in to the page
// of its answer. What cannot be answered keeps the form.
func (s *site) calculator(w http.ResponseWriter, r *http.Request) {
	name, _ := segment.Text(r.PathValue("command"))
	cmd, rest := s.named(name)
	if cmd == nil || rest != "" || !cmd.ForAll() {
		s.wrong(w, r, http.StatusNotFound, "There is no such command to fill in.", "help")
		return
	}
	in := cleaned(r.URL.Query())
	values := form.Filled(cmd, in)
	if len(in) == 0 {
		p, err := s.keep(r, "/c/"+cmd.Path(), func(context.Context) (*page, error) {
			return s.calculatorPage(form.New(cmd, rules.Get(s.Rules), in), nil)
		})
		s.sent(w, r, p, err)
		return
	}
	line := commands.Filled(cmd, values)
	if form.MoreRows(in) {
		p, err := s.calculatorPage(form.New(cmd, rules.Get(s.Rules), in), nil)
		s.sent(w, r, p, err)
		return
	}
	// What is filled in costs no more than the page of its answer does, and is limited
	// like that: by the shares of those who ask.
	p, err := s.once(r, "="+r.URL.RequestURI(), func(ctx context.Context) (*page, error) {
		reply := s.free.Answer(ctx, s.request(r, line))
		if path, ok := s.where(&reply, line); ok && !reply.Failed {
			return &page{path: path, fresh: true, lasting: reply.Question != ""}, nil
		}
		f := form.New(cmd, rules.Get(s.Rules), in)
		s.mark(f, in, &reply)
		return s.calculatorPage(f, &reply)
	})
	s.sent(w, r, p, err)
}

// askedTooMuch returns the reply to somebody who has exceeded the limits.
func askedTooMuch(refused commands.Reply) *commands.Reply {
	refused.Failed = true
	refused.Summary = cmp.Or(refused.Summary, "You are asking too much too quickly. Wait a minute.")
	return &refused
}

// mark marks the fields of a form that a refusal is about.
func (s *site) mark(f *form.Form, in url.Values, refused *commands.Reply) {
	f.Mark(in, refused, func(line string) error {
		_, err := s.Router.Read(line)
		return err
	})
}

// cleaned returns what was filled in without invisible characters.
func cleaned(in url.Values) url.Values {
	for _, list := range in {
		for i := range list {
			list[i] = typed(list[i])
		}
	}
	return in
}

// calculatorPage returns the page of a form, with what was wrong with the input, or
// nil.
func (s *site) calculatorPage(f *form.Form, refused *commands.Reply) (*page, error) {
	d := struct {
		Head    head
		Form    *form.Form
		Refused *commands.Reply
	}{head{Title: wording.Capital(f.Command.Path()), Description: f.Command.Summary, Path: "/c/" + segment.Of(f.Command.Path()), Script: "form.js", Sorts: true}, f, refused}
	body, err := s.render("calculator", d)
	p := &page{body: body, lasting: refused == nil, script: true}
	if refused != nil {
		p.status = http.StatusUnprocessableEntity
	}
	return p, err
}

// apiNames lists the names that a parameter of a command may be, for a form.
func (s *site) apiNames(w http.ResponseWriter, r *http.Request) {
	name, _ := segment.Text(r.PathValue("command"))
	cmd, rest := s.named(name)
	set := rules.Get(r.PathValue("version"))
	if cmd == nil || rest != "" || set == nil || !cmd.ForAll() {
		s.wrong(w, r, http.StatusNotFound, "There is no such list.")
		return
	}
	i := slices.IndexFunc(cmd.Params, func(p *commands.Param) bool {
		return p.Name == r.PathValue("param") && p.Vocabulary != nil
	})
	if i < 0 {
		s.wrong(w, r, http.StatusNotFound, "There is no such list.")
		return
	}
	p, err := s.keep(r, r.URL.Path, func(context.Context) (*page, error) {
		names := []string{}
		for _, t := range cmd.Params[i].Terms(set) {
			names = append(names, t.Name)
		}
		body, err := encoded(names)
		return &page{kind: "application/json; charset=utf-8", body: body, lasting: true}, err
	})
	s.sent(w, r, p, err)
}
