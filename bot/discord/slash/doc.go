// Package slash makes Discord's slash commands from the bot's commands, and
// questions from what was filled in.
//
//   - definitions.go: [Definitions] makes a slash command of each command, with
//     an option for each parameter.
//   - extras.go: what only Discord shows of a command: context menus and forms.
//   - grouped.go: the rarer commands as subcommands of their group.
//   - register.go: [Register] tells Discord about them, if they have changed.
//   - line.go: [Line] writes the options of a slash command as one line of the
//     bot's own grammar, so that slash commands and typed lines are parsed alike.
//   - complete.go: [Complete] lists what an option may become while it is typed.
package slash
