// Package announce says unasked what places want to hear: games that ended,
// events of games that go on, and what tournaments bring. It says nothing twice,
// nothing old, and nothing while answers wait to be said.
//
//   - announce.go: Announcer, which holds what is to be said of games, events
//     (follow.Fresh) and tournaments (contest.Book.Sweep) until its network has
//     time for it.
//   - board.go: pinned scoreboards, which are changed instead of said again.
//   - messages.go: Messages, what people left for each other.
//   - outbox.go, sender.go: the same where several processes share a store: one writes down
//     what is to be said, and the holder of a network says it.
//   - pending.go: what waits in one place, and how it is put into lines.
package announce
