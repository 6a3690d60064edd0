// Package fight answers how often blows hit and what they do: a hero's swings,
// thrown and fired volleys. What monsters do to the hero is package hurt's.
//
//   - question.go: Hero, Weapon, Target; Question and its limits.
//   - answer.go: Swing, which answers a question about hand-to-hand fighting.
//   - tohit.go: the number before rnd(20), step by step. thrown.go: the same for
//     missiles, Throw, and whether they break.
//   - damage.go: the distribution of a blow's damage. artifact.go: what
//     artifacts add.
//   - kill.go: hit points and the turns that a kill takes. drain.go: the same of
//     blows that take levels.
//   - kick.go: kicks of the hero's own feet.
//   - passive.go: what the target returns to blows.
//   - wielded.go: what a weapon does in a monster's hand.
//   - volley.go: how many missiles fly at once.
//   - exchange.go: a move of the hero blow by blow, for package duel.
//
// The rules are those of each version's uhitm.c, weapon.c, dothrow.c and
// artifact.c; numbers come from a rules.Fight. All sums are in the game's own
// integer arithmetic.
package fight
