// Package draw makes draws that anyone can check.
//
//   - draw.go: how a draw is made, in words that suffice to do it again; Commitment, Mixed, Order.
package draw
