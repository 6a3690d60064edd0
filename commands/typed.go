package commands

import (
	"fmt"
	"strings"

	"delphi/commands/wording"
)

// Typed returns how a parameter is typed, in a few characters: "xl N", "a role".
func (p *Param) Typed() string {
	switch p.Kind {
	case KindNumber:
		switch {
		case p.Bare && p.Signed:
			return "+N"
		case p.Bare:
			return "N"
		case p.Name != "" && len(p.After) > 0 && len(p.Words) == 0:
			return "N " + p.After[0]
		}
		return p.Name + " N"
	case KindChoice:
		const most = len("lawful, neutral, chaotic")
		some, n := wording.List(p.Choices, ", ", most)
		if n < len(p.Choices) {
			some = strings.Join(p.Choices[:n], ", ") + " ..."
		}
		return some
	case KindName:
		if p.Noun != "" {
			return p.Noun
		}
		return "its name"
	case KindPercent:
		return "<20%"
	case KindVersion:
		return "v3.6.7"
	case KindText:
		return "the rest of the line"
	case KindWords:
		switch {
		case p.Rest:
			return "the rest of the line"
		case p.Quoted:
			return fmt.Sprintf("%q", strings.ToUpper(p.Name))
		case p.Bare:
			return strings.ToUpper(p.Name)
		}
		return p.Name + " ..."
	}
	return p.Name
}
