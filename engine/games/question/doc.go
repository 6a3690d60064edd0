// Package question reads a line as a query: in Sequell's notation (`* win s=role
// x=avg(turns)`), in words ("average turns of wins by role") or in both. Either way it
// becomes the same query.Query, which says how it was read (Query.Words). It is pure.
//
//   - read.go: Reader, a line as a Query; target.go: whose games are meant.
//   - notation.go, valued.go, expression.go: notation, figures in it, and arithmetic.
//   - words.go, pattern.go, phrases.go: words, the patterns of phrases, and their table; groups.go:
//     what is counted by what, and in which order.
//   - condition.go, filter.go: conditions alone; comparison.go: one of them; keyword.go: the
//     words of Sequell's that stand for conditions (query/sequell has what is its alone);
//     when.go: times.
//   - vocabulary.go: the words for roles, races, endings, places and times.
package question
