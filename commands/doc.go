// Package commands holds what all commands share. A [Request] is one line that
// somebody typed, a [Command] answers it, and a [Reply] is data that says what to
// answer. Nothing here knows a network: adapters bring requests in and render
// replies.
//
// From the bottom up:
//
//   - request.go, reply.go: Request, Reply and their parts. problem.go: Problem,
//     the error that the asker can mend.
//   - param.go, command.go: Param with its typed handles, and Command. The grammar,
//     completion, help, rights, Discord's slash options and docs/commands.md are all
//     made from these tables. prefix.go: the mark before a command.
//   - call.go: Call, a parsed request, and the one line that it is written back as;
//     filled.go: what was filled in of it; apart.go: what tells several apart.
//   - story.go: an answer with the steps to it. moments.go, curve.go: times and charts that several
//     commands have. spoilers.go: how much is told.
//   - text.go, table.go, json.go: a reply as one line, as a table, as an object; figure.go:
//     its figure in words.
//
// It builds on wording, the words of answers, and steps, how they come about. The packages below
// it: grammar reads lines and read, with what lies below it, reads sentences; casting, chances,
// explore, fate, lookup, league and entries are the rooms, which hold the commands; hero, foe,
// thing, tries and ends are what the rooms build on; route puts them together in a Router;
// commandstest runs them in tests.
package commands
