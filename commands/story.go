package commands

import (
	"context"

	"delphi/commands/steps"
	"delphi/engine/rules"
)

// Story is an answer and the steps that lead to it, which are worked out
// together.
type Story struct {
	Reply Reply
	Steps *steps.Derivation
}

// Told makes a command answer, and explain itself, with the stories that tell tells of a
// version's rules. What it answers depends on the line and the rules alone.
func Told(cmd *Command, tell func(*Call) (*Story, error)) *Command {
	return ToldAsIs(cmd, func(_ context.Context, c *Call) (*Story, error) {
		s, err := tell(c)
		if err == nil {
			s.Reply.Version, s.Reply.Hints = c.Rules.Name, append([]string{"why"}, s.Reply.Hints...)
		}
		return s, err
	})
}

// By gives tell the topic of the rules that it tells of, and refuses the versions in which
// that is not known.
func By[T any](tell func(*Call, *T) (*Story, error)) func(*Call) (*Story, error) {
	return func(c *Call) (*Story, error) {
		topic, err := rules.Of[T](c.Rules)
		if err != nil {
			return nil, err
		}
		return tell(c, topic)
	}
}

// ToldAsIs is like Told, for stories that say themselves which version they are of and
// whether there is more to tell.
func ToldAsIs(cmd *Command, tell func(context.Context, *Call) (*Story, error)) *Command {
	cmd.Cacheable = true
	cmd.Run = func(ctx context.Context, c *Call) (Reply, error) {
		s, err := tell(ctx, c)
		if err != nil {
			return Reply{}, err
		}
		return s.Reply, nil
	}
	cmd.Why = func(ctx context.Context, c *Call) (*steps.Derivation, error) {
		s, err := tell(ctx, c)
		if err != nil {
			return nil, err
		}
		return s.Steps, nil
	}
	return cmd
}
