// Package roster knows who is in the channels of one IRC connection, with which modes,
// services account and realname.
//
//   - support.go: what the server says about itself, on which the rest depends.
//   - roster.go: channels, their members and what is known of these.
//   - present.go: who is there, for other goroutines.
//   - casemap.go: which names are the same.
package roster
