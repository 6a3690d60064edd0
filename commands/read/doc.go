// Package read reads what players type: lines, sentences, posts with a story,
// and lines that change the question before them. It returns readings: canonical
// lines, what each was read from, what was passed over, and how likely it is. It
// runs nothing, and ends within the budget of its context.
//
//   - lex.go: a line as tokens. Nothing is rewritten.
//   - names.go: the names of all vocabularies that stand in a line, whole or in part.
//   - numerals.go: numbers in several words. vowels.go: words without vowels. typos.go: misspelt ones.
//   - phrases.go, load.go, production.go, auto.go: the grammar, compiled from phrase files and from the
//     Params of the commands.
//   - chart.go, terminals.go, scratch.go: the phrases that stand in a line.
//   - hope.go: which phrases a line may hold at all, going by the words that it has.
//   - class.go: what a word is that is passed over. spare.go: what a kind has no use for.
//   - apart.go: two questions in one line.
//   - search.go: the cheapest ways over a line for each kind of question; fills.go: which slots a phrase fills.
//   - compose.go: what a reading says, as canonical lines. gather.go: which slots that fills.
//   - said.go: what was said earlier, and named by less. refer.go: what refers to a value said
//     earlier, or changes it.
//   - parsed.go: what typed lines ask, in the form that a later line may change.
//   - repeat.go: a slot of one value that is said again.
//   - amiss.go: what a reading should have taken, or left.
//   - deny.go: what a denial reaches.
//   - doubt.go: how far a reading may be believed.
//   - hunch.go: how likely each kind is by the words alone; hunches.txt, as learned.
//   - weights.go: what each feature of a reading costs; weights.txt, as tuned.
//   - reader.go: Reader. reading.go: Reading, one way to take a line. follow.go: what
//     changes a question. tunable.go: what cmd/tune needs.
//
// The program cmd/tune tunes the weights on testdata/rows.
//
// # Phrase files
//
//	name : parts ; cost => what it says
//
// A phrase with the name of a slot fills that slot in every kind that has it;
// "fail.xl" that of fail alone; "fail.cue" asks for fail. Parts are words (a|b_c:
// alternatives, _ joins words), $sets, <phrases>, terminals such as NUM, SIGNED,
// PERCENT, CHANCE, FRAC, DICE, DEPTH, ORD, WORD, SIGN, UNKNOWN, TEXT, REST, VERSION, START, END and
// vocabularies in capitals. Before a part, x: binds it, ~ drops what it says, ^ wants it
// without a space; ? behind it makes it optional. Small words of class noise may stand
// between parts, and so may what the phrases called between hold. START is where a sentence
// begins, or behind the phrases called opener; END is where one ends, or before those called
// closer. What it says is text with {x} for what part x says, {100-x} for the rest of a
// percentage, {x-y} for how far two numbers are apart, {x.num} and {x.den} of a fraction;
// slot=text fills another slot; "a||b" asks about both, "x||-" with and without, "!x" takes x out
// of a list, "^" is what the last two questions said for the slot, "^+2" two more than the last
// one said, "^12=9" a 9 in the place of its 12, and "^robe=smock" a smock in that of its robe.
// The phrase undone takes back what the last question changed. A phrase without => says what its parts say.
//
//	vocab TERM command.param     the names of a parameter as a terminal
//	$set = a|b|c                 alternatives with a name
//	same WORD : words            words that may stand for it in any phrase
//	class NAME : words           what words cost where they are passed over; state and pet: as others do, but it is noted
//	kind NAME : slots            slots of a kind besides its Params; a * behind: several
//	need a|b ; cost              what a question of the kind lacks without one of these
//	must a|b ; words             a sentence that says none of these slots, and holds none of the
//	                             words, is asked back
//	pets                         the kind is asked of the hero's own beasts, which are otherwise no monsters
//	                             where another is named
//	drops a|b : slots            a follow-up that says another a or b takes away what was said for these
//	within text : slots          what these say takes the place of words of the same form in a text
//	line slots                   the order of its canonical line
//	asks : words                 words that questions begin with
//	refers : words               words that refer to what was said before
//	returns : words              words that come back to an earlier question
//	joins : words                words at the beginning that join a line to the one before
//	kin a|b                      slots that say the same in kinds that lack the other
//	adds SLOT : slot             what the first says is part of the second for later lines
//	facts : slots                slots that say how the hero is, and hold for later questions of other kinds
//	spare PHRASE : slots         a phrase that kinds with none of the slots read and drop
//	rival a|b                    slots of which the later said counts
//	joint A B                    two kinds that are asked in one line
//
// Costs are where tuning begins.
package read

//go:generate go run ../../cmd/tune -root ../.. -w none -rounds 2 -ridge 0.003 -o weights.txt -hunches hunches.txt train testdata/rows ../../../shared/phrasings
