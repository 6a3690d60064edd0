package chances

import (
	"strings"

	"delphi/commands"
	"delphi/engine/pattern"
)

// oddsCues say which sentences are about plain probability.
var oddsCues = []commands.Cue{
	{Shape: commands.DiceShape, Weight: 15},
	{Names: commands.Takes(Pile), Shape: commands.CountShape, Words: "polypile|polypiled|polypiling|polyed|polyd|polymorphed", Weight: -16}, // "polypile 6 horns, 10% marker right?"
	{Shape: commands.ChanceShape, Weight: 14},
	{Words: "50/50|50-50|coin flip|coin flips|coinflip|coinflips|coin toss|coin tosses|flip a coin|flipping a coin|toss a coin|tossing a coin|heads|tails", Weight: 16},
	{Words: "sacs|sacrifices|kills|dips|prayers", Shape: commands.ChanceShape, Weight: 4},
	{Words: "sacs|sacrifices", Shape: commands.ChanceShape, Weight: 10},
	{Words: "how many kills|how many tries|how many attempts|how many rolls|how many dips|how many sacs|how many zaps", Shape: commands.NumberShape, Weight: 8},
	{Words: "twice in|once in|times in", Shape: commands.ChanceShape, Weight: 4},
	{Words: "each has|each have|each with|each at|each is|have each", Shape: commands.ChanceShape, Weight: 20},
	{Words: "sixes|fives|fours|threes|twos", Weight: 5},
	{Words: everyWords(), Shape: commands.NumberShape, Weight: 14},
	{Words: everyWords(), Shape: commands.QuestionMark, Weight: 4},
	{Words: "half the time|half of the time", Shape: commands.NumberShape, Weight: 14},
	{Words: "rolls|dice|throws", Weight: 6},
	{Words: "snake eyes", Weight: 30},
	{Words: "in a row|at least|average|roll|rolling|coin|percent|chance|each|time|die|dice", Weight: 1},
	{Words: "thousand|million|hundred|dozen|without|miss|missing|straight|til|till|until|when|through|survive|survives|surviving|survival|last|lasts|alive|death|die|kill|lucky|unlucky|more|less|fewer|want|wants|tries|times|attempts|trials|nothing|none|never|disaster|luck|each|dip|dips|prayers|prayer|rolling|chart|or more|or less|or better|or higher|or lower|row|all|fail|succeed|success|flips|kills|zaps|drops|zero|failure|failures|fizzle|fizzles|fine|ok|okay|safe|good|unharmed|goes wrong|go wrong|happens|happen|shots|swings|natural|nat|explode|explodes|opens|works|artifact|artifacts|gift|gifts|right|everything|blow up|blows up|bad"},
}

