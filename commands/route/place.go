package route

import (
	"cmp"
	"context"
	"fmt"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// place is what is already known from a place and an asker before any line is read.
type place struct {
	version   *rules.Set     // meant by a question that says none
	whence    string         // where the version comes from: "the default"
	character *commands.Call // the asker's saved character; nil: none
	unread    bool           // what is remembered of both could not be read
}

func (r *Router) place(ctx context.Context, req *commands.Request) (*place, error) {
	p := &place{version: r.fallback, whence: "the default"}
	if req.Nobody {
		return p, nil
	}
	d, unread := r.settings(ctx, req)
	if set := rules.Get(d.Rules); set != nil && unread == nil {
		p.version, p.whence = set, "this channel's"
	}
	line, ok, err := r.opts.Characters.Character(ctx, req.Owner())
	if err := r.without(ctx, cmp.Or(unread, err), &p.unread); err != nil || !ok {
		return p, err
	}
	if p.character, err = r.grammar.Parse(ctx, r.hero, line, p.version); err != nil {
		return nil, &problem.Problem{Text: "I can't read your saved character any more.", Hints: []string{"me forget"}, Err: err}
	}
	// A version saved with a character is the game that its player plays, whatever is asked about it.
	if p.character.VersionSaid {
		p.version, p.whence = p.character.Rules, "your character's"
	}
	return p, nil
}

// prepare parses the arguments of a command and fills in what was not said. read is what
// the line itself says, in canonical words.
func (r *Router) prepare(ctx context.Context, cmd *commands.Command, req *commands.Request, rest string) (call *commands.Call, read string, err error) {
	p := &place{version: r.fallback, whence: "the default"}
	if cmd != r.hero && (cmd.Param(commands.KindVersion) != nil || takesAnything(cmd)) {
		if p, err = r.place(ctx, req); err != nil {
			return nil, "", err
		}
	}
	call, err = r.grammar.Parse(ctx, cmd, rest, p.version)
	if err != nil {
		return nil, "", err
	}
	read = typed(call)
	r.complete(call, req, p)
	return call, read, nil
}

// complete fills in what a call did not say: the asker's saved character, the
// place's version.
func (r *Router) complete(call *commands.Call, req *commands.Request, p *place) {
	call.Request, call.Character, call.Unread = *req, p.character, p.unread
	cmd := call.Command
	if cmd == r.hero {
		return
	}
	if cmd.Settle != nil {
		cmd.Settle(call)
	}
	if p.character != nil && hero.About(cmd, p.character.Command) {
		hero.Remember(&r.grammar, call, p.character)
	}
	if cmd.Param(commands.KindVersion) != nil && !call.VersionSaid && cmd.Cacheable {
		call.Note(commands.Assumed, fmt.Sprintf("%s (%s)", call.Rules.Name, p.whence))
	}
}
