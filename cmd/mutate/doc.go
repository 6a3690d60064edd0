// Command mutate breaks the numbers of the rules, one at a time, and lists what
// no test noticed.
//
//	mutate [-for 30m] [-seed 20261124] [PACKAGE FOLDER...]
//
// It changes one number, comparison, + or - of the engine's code, or one number of
// engine/rules/data, in an overlay, so that the tree is never touched, and runs the
// short tests of that package, or those of all the packages named for a table. The
// seed, by default the date, decides the order, so that every night does another part.
package main
