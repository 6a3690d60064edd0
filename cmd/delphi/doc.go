// Command delphi answers NetHack players' odds questions: in the terminal, one
// question at a time for scripts, and as a bot on IRC and Discord.
//
//   - main.go: run, the program as a value that tests can call, and its flags.
//   - chat.go, ask.go, config.go, games.go, store.go, wiki.go, licences.go:
//     the subcommands.
//   - serve.go: the bot; keeper.go runs it for administrators, beside.go bounds
//     how long it takes to stop, watchdog.go tells systemd that it lives.
//   - parts.go, answers.go: the store, the answer cache and the router; trouble.go: a store
//     that cannot be used, without which the rest is answered.
//   - settings.go: the configuration: defaults, then the file, then the
//     environment. document.go finds the line of each key. networks.go lists
//     what can be connected to.
package main
