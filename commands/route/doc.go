// Package route answers requests: it plans what a line means, checks who may have
// it done, fills in what the place and the asker's character say, carries the plan
// out once, remembers the question for why and more, and turns every error into a
// reply. It imports all the rooms; adapters know it as an interface of their own.
//
//   - router.go: Options, New and the Router.
//   - answer.go: one request from line to reply, and what becomes of errors.
//   - plan.go: which of its readings a line is taken by; typed.go: a line that begins with a
//     command's name; sentence.go: any other; taken.go: a reading made ready.
//   - find.go: the command that a line begins with.
//   - reading.go: a line as a reading, by a command's grammar or as a sentence; parsed.go: by the grammar alone.
//   - savedweapon.go: an enchantment alone is that of the saved weapon.
//   - either.go: a typed command with two values where it takes one.
//   - linked.go: a line with a link to a page of the game in it.
//   - plight.go: a status line with a question about it.
//   - place.go: what a place and an asker say before any line does.
//   - rights.go: who may have what done.
//   - run.go: a plan carried out; questions asked before that; the answer cache.
//   - ask.go: what is asked back; part.go: which of several is meant by part of a name; phrases.go: the reader of sentences.
//   - typable.go, whole.go: hints that can be typed as they are shown.
//   - talk.go: who greets or thanks, or asks about the bot itself; talks.go: what somebody said
//     before; foreign.go: lines that are another bot's.
//   - unremembered.go: what is answered while the store cannot be read.
//   - again.go: why and more; what is remembered, and for whom.
//   - me.go, move.go, set.go, help.go, about.go, admin.go: the commands about the bot
//     itself; shown.go: a parameter as help shows it.
//   - entries.go: what a place has written down; shortcut.go, aliases.go: a word for a line.
//   - groups.go: the kinds of commands, and which are answered in a place.
//   - within.go: the settings of a place and of those around it.
//   - spoilers.go: how much of an answer is told, in a place and to an asker.
//   - complete.go: what a line that is not finished may become.
//
// It is above 3,500 lines, as the commands about the bot itself change what the Router keeps.
//
// # Plan, then run
//
// Nothing that changes anything is run to find out what was meant. Where a command
// changes nothing (see [commands.Command.Acts]), its answer is worked out while the
// readings are compared, as one that cannot be answered is not a good reading, and that
// answer is given. What acts is run by carryOut alone: once, for a line that was read
// to its last word, and confirmed where it needs that.
package route
