package route

import (
	"context"

	"delphi/commands"
	"delphi/engine/rules"
)

// parsed returns a line that begins with a command's name as that command reads it, or nil.
func (r *Router) parsed(ctx context.Context, line string, set *rules.Set) *commands.Call {
	cmd, rest, _ := r.find(line)
	if cmd == nil {
		return nil
	}
	call, err := r.grammar.Parse(ctx, cmd, rest, set)
	if err != nil {
		return nil
	}
	return call
}
