// Package layout finds how best to lay out things for a single zap of polymorph: in one pile, in
// small stacks, over several squares, or under junk. Compare tries the plans one after the other
// by the rules of engine/polypile; Deal, Share and Split make piles of stacks.
package layout
