// Package tally holds what fights come to, as numbers that are worked out from those of each ending.
//
//   - tally.go: Answer, and the answers of several fights as one.
package tally
