// Package hear finds what a line asks that does not begin with a command, as
// players write in passing: "whats my fail rate for fod as a lvl 14 valk with
// 12 int". It knows no command by name: what speaks for a command are the Cues
// in its table.
//
// # How a command is heard
//
// Each [commands.Cue] of a command, or of one of its Subs, whose conditions the
// line meets adds its Weight to the command's score; below 10 the command is not
// asked. The likeliest command is asked first. Where its Compose returns nil, or
// it refuses the question and a later one can use every word, the next is
// asked; equal scores are offered to the asker. So that commands do not take
// each other's sentences:
//
//   - name what a sentence must be about (Names, Numbers, Shape) before words
//     alone: words alone deserve 10 only where they mean nothing elsewhere;
//   - a cue of weight 0 lists words that a sentence may hold and that say
//     nothing: they are not reported as unused;
//   - a negative weight yields to what another command is better at;
//   - a word within a longer name is no cue: "charm monster" asks for no monster.
//
// Words that no one claims are reported as not used; a figure among them, or
// what the command knows by name, is asked back instead (odd.go). A line that states its own
// chance is for the command with a ChanceShape cue, whatever else it names.
//
// # Files
//
//   - words.go: a line into words; small talk.
//   - figures.go: numbers as words, and what they say of the words beside them.
//   - keyed.go: numbers and their keywords, glued, before or behind, and lists of them.
//   - counts.go: counts behind a thing, and what is said of some of a stack.
//   - candidates.go: the commands that a line speaks for.
//   - fodder.go: things without a count that could be made into another.
//   - limits.go: how many are wanted at least.
//   - rows.go: stacks of which the class is said once.
//   - piles.go: stacks on several squares, and whether to part them.
//   - twopiles.go: two piles, or two ways with one.
//   - kin.go: what the class of one thing says of others.
//   - turned.go: what is made of what, where hardly a word says so.
//   - parts.go: counts that are parted from their things, and nouns that are said once.
//   - pilewords.go: what is said of a pile: what it is dipped into, kept, lost, set against.
//   - clauses.go: marks that part a pile from what is wanted.
//   - deep.go: depths and full levels in lines about bones.
//   - denied.go: what is not worn and not cursed.
//   - either.go: what is asked with and without.
//   - bothways.go: the same, in words that point back to a thing.
//   - heroes.go: two heroes in one line, each with figures of its own.
//   - lapsed.go: spells known no more.
//   - abridged.go: names of several words that are cut short.
//   - shifts.go: figures before and after a change.
//   - books.go: spellbooks, by the spell and by their curse.
//   - trade.go: what a shop asks and offers.
//   - sign.go: class signs and what follows them: ?oEW, (BoH, =150.
//   - typo.go: misspelt words.
//   - shapes.go: what is known by how a line is written, and whether it asks.
//   - lexicon.go: what a version's names are made of.
//   - names.go: which of them stand in the words.
//   - brackets.go: names and what is said of them in brackets.
//   - cue.go: which command the words and names speak for.
//   - wanted.go: of things named, which are wanted and which are the source.
//   - amounts.go: how many there are of what is named, and random things.
//   - lemma.go: what a word is wherever it stands, and the sets of words.
//   - passes.go: in which order the rules above are run, and on which lines.
//   - versions.go: which version a line names, or two.
//   - hear.go: Hearer, which puts these together.
//   - joint.go: two questions about one spell.
//   - half.go: words that several names end in.
//   - render.go: a sentence as the grammar of a command reads it, and what that
//     leaves over.
//   - doubt.go: whether a sentence wants something done.
//   - odd.go: words that were passed over and could change the answer.
//   - topic.go: what the words of a line are about that asks nothing.
//   - perhaps.go: what is offered where nothing is asked clearly.
//   - others.go: what is not the hero's, and answers of yes and no.
//   - fails.go: how many casts fail.
//   - slots.go: the places of armour, and things that play no part.
//   - caster.go: spells cut short, skills in schools, bonuses to attributes.
//   - mended.go: lines in which somebody corrects himself.
//   - spoken.go: slang, and short words that are names in their place only;
//     slang.txt lists it.
//   - talk.go: greetings, thanks, and questions about the bot itself.
//   - small.txt: words that say nothing to any command.
package hear
