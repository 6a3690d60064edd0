// Package fight answers how often blows hit and what they do: a hero's swings,
// thrown and fired volleys.
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
//   - hurt.go: Assault, a monster's move against a hero. hurtkind.go, hurtnear.go
//     and hurtcast.go: what its attacks do; hurtworn.go: what is worn against
//     them; hurtmove.go: attacks one after the other; hurtturns.go: moves.
//   - volley.go: how many missiles fly at once.
//   - dist.go: Dist, a distribution of whole numbers.
//
// The rules are those of each version's uhitm.c, weapon.c, dothrow.c and
// artifact.c; numbers come from a rules.Fight. All sums are in the game's own
// integer arithmetic.
package fight