var (
	rollSaid    = pattern.Must(`(?i)(\d*d\d+(?:\s*[+-]\s*\d*d?\d+)*)\s*(>=|<=|>|<|=)?\s*(-?\d+)?`)
	leastOnSaid = pattern.Must(`(?i)\b(at least|at most|more than|less than|over|under|exactly)\s+(\d+)\s+(?:on|with|from|off)\s+(?:an?\s+)?(\d*d\d+(?:\s*[+-]\s*\d+)?)`)                     // "at least 12 on 4d4"
	rolledSaid  = pattern.Must(`(?i)\b(?:(?:roll|rolling|get|getting|hit|of|chance of|odds of)\s+(?:an?\s+)?|an?\s+|^)(\d+)\s+(?:on|with|from|off)\s+(?:an?\s+)?(\d*d\d+(?:\s*[+-]\s*\d+)?)`) // "roll 18 on 3d6"
	apartSaid   = pattern.Must(`(?i)\b(\d+) (d\d+)\b`)                                                                                                                                        // "two d6"
	linkSaid    = pattern.Must(`(?i)(\d*d\d+(?:\s*[+-]\s*\d+)?)\s+(?:is|are|comes? (?:to|up)|being|gives?|rolls?|to be|sums? to|totals?|shows?)\b`)
	coinSaid    = pattern.Must(`(?i)\b(?:coin[ -]?(?:flips?|toss(?:es)?)|(?:flip(?:ping)?|toss(?:ing)?) (?:a |\d+ )?coins?)\b`)
	sidesSaid   = pattern.Must(`(?i)\b(?:heads|tails|flips)\b`)
	timesIn     = pattern.Must(`(?i)\b(once|twice|thrice|\d+ times)\s+(?:in|over|out of|within)\s+(\d+)\b`)
	rowSaid     = pattern.Must(`(?i)\b(\d+|twice|thrice|two|three|four|five|six|seven|eight|nine|ten)\s+(?:[a-z]+s\s+)?in a row\b`)
	thingsSaid  = pattern.Must(`(?i)(?:^|\s)(\d+)\s+((?:[a-z]{4,}|red|ice|fog|pit|fox)\s+)?[a-z]+s\b`)
	oneInSaid   = pattern.Must(`(?i)\b(one|an?|\d+)[ -]in[ -](?:an?[ -])?(ten|twenty|fifty|dozen|hundred|thousand|million|\d+)(?:'?s)?\b`) // "two 1 in 20s"
	ratioSaid   = pattern.Must(`\b(\d+)\s*([:/])\s*(\d+)\b`)
	seeSaid     = pattern.Must(`(?i)\b(\d+(?:\.\d+)?)\s*(?:%|percent)\s*(?:chance )?(?:to|of|that|for)\b`)
	leastOne    = pattern.Must(`(?i)\bat least (?:one|1|a)\b`)
	percentSaid = pattern.Must(`(\d+(?:\.\d+)?)\s*(?:%|percent\b|pct\b)`)
	triesSaid   = pattern.Must(`(?i)\b(\d+)\s+(?:[a-z]+\s+)?(tries|try|trials|times|attempts|rolls|dips|prayers|hits|casts|kills|goes|zaps|games|turns|shots|pulls|flips|tosses|throws|sacs|sacrifices|events|chances|sits|kicks|searches|reads|quaffs)\b|\bx\s?(\d+)\b|\b(\d+)\s?x(?:\s|$)`)
	inTriesSaid = pattern.Must(`(?i)\b(?:in|over|of|after|from)\s+(\d+)\b`)
	inAlone     = pattern.Must(`(?i)\b(?:in|over)\s+(\d+)\s*(?:$|[?!,;]|chart\b)`)
	leastSaid   = pattern.Must(`(?i)\bat least\s+(\d+|one|two|three)\b`)
	outOfSaid   = pattern.Must(`(?i)\b(\d+)\s+(?:(?:heads|tails|hits|successes|wins|kills|of them)\s+)?(?:of|out of|outta|in)\s+(\d+)\b`)
	forSaid     = pattern.Must(`(?i)\b(?:for|until|till?|before|reach|need|want|sure|be|to get|to have)\s+(?:an?\s+|(?:i'?m|i am|you'?re|its|it's|i have|i reach|i hit|im)\s+)?(?:at|over|above|past)?\s*(\d+(?:\.\d+)?)\s*(?:%|percent)`)
	certainSaid = pattern.Must(`(?i)\b(\d+(?:\.\d+)?)\s*(?:%|percent)\s*(?:confidence|confident|sure|certain|certainty|safe|(?:chance |odds )?to (?:see|get|have|find))\b`)
	countSaid   = pattern.Must(`(?i)\b(at most|no more than|not more than|exactly|precisely|just)\s+(-?\d+|none|once|twice|thrice|one|two|three|four|five)\b(?:\s+times?\b)?(?:(?:\s+[a-z]+)?\s+(?:of|out of|outta|in)\s+(\d+)\b)?`)
	moreSaid    = pattern.Must(`(?i)\b(\d+|one|two|three)(?:\+|\s+or\s+more)(?:\s+[a-z]+){0,2}?\s+(?:of|out of|outta|in|from|over|on)\s+(\d+)\b`)
	zeroSaid    = pattern.Must(`(?i)\b(?:0|zero)\s+(?:[a-z]+\s+)?(?:of|out of|outta|in)\s+(\d+)\b`)
	noneSaid    = pattern.Must(`(?i)\b(?:none|neither|nothing|never|not a single [a-z]+|nobody|no one|noone|not (?:a|one)(?: single)?(?: [a-z]+)?|without (?:an?|any|one|a single) [a-z]+|(?:odds|chances?|probability) (?:of|for|that) (?:there (?:is|are) )?(?:no|zero) [a-z]+|no\s+(?:disasters?|luck|success(?:es)?|hits?|accidents?|wins?|drops?|procs?))\b`)
	beyondSaid  = pattern.Must(`(?i)\b(over|above|under|below)\s+(\d+)\b|\b(\d+)(\s*\+|\s+or\s+(?:more|higher|better|above|less|lower|below|under))`)
	askedSaid   = pattern.Must(`(?i)\?|\b(?:odds|chances?|what|whats|what's|how|prob\w*|likely|likelihood|tries|need)\b`)
	spelledSaid = pattern.Must(`\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b`)
	everySaid   = pattern.Must(`(?i)\ball\s+(?:of (?:them|it|those)|must|have to|need to|should|needs?|heads|tails|succeed|work|works|hit|hits|fail|land|come|good|the same|being|go)\b|\ball$|\bevery (?:one|time|single)\b|\beach (?:one )?(?:must|has to|needs to|should)\b`)
	bothSaid    = pattern.Must(`(?i)\b(?:both|neither)\b`)
	faceSaid    = pattern.Must(`(?i)\b(?:an?|1|one|any|single)\s+(\d+)s?\b`)
	failsSaid   = pattern.Must(`(?i)(\d+(?:\.\d+)?)\s*(?:%|percent|pct)\s+(?:to |chance to |chance of )?(?:fail|fizzle|miss)\w*|\bfail(?:ure)?s?(?:\s+(?:rate|chance|odds))?(?:\s*[:=]\s*|\s+(?:is\s+|of\s+|at\s+)?)(\d+(?:\.\d+)?)\s*(?:%|percent|pct)`)
	worksSaid   = pattern.Must(`(?i)\b(?:works?|working|succeed\w*|success\w*|go(?:es|ing)? off|gets?(?: [a-z]+){0,5} off|gets? through|lands?|landing)\b`)
	allSaid     = pattern.Must(`(?i)\ball\s+(\d+|two|three|four|five|six|seven|eight|nine|ten)\b`)
	nextSaid    = pattern.Must(`^\s*(?:,|and|or|&)\s*(\d+(?:\.\d+)?)\s*(?:%|percent)`) // another one to be reached
)

