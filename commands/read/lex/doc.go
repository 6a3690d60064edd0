// Package lex cuts a line into tokens: words, numbers, marks. Nothing is rewritten, and nothing
// is known of what the words mean.
//
//   - lex.go: [Line] and [Token].
//   - numerals.go: numbers in several words.
package lex
