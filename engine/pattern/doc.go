// Package pattern provides regular expressions for lines that people wrote. Readers
// look for many things in a line, most of which are not there: a Pattern first checks
// for letters without which it cannot match, and runs the expression only if they
// occur.
package pattern
