package foe

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/engine/rules"
)

// A were is two monsters with one name, told apart by their class signs. Its name alone
// asks about both.

// forms holds the beginnings of the names of a were's two forms.
const (
	human  = "human "
	animal = "animal "
)

// wereTerms returns the names of a were, given its animal.
func wereTerms(m, person *rules.Monster, also []string) []commands.Term {
	form := func(kind string, m *rules.Monster) commands.Term {
		return commands.Term{Name: kind + m.Name, Aliases: []string{m.Name + " " + kind + "form", m.Name + " " + m.Symbol, m.Symbol + " " + m.Name}, Value: m}
	}
	return []commands.Term{{Name: m.Name, Aliases: also, Value: m}, form(human, person), form(animal, m)}
}

// InEachForm makes a command answer about both forms of a were that is named without
// its form, one after the other, saying which form each answer is about.
func InEachForm(cmd *commands.Command, name commands.Name[*rules.Monster]) *commands.Command {
	run, why := cmd.Run, cmd.Why
	cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
		var parts []commands.Reply
		for _, f := range forms(c, name) {
			r, err := run(ctx, f.call)
			if err != nil {
				return commands.Reply{}, err
			}
			if f.monster != nil {
				r.Summary, r.Title = formed(c.Rules, f.monster, r.Summary), Called(c.Rules, f.monster)
			}
			parts = append(parts, r)
			for _, n := range f.call.Notes {
				if !slices.Contains(c.Notes, n) {
					c.Notes = append(c.Notes, n)
				}
			}
		}
		return together(parts), nil
	}
	cmd.Why = func(ctx context.Context, c *commands.Call) (*steps.Derivation, error) {
		all := forms(c, name)
		if len(all) == 1 {
			return why(ctx, all[0].call)
		}
		out := steps.New(c.Rules)
		for _, f := range all {
			d, err := why(ctx, f.call)
			if err != nil {
				return nil, err
			}
			out.Given("", "form", Called(c.Rules, f.monster))
			out.Steps = append(out.Steps, d.Steps...)
		}
		return out, nil
	}
	return cmd
}

// form is a call that asks about one form of a were; monster is nil if it asks about
// anything else.
type form struct {
	call    *commands.Call
	monster *rules.Monster
}

// forms expands a call into one call for each form.
func forms(c *commands.Call, name commands.Name[*rules.Monster]) []form {
	said := name.One(c)
	if said == nil || said.Without {
		return []form{{call: c}}
	}
	m := name.Of(*said)
	other := c.Rules.Bestiary().OtherForm(m)
	switch {
	case other == nil:
		return []form{{call: c}}
	case said.Name != m.Name:
		return []form{{c, m}}
	}
	var out []form
	for _, x := range []struct {
		kind string
		m    *rules.Monster
	}{{animal, m}, {human, other}} {
		one := *c
		one.Values, one.Notes = slices.Clone(c.Values), nil
		name.Put(&one, x.kind+m.Name, x.m)
		out = append(out, form{&one, x.m})
	}
	return out
}

// formed returns a sentence in which a were is called by its name and its sign.
func formed(s *rules.Set, m *rules.Monster, text string) string {
	called := Called(s, m)
	switch {
	case strings.Contains(text, called):
	case strings.Contains(text, m.Name):
		text = strings.Replace(text, m.Name, called, 1)
	default:
		return called + ": " + text
	}
	return strings.Replace(text, called+" (", strings.TrimSuffix(called, ")")+", ", 1)
}

// together combines the replies about each form into one.
func together(parts []commands.Reply) commands.Reply {
	if len(parts) == 1 {
		return parts[0]
	}
	out := parts[0]
	out.Summary, out.Parts, out.Fields, out.Table, out.Chart, out.Notes = "", parts, nil, nil, nil, nil
	data := eachForm{first: parts[0].Data}
	for _, p := range parts {
		out.Summary = strings.TrimSpace(out.Summary + " " + p.Summary)
		data.all = append(data.all, p.Data)
		for _, n := range p.Notes {
			if !slices.Contains(out.Notes, n) {
				out.Notes = append(out.Notes, n)
			}
		}
	}
	out.Data = data
	return out
}

// eachForm is the machine-readable answer: the one about the animal and, in forms,
// those about the animal and the human.
type eachForm struct {
	first any
	all   []any
}

// MarshalJSON appends forms to the fields of the first answer.
func (e eachForm) MarshalJSON() ([]byte, error) {
	first, err := json.Marshal(e.first)
	if err != nil {
		return nil, err
	}
	all, err := json.Marshal(e.all)
	if err != nil {
		return nil, err
	}
	return slices.Concat(bytes.TrimSuffix(first, []byte("}")), []byte(`,"forms":`), all, []byte("}")), nil
}
