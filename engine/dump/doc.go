// Package dump reads a hero from what the game wrote down: a dumplog, the pages of the
// inventory, of spells, skills and attributes, a status line, a line of the inventory,
// or any of these together.
//
//   - hero.go: Hero, what was read; what a page does not tell is absent.
//   - clean.go: text of any origin made into lines that are safe to read.
//   - version.go: which version wrote a page.
//   - read.go: Read, which parts a page into its sections; content.go: the lines
//     that belong to one.
//   - status.go: the status lines, by their labels; copied.go: what was copied from the game told
//     from the words around it.
//   - item.go, phrase.go: a line of the inventory, word by word.
//   - things.go: what a version's objects are called, known or not.
//   - spells.go: spells and skills.
//   - sentences.go: the attributes, luck among them.
//   - ending.go: how the game ended.
//   - casting.go: the failure of each spell by the rules, beside the game's own.
//
// Reading never fails on a line: what is not understood is in Hero.Unread. How the
// games print their pages is stated in end.c, insight.c (5.0.0), cmd.c, botl.c,
// objnam.c, spell.c and weapon.c; the places stand beside what reads them.
package dump
