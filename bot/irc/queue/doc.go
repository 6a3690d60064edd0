// Package queue holds what is to be sent on one IRC connection, and shares the pace that the
// network allows among those who ask.
//
//   - queue.go: what is added, and the loop that writes it.
//   - turns.go: whose turn it is, and who loses an answer when there is no room.
//   - notices.go: who is told that there is no answer.
//   - sent.go: what was sent lately, since the network may refuse it yet.
package queue
