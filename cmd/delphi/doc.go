// Command delphi answers NetHack players' odds questions: in the terminal, one
// question at a time for scripts, and as a bot on IRC and Discord.
//
//   - main.go: run, the program as a value that tests can call, and its flags.
//   - chat.go, ask.go, explain.go, read.go, web.go, games.go, tourney.go, store.go, place.go,
//     wiki.go, entries.go, aliases.go, config.go, init.go, doctor.go, completion.go,
//     version.go: the subcommands.
//   - serve.go: the bot; reload.go what of it changes while it serves, sharing.go what
//     several processes share, beside.go how long it takes to stop, watchdog.go that it lives.
//   - parts.go: the store, the answer cache and the router. contest.go: games and tournaments.
//   - settings.go: the configuration: defaults, then the file, then the environment.
//     networks.go lists what can be connected to.
//
// The sub-packages, which nothing else imports: document has the lines of a configuration,
// firstconfig asks for what has no default, wikifiles and scorefiles read the files of wikis
// and of tournaments.
package main
