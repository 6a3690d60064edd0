// Package phrases holds what players may say: the kinds of question, what each may be told, and
// the phrases that tell it, as phrase files have them. Compiled, all that is a [Grammar], which
// knows nothing of any line.
//
//   - compile.go: [Files], and [Compile], which compiles them for some commands.
//   - grammar.go: [Grammar], its words, terminals and productions.
//   - kind.go: [Kind], and what one may be told.
//   - load.go: a phrase file, line by line. loadkind.go: what it says of a kind. production.go: a phrase.
//   - auto.go: what the Params of a command say without any phrase.
//   - starts.go: what phrases begin with. hope.go: what a line must have for them, and which of
//     them refer to what was said before.
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
// percentage, {x-y} for how far two numbers are apart, {x.num} and {x.den} of a fraction; slot=text fills another slot; "a||b" asks
// about both, "x||-" with and without, "!x" takes x out of a list, "^" is what the last two
// questions said for the slot, "^same" what the last one said, "^+2" two more than that, "^12=9" a 9 in the
// place of its 12, "^robe=smock" a smock in that of its robe, and "^wand of *=wand of sleep" that
// wand in the place of its own. The phrase undone takes back what the last question
// changed. A phrase without => says what its parts say.
//
//	vocab TERM command.param     the names of a parameter as a terminal
//	$set = a|b|c                 alternatives with a name
//	same WORD : words            words that may stand for it in any phrase
//	class NAME : words           what words cost where they are passed over; state and pet: as others do, but it is noted
//	kind NAME : slots            slots of a kind besides its Params; a * behind: several
//	need a|b ; cost              what a question of the kind lacks without one of these
//	clash a b ; cost             what it costs if one says both: what is read for one is likely something else
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
//	was : words                  words behind which stands what was so, and need not be so now
//	corrects : words             words (joined by _) behind which stands what a figure before them should have been
//	amid : words                 those that do so between two marks: "900, no, 1200"
//	of_then : words              words (joined by _) before a figure that was so, and need not be so now
//	become : words               words (joined by _) before the figure that it has become, as in "down to 34"
//	of_now : words               words (joined by _) behind that figure, as in "34 left now"
//	joins : words                words at the beginning that join a line to the one before
//	kin a|b                      slots that say the same in kinds that lack the other
//	adds SLOT : slot             what the first says is part of the second for later lines
//	moot kind.slot : a|b         values that say no more than leaving the slot out
//	facts : slots                slots that say how the hero is, and hold for later questions of other kinds
//	fleeting : slots             slots for what may be over, as a trouble may
//	saved : slots                flags that a saved character may say: a denial of one is said in the line
//	spare PHRASE : slots         a phrase that kinds with none of the slots read and drop
//	rival a|b                    slots of which the later said counts
//	joint A B                    two kinds that are asked in one line
//
// Costs are where tuning begins.
package phrases
