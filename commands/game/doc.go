// Package game answers questions about the asker's own game, read from a dumplog, a
// page copied from the terminal, status lines or inventory lines.
//
//   - game.go: the command, its subcommands, and whether a place allows it.
//   - session.go: what each asker has shown, and where its text comes from.
//   - overview.go: the one reply with what matters.
//   - magic.go: the fail rates of all known spells, the game's beside ours.
//   - melee.go: the hero and a typical monster against each other.
//   - fighting.go: what is wrong with the hero, as a prayer takes it.
//   - onward.go: questions for other commands, made out of the hero.
//   - now.go, nowparams.go, nowreply.go: what is wrong with the hero, and what to do; nowtext.go
//     has the words for troubles and remedies, nowfoes.go those for monsters near.
//   - postmortem.go: the end of a game.
//   - character.go: the hero as a line of the me command.
//   - phrases.go: how players ask.
package game
