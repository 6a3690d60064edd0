// Package score says what games are worth. It is pure: the same games under the
// same rules give the same points, whenever and wherever they are counted.
//
//   - filter.go: Filter, which games are meant: roles, times, comparisons.
//   - streak.go: ascensions in a row, by a stated rule.
//   - rules.go: Rules, a tournament's categories and definitions as data; some
//     are built in (builtin/*.toml). words.go says them in sentences.
//   - score.go: Score, the standings with every counted and refused game.
//   - board.go, season.go: leaderboards and trophies, counted from the games of a
//     whole event.
//   - challenge.go: a hero that only the owner of an account can start.
//   - draw.go: draws that anyone can check.
package score
