// Package tune finds the tune that opens the castle's drawbridge: five notes of
// seven, played beside the bridge, which answers a wrong one with gears for the
// notes in their right places and tumblers for right notes in wrong places.
//
//   - tune.go: Tune, Heard, and what the bridge answers.
//   - next.go: Next, the best try over the tunes that are left.
//   - read.go: tries as they are typed.
//   - book.go, book.txt: tries worked out beforehand. Whoever plays what Next
//     says from the first try on needs six tries at most; a test plays all
//     16,807 tunes.
//
// The rules are those of do_play_instrument (music.c), the same in every version.
package tune
