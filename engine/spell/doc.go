// Package spell computes how often a cast fails, step by step as the game's
// own function does, in its integer arithmetic; and around that what a cast
// costs, how books are learned, what attack spells do, and what lies ahead.
//
//   - question.go: Question, what the game looks at, and what cannot be.
//   - fail.go: Fail, which computes an Answer and names each step.
//   - change.go: the way back: single changes, and what reaches a wanted
//     failure.
//   - advice.go: Advise, which change helps most, alone and with others.
//   - cast.go: Cast, energy, nutrition, a run of tries, the Amulet's drain,
//     forgotten spells.
//   - learn.go: Learn, reading a book.
//   - zap.go: Zap, to-hit, range, damage and resistance; wand.go: the same of wands.
//   - power.go: how power comes back; powered.go: casts until the power is gone; practice.go: how skills advance.
//   - plan.go: Ahead, easy levels, cliffs and least failures, out of Fail.
//
// The rules are those stated in each version's spell.c and zap.c; the numbers
// come from a rules.Set.
package spell
