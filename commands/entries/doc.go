// Package entries holds a channel's own explanations: terms with short texts that
// anybody there may write, as on other IRC bots.
//
//   - entries.go: `?? TERM`, which answers what is there and else says nothing,
//     and the words of `learn` that change entries.
//   - typed.go: a term and its number as they are typed and shown.
//
// What is kept, and who may change it, is the package book below.
package entries
