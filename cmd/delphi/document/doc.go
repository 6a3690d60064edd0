// Package document reads a configuration file in TOML so that whatever is wrong with it
// can be said with its line, all of it at once, and changes values without touching the
// comments.
//
//   - document.go: the lines of headings and keys, decoding, and its errors in plain words.
//   - edit.go: another value for a key, a section commented out.
package document
