// Package commands is what the bot can be asked. It turns a [Request], one
// line that somebody typed, into a [Reply], data that says what to answer, and
// knows no network: adapters bring requests in and render replies.
//
// From the bottom up:
//
//   - reply.go: Request, Reply and their parts, and Problem, the error that
//     the asker can mend.
//   - command.go: Command and Param. A command's parameters are its grammar:
//     the parser, the completion, the help and Discord's slash options are all
//     made from them.
//   - lex.go, parse.go: the grammar: words in any order, the longest names
//     first; shapes.go: numbers, targets and pasted status lines; loose.go:
//     typos, shortened names, and what nothing claims; pile.go: stacks.
//   - hero.go: the hero that several commands ask about, and what `me` filled in.
//   - text.go, json.go: a reply as one line, as a table, as an object.
//   - router.go: Router, which finds the command, fills in what the channel
//     and the asker's character say, runs it and never fails outward.
//   - one file per command, or for a few that belong together.
package commands
