// Package spell computes how often a cast fails, step by step as the game's
// own function does, in its integer arithmetic.
//
//   - question.go: Question, what the game looks at, and what cannot be.
//   - fail.go: Fail, which computes an Answer and names each step.
//   - change.go: the way back: which single change helps most, and what
//     reaches a wanted failure.
//
// The rules are those of mechanics stated in each version's spell.c,
// percent_success; the numbers come from a rules.Set.
package spell
