// Package desk holds the questions that wait for a worker of one IRC connection. On it
// the channels take turns, and the askers in each; it is bounded, and tells who loses
// a question.
package desk
