// Package contest keeps tournaments: who organises and who takes part, how an
// account is proved, what counts and what it is worth, and what there is to say
// about it and when. It knows nothing of commands and how they are typed: what
// is refused comes back as a refusal.Refusal with its Reason, and whoever replies
// says what to type instead.
//
//   - tourney.go: Tourney, one tournament, and the phases it goes through; parts.go: how it
//     is kept.
//   - book.go: Book, the tournaments of a store, and how they are found.
//   - rights.go: who may change a tournament.
//   - manage.go: what organisers do: create, edit, cancel, freeze, reopen.
//   - ruling.go: what referees decide about games, points, entrants, names and the end.
//   - join.go, clan.go: sign-up, proofs, clans; persons.go: what persons are in tournaments.
//   - counted.go: the counts of tournaments, kept up to date as games come; counts.go: and
//     from one start to the next; standing.go, replay.go: counting again.
//   - sweep.go, news.go: what time and new games bring: proofs met, games counted and
//     refused, countdowns, digests, records, the end.
//
// Whatever changes a tournament does so in one transaction of Book, with the log and the
// counts that follow from it.
//
// Below it are what it is made of: archive, all games as columns; running, the count of a
// tournament kept up to date; audit, the lines of its log; people; places, what a channel
// has; refusal; clock.
//
// The right to change a tournament is checked in the transaction that changes
// it, from the Actor: organisers act in the tournament's own place only.
package contest
