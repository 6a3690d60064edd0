// Package pattern is regular expressions for lines that people wrote. What reads these
// looks for many things in a line, of which most are not there: a Pattern sees that from
// the letters that it cannot match without, and runs the expression only where they are.
package pattern
