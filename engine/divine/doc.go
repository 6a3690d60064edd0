// Package divine answers what a hero may expect of the gods, and of Luck, which
// they read.
//
// The rules are each version's own (pray.c, priest.c, timeout.c), as data of
// package rules. Chances are exact; nothing is rolled.
package divine
