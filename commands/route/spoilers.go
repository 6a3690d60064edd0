package route

import (
	"context"
	"slices"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage"
)

// spoilers is how much of answers is told, as `set spoilers` and `me spoilers` take it.
var spoilers = commands.NewChoice(commands.Param{
	Name: "spoilers", Summary: "hint (in words), number (the figure) or full (all of it)", Choices: commands.SpoilerLevels,
	Also: map[string]string{"hints": "hint", "numbers": "number", "all": "full"},
})

// setSpoilers sets how much answers tell in a place.
func (r *Router) setSpoilers() *commands.Command {
	return &commands.Command{
		Name: "spoilers", Summary: "Set how much answers tell here: hint, number or full", Rights: commands.Operator,
		Params: commands.Takes(spoilers, everywhere), Examples: []string{"set spoilers hint", "set spoilers full"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			level := spoilers.In(c)
			if level == "" {
				return commands.Reply{}, problem.New("How much may answers tell here?", wording.Prefixed("set spoilers ", commands.SpoilerLevels)...)
			}
			if level == string(commands.FullSpoilers) && len(c.Within) == 0 {
				level = "" // the default
			}
			return r.change(ctx, c, func(d *storage.PlaceSettings) { d.Spoilers = level })
		},
	}
}

// mySpoilers sets how much answers tell the asker, wherever they ask.
func (r *Router) mySpoilers() *commands.Command {
	return &commands.Command{
		Name: "spoilers", Summary: "Set how much answers tell you: hint, number or full",
		Params: commands.Takes(spoilers), Examples: []string{"me spoilers hint"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			d, err := r.opts.Settings.Get(ctx, c.Owner())
			if err != nil {
				return commands.Reply{}, err
			}
			level := spoilers.In(c)
			if level == "" {
				level = string(commands.Spoilers(d.Spoilers).Less(""))
				return commands.Reply{Summary: "Answers tell you: " + level + ". Say me spoilers hint, number or full to change that.", Private: true}, nil
			}
			d.Spoilers = level
			if level == string(commands.FullSpoilers) {
				d.Spoilers = ""
			}
			if err := r.opts.Settings.Set(ctx, c.Owner(), d); err != nil {
				return commands.Reply{}, err
			}
			said := map[string]string{
				"hint":   "I will tell you how things look in words, without figures.",
				"number": "I will tell you the figures, but not how I got them.",
				"full":   "I will tell you all I know.",
			}
			return commands.Reply{Summary: said[level], Private: true}, nil
		},
	}
}

// open holds the groups whose answers reveal nothing about the game.
var open = []string{"history", "tourneys"}

// spoils reports whether the answers of a command reveal anything about the game: why
// and more do, as they repeat the last answer.
func (r *Router) spoils(command string) bool {
	word, _ := wording.CutWord(command)
	cmd := r.byName[word]
	switch {
	case cmd == nil, slices.Contains(open, cmd.Group):
		return false
	case cmd.Group == "bot":
		return cmd.Evaluates || cmd == r.byName["why"] || cmd == r.byName["more"]
	}
	return true
}

// veil removes from a reply what the place or its asker do not want to be told.
// Settings that cannot be read are ignored, since the answer is ready.
func (r *Router) veil(ctx context.Context, req *commands.Request, reply *commands.Reply) {
	if req.Nobody || !r.spoils(reply.Command) || reply.Confirms {
		return
	}
	here, _ := r.settings(ctx, req)
	mine, _ := r.opts.Settings.Get(ctx, req.Owner())
	level := commands.Spoilers(here.Spoilers).Less(commands.Spoilers(mine.Spoilers))
	if level == commands.FullSpoilers {
		return
	}
	if req.Veils {
		reply.Veiled = reply.Brief(level)
		return
	}
	var hints []string
	if commands.Spoilers(here.Spoilers).Less("") != level { // the asker chose so
		hints = []string{"me spoilers full"}
	}
	*reply = commands.Reply{
		Hints:   hints,
		Summary: reply.Brief(level), Tone: reply.Tone, Private: reply.Private, Silent: reply.Silent,
		Command: reply.Command, Version: reply.Version, Question: reply.Question,
		Read: reply.Read, Follows: reply.Follows, Skipped: reply.Skipped,
	}
}
