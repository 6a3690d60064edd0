// Package timespan reads lengths of time as players and operators write them:
// "90m", "6h", "7d", "1w2d". It is the only reader of them in the program;
// each caller sets its own bounds on the result.
package timespan
