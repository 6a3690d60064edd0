// Package wire reads and writes the lines of one IRC connection: with deadlines, as
// long as this process holds the network, and as fast as they come however slowly
// they are handled.
//
//   - wire.go: the connection, and its lines as events.
//   - ahead.go: what was read and is not handled yet.
package wire
