package hear

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
)

// What somebody says who wants something done is plain. Where a sentence denies, supposes
// or asks, or is about somebody else or another time, nothing is done: whoever means it can
// type the line.

// wavering are words of such a sentence.
var wavering = wordSet(`not never dont didnt doesnt wont wouldnt shouldnt cant couldnt cannot isnt wasnt werent havent hasnt hadnt aint nope nobody neither nor unless except
	if whether might maybe perhaps almost nearly supposed suppose imagine pretend always remind
	later tonight tomorrow soon someday yesterday week month was were had
	he she they his their them him friend friends everybody everyone someone somebody anyone anybody people`)

// questioning are words that questions begin with.
var questioning = wordSet(`how what whats where wheres when whens who whos which why did does do is are am was were has have can could would will may shall should`)

// requests are words that make a wish of a question.
var requests = []string{
	"can you", "could you", "would you", "will you", "can u", "could u", "please", "pls", "plz",
	"can i join", "can i enter", "can i sign", "can i register", "can i play", "can i take part", "could i join", "may i join",
}

// Wishes reports whether a line begins with what somebody would like, of which the
// first word is no command: "id like to join".
func Wishes(line string) bool {
	first, rest := commands.CutWord(names.Fold(line))
	second, _ := commands.CutWord(rest)
	return strings.ReplaceAll(first, "'", "") == "id" && (second == "like" || second == "love" || second == "rather")
}

// Speaks reports whether a word is one that sentences for a command are known by.
func (h *Hearer) Speaks(cmd *commands.Command, word string) bool { return h.mine[cmd][word] }

// Wavers reports whether a sentence leaves it open that somebody wants something done.
// answers says that it is also a question that is answered, so that asking is no doubt.
func Wavers(line string, answers bool) bool {
	folded := strings.ReplaceAll(strings.ReplaceAll(names.Fold(line), "'", ""), "’", "")
	words := strings.FieldsFunc(folded, func(r rune) bool { return strings.ContainsRune(" "+marks, r) })
	if slices.ContainsFunc(words, func(w string) bool { return wavering.has(w) || w == "should" && !answers }) {
		return true
	}
	said := " " + strings.Join(words, " ") + " "
	if answers || slices.ContainsFunc(requests, func(r string) bool { return strings.Contains(said, " "+r+" ") }) {
		return false
	}
	return strings.HasSuffix(strings.TrimRight(line, " "), "?") || len(words) > 0 && questioning.has(words[0])
}
