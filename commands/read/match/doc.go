// Package match finds the phrases of a grammar that stand in a line, each with what it costs to
// read it there. It does not choose among them.
//
//   - chart.go: [Chart], a line with its phrases, and [Edge], one of these.
//   - terminals.go: what figures, names and other terminals stand in a line.
//   - costs.go: [Costs], the features of a phrase.
//   - scratch.go: memory that one line leaves to the next; [Slab].
package match
