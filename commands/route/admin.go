package route

import (
	"context"
	"fmt"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/engine/timespan"
)

var (
	adminWho = commands.NewWords(commands.Param{Name: "who", Bare: true, One: true, Needed: true, Refers: commands.ToUser, Summary: "A nick, account:NAME or a mask such as *!*@host"})
	adminFor = commands.NewWords(commands.Param{
		Name: "for", One: true, Summary: "How long: 30m, 2h, 7d, forever",
		Looks: func(word string) bool {
			_, err := timespan.Parse(word)
			return err == nil || strings.EqualFold(word, "forever")
		},
	})
	// adminLong is where adminFor must stand: behind who.
	adminLong   = commands.NewWords(commands.Param{Name: "for", Bare: true, One: true, Summary: "How long: 30m, 2h, 7d, forever"})
	adminReason = commands.NewWords(commands.Param{Name: "reason", Words: []string{"because"}, Bare: true, Summary: "Why, for the list"})
	adminWhere  = commands.NewWords(commands.Param{Name: "channel", Bare: true, One: true, Refers: commands.ToChannel, Summary: "A channel; this one if you name none"})
)

// admin runs the bot; it is only for the services accounts listed in the configuration.
func (r *Router) admin() *commands.Command {
	k := r.opts.Keeper
	cmd := &commands.Command{
		Name: "admin", Summary: "Run the bot (its administrators only)", Rights: commands.Administrator, ForStaff: true,
		Examples: []string{"admin status"},
		Subs: []*commands.Command{
			{
				Name: "status", ReadOnly: true, Summary: "Show the connections and who is ignored", Examples: []string{"admin status"},
				Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
					return listed("%s.", k.Status(c.Network)), nil
				},
			},
			{
				Name: "ignore", Summary: "Stop answering somebody", Examples: []string{"admin ignore NICK 2h flooding", "admin ignore *!*@host forever"},
				Params: commands.Takes(adminWho, adminLong, adminReason), Run: r.ignore,
			},
			{
				Name: "ignores", ReadOnly: true, Summary: "Show who is ignored", Examples: []string{"admin ignores"},
				Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
					if list := k.Ignores(c.Network); len(list) > 0 {
						return listed("I ignore %s.", list), nil
					}
					return done(nil, "I ignore nobody on %s.", c.Network)
				},
			},
			{
				Name: "heed", Aliases: []string{"unignore"}, Summary: "Answer somebody again", Examples: []string{"admin heed NICK"},
				Params: commands.Takes(adminWho),
				Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
					return done(k.Heed(ctx, c.Network, adminWho.In(c)), "I will answer %s again.", adminWho.In(c))
				},
			},
			{
				Name: "quiet", Summary: "Stop answering in a channel", Examples: []string{"admin quiet #channel 1h"},
				Params: commands.Takes(adminWhere, adminFor),
				Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
					channel, err := where(c)
					if err != nil {
						return commands.Reply{}, err
					}
					until, long, err := span(c, adminFor.In(c))
					if err != nil {
						return commands.Reply{}, err
					}
					return done(k.Quiet(ctx, c.Network, channel, until, string(c.User)), "I will be silent in %s %s, but still answer administrators.", channel, long)
				},
			},
			inChannel("speak", "Answer in a channel again", k.Speak, "I will answer in %s again.", "unquiet"),
			joins(inChannel("join", "Join a channel", k.Join, "I am joining %s.")),
			joins(inChannel("part", "Leave a channel", k.Part, "I am leaving %s.")),
			{
				Name: "reload", Summary: "Read the configuration again", Examples: []string{"admin reload"},
				Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
					return done(k.Reload(ctx), "I have reloaded the configuration.")
				},
			},
		},
	}
	for _, s := range cmd.Subs {
		run := s.Run
		s.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			r.opts.Log.Info("admin", "network", c.Network, "user", c.User, "what", c.Line())
			return run(ctx, c)
		}
	}
	return cmd
}

// inChannel returns a Sub that does something to the channel said, or to the one
// that it was asked in.
func inChannel(name, summary string, do func(context.Context, commands.Network, string) error, did string, aliases ...string) *commands.Command {
	return &commands.Command{
		Name: name, Aliases: aliases, Summary: summary, Params: commands.Takes(adminWhere), Examples: []string{"admin " + name + " #channel"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			channel, err := where(c)
			if err != nil {
				return commands.Reply{}, err
			}
			return done(do(ctx, c.Network, channel), did, channel)
		},
	}
}

// joins marks a Sub that enters or leaves channels.
func joins(cmd *commands.Command) *commands.Command {
	cmd.Joins = true
	return cmd
}

// ignore stops answering somebody.
func (r *Router) ignore(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	until, long, err := span(c, adminLong.In(c))
	if err != nil {
		return commands.Reply{}, err
	}
	target := adminWho.In(c)
	who, err := r.opts.Keeper.Ignore(ctx, c.Network, target, until, adminReason.In(c), string(c.User))
	if err == nil && c.Mask != "" && strings.EqualFold(who, target) && !strings.ContainsAny(who, "@:") {
		return done(nil, "I will ignore the name %s %s. A new nick evades that: to ignore a person give an account (account:NAME) or a mask (*!*@host).", who, long)
	}
	return done(err, "I will ignore %s %s.", who, long)
}

// done returns the reply to something done, or the error that kept it from being
// done, for the administrator to read.
func done(err error, format string, args ...any) (commands.Reply, error) {
	if err != nil {
		return commands.Reply{}, &problem.Problem{Text: err.Error(), Err: err}
	}
	return commands.Reply{Summary: fmt.Sprintf(format, args...), Private: true}, nil
}

// listed puts fields into one sentence.
func listed(format string, fields []commands.Field) commands.Reply {
	says := make([]string, len(fields))
	for i, f := range fields {
		says[i] = f.Name + " " + f.Value
	}
	return commands.Reply{Summary: fmt.Sprintf(format, strings.Join(says, "; ")), Fields: fields, Private: true}
}

// where returns the channel that a call is about.
func where(c *commands.Call) (string, error) {
	switch channel := adminWhere.In(c); {
	case channel != "":
		return channel, nil
	case c.Private:
		return "", problem.New("Which channel?", c.Command.Path()+" #channel")
	}
	return string(c.Place), nil
}

// longest is how long somebody can be ignored, other than for good.
const longest = 366 * 24 * time.Hour

// span returns until when something holds, and how long that is in words.
func span(c *commands.Call, said string) (until time.Time, long string, err error) {
	if said == "" || strings.EqualFold(said, "forever") {
		return time.Time{}, "until further notice", nil
	}
	d, err := timespan.Parse(said)
	if err != nil || d == 0 || d > longest {
		return until, "", problem.New(fmt.Sprintf("%q is not a length of time of up to a year.", wording.Typed(said)), "30m", "2h", "7d", "forever")
	}
	return c.At.Add(d), "for " + d.String(), nil
}
