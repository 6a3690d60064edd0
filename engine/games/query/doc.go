// Package query is a language to ask about many games in: one line is read into
// a Query, and a Query is answered from the columns of a Table. It is pure.
//
// A line is in Sequell's notation (`* win s=role x=avg(turns)`), in words
// ("average turns of wins by role") or in both; either way it becomes the same
// Query, which says how it was read (Query.Words).
//
//   - table.go: Table, games as columns; number.go: packed numbers; text.go:
//     texts by number; file.go: a Table as bytes; latest.go, players.go: rows by time and player.
//   - field.go: the fields there are, and what each is called; derive.go: fields
//     that follow from others, such as the killer from the death.
//   - value.go: Value, a figure made of fields: ${points/turns}, day(end); compute.go: what
//     follows from its parts; expression.go: read from arithmetic; versions.go: versions in
//     their order.
//   - cond.go: Cond, which games are meant, decided for whole columns; one.go: the same
//     for one game; condition.go, filter.go, comparison.go: read from a line; keyword.go: the
//     words of Sequell's that stand for conditions (package sequell has what is its alone).
//   - vocabulary.go: the words for roles, races, endings, places and times.
//   - read.go: Reader, a line as a Query; target.go: whose games are meant; notation.go and words.go are its halves,
//     valued.go the figures in notation and phrases.go the table of phrases.
//   - query.go: Query; say.go: the Query in words.
//   - run.go, list.go, group.go, aggregate.go, distinct.go: Run, the answer;
//     numbering.go: how groups are told apart and counted;
//     order.go: which group comes first; keylist.go, radix.go: very many groups.
package query
