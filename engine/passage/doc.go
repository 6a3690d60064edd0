// Package passage ranks pages and their sections by a question in words: which
// title it is about, and which section says it. It is fed titles, headings and
// texts; where they come from is its caller's.
//
//   - query.go: Query, the words of a question that mean something, with their
//     weights; titles against it.
//   - section.go: the sections of a page against it.
package passage
