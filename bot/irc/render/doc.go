// Package render turns replies into lines of IRC: clean text, broken between words into
// lines that fit, of which none alerts a bystander or is a command to another bot. It
// knows no connection.
//
//   - render.go: [Look] says how a reply shall look in a place, [Compile] writes it as one
//     [Page], which becomes lines.
package render
