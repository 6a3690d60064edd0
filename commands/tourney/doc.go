// Package tourney is the room of the commands about tournaments: what is said about them.
// What is kept and counted is in storage/contest; nothing here remembers anything.
//
//   - room.go: the room and what its commands share; complete.go: names to complete.
//   - tourney.go, organise.go, organiser.go: tourney, for everybody and for
//     organisers; board.go: scoreboards.
//   - aimed.go: hints that name the tournament that they are about.
//   - join.go, clan.go, rules.go, standings.go: what players of a tournament ask.
//   - ledger.go: an entrant's points, game by game; desk.go: what referees decide.
//   - draw.go, link.go: draws, people on two networks.
//   - words.go: words that are no names.
package tourney
