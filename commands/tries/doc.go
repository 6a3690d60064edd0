// Package tries holds what commands about chances say about repeating something: how
// likely it is to happen at least once in a number of tries, and how many tries make it
// as likely as asked. Commands that take the parameters share their handles.
package tries
