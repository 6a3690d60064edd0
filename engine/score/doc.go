// Package score says what games are worth. It is pure: the same games under the
// same rules give the same points, whenever and wherever they are counted.
//
//   - filter.go: Filter, which games are meant: roles, times, comparisons.
//   - streak.go: ascensions in a row, by a stated rule.
//   - rules.go: Rules, a tournament's categories and definitions as data; some
//     are built in (builtin/*.toml). words.go says them in sentences.
//   - score.go: Score, the standings with every counted and refused game; judge.go:
//     which games count; category.go: what they are worth; count.go: Count, which
//     is kept up to date as games and entrants come and go.
//   - board.go: leaderboards and trophies as rules state them; earned.go: the
//     variants of a tournament and its names for what rows say.
//   - season.go, counting.go, honours.go: them counted from the games of a whole
//     event; entrants.go: who takes part.
//   - challenge.go: a hero that only the owner of an account can start.
//   - draw.go: draws that anyone can check.
package score
