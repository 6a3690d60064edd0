// Package bones answers what becomes of a death: whether bones are left on a
// level, whether the next visitor finds them, and what they hold; and what the
// odds are of meeting bones on the way down.
//
//   - question.go: Question, a death on a level, and what cannot be.
//   - answer.go: At, which answers it.
//   - meet.go: Meet, the odds over a journey; layout.go: the ways in which the
//     game lays out the levels of one.
//
// The rules are those of each version's bones.c; numbers and levels come from
// a rules.Set.
package bones
