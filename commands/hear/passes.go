package hear

import "delphi/engine/rules"

// A pass brings what players say in words of their own into those of the grammar. Of the
// many passes few have anything to do on a line: each names words without which it changes
// nothing, and where a line has none of these it is left out.
type pass struct {
	do func(h *Hearer, words []word, set *rules.Set) []word
	on []vocabs // a line must have a word of each of these
}

// wanted reports whether a line with words of some sets has work for the pass.
func (p *pass) wanted(have *vocabs) bool {
	for i := range p.on {
		if !p.on[i].meets(have) {
			return false
		}
	}
	return true
}

// looking is a pass that looks names up.
func looking(f func(*Hearer, []word, *rules.Set) []word, on ...vocabs) pass { return pass{f, on} }

// restating is a pass that looks at the words alone.
func restating(f func([]word) []word, on ...vocabs) pass {
	return pass{func(_ *Hearer, words []word, _ *rules.Set) []word { return f(words) }, on}
}

// anyOf are all the sets of which one will do.
func anyOf(list ...vocab) (out vocabs) {
	for _, n := range list {
		out.add(n)
	}
	return out
}

// oneOf is one of some words.
func oneOf(list string) vocabs { return anyOf(wordSet(list)) }

// What several passes need.
var (
	aCount  = anyOf(countWord)
	aClass  = anyOf(classWords, rowNouns)
	aCurse  = oneOf("blessed uncursed cursed b u c holy unholy")
	aPile   = anyOf(pileWords)
	anOf    = oneOf("of")
	aSquare = oneOf("square squares")
)

// piling are the passes that say how much there is of what and of which class, each on
// what those before it left.
var piling = []pass{
	looking((*Hearer).gluedCurses, anyOf(withDigit)),
	restating(bundles, anyOf(bundled, pileWords)),
	restating(pilesOf, aPile),
	restating(eachPile, aPile, oneOf("each")),
	restating(squaresOrOne, aPile, oneOf("or vs")),
	restating(onePile, aPile),
	restating(including, anyOf(includes, wordSet("which")), aCount),
	looking((*Hearer).eachCounted, oneOf("each"), aCount),
	restating(inRow, oneOf("row line"), anyOf(pileWords, zapping)),
	restating(inBeam, anyOf(firstInBeam), anyOf(zapping, beams)),
	restating(dippedApart, anyOf(dipping)),
	restating(outOfThings, oneOf("out"), anOf),
	looking((*Hearer).allOf, aClass, aCount),
	looking((*Hearer).inTurn, aClass, aCount),
	looking((*Hearer).renamed, anyOf(slotNouns)),
	restating(ofPiles),
	looking((*Hearer).unfiller, anyOf(worthless)),
	restating(blankPaper, anyOf(blank)),
	restating(plainWater, oneOf("plain"), oneOf("water")),
	restating(realOne, anyOf(becomeWords), anyOf(classWords)),
	looking((*Hearer).turnsTo, oneOf("go turn become")),
	restating(minusSome, oneOf("minus except"), aCount),
	restating(halfOf, oneOf("half"), aCurse, aCount),
	restating(someOf, anOf, aCurse, aCount),
	restating(onesLike, aCurse),
	looking((*Hearer).classTotal, aClass, aCount),
	looking((*Hearer).countLast, aCount),
	looking((*Hearer).likeOthers, anyOf(countWord, wordSet("one ones"))),
	restating(onSquares, aSquare),
	looking((*Hearer).kinWanted, anyOf(armorWords)),
	looking((*Hearer).rows, anyOf(classWords, rowNouns, wordSet("than vs or one"))),
	looking((*Hearer).rowBehind, aClass, aCount),
	looking((*Hearer).oneOfPile, oneOf("one single")),
	looking((*Hearer).inClass, anyOf(classWords)),
	looking((*Hearer).sharedNoun, anyOf(rowNouns), anyOf(joiners)),
}

