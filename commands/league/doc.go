// Package league is the room of the commands about games: what is said about those that
// ended, and those that go on. What is kept and counted is in storage/contest and
// storage; nothing here remembers anything. Tournaments have commands/tourney.
//
//   - league.go: the room and what its commands share.
//   - query.go, game.go: which games a line asks for, and one game in a sentence.
//   - games.go, streak.go, best.go: last, asc, games, streak, best.
//   - tell.go: tell, a message that waits for somebody; shared.go: rng, setmintc.
//   - live.go: players, whereis: games that go on; whois.go: whois.
//   - ask.go, asked.go: query, the language of engine/games/question, and questions that a
//     channel keeps; kept.go: what it keeps them in.
//   - announce.go: what is announced as games end.
//   - words.go, phrases.go: how players ask.
package league
