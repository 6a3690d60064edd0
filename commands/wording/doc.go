// Package wording is how answers say chances, counts, names and lists, so that each reads the
// same in all of them.
package wording
