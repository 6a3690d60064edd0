// Package admin does what administrators ask of a serving bot: it ignores people, is quiet
// in channels, joins and leaves them, and says how the networks are doing.
package admin
