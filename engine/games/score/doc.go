// Package score says what games are worth. It is pure: the same games under the
// same rules give the same points, whenever and wherever they are counted.
//
// It is above 3,500 lines, as what rules state, the parts compiled of them and the count kept
// of those know one another: each would have to show the others nearly all it has.
//
//   - rules.go: Rules, a tournament's categories, leaderboards, trophies and definitions
//     as data; some are built in (builtin/*.toml). words.go says them in sentences.
//   - board.go: leaderboards and trophies as rules state them; variant.go: the variants of
//     a tournament and its names for what rows say, which package earned reads.
//   - game.go: a game as rules see it; judge.go: which games count.
//   - part.go: what there are standings of; figure.go: how that is measured in games; worth.go:
//     what wins are worth, which may grow in hindsight;
//     streak.go: ascensions in a row, by a stated rule; trophies.go: what is won.
//   - count.go: Count, which is kept up to date as games and entrants come and go;
//     ladder.go: its places; settle.go: clans, and points that follow from places;
//     points.go: Points; result.go, score.go: Result, what a count says; honours.go: for files.
//   - keep.go: Kept, what a count has found out, from which a later one goes on.
//   - log.go: Log, the games of files, counted at once; entrants.go: who takes part.
//   - watch.go: a long count that ends with its context; text.go: numbers in sentences.
package score
