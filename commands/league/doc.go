// Package league is the room of the commands about games and tournaments: what
// is said about what commands/contest keeps and counts.
package league
