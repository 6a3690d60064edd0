// Package polypile computes what polymorph does to piles of objects. What it does to one
// stack is package polymorph's; how to lay them out best, package layout's.
//
//   - question.go: Question and what is refused; answer.go: Answer; remark.go: what of it
//     surprises.
//   - pile.go: a pile made ready: the chances of each stack, apart from the others.
//   - pass.go, walk.go, absorb.go: the golem. Which stack decides, of what it is
//     made, which stacks it absorbs: a walk from the top over (decided or not, how
//     little lies there, items absorbed so far), once for each kind of golem.
//   - left.go: the distribution of the items that are left, with grid.go, which
//     walks with the items that stay, and moments.go for what is too big for that.
//   - want.go, tally.go: how many of the wanted things are left: the same walk,
//     with a layer for each number of them.
//   - zap.go, line.go: Zap puts it together, for one square or for a beam's; Rough does so in less time.
//
// The numbers are a rules.Set's. Everything is computed from the rules, and
// nothing drawn; a context stops the work.
package polypile
