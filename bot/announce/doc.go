// Package announce sends the announcements that places subscribe to: finished games,
// events of games in progress, and news of tournaments. It announces nothing twice,
// nothing old, and nothing while answers are waiting to be sent.
//
//   - announce.go: Announcer, which queues announcements of games, events (follow.Fresh)
//     and tournaments (contest.Book.Sweep) until their network is idle.
//   - board.go: pinned scoreboards, which are edited instead of sent again.
//   - messages.go: Messages, which people leave for each other.
//   - outbox.go, sender.go: the same for several processes with one store: one writes
//     announcements to an outbox, and the process that serves a network sends them.
//   - pending.go: the queue of one place, and how it is written as lines.
package announce
