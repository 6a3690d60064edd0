// Package segment writes texts as parts of the paths of pages, and reads them back.
//
//   - segment.go: Of and Text.
package segment
