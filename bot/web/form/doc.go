// Package form turns a command's parameters into the fields of an input form, and what
// was filled in into the line that asks the same. It knows no HTTP and no HTML: a form
// is data for a template, and what was filled in is url.Values whose texts the caller
// has cleaned.
//
//   - form.go: Form and Field, made from the table of parameters and marked with what
//     is wrong.
//   - fill.go: Filled, from fields to values; Entries, from a question to fields.
package form
