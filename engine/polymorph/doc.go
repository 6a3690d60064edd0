// Package polymorph answers what polymorph makes of one stack of objects: the
// whole distribution of what it becomes, and how much fodder a wanted object
// takes. Package polypile builds on it for whole piles.
//
//   - stack.go: Stack, and what is refused.
//   - game.go: Game, a version's rules with what is known of one game.
//   - become.go: the types, quantities and readings that a stack ends with.
//   - revert.go: when what it became turns back, and what it is then.
//   - from.go: From, everything that one stack becomes.
//   - chain.go: For, how often to zap until something wanted comes.
//   - rezap.go: the same items zapped again and again.
//   - kept.go: what a thing keeps of itself; random.go: random things of a class.
//   - sources.go: what to zap for it, equal sources in one group.
//
// The numbers are those of a rules.Set. Everything is computed from the rules
// and nothing is drawn by lot.
package polymorph
