package tourney

import (
	"context"
	"errors"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/engine/problem"
	"delphi/engine/seq"
	"delphi/storage/contest"
	"delphi/storage/contest/refusal"
)

// aims makes the commands that take a tournament name it in their hints, where it is not
// the one that those lines would mean without its name.
func (r *room) aims(list []*commands.Command) {
	for _, cmd := range list {
		r.aims(cmd.Subs)
		name := takesTournament(cmd)
		if name == nil {
			continue
		}
		if run := cmd.Run; run != nil {
			cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
				t := r.namedIn(ctx, c, name)
				reply, err := run(ctx, c)
				if t == nil { // it may be one that the question mentions
					t = r.namedIn(ctx, c, name)
				}
				if err != nil || t == nil {
					return reply, r.aimedError(ctx, c, name, err)
				}
				if now, no := r.find(ctx, &c.Request, t.ID); no == nil { // it may have another name now
					t = now
				}
				reply.Hints = r.aimed(ctx, &c.Request, t, reply.Hints)
				return reply, nil
			}
		}
		if check := cmd.Check; check != nil {
			cmd.Check = func(ctx context.Context, c *commands.Call) error {
				return r.aimedError(ctx, c, name, check(ctx, c))
			}
		}
		if confirm := cmd.Confirm; confirm != nil {
			cmd.Confirm = func(ctx context.Context, c *commands.Call) (string, error) {
				does, err := confirm(ctx, c)
				return does, r.aimedError(ctx, c, name, err)
			}
		}
	}
}

// takesTournament returns the parameter of a command that names a tournament, or nil.
func takesTournament(cmd *commands.Command) *commands.Param {
	i := slices.IndexFunc(cmd.Params, func(p *commands.Param) bool { return p.Name == asker.Tournament })
	if i < 0 {
		return nil
	}
	return cmd.Params[i]
}

// namedIn returns the tournament that a call names, or nil.
func (r *room) namedIn(ctx context.Context, c *commands.Call, name *commands.Param) *contest.Tourney {
	said := c.Value(name)
	if !said.Said || said.Text == "" {
		return nil
	}
	t, err := r.find(ctx, &c.Request, said.Text)
	if err != nil {
		return nil
	}
	return t
}

// aimedError is an error whose hints name the tournament that the call named. Where a
// tournament is to be named, the hints do already.
func (r *room) aimedError(ctx context.Context, c *commands.Call, name *commands.Param, err error) error {
	var p *problem.Problem
	if !errors.As(err, &p) || asker.Refused(err, refusal.NoTournament) || asker.Refused(err, refusal.Ambiguous) {
		return err
	}
	out := *p
	out.Hints = r.aimed(ctx, &c.Request, r.namedIn(ctx, c, name), p.Hints)
	return &out
}

// aimed returns hints that mean a tournament, or nil for the one of the place: it is named
// where they would mean another.
func (r *room) aimed(ctx context.Context, req *commands.Request, t *contest.Tourney, hints []string) []string {
	if t == nil {
		return hints
	}
	if own, err := r.look(ctx, req, ""); err == nil && own.ID == t.ID {
		return hints
	}
	name := t.Name
	if !slices.Contains(asker.Places(req), t.Place) {
		name = t.ID
	}
	return seq.Map(hints, func(hint string) string { return r.naming(hint, name) })
}

// naming returns a line with a tournament named behind its command, if that takes one.
// Further back the name could be read as a part of a reason or of a time.
func (r *room) naming(line, name string) string {
	words := strings.Fields(line)
	var cmd *commands.Command
	n := 0
	for list := r.commands; n < len(words); n++ {
		i := slices.IndexFunc(list, func(c *commands.Command) bool { return c.Name == words[n] })
		if i < 0 {
			break
		}
		cmd, list = list[i], list[i].Subs
	}
	if cmd == nil || takesTournament(cmd) == nil {
		return line
	}
	return strings.Join(slices.Concat(words[:n], []string{`in "` + name + `"`}, words[n:]), " ")
}