var numberWords = map[string]string{
	"one": "1", "once": "1", "twice": "2", "thrice": "3", "a": "1", "an": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "dozen": "12", "hundred": "100", "thousand": "1000", "million": "1000000",
}

func digitsOf(word string) string {
	if n, ok := numberWords[strings.ToLower(word)]; ok {
		return n
	}
	return strings.TrimSuffix(word, " times")
}

// composeRoll finds dice and what they must show: "15+ on 3d6", "2d8 over 10".
// It is empty if there are none.
func composeRoll(line string) string {
	line = apartSaid.ReplaceAllString(line, "$1$2")
	line = leastOnSaid.ReplaceAllString(line, "$3 $1 $2")
	line = rolledSaid.ReplaceAllString(line, "$2 = $1")
	line = showsSaid.ReplaceAllStringFunc(line, func(said string) string { // "2d6 is 7", not "is 7 or more"
		m := showsSaid.FindStringSubmatch(said)
		if m[3] != "" {
			return said
		}
		return m[1] + " = " + m[2]
	})
	line = linkSaid.ReplaceAllString(line, "$1 ")
	line = strings.NewReplacer(" vs ", " >= ", "bigger than", ">", "larger than", ">", "smaller than", "<", "more than", ">", "greater than", ">", "higher than", ">", "less than", "<", "lower than", "<", "at most", "<=", "at least", ">=", "exactly", "=").Replace(line)
	loc := rollSaid.FindStringSubmatchIndex(line)
	if loc == nil {
		return ""
	}
	m := rollSaid.FindStringSubmatch(line)
	out := strings.ReplaceAll(m[1], " ", "")
	if m[2] != "" && m[3] != "" {
		return out + " " + m[2] + " " + m[3]
	}
	if b := beyondSaid.FindStringSubmatch(line[:loc[0]] + " ; " + line[loc[3]:]); b != nil {
		switch how := b[1] + b[4]; {
		case how == "over" || how == "above" && b[1] != "":
			return out + " > " + b[2]
		case how == "under" || how == "below" && b[1] != "":
			return out + " < " + b[2]
		case strings.Contains(how, "less") || strings.Contains(how, "lower") || strings.Contains(how, "below") || strings.Contains(how, "under"):
			return out + " <= " + b[3]
		default:
			return out + " >= " + b[3]
		}
	}
	if m[2] == "" && m[3] != "" {
		out += " >= " + m[3]
	}
	return out
}

