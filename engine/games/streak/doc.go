// Package streak finds ascensions in a row, by a stated rule. It is pure.
//
//   - rule.go: Rule, what a streak is; Runs, the streaks among the games of one player.
//   - found.go: Search, the streaks of everybody in the columns of a query.Table.
package streak
