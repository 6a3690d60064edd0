// Command delphi answers NetHack players' odds questions: in the terminal,
// one question at a time for scripts, and as a bot on IRC.
//
//   - main.go: run, the program as a value that tests can call, and its flags.
//   - chat.go, ask.go, serve.go, config.go: one file per subcommand.
//   - parts.go: the store, the router and what they share, put together.
//   - settings.go: the configuration: defaults, then the file, then the
//     environment.
package main
