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
		Summary:  "run the bot: ignore, quiet, join, part, reload, status (listed accounts only)",
		Params:   []Param{{Name: "what", Kind: Text, Summary: "ignore NICK 2h, heed NICK, quiet #channel 1h, speak, join, part, reload, status"}},
		Examples: []string{"admin status"},
		Run:      r.runAdmin,
	}
}

var adminHints = []string{"admin ignore NICK 2h", "admin heed NICK", "admin quiet #channel 1h", "admin speak #channel", "admin join #channel", "admin part #channel", "admin reload", "admin status"}

func (r *Router) runAdmin(ctx context.Context, c *Call) (Reply, error) {
	if !c.Admin {
		return Reply{}, &Problem{Text: "admin is for the services accounts that the configuration lists, and you are not logged in to one"}
	}
	k := r.opts.Keeper
	fields := strings.Fields(c.Text("what"))
	if len(fields) == 0 {
		return Reply{}, &Problem{Text: "admin what?", Hints: adminHints}
	}
	what, args := strings.ToLower(fields[0]), fields[1:]
	r.opts.Log.Info("admin", "network", c.Network, "user", c.User, "what", c.Text("what"))

	var until time.Time
	howLong := "for good"
	if what == "ignore" || what == "quiet" {
		if n := len(args); n > 0 {
			d, err := duration(args[n-1])
			if err == nil {
				until, args = c.At.Add(d), args[:n-1]
				howLong = "for " + d.String()
			} else if n > 1 {
				return Reply{}, &Problem{Text: err.Error(), Hints: []string{"30m", "2h", "7d"}}
			}
		}
	}
	if !slices.Contains([]string{"ignore", "heed", "unignore", "quiet", "speak", "unquiet", "join", "part", "reload", "status"}, what) {
		return Reply{}, &Problem{Text: fmt.Sprintf("admin does not know %q", brief(what)), Hints: adminHints}
	}
	target := ""
	switch {
	case len(args) == 1:
		target = args[0]
	case len(args) == 0 && (what == "quiet" || what == "speak" || what == "part") && !c.Private:
		target = string(c.Place)
	case len(args) > 1 || what != "reload" && what != "status":
		return Reply{}, &Problem{Text: fmt.Sprintf("admin %s wants one name", what), Hints: adminHints}
	}
	done := func(err error, format string, args ...any) (Reply, error) {
		if err != nil {
			return Reply{}, &Problem{Text: err.Error(), Err: err}
		}
		return Reply{Summary: fmt.Sprintf(format, args...), Private: true}, nil
	}
	switch what {
	case "ignore":
		return done(k.Ignore(ctx, c.Network, target, until), "%s is not answered any more, %s.", target, howLong)
	case "heed", "unignore":
		return done(k.Heed(ctx, c.Network, target), "%s is answered again.", target)
	case "quiet":
		return done(k.Quiet(ctx, c.Network, target, until), "silent in %s %s; admins are still answered.", target, howLong)
	case "speak", "unquiet":
		return done(k.Speak(ctx, c.Network, target), "answering in %s again.", target)
	case "join":
		return done(k.Join(ctx, c.Network, target), "joining %s.", target)
	case "part":
		return done(k.Part(ctx, c.Network, target), "leaving %s.", target)
	case "reload":
		return done(k.Reload(ctx), "the configuration is read again.")
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
