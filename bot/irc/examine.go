package irc

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"delphi/bot"
	"delphi/commands"
)

// examiner answers nobody.
type examiner struct{}

func (examiner) Answer(context.Context, commands.Request) commands.Reply { return commands.Reply{} }

// settle is the timeout for joining channels and identifying to services after connecting.
const settle = 20 * time.Second

// Examine implements bot.Examiner: it connects under a nick of its own, so that a bot that
// serves meanwhile keeps its own, identifies with SASL, joins every channel, looks at their
// modes, and leaves.
func (a *Adapter) Examine(ctx context.Context) []bot.Finding {
	a.mu.Lock()
	cfg := *a.cfg
	a.mu.Unlock()
	kept := cfg.Nick
	cfg.Nick = kept[:min(len(kept), 20)] + "_dr"
	cfg.NickServ, cfg.RequireAccount, cfg.Invites = "", false, "never" // nobody is renamed or killed for it
	modes := modesSeen{of: map[string]string{}}
	one, err := New(cfg, Options{Log: a.opt.Log, Modes: modes.set})
	if err != nil {
		return []bot.Finding{{What: "the section cannot be used", Do: err.Error()}}
	}
	one.t = a.t
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = one.Run(ctx, examiner{}) // it ends with ctx
	}()
	defer func() { stop(); <-done }()
	d := one.await(ctx, a.t.register, func(d Detail) bool { return d.Connected || d.LastError != "" })
	if !d.Connected {
		why := cmp.Or(d.LastError, "nothing answered in time")
		return []bot.Finding{{What: "no connection to " + cfg.Address, Do: why}}
	}
	secure := "without TLS"
	if *cfg.TLS {
		secure = "with TLS"
	}
	out := []bot.Finding{bot.Found("connected to %s %s", cfg.Address, secure)}
	d = one.await(ctx, settle, func(d Detail) bool {
		return len(d.Joined) == len(cfg.Channels) && (cfg.SASL == "off" || d.Identified || d.LastError != "") && modes.count() == len(d.Joined)
	})
	switch {
	case cfg.SASL == "off" && cfg.Operators != nil:
		out = append(out, bot.Found("no account is configured (sasl)"))
	case d.Identified:
		out = append(out, bot.Found("identified to services as %s", cfg.SASLUser))
	case cfg.SASL != "off":
		out = append(out, bot.Finding{What: "services do not know the bot (SASL): " + d.LastError, Do: "check sasl_user and its password, and that the network offers SASL"})
	}
	for _, channel := range d.Joined {
		out = append(out, channelFinding(channel, modes.get(channel)))
	}
	for _, channel := range slices.Sorted(maps.Keys(d.Waiting)) {
		out = append(out, bot.Finding{What: "not in " + channel, Do: d.Waiting[channel]})
	}
	return out
}

// channelFinding reports what the bot cannot do in a channel because of its modes.
func channelFinding(channel, modes string) bot.Finding {
	var limits []string
	for _, m := range []struct{ mode, means string }{
		{"m", "+m lets only voiced people speak: give the bot +v"}, {"M", "+M lets only registered people speak: configure sasl"},
		{"c", "+c refuses or strips formatting: set formatting = false, or let the bot find out"}, {"T", "+T refuses notices: leave reply_with at privmsg"},
	} {
		if strings.Contains(modes, m.mode) {
			limits = append(limits, m.means)
		}
	}
	if len(limits) > 0 {
		return bot.Finding{What: fmt.Sprintf("joined %s (+%s)", channel, modes), Do: strings.Join(limits, "; ")}
	}
	return bot.Found("joined %s, which lets it speak", channel)
}

// await waits until the state is as wanted, at most so long, and returns the last one.
func (a *Adapter) await(ctx context.Context, most time.Duration, wanted func(Detail) bool) Detail {
	end := time.After(most)
	for {
		d := a.Detail()
		if wanted(d) {
			return d
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-end:
			return a.Detail()
		case <-ctx.Done():
			return a.Detail()
		}
	}
}

// modesSeen are the modes of channels as the server has told them.
type modesSeen struct {
	mu sync.Mutex
	of map[string]string
}

func (m *modesSeen) set(channel, modes string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.of[channel] = modes
}

func (m *modesSeen) get(channel string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.of[channel]
}

func (m *modesSeen) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.of)
}
