// Package audit holds the lines of a tournament's audit log: what a verdict on a
// game says there, which verdicts it does not say yet, and where it differs from
// a recount.
package audit
