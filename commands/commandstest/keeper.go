package commandstest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"delphi/commands"
)

// Keeper is a route.Keeper that writes down what it is told.
type Keeper struct{ Did []string }

func (s *Keeper) say(format string, args ...any) error {
	s.Did = append(s.Did, fmt.Sprintf(format, args...))
	return nil
}

func until(t time.Time) string {
	if t.IsZero() {
		return "for good"
	}
	return t.Sub(time.Unix(0, 0)).String()
}

func (s *Keeper) Ignore(_ context.Context, n commands.Network, who string, t time.Time, reason, by string) (string, error) {
	what := who
	if who == "eve" {
		what = "*!*@host.example"
	}
	return what, s.say("ignore %s %s %s %q %s", n, who, until(t), reason, by)
}
func (s *Keeper) Ignores(commands.Network) []commands.Field {
	return []commands.Field{{Name: "*!*@host", Value: "until noon"}}
}
func (s *Keeper) Heed(_ context.Context, n commands.Network, who string) error {
	return s.say("heed %s %s", n, who)
}
func (s *Keeper) Quiet(_ context.Context, n commands.Network, ch string, t time.Time, by string) error {
	return s.say("quiet %s %s %s %s", n, ch, until(t), by)
}
func (s *Keeper) Speak(_ context.Context, n commands.Network, ch string) error {
	return s.say("speak %s %s", n, ch)
}
func (s *Keeper) Join(_ context.Context, n commands.Network, ch string) error {
	return s.say("join %s %s", n, ch)
}
func (s *Keeper) Part(_ context.Context, n commands.Network, ch string) error {
	return errors.New("not in " + ch)
}
func (s *Keeper) Reload(context.Context) error { return s.say("reload") }
func (s *Keeper) Status(commands.Network) []commands.Field {
	return []commands.Field{{Name: "test", Value: "connected"}}
}
