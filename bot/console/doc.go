// Package console is the terminal: the adapter that needs no configuration.
// On a terminal it edits lines, keeps a history, completes with Tab and sets
// the answer off in bold; from a pipe it reads lines and writes plain text.
package console
