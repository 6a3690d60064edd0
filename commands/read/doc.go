// Package read reads what players type: lines, sentences, posts with a story,
// and lines that change the question before them. It returns readings: canonical
// lines, what each was read from, what was passed over, and how likely it is. It
// runs nothing, and ends within the budget of its context.
//
// Below it, package lex cuts a line into tokens, package phrases has what the phrase files say,
// package words knows what the words of a line may be, package match finds the phrases that stand in
// it, package said has what questions say, and package learned what was learned of rows.
//
//   - line.go: a line with its phrases, and what else the ways over it hang on; sentence.go: its sentences.
//   - apart.go: two questions in one line.
//   - search.go: the cheapest ways over a line for each kind of question; fills.go: which slots a phrase fills,
//     and whether the question before said what it refers to.
//   - compose.go: what a reading says.
//   - parsed.go: what typed lines ask, in the form that a later line may change.
//   - figure.go: a figure by itself in the place of one of the question before.
//   - repeat.go: a slot of one value that is said again.
//   - placed.go: what a figure that was passed over could say. leaner.go: what a reading says without something
//     that is told beside the question.
//   - passed.go: what a reading passes over, and whether that matters.
//   - amiss.go: what a reading should have taken, or left.
//   - deny.go: what a denial reaches; what was so, and what is told of another game.
//   - doubt.go: how far a reading may be believed.
//   - hunch.go: how likely each kind is by the words alone.
//   - weights.go: the features of a reading, each of which costs something.
//   - reader.go: Reader. reading.go: Reading, one way to take a line. compiled.go: what
//     readers share. tunable.go: what cmd/tune needs.
//
// It is a little above 3,500 lines: what the ways over one line cost hangs together, and each file
// weighs another part of it on the same chart.
//
// The program cmd/tune tunes the weights on testdata/rows.
package read

//go:generate go run ../../cmd/tune -root ../.. -w none -rounds 2 -ridge 0.003 -o learned/weights.txt -hunches learned/hunches.txt train testdata/rows ../../../shared/phrasings
