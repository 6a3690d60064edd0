// Package compare makes one reply of the answers to several questions of one line, so that it says
// what they have in common once and then only what differs.
//
//   - several.go: Several, the reply.
//   - compared.go: the sentences of answers of one kind.
//   - clauses.go: sentences in their parts, and what those say.
package compare
