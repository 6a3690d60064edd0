// Package timespan reads times as players and operators write them. It is the only reader of
// lengths of time and of points in time to come in the program; each caller sets its own bounds
// on the result.
//
//   - timespan.go: lengths: "90m", "6h", "7d", "1w2d".
//   - when.go: points in time: "fri 18:00", "1 Dec 2026"; the names of days and months.
package timespan
