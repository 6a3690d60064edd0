// Package eating answers what a monster's corpse is and does: whether it is
// left at all, whether it is safe, what eating it gives with which chance, and
// how it ages.
//
//   - question.go: Question, a corpse and who eats it.
//   - eating.go: Of, which answers it, and Answer.
//   - gain.go: what the flesh conveys.
//   - special.go: what the game does for some monsters alone.
//   - form.go: which of a were's forms is left.
//   - leave.go: what is left of a monster.
//   - age.go: food poisoning and the rest of what age does.
//   - line.go: an answer in words.
//
// The rules are those of each version's eat.c and mon.c; numbers and special
// cases come from a rules.Eating. Chances are exact fractions.
package eating