// rolledOver finds dice that are rolled several times: "d6 4 times, at least one
// 6", "d20 3 times at least 15". It is empty if there are none, or nothing that
// they must show.
func rolledOver(line string) string {
	m := triesSaid.FindStringSubmatchIndex(line)
	if m == nil || m[2] < 0 {
		return ""
	}
	rest := strings.Join(strings.Fields(strings.ReplaceAll(line[:m[0]]+" "+line[m[1]:], ",", " ")), " ")
	roll, tries := composeRoll(rest), " "+line[m[2]:m[3]]+" tries"
	if rowSaid.MatchString(line) {
		tries = " at least " + line[m[2]:m[3]] + " in " + line[m[2]:m[3]]
	}
	die, face := rollSaid.FindStringSubmatch(rest), faceSaid.FindStringSubmatch(rest)
	switch {
	case roll == "":
		return ""
	case face != nil && die[2] == "" && die[3] == "":
		return roll + " = " + face[1] + tries
	case strings.ContainsAny(roll, "<>="):
		return roll + tries
	}
	return ""
}

// composeCount finds how many successes a sentence asks about other than "at
// least", and of how many tries: "exactly 2 in 10". rest is the line without
// them.
func composeCount(line string) (count, tries, rest string) {
	cut := func(loc []int) string { return line[:loc[0]] + " " + line[loc[1]:] }
	group := func(loc []int, k int) string {
		if loc[2*k] < 0 {
			return ""
		}
		return line[loc[2*k]:loc[2*k+1]]
	}
	if loc := countSaid.FindStringSubmatchIndex(line); loc != nil {
		count = "at most "
		if strings.HasSuffix(group(loc, 1), "ly") || group(loc, 1) == "just" {
			count = "exactly "
		}
		k := digitsOf(group(loc, 2))
		if k == "none" {
			k = "0"
		}
		return count + k, group(loc, 3), cut(loc)
	}
	if loc := zeroSaid.FindStringSubmatchIndex(line); loc != nil {
		return "none", group(loc, 1), cut(loc)
	}
	if loc := moreSaid.FindStringSubmatchIndex(line); loc != nil {
		return "at least " + digitsOf(group(loc, 1)), group(loc, 2), cut(loc)
	}
	return "", "", line
}

// oneInOf finds "1 in 12"; the end of a fraction begins none: "1/13 in 20 tries".
func oneInOf(line string) []int {
	m := oneInSaid.FindStringSubmatchIndex(line)
	if m != nil && m[0] > 0 && strings.IndexByte("/:.", line[m[0]-1]) >= 0 {
		return nil
	}
	return m
}

// composeOdds finds the chance or the dice that a sentence states, and how
// often it is tried.
func composeOdds(h *commands.Heard) []string {
	line := strings.ToLower(h.Line)
	line = nakedPoint.ReplaceAllString(line, "${1}0.$2")
	line = spelledSaid.ReplaceAllStringFunc(line, func(w string) string { return numberWords[w] })
	if said := composeDice(line); said != "" {
		return []string{said}
	}
	if strings.Contains(line, "18/") {
		line = strengthSaid.ReplaceAllString(line, " ")
	}
	s := &stated{typed: line, line: percents(line)}
	if said := beyondUs(s.line); said != "" {
		return []string{said}
	}
	if s.read(); s.chance == "" {
		return nil
	}
	if s.other != "" && !setAgainst.MatchString(s.typed) {
		return []string{s.chance + " " + s.other} // which is refused
	}
	if s.tries == "" && s.count == "" && len(s.sure) == 0 && len(h.Words) > 4 && !askedSaid.MatchString(s.typed) {
		return nil // "i got 50% off at the shop"
	}
	how := s.how()
	if drawn(h.Line) {
		how += " chart"
	}
	if s.other != "" { // "1/6 or 1/8, 10 tries"
		return []string{s.chance + how, s.other + how}
	}
	return []string{s.chance + how}
}

// composeDice finds what a sentence asks of dice. It is empty if there are none.
func composeDice(line string) string {
	if strings.Contains(line, "snake eyes") {
		return "2d6 = 2"
	}
	for _, find := range []func(string) string{picked, facedDice, rolledOver} {
		if said := find(line); said != "" {
			return said
		}
	}
	roll := composeRoll(line)
	if m := rowSaid.FindStringSubmatch(line); m != nil && strings.ContainsAny(roll, "<>=") { // "18 on 3d6 six times in a row"
		n := digitsOf(m[1])
		roll += " at least " + n + " in " + n
	}
	return roll
}
