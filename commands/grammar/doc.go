// Package grammar turns one typed line into a commands.Call. It knows no command by
// name: the Params of a command define what its lines may say.
//
// It is above 3,500 lines: every file reads the words of one line that the others
// left.
//
//   - grammar.go: Grammar, which keeps what it derives from the commands it
//     has seen: their keywords and, for each version, their vocabulary.
//   - lex.go, parse.go: words in any order. collect.go: what was said twice.
//   - named.go: names, the longest first; geared.go: enchantments, skills and "with" around them.
//   - shapes.go, numbers.go: what is known by its shape: numbers with their
//     words, targets, pasted status lines. range.go: a number too high or too low.
//   - behind.go: numbers told by the words behind them: "20 tries", "400*xl".
//   - absent.go: what is not worn, and what is not so: "without shield and helmet", "not confused".
//   - stack.go: what is said about one stack of a pile.
//   - bare.go: figures without a word.
//   - loose.go: shortened names, and what nothing claims.
//   - guess.go: misspelt names, and how many are looked for.
//   - turned.go: names whose words stand in another order.
//   - fields.go: commands whose values are words as typed, such as names of
//     people and tournaments.
//   - glyphs.go: units and signs of classes: "300zm".
//   - unknown.go: the error for words that resemble nothing.
//   - complete.go: what a line that is not finished may become.
package grammar
