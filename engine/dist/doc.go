// Package dist has distributions of whole numbers, such as damage: what dice give, sums of
// independent numbers, and what becomes of each value.
package dist
