// Package earned reads from the rows of games what they say was achieved, where a
// tournament names it: by a comparison of fields ("gold>=25000"), a bit of a field,
// or a name that a field lists.
//
//   - earned.go: Reader, what rows of one variant say.
//   - test.go: comparisons of a field.
package earned
