// Package polypile computes what polymorph does to objects: a pile that is
// zapped, what one object becomes, how much fodder a wanted one takes.
//
//   - question.go: Stack, Question and what is refused.
//   - become.go: what one stack becomes; From gives the whole distribution.
//   - pile.go: a pile made ready: the chances of each stack, apart from the others.
//   - pass.go, walk.go, absorb.go: the golem. Which stack decides, of what it is
//     made, which stacks it absorbs: a walk from the top over (decided or not, how
//     little lies there, items absorbed so far), once for each kind of golem.
//   - left.go: the distribution of the items that are left, with grid.go, which
//     walks with the items that stay, and moments.go for what is too big for that.
//   - want.go, tally.go: how many of the wanted things are left: the same walk,
//     with a layer for each number of them.
//   - zap.go, line.go: Zap puts it together, for one square or for a beam's.
//   - chain.go: For, zapping until something wanted comes, and what to use for it.
//   - compare.go: Compare ranks ways to pile up the same things.
//
// The numbers are a rules.Set's. Everything is computed from the rules, and
// nothing drawn; a context stops the work.
package polypile
