// Package people knows persons: who may have an IRC account, a Discord id and
// accounts in games, and what they wish.
//
//   - person.go: Person, People; whose an account is.
//   - account.go: Claim, an account that somebody says is theirs, and its proofs.
//   - link.go: users of two networks become one person.
package people
