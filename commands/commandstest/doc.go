// Package commandstest runs the whole room of commands for tests: a Router on a
// store in memory, with a small wiki, the administrator's commands and every
// other command that needs something to be configured, and the runner of the
// conversations that each room keeps in its testdata. Lines whose answers say
// nothing that a conversation does not are rows of meant.tsv there, with the
// questions that they mean.
package commandstest
