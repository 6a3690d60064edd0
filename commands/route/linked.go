package route

import (
	"context"
	"strings"

	"delphi/commands"
	"delphi/engine/pattern"
)

// pageLink matches a link in a line.
var pageLink = pattern.Must(`https?://[^\s<>]+[^\s<>.,;:!?)]`)

// planLinked plans a line with a link to a page of the game in it: a sentence about how a game
// ended, "what killed me https://...", or about a game, or the link alone. ok is false for
// other lines.
func (r *Router) planLinked(ctx context.Context, req *commands.Request, line string) (p plan, ok bool) {
	found := pageLink.FindStringSubmatch(line)
	if found == nil || strings.Count(line, "://") > 1 {
		return plan{}, false
	}
	link, name := found[0], "game"
	if rest := strings.TrimSpace(strings.Replace(line, link, "", 1)); rest != "" {
		about, ok := r.planRead(ctx, req, rest, nil)
		if !ok || !takesPages(r.byName[about.command]) {
			return plan{}, false
		}
		if about.command == "postmortem" {
			name = about.command
		}
	}
	cmd := r.byName[name]
	if cmd == nil {
		return plan{}, false
	}
	return of(r.read(ctx, req, cmd, link)), true
}

// takesPages reports whether a command answers questions about a page of the game.
func takesPages(cmd *commands.Command) bool { return cmd != nil && cmd.TakesText }
