// Package said reads a line that somebody said: whether it asks us, and, where a
// bridge quotes it, who said it elsewhere.
//
//   - asked.go: what is a question.
//   - relay.go: Bridge, and the forms in which bridges quote.
package said
