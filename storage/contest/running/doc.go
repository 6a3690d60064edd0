// Package running keeps the count of a tournament up to date as games come, from the columns
// of all games. It knows nothing of how tournaments are kept: it is told of each as an
// Event.
//
//   - event.go: Event, a tournament as its games are counted.
//   - count.go: Count, which only counts what has changed since the last time.
//   - rows.go: whose each row is; moves.go: games that referees have moved.
//   - found.go: what rules find in rows beyond columns.
//   - verdicts.go: what became of the games, and what the audit log says of that.
//   - keep.go: a count goes on from what an earlier program has counted; keptfile.go: a file of
//     such counts.
//   - recount.go: everything counted from its games, also as it stood at other times.
package running
