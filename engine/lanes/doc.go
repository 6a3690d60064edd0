// Package lanes adds and multiplies rows of numbers, several at once, and holds memory for many
// short-lived ones. Package duel spends its time in it.
//
//   - lanes.go: sums and products. pool.go: Pool.
package lanes
