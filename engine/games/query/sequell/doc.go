// Package sequell reads what is peculiar to the lines of Sequell, the bot whose notation
// package query takes: the options that say how an answer is shown, its patterns, its
// templates, and the names of what only Crawl has. It is pure, and knows no games.
//
//   - options.go: Take, which takes the options out of a line.
//   - pattern.go: Glob, the patterns of =~ as regular expressions.
//   - alternatives.go: Alternatives, "Val|Wiz" and "role=Val|Wiz" in parentheses.
//   - template.go: Template, how an answer is shown: fmt:"$name ($role)".
//   - fill.go: Fill, a command of one's own with its arguments put in.
//   - absent.go: Absent, why something is not known here.
package sequell
