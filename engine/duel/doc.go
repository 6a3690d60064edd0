// Package duel answers how a fight between a hero and a monster beside each other
// ends: how likely either is dead, after how many turns, and what is left of the hero.
//
// The fight is a chain, turn by turn. Its states are phases (who flees, how far apart
// the two are, what the hero suffers) with chances by the hit points of both. Nothing
// is drawn at random: the same fight has the same answer. States that are too unlikely to be
// told apart are joined, and one that is alike stands for all of them; where many are under way,
// what is unlikely goes whole the way that is owed it, instead of a share each way; how long a
// fear or an illness lasts is known apart from hit points, and so is, in ranges, how long an
// engulfer keeps the hero; and the last 2 in 1,000 of a long
// fight go on as before. All that changes chances by less than 3 in 1,000. What is too unlikely to
// follow is told, and given to all endings alike. Where a foe that flees runs along walls is the
// one thing taken at random from what a room comes to.
//
//   - question.go: Question and its limits. answer.go: Fight and Answer. series.go: Series.
//   - field.go: a fight under way, and what happens once a turn. movement.go: how often each side
//     moves in it. healing.go: what the hero regains.
//   - hero.go: the hero's move. passive.go: how the foe answers blows.
//   - foe.go: the foe's move. outcome.go, engulf.go: what its attacks come to.
//   - phase.go, bag.go: states, and those under way.
//   - limits.go: how many are told apart. fork.go: which way what is unlikely goes.
//   - cloud.go, vec.go, arena.go: chances by hit points, and their memory: package lanes does the sums.
//     Package tally holds what fights come to.
//
// How often blows hit and what they do is asked of package fight, and numbers come
// from a rules.Duel.
package duel
