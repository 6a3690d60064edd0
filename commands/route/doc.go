// Package route answers requests: it finds the command that a line means,
// checks who may run it, fills in what the place and the asker's character
// say, remembers the last question for why and more, and turns every error
// into a reply. It imports all the rooms; adapters know it as an interface of
// their own.
//
//   - router.go: Options, New and the Router.
//   - answer.go: one request from line to reply.
//   - find.go: the command that a line means.
//   - talk.go: who greets or thanks, or asks about the bot itself.
//   - again.go: why and more; what is remembered, and for whom.
//   - me.go, set.go, help.go, about.go, admin.go: the commands about the bot
//     itself.
//   - groups.go: the kinds of commands, and which are answered in a place.
//   - complete.go: what a line that is not finished may become.
package route
