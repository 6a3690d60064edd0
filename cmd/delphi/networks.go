package main

import (
	"fmt"
	"log/slog"
	"time"

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/bot/discord"
	"delphi/bot/discord/gateway"
	"delphi/bot/fetch"
	"delphi/bot/irc"
	"delphi/bot/web"
	"delphi/commands"
	"delphi/commands/league"
	"delphi/commands/route"
)

// kinds lists what a configuration can connect to, in the order that status
// shows. A new adapter adds its section to Settings and a line here.
var kinds = []func(*Settings) []network{ircNetworks, discordNetwork, webNetwork}

// network is one section of the configuration that an adapter serves.
type network struct {
	name    string                            // Adapter.Name
	key     string                            // the section in the file: "discord", or "irc[0]"
	config  networkConfig                     // a pointer into the Settings
	section func() any                        // what Reloader gets: the adapter's Config with what [defaults] adds
	single  bool                              // it takes one connection, of all processes together
	connect func(wiring) (bot.Adapter, error) // makes the adapter; it connects to nothing before Run
}

// networkConfig is what the Config of every adapter can do.
type networkConfig interface {
	LoadSecrets(getenv func(string) string) error
	Validate() error // everything that is wrong, a bot.KeyError each
	Warnings() error // likewise, what is allowed but unwise
}

// wiring is what adapters are connected with.
type wiring struct {
	router   *route.Router
	joined   irc.Joined // the channels joined at run time
	log      *slog.Logger
	source   string // where the bot's source is to be had
	games    *league.Options
	rules    string        // the version that is meant where none is said
	held     func() bool   // this process still has the network
	yield    time.Duration // of irc.Options
	messages *announce.Messages
	sharding *gateway.Sharding

	neighbours *bot.Neighbours // what other bots answer
	state      string          // where what must not be lost is kept
}

// networks lists the networks that the configuration wants served.
func (s *Settings) networks() []network {
	var out []network
	for _, kind := range kinds {
		out = append(out, kind(s)...)
	}
	return out
}

func ircNetworks(s *Settings) []network {
	var out []network
	for i := range s.IRC {
		section := func() any {
			cfg := s.IRC[i]
			if cfg.Prefix == "" {
				cfg.Prefix = s.Defaults.Prefix
			}
			return cfg
		}
		out = append(out, network{
			name: s.IRC[i].Name, key: fmt.Sprintf("irc[%d]", i), config: &s.IRC[i], section: section, single: true,
			connect: func(w wiring) (bot.Adapter, error) {
				return irc.New(section().(irc.Config), irc.Options{
					Log: w.log, Version: "Delphi " + version(), Settings: w.router, Joined: w.joined, Held: w.held, Yield: w.yield,
					Known: func(n commands.Network, p commands.Place, line string) bool {
						return w.router.Known(n, p, line)
					},
					Heard: func(n commands.Network, p commands.Place, nick string, accounts ...string) {
						w.messages.Heard(string(n), string(p), nick, accounts...)
					},
					Neighbours:   w.neighbours,
					Introduction: func(n commands.Network, p commands.Place) commands.Reply { return w.router.Introduction(n, p, "") },
					Link:         web.Links(s.Web, w.router),
				})
			},
		})
	}
	return out
}

func discordNetwork(s *Settings) []network {
	if !s.Discord.Enabled {
		return nil
	}
	return []network{{
		name: "discord", key: "discord", config: &s.Discord,
		section: func() any { return s.Discord },
		connect: func(w wiring) (bot.Adapter, error) {
			files := fetch.NewPages(s.Discord.FileHosts(), s.Discord.API != "")
			files.Log = w.log
			return discord.New(s.Discord, discord.Options{
				Router: w.router, Log: w.log, Version: version(), Source: w.source, Sharding: w.sharding, Files: files, Neighbours: w.neighbours,
			})
		},
	}}
}

func webNetwork(s *Settings) []network {
	if s.Web.Listen == "" {
		return nil
	}
	return []network{{
		name: web.Name, key: "web", config: &s.Web,
		section: func() any { return s.Web },
		connect: func(w wiring) (bot.Adapter, error) {
			return web.New(s.Web, web.Options{
				Router: w.router, Book: w.games.Book, Dumplogs: w.games.Dumplogs, Live: w.games.Live,
				Rules: w.rules, Version: version(), Source: w.source, State: w.state, Log: w.log,
			})
		},
	}}
}
