package route

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
)

// shown returns how a parameter is typed, in a few characters: "xl N", "a role".
func shown(p *commands.Param) string {
	switch p.Kind {
	case commands.KindNumber:
		switch {
		case p.Bare && p.Signed:
			return "+N"
		case p.Bare:
			return "N"
		case p.Name != "" && len(p.After) > 0 && len(p.Words) == 0:
			return "N " + p.After[0]
		}
		return p.Name + " N"
	case commands.KindChoice:
		const most = len("lawful, neutral, chaotic")
		some, n := wording.List(p.Choices, ", ", most)
		if n < len(p.Choices) {
			some = strings.Join(p.Choices[:n], ", ") + " ..."
		}
		return some
	case commands.KindName:
		if p.Noun != "" {
			return p.Noun
		}
		return "its name"
	case commands.KindPercent:
		return "<20%"
	case commands.KindVersion:
		return "v3.6.7"
	case commands.KindText:
		return "the rest of the line"
	case commands.KindWords:
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
