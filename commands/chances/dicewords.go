package chances

import (
	"strconv"
	"strings"

	"delphi/engine/pattern"
)

// What players say of dice that are looked at one by one: "no six on 4d6", "3 sixes in
// 4 rolls", and what only looks like a sum: "the highest of 3d6".

var (
	oneDie     = pattern.Must(`\b(\d*)d(\d+)\b`)
	noFace     = pattern.Must(`\b(?:no|zero|(?:never|not|without)(?: (?:getting|get|rolling|roll|seeing|see))?(?: (?:an?|any|one|a single))?|missing an?)\s+(?:single\s+)?(\d+|` + faceWords + `)(?:'?s)?\b`)
	someFaces  = pattern.Must(`\b(?:(at least|at most|exactly|more than|no more than)\s+)?(an?|one|any|a single|\d+)\s+(\d+|` + faceWords + `)('?s)?\b`)
	rolledSide = pattern.Must(`\b(?:in|on|over|with|from|of)\s+(\d+)\s+(?:rolls?|dice|throws?|dies)\b`)
	picksSaid  = pattern.Must(`\b(highest|lowest|best|worst|higher|lower|drop(?:ping|s)? (?:the )?(?:lowest|highest|low|high|worst|best)|keep(?:ing|s)? (?:the )?(?:lowest|highest|low|high|worst|best|top|\d+)|rerolls?|rerolling|advantage|disadvantage|exploding)\b`)
)

const faceWords = `ones|twos|threes|fours|fives|sixes`

// faceOf is the side that a word names; 0: none.
func faceOf(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	for i, w := range strings.Split(faceWords, "|") {
		if w == word {
			return i + 1
		}
	}
	return 0
}

// picked is what a sentence asks about dice that is not their sum, as the reader of
// questions refuses it: "highest of 3d6". It is empty if there is none.
func picked(line string) string {
	die := oneDie.FindString(line)
	if die == "" {
		return ""
	}
	rest := strings.NewReplacer("or higher", "", "or lower", "", "higher than", "", "lower than", "", "or better", "", "or best", "").Replace(line)
	if how := picksSaid.FindString(rest); how != "" {
		return how + " " + die
	}
	return ""
}

// facedDice finds how many dice of several show one side: "at least one 20 on 5d20", "d6
// six times no six", "3 sixes in 4 rolls". It is empty where dice are added up.
func facedDice(line string) string {
	sides, dice, several := 6, "", false
	nat := natural.MatchString(line)
	line = natural.ReplaceAllString(line, "a $1")
	rest := strings.NewReplacer(",", " ", "?", " ").Replace(line)
	if m := oneDie.FindStringSubmatchIndex(rest); m != nil {
		if strings.ContainsAny(rest, "<>=+") {
			return ""
		}
		sides, _ = strconv.Atoi(rest[m[4]:m[5]])
		dice = rest[m[2]:m[3]]
		several = dice != "" && dice != "1"
		if rest = rest[:m[0]] + " " + rest[m[1]:]; several {
			rest = rest[:m[0]] + " d " + rest[m[0]+1:]
		}
		rest = strings.NewReplacer("natural ", "", "nat ", "").Replace(strings.Join(strings.Fields(rest), " "))
	}
	if m := triesSaid.FindStringSubmatchIndex(rest); m != nil && m[2] >= 0 && !several {
		dice, rest = rest[m[2]:m[3]], rest[:m[0]]+" ; "+rest[m[1]:]
	} else if m := rolledSide.FindStringSubmatchIndex(rest); m != nil && !several {
		dice, rest = rest[m[2]:m[3]], rest[:m[0]]+" ; "+rest[m[1]:]
	}
	if dice == "" || dice == "1" {
		return facedAim(line, rest, sides)
	}
	of := func(face string) string {
		if n := faceOf(face); n < 1 || n > sides || sides == 6 && oneDie.FindString(line) == "" && strings.Trim(face, "0123456789") == "" {
			return ""
		}
		return "1/" + strconv.Itoa(sides)
	}
	if m := noFace.FindStringSubmatch(rest); m != nil && of(m[1]) != "" {
		return of(m[1]) + " none in " + dice
	}
	m := someFaces.FindStringSubmatch(rest)
	if m == nil || of(m[3]) == "" {
		return ""
	}
	plural := m[4] != "" || faceOf(m[3]) > 0 && strings.Trim(m[3], "0123456789") != ""
	n, err := strconv.Atoi(digitsOf(strings.TrimPrefix(m[2], "a ")))
	switch {
	case err != nil: // any, a single
		n = 1
	case !plural && n > 1, !plural && m[1] == "" && m[2] != "one" && m[2] != "any" && !nat: // "a 12 on 2d6" is a sum
		return ""
	}
	how := "at least "
	switch m[1] {
	case "at most", "no more than":
		how = "at most "
	case "exactly":
		how = "exactly "
	case "more than":
		n++
	case "", "at least":
		if n == 1 && !several && !nat && oneDie.MatchString(line) {
			return "" // rolledOver
		}
	}
	return of(m[3]) + " " + how + strconv.Itoa(n) + " in " + dice
}

// natural is a side that a die shows before anything is added: "a natural 20".
var natural = pattern.Must(`\b(?:an? )?(?:natural|nat) (\d+)\b`)

// facedAim is how many rolls of one die it takes for a side of it with a chance: "how many
// d20 rolls til a 20 is 90%". It is empty where nothing asks that.
func facedAim(line, rest string, sides int) string {
	face, aim := someFaces.FindStringSubmatch(rest), percentSaid.FindStringSubmatch(rest)
	if face == nil || aim == nil || oneDie.FindString(line) == "" || !triesAsked.MatchString(rest) || faceOf(face[3]) < 1 || faceOf(face[3]) > sides {
		return ""
	}
	return "1/" + strconv.Itoa(sides) + " for " + aim[1] + "%"
}
