package question

import (
	"slices"
	"strings"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
)

// several reads a number that says how many.
func (p *parser) several(f found) error {
	vanilla := p.word(0) == "vanilla"
	if vanilla {
		p.at++
	}
	switch w := p.word(0); {
	case kept[w]:
		p.at++
		name := strings.TrimSuffix(w, "s") + "s"
		if vanilla && name == "conducts" {
			name = "nconduct"
		}
		p.bounds(columns.Numeric(name), "=", f.n[0], "", 0)
		return nil
	case superlatives[w] && !vanilla:
		return p.limit(f.n[0])
	}
	p.at -= f.tokens
	if vanilla {
		p.at--
	}
	return nil
}

// byRate asks for groups in the order of how often they win.
func (p *parser) byRate(least bool) {
	if p.q.Ratio == nil {
		p.q.Ratio = endings["won"]
	}
	p.rated = true
	p.order("%", least)
}

// bestGroup asks for what wins most often, or least: "worst role".
func (p *parser) bestGroup(f found, least bool) error {
	if !slices.Contains([]string{"role", "race", "gender0", "align0", "char"}, f.field[0].Name) {
		return p.back(f)
	}
	p.byRate(least)
	return p.groupBy(query.ValueOf(f.field[0]))
}

// byDifferent asks for the players who have the most different things: "players by number
// of roles won".
func (p *parser) byDifferent(f found) error {
	if f.field[0].Kind != columns.Text {
		return p.back(f)
	}
	if err := p.groupBy(query.Of("name")); err != nil {
		return err
	}
	name := "cdist(" + f.field[0].Name + ")"
	p.q.Order = append(p.q.Order, query.Order{Column: name})
	return p.aggregate("cdist", f.field[0].Name)
}

// by says by what the best are chosen, where something is to be the best;
// otherwise it was not meant so.
func (p *parser) by(field string, f found) error {
	if p.q.By == nil {
		return p.back(f)
	}
	p.q.By = query.ValueOf(columns.Called(field))
	return nil
}

// bestBy asks for the games that are greatest or least by a field.
func (p *parser) bestBy(field string, least bool) error {
	p.super = true
	p.q.By, p.q.Least = query.ValueOf(columns.Called(field)), least
	if n, ok := count(p.word(0)); ok && n < 1000 { // "fastest 3 wins"
		p.at++
		return p.limit(n)
	}
	return nil
}

// bestOf is bestBy for the number that a phrase names.
func (p *parser) bestOf(f found, least bool) error {
	name := f.field[0].Name
	if f.word[len(f.word)-1] == "vanilla" && name == "conducts" {
		name = "nconduct"
	}
	if name == "deaths" {
		return p.back(f)
	}
	return p.bestBy(name, least)
}

// byTime groups by days, months, years, hours or weekdays.
func (p *parser) byTime(f found) error {
	part := ""
	for _, w := range f.word {
		w = strings.TrimSuffix(w, "ly")
		if w == "dai" {
			w = "day"
		}
		if clockParts[w] != "" && part == "" {
			part = clockParts[w]
		}
		if w == "week" && part == "day" {
			part = "dow"
		}
	}
	if part == "" || part == "hour" && strings.Join(f.word, " ") == "hour" {
		return p.back(f)
	}
	p.q.Order = append(p.q.Order, query.Order{Column: ".", Least: true})
	return p.groupBy(&query.Value{Name: part, Field: columns.Called("end"), Func: part})
}

func (p *parser) groupTwo(f found) error {
	if !p.groups(f) {
		return p.back(f)
	}
	if f.field[0].Name == "role" && f.field[1].Name == "race" {
		return p.groupBy(query.Of("char"))
	}
	for _, field := range f.field {
		if err := p.groupBy(query.ValueOf(p.vanillaOf(field, f))); err != nil {
			return err
		}
	}
	return nil
}

// groups reports whether the words before a field mean that it is grouped by:
// "of each role" does and "of points" does not.
func (p *parser) groups(f found) bool {
	if w := f.word[0]; w == "of" || w == "for" || w == "in" {
		return len(f.word) > 1 && (f.word[1] == "each" || f.word[1] == "every")
	}
	return true
}

func (p *parser) groupOne(f found) error {
	if !p.groups(f) {
		return p.back(f)
	}
	field := p.vanillaOf(f.field[0], f)
	each := f.word[0] == "each" || f.word[0] == "every" || len(f.word) > 1 && f.word[1] == "each"
	switch {
	case field.Kind == columns.Set && each:
		p.each = true
		p.bit = f.word[len(f.word)-1] == "vanilla"
		if p.ratio && p.q.Ratio == nil {
			p.ratio = false
		}
	case field.Kind == columns.Number && field.Unit != "" && f.word[0] == "by":
		return p.bestBy(field.Name, p.q.By != nil && p.q.Least)
	case field.Kind == columns.Number:
		p.q.Order = append(p.q.Order, query.Order{Column: ".", Least: true})
	}
	if field.Name == "killer" {
		p.killers()
	}
	return p.groupBy(query.ValueOf(field))
}
