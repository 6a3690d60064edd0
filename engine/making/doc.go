// Package making answers questions about what the game makes at random: what a killed
// monster leaves, which objects of which classes, and how they are blessed, enchanted
// and charged.
//
//   - left.go: Kill, what a monster leaves. kept.go: Kept, what of it small
//     monsters leave.
//   - box.go: Box, what a new container holds; wear.go: rust, grease and the like.
//   - class.go: Classes and Objects, which class and which of its objects.
//   - object.go: Fresh, the state of a new object, as mksobj rolls it.
//
// The rules are those of each version's mkobj.c, mon.c and o_init.c; numbers
// come from a rules.Making.
package making
