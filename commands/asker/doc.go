// Package asker is what the rooms about games and tournaments know of whoever asks: who
// and where they are as package contest has it, whom their words mean, and what to type
// instead of what contest refuses them.
//
//   - asker.go: User, Place, Actor and the like, of a request; ReadWho.
//   - refusal.go: Mend, which turns refusals into Problems with hints.
//   - complete.go: completions of names.
package asker
