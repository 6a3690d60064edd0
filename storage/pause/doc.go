// Package pause waits. It stands in storage, the lowest layer in which anything does.
package pause
