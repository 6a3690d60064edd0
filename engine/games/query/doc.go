// Package query asks about many games: a Query says which games are meant and what is wanted
// of them, and Run answers it from the columns of a Table. It is pure. Package question makes
// a Query of a line.
//
//   - query.go: Query; say.go: the Query in words; figures.go: numbers in a sentence.
//   - value.go: Value, a figure made of fields: ${points/turns}, day(end); compute.go: what
//     follows from its parts.
//   - cond.go: Cond, which games are meant, decided for whole columns; one.go: the same for
//     one game; literal.go: what a pattern must contain; filter.go: Filter, a Cond and a time.
//   - run.go, list.go, group.go, aggregate.go, distinct.go: Run, the answer; numbering.go,
//     ids.go: how groups are told apart and counted; order.go: which group comes first;
//     keylist.go, radix.go: very many groups.
//   - plays.go: when the games that are meant were played, for streaks.
package query
