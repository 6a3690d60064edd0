// Package words says what each word of a line may be: a word of some phrase, part of a name, a
// number, all of these perhaps with a typo, or what nobody knows; and what sort of word is passed
// over where no phrase takes it. It knows nothing of what a line says.
//
//   - amended.go: figures that are corrected within a line.
//   - renewed.go: figures that have changed within a story.
//   - line.go: [Vocabulary], all that words may be, and [Line], what those of a line are.
//   - lexicon.go: the names of a version. names.go: those that stand in a line, whole or in part.
//   - typos.go: words that are misspelt; english.txt: those that only seem so.
//   - vowels.go: words without vowels.
//   - class.go: [Class], what a word is that is passed over.
package words
