// Package problem is the one kind of error that whoever asked can mend: a
// sentence that says what was wrong, and what to type instead. Every package
// that reads a question returns it, and the router turns it into a reply.
package problem
