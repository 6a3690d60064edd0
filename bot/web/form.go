package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"delphi/commands"
	"delphi/engine/rules"
)

// form is what asks a command: a field for each parameter.
type form struct {
	Command *commands.Command
	Action  string
	First   []input // what was said, and what comes first
	Rest    []input
}

// input is one field of a form.
type input struct {
	*commands.Param
	Kind    string // "number", "flag", "choice", "text"
	Value   string
	On      bool
	Choices []string
	Names   []string // what a text may be
}

// firstInputs is how many fields a form shows at once.
const firstInputs = 8

// listedNames is how long a list of names may be that a form suggests.
const listedNames = 150

// emptyForm asks a command, with nothing filled in.
func emptyForm(cmd *commands.Command, version string) *form {
	return makeForm(cmd, rules.Get(version), map[string]string{})
}

// filledForm asks a command, with what a question said filled in.
func filledForm(call *commands.Call) *form {
	return makeForm(call.Command, call.Rules, commands.Entries(call))
}

func makeForm(cmd *commands.Command, set *rules.Set, values map[string]string) *form {
	f := &form{Command: cmd, Action: "/c/" + segment(cmd.Path())}
	for _, p := range cmd.Params {
		value, said := values[p.Name]
		in := input{Param: p, Value: value, Kind: "text"}
		switch p.Kind {
		case commands.KindNumber:
			if !p.Range && !p.Percent {
				in.Kind = "number"
			}
		case commands.KindPercent:
			in.Kind = "number"
		case commands.KindFlag:
			if p.Skilled {
				in.Kind, in.Choices = "choice", []string{"yes", "unskilled", "basic", "skilled", "expert"}
				if said && value == "" {
					in.Value = "yes"
				}
				break
			}
			in.Kind, in.On = "flag", said
		case commands.KindChoice:
			in.Kind, in.Choices = "choice", p.Choices
		case commands.KindVersion:
			in.Kind, in.Choices = "choice", rules.Names()
			if value != "" && !slices.Contains(in.Choices, value) {
				in.Choices = append(slices.Clone(in.Choices), value)
			}
		case commands.KindName:
			if terms := p.Terms(set); len(terms) <= listedNames && !p.Many {
				for _, t := range terms {
					in.Names = append(in.Names, t.Name)
				}
			}
		}
		if said || len(f.First) < firstInputs {
			f.First = append(f.First, in)
		} else {
			f.Rest = append(f.Rest, in)
		}
	}
	return f
}

// calculators lists the forms there are.
func (s *site) calculators(w http.ResponseWriter, r *http.Request) {
	p, err := s.keep(r, "/c/", func(context.Context) (*page, error) {
		var list []*commands.Command
		for _, c := range s.Router.Commands() {
			if c.ForAll() {
				list = append(list, c)
			}
		}
		body, err := s.render("calculators", struct {
			Head     head
			Commands []*commands.Command
		}{head{Title: "What you can ask", Description: "Every question that Delphi answers, as a form.", Path: "/c/"}, list})
		return &page{body: body, lasting: true}, err
	})
	s.sent(w, r, p, err)
}

// calculator is the form of a command, and sends what was filled in to the
// page of its answer.
func (s *site) calculator(w http.ResponseWriter, r *http.Request) {
	name, _ := unsegment(r.PathValue("command"))
	cmd, rest := s.named(name)
	if cmd == nil || rest != "" || !cmd.ForAll() {
		s.wrong(w, r, http.StatusNotFound, "There is no such command to fill in.", "help")
		return
	}
	values := map[string]any{}
	for _, p := range cmd.Params {
		text := typed(r.URL.Query().Get(p.Name))
		switch {
		case text == "":
		case p.Kind == commands.KindFlag && (text == "on" || text == "yes"):
			values[p.Name] = true
		default:
			values[p.Name] = text
		}
	}
	if len(values) > 0 || r.URL.Query().Has("ask") {
		line := commands.Filled(cmd, values)
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, s.link("/?q="+url.QueryEscape(line)), http.StatusSeeOther)
		return
	}
	p, err := s.keep(r, "/c/"+cmd.Path(), func(context.Context) (*page, error) {
		body, err := s.render("calculator", struct {
			Head head
			Form *form
		}{head{Title: commands.Capital(cmd.Path()), Description: cmd.Summary, Path: "/c/" + segment(cmd.Path())}, emptyForm(cmd, s.Rules)})
		return &page{body: body, lasting: true}, err
	})
	s.sent(w, r, p, err)
}
