package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/engine/problem"
	"delphi/engine/timespan"
)

// admin runs the bot: for the services accounts of the configuration alone.
func (r *Router) admin() *Command {
	return &Command{
		Name:     "admin",
		Summary:  "Run the bot: ignore, quiet, join, part, reload, status (administrators only)",
		Params:   []Param{{Name: "what", Kind: Text, Summary: "ignore WHO 2h, ignores, heed WHO, quiet #channel 1h, speak, join, part, reload, status"}},
		Examples: []string{"admin status"},
		Run:      r.runAdmin,
	}
}

var adminHints = []string{"admin ignore NICK 2h flooding", "admin ignore *!*@host forever", "admin ignores", "admin heed NICK", "admin quiet #channel 1h", "admin speak #channel", "admin join #channel", "admin part #channel", "admin reload", "admin status"}

func (r *Router) runAdmin(ctx context.Context, c *Call) (Reply, error) {
	if !c.Admin {
		return Reply{}, &Problem{Text: "Only the accounts that the configuration lists as operators can do that, and you are not logged in to one."}
	}
	k := r.opts.Keeper
	fields := strings.Fields(c.Text("what"))
	if len(fields) == 0 {
		return Reply{}, &Problem{Text: "Which admin command?", Hints: adminHints}
	}
	what, args := strings.ToLower(fields[0]), fields[1:]
	r.opts.Log.Info("admin", "network", c.Network, "user", c.User, "what", c.Text("what"))

	if !slices.Contains([]string{"ignore", "ignores", "heed", "unignore", "quiet", "speak", "unquiet", "join", "part", "reload", "status"}, what) {
		return Reply{}, &Problem{Text: fmt.Sprintf("There is no admin %s.", brief(what)), Hints: adminHints}
	}
	var until time.Time
	var reason string
	howLong := "until further notice"
	span := func(word string) error {
		if strings.EqualFold(word, "forever") {
			return nil
		}
		d, err := duration(word)
		if err != nil {
			return &Problem{Text: err.Error(), Hints: []string{"30m", "2h", "7d", "forever"}}
		}
		until, howLong = c.At.Add(d), "for "+d.String()
		return nil
	}
	switch {
	case what == "ignore" && len(args) > 1: // WHO, how long, and the rest is why
		if err := span(args[1]); err != nil {
			return Reply{}, err
		}
		args, reason = args[:1], strings.Join(args[2:], " ")
	case what == "quiet" && len(args) == 1 && span(args[0]) == nil:
		args = nil
	case what == "quiet" && len(args) == 2:
		if err := span(args[1]); err != nil {
			return Reply{}, err
		}
		args = args[:1]
	}
	target := ""
	switch {
	case len(args) == 1:
		target = args[0]
	case len(args) == 0 && (what == "quiet" || what == "speak" || what == "part") && !c.Private:
		target = string(c.Place)
	case len(args) > 1 || what != "reload" && what != "status" && what != "ignores":
		return Reply{}, &Problem{Text: fmt.Sprintf("admin %s needs one name.", what), Hints: adminHints}
	}
	done := func(err error, format string, args ...any) (Reply, error) {
		if err != nil {
			return Reply{}, &Problem{Text: err.Error(), Err: err}
		}
		return Reply{Summary: fmt.Sprintf(format, args...), Private: true}, nil
	}
	switch what {
	case "ignore":
		who, err := k.Ignore(ctx, c.Network, target, until, reason, string(c.User))
		if err == nil && strings.EqualFold(who, target) && !strings.ContainsAny(who, "@:") {
			return done(nil, "I will ignore the name %s %s. A new nick evades that: to ignore a person give an account (account:NAME) or a mask (*!*@host).", who, howLong)
		}
		return done(err, "I will ignore %s %s.", who, howLong)
	case "ignores":
		fields := k.Ignores(c.Network)
		says := make([]string, len(fields))
		for i, f := range fields {
			says[i] = f.Name + " " + f.Value
		}
		if len(says) == 0 {
			return done(nil, "I ignore nobody on %s.", c.Network)
		}
		return Reply{Summary: "I ignore " + strings.Join(says, "; ") + ".", Fields: fields, Private: true}, nil
	case "heed", "unignore":
		return done(k.Heed(ctx, c.Network, target), "I will answer %s again.", target)
	case "quiet":
		return done(k.Quiet(ctx, c.Network, target, until, string(c.User)), "I will be silent in %s %s, but still answer administrators.", target, howLong)
	case "speak", "unquiet":
		return done(k.Speak(ctx, c.Network, target), "I will answer in %s again.", target)
	case "join":
		return done(k.Join(ctx, c.Network, target), "I am joining %s.", target)
	case "part":
		return done(k.Part(ctx, c.Network, target), "I am leaving %s.", target)
	case "reload":
		return done(k.Reload(ctx), "I have reloaded the configuration.")
	case "status":
		fields := k.Status(c.Network)
		says := make([]string, len(fields))
		for i, f := range fields {
			says[i] = f.Name + " " + f.Value
		}
		return Reply{Summary: strings.Join(says, "; ") + ".", Fields: fields, Private: true}, nil
	}
	panic("commands: admin knows " + what + " and does nothing")
}

// duration reads a length of time of at most a year.
func duration(s string) (time.Duration, error) {
	d, err := timespan.Parse(s)
	if err == nil && (d == 0 || d > 366*24*time.Hour) {
		err = problem.Newf("%q is not a length of time of up to a year.", s)
	}
	return d, err
}
