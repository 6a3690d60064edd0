// Package refusal is the error of what somebody may not or cannot do with a
// tournament, and can mend.
package refusal
