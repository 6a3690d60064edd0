package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/query/sequell"
)

// As changes an answer to what the asker's options say: fmt:, pfmt:, title:, join:, stub:.
// user is who asks. Lists are limited to budget bytes. Its error is a problem.Mendable,
// for a name that the answer does not have.
func As(out *commands.Reply, q *query.Query, res *query.Result, user string, budget int) error {
	o := &q.Shown
	if len(res.Rows) == 0 {
		if o.Stub != "" {
			out.Summary = o.Stub
		}
		return nil
	}
	s := out.Summary
	switch {
	case res.Groups > 0 && (o.Fmt != nil || o.Outer != nil || o.Join != ""):
		parts, err := groupTexts(q, res, user)
		if err != nil {
			return err
		}
		join := cmp.Or(o.Join, ", ")
		list, n := wording.List(parts, join, budget)
		if s = list; n < len(parts) {
			list, _ = wording.List(parts[:n], join, budget+60)
			s = list + wording.AndMore(len(parts)-n)
		}
	case o.Fmt != nil:
		var parts []string
		for _, row := range res.Rows {
			text, err := o.Fmt.Fill(names(q, res, row, user))
			if err != nil {
				return err
			}
			parts = append(parts, text)
		}
		join := cmp.Or(o.Join, ", ")
		s, _ = wording.List(parts, join, budget)
	}
	if o.Title != "" {
		title, err := sequell.Parse(o.Title)
		if err != nil {
			return err
		}
		text, err := title.Fill(common(q, res, user))
		if err != nil {
			return err
		}
		s = text + ": " + s
	}
	out.Summary = s
	return nil
}

// common returns the names that every template may use.
func common(q *query.Query, res *query.Result, user string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		switch name {
		case "n":
			return query.Commas(int64(res.Matched)), true
		case "user":
			return user, true
		case "target":
			if len(q.Players) == 0 {
				return "*", true
			}
			return q.Players[0], true
		}
		return "", false
	}
}

// names returns the names of a row that is a game: its columns, as Sequell calls them, too.
func names(q *query.Query, res *query.Result, row []any, user string) func(string) (string, bool) {
	general := common(q, res, user)
	return func(name string) (string, bool) {
		if cell, ok := extra(q, res, row, name); ok {
			return cell, true
		}
		if f := columns.Called(strings.ToLower(name)); f != nil {
			name = f.Name
		}
		switch name {
		case "char":
			return fmt.Sprintf("%v-%v", row[1], row[2]), true
		case "start", "end":
			name += "time"
		}
		if i := slices.Index(res.Columns, name); i >= 0 {
			return Shown(name, row[i]), true
		}
		return general(name)
	}
}

// extra returns what x stands for, ${x} all of it and ${x[0]} the first.
func extra(q *query.Query, res *query.Result, row []any, name string) (string, bool) {
	if name != "x" && !strings.HasPrefix(name, "x[") {
		return "", false
	}
	var all []string
	for _, v := range q.Extra {
		if i := slices.Index(res.Columns, v.Name); i >= 0 {
			all = append(all, Shown(v.Name, row[i]))
		}
	}
	for _, a := range q.Aggregates {
		if i := slices.Index(res.Columns, a.Name); i >= 0 {
			all = append(all, Shown(a.Name, row[i]))
		}
	}
	if name == "x" {
		return strings.Join(all, ";"), true
	}
	i, err := strconv.Atoi(strings.TrimSuffix(name[2:], "]"))
	if err != nil || i < 0 || i >= len(all) {
		return "", false
	}
	return all[i], true
}

// group returns the names of a row that is a group; text is what it is of.
func group(q *query.Query, res *query.Result, row []any, text, user string) func(string) (string, bool) {
	general := common(q, res, user)
	cell := func(column string) (string, bool) {
		i := slices.Index(res.Columns, column)
		if i < 0 {
			return "", column == "pct"
		}
		return Shown(column, row[i]), true
	}
	return func(name string) (string, bool) {
		if cell, ok := extra(q, res, row, name); ok {
			return cell, true
		}
		switch name {
		case ".":
			return text, true
		case "n":
			return cell("N")
		case "n_x":
			n, ok := cell("N")
			return n + "x", ok
		case "%":
			return cell("pct")
		case "n_ratio":
			n, _ := cell("N")
			den, ok := cell("den")
			return n + "/" + den, ok
		}
		return general(name)
	}
}

// groupTexts returns each group as the templates say; where there are two to group by, the
// outer ones with theirs.
func groupTexts(q *query.Query, res *query.Result, user string) ([]string, error) {
	o := &q.Shown
	one := func(row []any, text string) (string, error) {
		if o.Fmt == nil {
			return groupText(res, row), nil
		}
		return o.Fmt.Fill(group(q, res, row, text, user))
	}
	var out []string
	if res.Groups < 2 || o.Outer == nil {
		for _, row := range res.Rows {
			var text []string
			for i := range res.Groups {
				text = append(text, Shown(res.Columns[i], row[i]))
			}
			s, err := one(row, strings.Join(text, " "))
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
		return out, nil
	}
	var order []string
	inner, total := map[string][]string{}, map[string]int64{}
	for _, row := range res.Rows {
		outer := Shown(res.Columns[0], row[0])
		if inner[outer] == nil {
			order = append(order, outer)
		}
		s, err := one(row, Shown(res.Columns[1], row[1]))
		if err != nil {
			return nil, err
		}
		n, _ := row[slices.Index(res.Columns, "N")].(int64)
		inner[outer], total[outer] = append(inner[outer], s), total[outer]+n
	}
	general := common(q, res, user)
	for _, outer := range order {
		s, err := o.Outer.Fill(func(name string) (string, bool) {
			switch name {
			case ".":
				return outer, true
			case "n":
				return query.Commas(total[outer]), true
			case "n_x":
				return query.Commas(total[outer]) + "x", true
			case "child":
				return strings.Join(inner[outer], ", "), true
			}
			return general(name)
		})
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}
