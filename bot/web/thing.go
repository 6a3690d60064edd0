package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"delphi/bot/web/segment"
	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// thing holds what the page of a monster or an object shows besides its facts.
type thing struct {
	Head     head
	Kind     string // "mon" or "item"
	Version  string
	Name     string
	Glyph    *commands.Glyph
	Facts    []commands.Field
	Notes    []string
	Cites    []string
	Asked    []relatedAnswer
	Versions []string // whose facts Changed compares
	Changed  []changedFact
	Same     bool // the facts are the same in each of Versions
	Alike    []alike
	Search   search
	API      string
}

// relatedAnswer is a question about a thing, answered.
type relatedAnswer struct{ About, Answer, Path string }

// changedFact is a fact that differs in some version. Values are those of
// thing.Versions; empty if that has none.
type changedFact struct {
	Name   string
	Values []versionFact
}

// versionFact is a fact in one version.
type versionFact struct {
	Text  string
	Other bool // than in the version of the page
}

// alike holds other things of a kind that something makes alike.
type alike struct {
	How   string
	Names []string
}

// related holds the questions about things that their pages answer.
var related = map[string][]struct{ about, line string }{
	"mon": {
		{"Eating it", "eat"}, {"Hit by it", "hurt"}, {"What it leaves", "drop"}, {"Elbereth", "elbereth"}, {"Zapping sleep at it", "zap wand of sleep at"},
	},
	"item": {
		{"Price", "price"}, {"Wishing for it", "wish"}, {"Polymorphed", "polyfrom"}, {"Polymorphing for it", "polyfor"}, {"Writing it", "write"}, {"Making it", "make"},
	},
}

// thingPage returns the page of one monster or object; nil if the reply is about
// several, or about none.
func (s *site) thingPage(ctx context.Context, r *http.Request, path string, reply *commands.Reply) (*page, error) {
	kind := reply.Command
	if !slices.Contains(lookups, kind) || reply.Glyph == nil || !reply.FieldsDo || reply.Question == "" {
		return nil, nil
	}
	raw := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(raw) != 3 {
		return nil, nil
	}
	name, _ := segment.Text(raw[2])
	version, _ := segment.Text(raw[1])
	d := thing{
		Head: head{Title: wording.Capital(name) + ", NetHack " + version, Description: reply.Summary, Path: path, Card: "/card" + path + ".png", Ask: reply.Question},
		Kind: kind, Version: version, Name: name, Glyph: reply.Glyph, Facts: slices.Clone(reply.Fields),
		Notes: append(reply.Warnings(), reply.Assumptions()...), Cites: reply.Citations(),
		Alike: alikes(kind, version, name), API: "/api/ask?q=" + strings.ReplaceAll(reply.Question, " ", "+"),
	}
	if set := rules.Get(version); set != nil {
		d.Head.Title = wording.Capital(name) + ", " + set.Title
	}
	_, names := s.things(kind, version)
	d.Search = search{kind, version, names, ""}
	for _, q := range related[kind] {
		answer := s.free.Answer(ctx, s.request(r, q.line+" "+name+" v"+version))
		if at, ok := Address(s.Router, answer.Question); ok && !answer.Failed && answer.Version == version {
			d.Asked = append(d.Asked, relatedAnswer{q.about, answer.Summary, at})
		}
	}
	s.compareVersions(ctx, r, &d)
	body, err := s.render("thing", &d)
	return &page{body: body, lasting: true}, err
}

