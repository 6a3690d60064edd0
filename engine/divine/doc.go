// Package divine answers what a hero can expect from the gods and from Luck: prayers,
// sacrifices, gifts, crowning, temples and Elbereth.
//
// The rules are each version's own (pray.c, priest.c, timeout.c), as data of
// package rules. Chances are exact; nothing is rolled.
package divine
