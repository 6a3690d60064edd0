// Package scorefiles reads the files that a tournament is scored from, and writes what came
// of it.
//
//   - read.go: game logs and lists of entrants; rules.go: rules, built in or in files.
//   - write.go: standings, games and the audit log as CSV or JSON; results as text.
package scorefiles