// restated are those that follow, before figures are read.
var restated = []pass{
	restating(ranOff, oneOf("ran")),
	restating(oneGolem, oneOf("golem")),
	restating(wrested, anyOf(wresting)),
	restating(needed, oneOf("need needs"), oneOf("more")),
	restating(ticked, anyOf(nays, yeas)),
	restating(lensless, oneOf("lenses")),
	restating(outgrown, oneOf("was were")),
	restating(nearly, oneOf("almost nearly not close")),
	restating(mounted, anyOf(mounts)),
	restating(countedIn, anyOf(countedWords)),
	restating(shareFails, oneOf("half third quarter")),
	restating(percentOrLess, anyOf(orLess)),
	restating(bonus, anyOf(plussed)),
	restating(inIsInt, oneOf("in")),
	restating(reachedSkill, anyOf(reachVerbs)),
	restating(shifted, oneOf("to into")),
	restating(changedTo, anyOf(becoming)),
	looking((*Hearer).zeroOf, oneOf("0 zero")),
	looking((*Hearer).leastOne, oneOf("least"), aCount),
	restating(leastBehind, oneOf("least")),
	restating(turnedInto, oneOf("get gets ones")),
	restating(thingsOrMore, oneOf("more"), aCount),
	restating(orMore, anyOf(compares, wordSet("more"))),
	restating(distributed, aCurse),
	restating(classAgain, anOf),
	restating(stated, oneOf("stat stats")),
	restating(lesserSkill, oneOf("not almost nearly havent hasnt isnt never below")),
	restating(blessBook, oneOf("bless blessing"), anyOf(bookWords)),
	restating(bared, anyOf(bares)),
	restating(uncursedly, anyOf(notWords, slots, wordSet("no without non"))),
	restating(keeping, anyOf(stays)),
	restating(versus, oneOf("between as worse heavier lighter safer")),
	restating(helping, oneOf("help helps matter")),
	restating(weighed, anyOf(swapWords, wordSet("better without none unless about going should thinking worth take taking took drop dropping dropped remove removing removed ditch ditching lose losing best cheapest easiest which what from source fodder"))),
	restating(plainly, anyOf(linkers)),
	restating(shopping, anyOf(withDigit)),
	looking((*Hearer).unpadded, anyOf(padding)),
}

// A knowingPass looks at the things named, and listens again to what it changed.
type knowingPass struct {
	do func(*heard) *heard
	on vocabs // a line must have a word of these; none: it is for every line
}

func (p *knowingPass) wanted(have *vocabs) bool { return p.on == vocabs{} || p.on.meets(have) }

// knowing are the passes that follow when it is clear what is named.
var knowing = []knowingPass{
	{versusShort, oneOf("v v.")},
	{ofOneClass, anyOf(classWords)},
	{onTop, anyOf(beneath, wordSet("top"))},
	{toInto, oneOf("to")},
	{howMade, oneOf("make")},
	{howManyUntil, oneOf("til until till before")},
	{turnsBack, oneOf("back revert reverts reverted reverting")},
	{heaped, oneOf("into become becomes")},
	{weaponSkill, anyOf(skills)},
	{plusBehind, anyOf(withDigit)},
	{takenBack, anyOf(forgetting)},
	{corrected, anyOf(saidAgain)},
	{formerRole, anyOf(formerly)},
	{inPlace, anyOf(places)},
	{pointedBack, anyOf(pointing)},
	{hampered, anyOf(hits)},
	{levelOfSpell, anyOf(withDigit)},
	{lapsed, anyOf(lapses)},
	{outOfCasts, anyOf(wordSet("of"), wordSet("out"))},
	{everySkill, oneOf("skill skills")},
	{castsCounted, anyOf(failWords)},
	{repeated, vocabs{}},
	{namedTwice, anyOf(armorWords)},
	{unworn, vocabs{}},
	{orBust, anyOf(bustWords)},
	{compared, anyOf(noneWords, wordSet("no"))},
	{eachOf, anyOf(eachWords)},
	{recounted, anyOf(withDigit)},
	{booked, oneOf("blessed uncursed cursed holy unholy")},
}

// know brings what was heard through these passes.
func (s *heard) know() *heard {
	have := vocabsOf(s.words)
	for i := range knowing {
		p := &knowing[i]
		if !p.wanted(&have) {
			continue
		}
		if next := p.do(s); next != s {
			s, have = next, vocabsOf(next.words)
		}
	}
	return s
}

// run brings words through some passes.
func (h *Hearer) run(passes []pass, words []word, set *rules.Set) []word {
	have := vocabsOf(words)
	for i := range passes {
		p := &passes[i]
		if !p.wanted(&have) {
			continue
		}
		words = p.do(h, words, set)
		have = vocabsOf(words)
	}
	return words
}
