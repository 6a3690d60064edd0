// Package commands holds what all commands share. A [Request] is one line that
// somebody typed, a [Command] answers it, and a [Reply] is data that says what to
// answer. Nothing here knows a network: adapters bring requests in and render
// replies.
//
// From the bottom up:
//
//   - request.go, reply.go: Request, Reply and their parts. problem.go: Problem,
//     the error that the asker can mend.
//   - param.go, command.go, cue.go: Param with its typed handles, Command, and
//     the Cues by which a sentence is recognised. The grammar, completion, help,
//     rights, Discord's slash options and docs/commands.md are all made from
//     these tables.
//   - call.go: Call, a parsed request, and the one line that it is written back as.
//   - phrase.go, moments.go, curve.go: wording, times and charts that several
//     commands have.
//   - text.go, json.go: a reply as one line, as a table, as an object. typed.go: a
//     parameter as help shows it.
//
// The packages below it: grammar reads lines and read reads sentences; casting,
// chances, explore, fate, lookup, league and entries are the rooms, which hold the commands; hero, foe and
// contest are what the rooms build on; route puts them together in a Router;
// commandstest runs them in tests.
package commands
