package embed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
	"delphi/commands"
)

// row is a row of buttons below an answer. A question that is too long for a
// custom id gets none.
type row struct {
	look    Look
	buttons []discordgo.MessageComponent
	ids     map[string]bool
}

func (w *row) add(label string, style discordgo.ButtonStyle, p Press) bool {
	p.Owner = w.look.Owner
	id, ok := w.look.Codec.Encode(p)
	if !ok || w.ids[id] || len(w.buttons) == api.MaxButtons {
		return false
	}
	w.ids[id] = true
	w.buttons = append(w.buttons, discordgo.Button{Label: api.Cut(label, api.MaxLabel), Style: style, CustomID: id})
	return true
}

// buttons returns the rows below an answer: the pages of its table; its steps,
// changed questions, and a button that shows a private answer to all; what else
// to ask, and a menu. typed are the hints that have neither button nor place in
// a menu.
func buttons(r *commands.Reply, l Look) (rows []discordgo.MessageComponent, typed []string) {
	rows = []discordgo.MessageComponent{}
	hints := hinted(r)
	if l.Codec == nil {
		return rows, hints
	}
	ids := map[string]bool{} // no message may have one twice
	put := func(w row) {
		if len(w.buttons) > 0 {
			rows = append(rows, discordgo.ActionsRow{Components: w.buttons})
		}
	}
	put(pages(r, row{look: l, ids: ids}))
	put(about(r, row{look: l, ids: ids}))
	if !l.Explain {
		w, rest := offered(r, row{look: l, ids: ids}, hints)
		put(w)
		typed = rest
		if r.Menu != nil {
			put(menu(row{look: l, ids: ids}, "menu", r.Menu))
		}
	}
	return rows, typed
}

// hinted returns the hints of a reply that are worth a place: `why` and `more` have
// buttons of their own, and what is in the menu needs none.
func hinted(r *commands.Reply) []string {
	var out []string
	for _, h := range r.Hints {
		inMenu := r.Menu != nil && slices.ContainsFunc(r.Menu.Choices, func(n commands.Next) bool { return n.Line == h })
		if !r.Failed && (h == "why" || h == "more" || strings.HasPrefix(h, "more (")) || inMenu || Code(h) == "" {
			continue
		}
		out = append(out, h)
	}
	return out
}

func pages(r *commands.Reply, w row) row {
	p := r.Paged
	if p == nil || w.look.Explain {
		return w
	}
	if p.Page > 0 {
		w.add(fmt.Sprintf("◀ page %d", p.Page), discordgo.SecondaryButton, Press{Action: Turn, Page: p.Page - 1, Line: p.Line})
	}
	if p.Page < p.Pages-1 {
		w.add(fmt.Sprintf("page %d of %d ▶", p.Page+2, p.Pages), discordgo.SecondaryButton, Press{Action: Turn, Page: p.Page + 1, Line: p.Line})
	}
	if p.Page < p.Pages-2 {
		w.add("last page ▶▶", discordgo.SecondaryButton, Press{Action: Turn, Page: p.Pages - 1, Line: p.Line})
	}
	return w
}

// about returns the row of what the answer itself has more of. A card shows all that
// there is to say.
func about(r *commands.Reply, w row) row {
	if r.Question == "" {
		return w
	}
	if w.look.Explain {
		w.add(inBrief, discordgo.PrimaryButton, Press{Action: Ask, Line: r.Question})
	} else if !r.FieldsDo && len(r.Fields)+len(r.Notes) > 0 {
		w.add("why", discordgo.PrimaryButton, Press{Action: Explain, Line: r.Question})
	}
	for i, n := range r.Next {
		if i < api.MaxButtons-2 {
			w.add(n.Label, discordgo.SecondaryButton, Press{Action: Ask, Line: n.Line})
		}
	}
	if w.look.Private {
		w.add("share", discordgo.SuccessButton, Press{Action: Share, Line: r.Question})
	}
	return w
}

// offered returns the row of what else to ask: a button each or, where there are many
// or they are long, a menu. A hint with blanks, and an
// example, open the form of their command.
func offered(r *commands.Reply, w row, hints []string) (row, []string) {
	var typed, lines []string
	for _, h := range hints {
		path := w.look.Codec.form(h)
		switch {
		case path != "":
			w.add(path+"…", discordgo.PrimaryButton, Press{Action: Fill, Line: path})
		case commands.HasBlanks(h):
			typed = append(typed, h)
		default:
			lines = append(lines, h)
		}
	}
	before := w.buttons
	var long []string
	style := discordgo.SecondaryButton
	for i, h := range lines {
		if r.Confirms {
			style = map[bool]discordgo.ButtonStyle{true: discordgo.DangerButton, false: discordgo.SecondaryButton}[i == 0]
		}
		if !w.add(h, style, Press{Action: Ask, Line: h}) && !slices.Contains(lines[:i], h) {
			long = append(long, h)
		}
	}
	if len(long) == 0 || len(before) > 0 {
		return w, append(typed, long...)
	}
	m := &commands.Menu{Prompt: "Try one of these"}
	for _, h := range lines {
		if api.Length(h) <= api.MaxChoice {
			m.Choices = append(m.Choices, commands.Next{Label: h, Line: h})
		} else {
			typed = append(typed, h)
		}
	}
	w.buttons = nil
	return menu(w, "hints", m), typed
}

// menu makes a row of a menu. What is too long for a choice is left out.
func menu(w row, name string, m *commands.Menu) row {
	s := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, Placeholder: api.Cut(m.Prompt, api.MaxPrompt)}
	seen := map[string]bool{}
	for _, c := range m.Choices {
		if c.Label == "" || c.Line == "" || api.Length(c.Line) > api.MaxChoice || seen[c.Line] || len(s.Options) == api.MaxChoices {
			continue
		}
		seen[c.Line] = true
		s.Options = append(s.Options, discordgo.SelectMenuOption{Label: api.Cut(c.Label, api.MaxChoice), Value: c.Line})
	}
	id, ok := w.look.Codec.Encode(Press{Action: Pick, Owner: w.look.Owner, Line: name})
	if !ok || len(s.Options) == 0 {
		return w
	}
	s.CustomID = id
	w.buttons = append(w.buttons, s)
	return w
}

// form returns the command whose form should be opened instead of asking a hint as it
// stands, because that has blanks or is only an example; empty: none.
func (c *Codec) form(hint string) string {
	if path := c.forms[hint]; path != "" && path != hint || !commands.HasBlanks(hint) {
		return path
	}
	for line := hint; line != ""; line = line[:max(0, strings.LastIndexByte(line, ' '))] {
		if path, ok := c.forms[line]; ok {
			return path
		}
	}
	return ""
}