// compareVersions sets which facts of a thing differ in other versions.
func (s *site) compareVersions(ctx context.Context, r *http.Request, d *thing) {
	versions, _ := s.things(d.Kind, d.Version)
	var facts [][]commands.Field
	for _, v := range versions {
		// A version without the thing would look for what else may have been meant.
		if _, names := s.things(d.Kind, v); !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, d.Name) }) {
			continue
		}
		answer := s.free.Answer(ctx, s.request(r, d.Kind+" v"+v+" "+d.Name))
		if answer.Failed || answer.Version != v || answer.Glyph == nil || !strings.HasPrefix(strings.ToLower(answer.Title), strings.ToLower(d.Name)) {
			continue
		}
		d.Versions = append(d.Versions, v)
		facts = append(facts, answer.Fields)
	}
	var names []string
	for _, list := range facts {
		for _, f := range list {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	for _, name := range names {
		c := changedFact{Name: called(name)}
		here := valueOf(d.Facts, name)
		for _, list := range facts {
			value := valueOf(list, name)
			c.Values = append(c.Values, versionFact{value, value != here})
		}
		if slices.ContainsFunc(c.Values, func(v versionFact) bool { return v.Other }) {
			d.Changed = append(d.Changed, c)
		}
	}
	d.Same = len(d.Changed) == 0
	for i := range d.Facts {
		d.Facts[i].Name = called(d.Facts[i].Name)
	}
}

// valueOf returns the value of the fact with a name, or "".
func valueOf(list []commands.Field, name string) string {
	for _, f := range list {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// whole words for the names of facts that chats abbreviate.
var whole = map[string]string{
	"Lvl": "level", "Diff": "difficulty", "Spd": "speed", "AC": "armor class (AC)", "MR": "magic resistance (MR)",
	"align": "alignment", "gen": "generation", "res": "resists", "wt": "weight", "prob": "probability",
}

// called returns the name of a fact without abbreviations.
func called(name string) string { return cmp.Or(whole[name], name) }

// alikes returns the things of a version that cannot be told from one at sight, and those
// that cost the same.
func alikes(kind, version, name string) (out []alike) {
	add := func(how string, names []string) {
		if slices.Sort(names); len(names) > 0 {
			out = append(out, alike{how, slices.Compact(names)})
		}
	}
	if kind == "mon" {
		b := rules.BestiaryOf(version)
		if b == nil {
			return nil
		}
		m := b.Named(name)
		if m == nil {
			return nil
		}
		var same, class []string
		for _, o := range b.Monsters {
			switch {
			case o.Name == m.Name || o.Symbol != m.Symbol:
			case o.Color == m.Color:
				same = append(same, o.Name)
			default:
				class = append(class, o.Name)
			}
		}
		add("Looks the same ("+m.Color+" "+m.Symbol+")", same)
		add("Others of its class ("+m.Symbol+")", class)
		return out
	}
	set := rules.Get(version)
	if set == nil {
		return nil
	}
	o := set.Object(name)
	if o == nil {
		return nil
	}
	var same, price []string
	for _, other := range set.Objects() {
		if other.Name == o.Name || other.Class != o.Class {
			continue
		}
		if o.Appearance != "" && other.Appearance == o.Appearance {
			same = append(same, other.Name)
		}
		if o.Appearance != "" && other.Appearance != "" && other.Cost == o.Cost {
			price = append(price, other.Name)
		}
	}
	add("Looks the same until it is known ("+o.Appearance+")", same)
	add("Costs the same, of its class", price)
	return out
}

// search is the field that finds things by their names.
type search struct {
	Kind, Version string
	Names         []string
	Asked         string
}

// found redirects a search for a thing to its page, or to the list of those that may be
// meant.
func (s *site) found(w http.ResponseWriter, r *http.Request, kind, version, asked string) {
	line := kind + " v" + version + " " + asked
	turn := s.admit(r, line)
	if turn.Answer == nil {
		w.Header().Set("Retry-After", "60")
		s.failed(w, r, http.StatusTooManyRequests, line, askedTooMuch(turn.Refusal).Summary, nil)
		return
	}
	p, err := s.once(r, "?"+line, func(ctx context.Context) (*page, error) {
		reply := turn.Answer(ctx)
		if path, ok := s.where(&reply, line); ok && !reply.Failed {
			return &page{path: path, fresh: true}, nil
		}
		p, err := s.listPage(kind, version, asked, reply.Summary, reply.Hints)
		if p != nil {
			p.status, p.lasting = http.StatusUnprocessableEntity, false
		}
		return p, err
	})
	s.sent(w, r, p, err)
}

// cell is a text of a table, perhaps with a link.
type cell struct{ Text, Link string }

// linked returns the rows of a table as a page of a version shows them: what is named in
// the first column of each leads to its page.
func (s *site) linked(rows [][]string, version string) [][]cell {
	out := make([][]cell, len(rows))
	for i, row := range rows {
		out[i] = make([]cell, len(row))
		for k, text := range row {
			out[i][k] = cell{Text: text}
			if k == 0 {
				out[i][k].Link = s.thingAt(text, version)
			}
		}
	}
	return out
}

// thingAt returns where the page is of a monster or an object that a text names, perhaps
// with its sign behind it, or as a corpse; empty: it names none.
func (s *site) thingAt(text, version string) string {
	name, _, _ := strings.Cut(text, " (")
	if b := rules.BestiaryOf(version); b != nil {
		if m := b.Named(strings.TrimSuffix(name, " corpse")); m != nil {
			return s.link("/mon/" + segment.Of(version) + "/" + segment.Of(m.Name))
		}
	}
	if set := rules.Get(version); set != nil {
		if o := set.Object(name); o != nil && len(name) > 2 {
			return s.link("/item/" + segment.Of(version) + "/" + segment.Of(o.Name))
		}
	}
	return ""
}
