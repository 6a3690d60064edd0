// Package league is the room of the commands about games and tournaments: what
// is said about them. What is kept and counted is in commands/contest and
// storage; nothing here remembers anything.
//
//   - league.go: the room and what its commands share.
//   - refusal.go: what contest refuses, with what to type instead.
//   - query.go, game.go: which games a line asks for, and one game in a sentence.
//   - games.go, streak.go, best.go: last, asc, games, streak, best.
//   - tell.go: tell, a message that waits for somebody.
//   - live.go: players, whereis: games that go on.
//   - ask.go, asked.go: query, the language of engine/query; saved.go: questions
//     that a channel keeps.
//   - tourney.go, organise.go, organiser.go: tourney, for everybody and for
//     organisers.
//   - join.go, clan.go, rules.go, standings.go: what players of a tournament ask.
//   - ledger.go: an entrant's points, game by game; desk.go: what referees decide.
//   - draw.go, link.go, announce.go: draws, people on two networks, announcements.
package league
