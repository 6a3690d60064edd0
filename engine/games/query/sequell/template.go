package sequell

import (
	"strings"

	"delphi/engine/problem"
)

// Template is a text with names to be replaced by what they stand for: "$name (${n_x})".
type Template struct{ parts []part }

// part is a text, or a name.
type part struct {
	text string
	name bool
}

// Names that every template may use; games have their fields besides.
var Names = []string{"user", "name", "target", "n", "n_x", ".", "%", "n_ratio", "x", "child"}

// Parse reads a template. Its error is a problem.Mendable: templates here hold names,
// and no functions.
func Parse(text string) (*Template, error) {
	t := &Template{}
	for text != "" {
		before, after, ok := strings.Cut(text, "$")
		if before != "" {
			t.parts = append(t.parts, part{text: before})
		}
		if !ok {
			break
		}
		switch {
		case strings.HasPrefix(after, "{"):
			name, rest, closed := strings.Cut(after[1:], "}")
			if !closed {
				return nil, problem.New("A } is missing in the template.", `lg * s=role fmt:"${n_x}${.}"`)
			}
			if strings.ContainsAny(name, " ():") {
				return nil, problem.Newf("A template here holds names alone; I can't work out ${%s}.", name).Try(`lg * s=role fmt:"${n_x}${.}"`, `lg * win fmt:"$name: $points"`)
			}
			t.parts, text = append(t.parts, part{name, true}), rest
		case strings.HasPrefix(after, "("):
			return nil, problem.New("A template here holds names alone; functions such as $(and ...) are Sequell's own.", `lg * win fmt:"$name: $points"`)
		default:
			n := 0
			for n < len(after) && (after[n] == '_' || after[n] >= 'a' && after[n] <= 'z' || after[n] >= 'A' && after[n] <= 'Z' || after[n] >= '0' && after[n] <= '9') {
				n++
			}
			if n == 0 {
				t.parts = append(t.parts, part{text: "$"})
			} else {
				t.parts = append(t.parts, part{after[:n], true})
			}
			text = after[n:]
		}
	}
	return t, nil
}

// Fill puts in what the names stand for. Its error is a problem.Mendable, for a name
// that value does not know.
func (t *Template) Fill(value func(name string) (text string, ok bool)) (string, error) {
	var out strings.Builder
	for _, p := range t.parts {
		if !p.name {
			out.WriteString(p.text)
			continue
		}
		text, ok := value(p.text)
		if !ok {
			return "", problem.Newf("There is nothing called $%s in this answer.", p.text).Try(`lg * win fmt:"$name: $points"`, `lg * s=role fmt:"${.} ${n_x}"`)
		}
		out.WriteString(text)
	}
	return strings.TrimSpace(out.String()), nil
}
