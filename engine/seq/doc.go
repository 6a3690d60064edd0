// Package seq has the two loops over a list that the standard library leaves to everybody:
// one that makes something of each element, and one that keeps some of them.
package seq
