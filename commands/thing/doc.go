// Package thing is the vocabulary of what heroes find that several rooms ask
// about: how things look that are not identified, and how far they are eroded.
package thing
