// Package contest keeps tournaments: who organises and who takes part, how an
// account is proved, what counts and what it is worth, and what there is to say
// about it and when. It knows nothing of commands and how they are typed: what
// is refused comes back as a Refusal with its Reason, and whoever replies says
// what to type instead.
//
//   - tourney.go: Tourney, one tournament, and the phases it goes through.
//   - book.go: Book, the tournaments of a store, and how they are found.
//   - actor.go: Actor, who asks, and what they may do; organisers of places.
//   - reason.go: Refusal, the error of what somebody may not or cannot do.
//   - manage.go: what organisers do: create, edit, cancel, freeze, reopen.
//   - ruling.go: what referees decide about games, points, entrants, names and the end.
//   - join.go, clan.go: sign-up, proofs, clans.
//   - person.go, link.go: persons, who may have an IRC account, a Discord id
//     and accounts in games.
//   - parts.go: how a tournament is kept; running.go: its count kept up to date as
//     games come; moves.go: whose games referees moved; standing.go, replay.go: the
//     audit log; counting again.
//   - sweep.go, counted.go, news.go: what time and new games bring: proofs met, games
//     counted and refused, countdowns, digests, records, the end.
//   - columns.go: Columns, all games as columns, kept in a file; search.go: the latest
//     games of somebody, of all.
//   - clock.go: Clock, which notices a time of day that leaps.
//   - announce.go, draws.go: what places want to hear; draws to check, and what is mixed
//     into them.
//
// The right to change a tournament is checked in the transaction that changes
// it, from the Actor: organisers act in the tournament's own place only.
package contest
