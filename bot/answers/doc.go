// Package answers caches replies: in memory, and those that took long to work out in the
// store as well. Equal questions at the same time are worked out once, and one that ran out
// of time is refused for a minute.
package answers
