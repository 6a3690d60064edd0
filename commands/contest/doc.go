// Package contest keeps tournaments: who organises and who takes part, how an
// account is proved, what counts and what it is worth, and what is to be said
// about it and when. Nothing of it is chat: commands asks it, and bot/announce
// says what Sweep returns.
//
//   - book.go: Book, the tournaments of a store; Tourney, one of them.
//   - person.go: persons, who may have an IRC account, a Discord id and
//     accounts in games.
//   - join.go: sign-up, clans and proofs.
//   - standing.go: games into points; the audit log; Replay.
//   - sweep.go: what time and new games bring: proofs met, games counted and
//     refused, countdowns, digests, records, the end.
package contest
