package chances

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/pattern"
)

// Players say counts, tries and what they hope for in many ways. Here these are
// brought into the few that composeOdds reads.

// counted is what tries are counted by that came off.
const counted = `(?:heads|tails|hits|successes|wins|drops|procs|sixes|ones|of them)`

var (
	nakedPoint   = pattern.Must(`(^|[\s(~])\.(\d)`)                                        // ".5%"
	straightSaid = pattern.Must(`\b(\d+)\s+(?:straight|consecutive|back[ -]to[ -]back)\b`) // "10 straight casts"
	halfTime     = pattern.Must(`\bhalf (?:of )?the (?:time|times)\b`)
	forEvent     = pattern.Must(`\bfor an? (\d+(?:\.\d+)?\s*(?:%|percent|pct)) (drop|event|proc|item|thing|shot|roll|hit|spawn)\b`) // "for a 2.5% drop how many kills"
	onePercent   = pattern.Must(`\bone (percent|pct)\b`)
	timesSaid    = pattern.Must(`\b(at least|at most|exactly|precisely|just|no more than|not more than|more than|less than|fewer than)\s+(?:(once|twice|thrice)|(\d+|one)\s+times)\b`)
	thanSaid     = pattern.Must(`\b(no |not )?(more|less|fewer) than\s+(\d+|one)\b(\s*(?:%|percent|pct|/))?`)
	orMoreSaid   = pattern.Must(`\b(\d+)(?:\s*\+|(?:\s+` + counted + `)?\s+or\s+(?:more|better|higher|above))`)
	orLessSaid   = pattern.Must(`\b(\d+)(?:\s+` + counted + `)?\s+or\s+(?:less|fewer|worse)\b`)
	exactSaid    = pattern.Must(`\b(\d+)\s+` + counted + `,?\s+(?:exactly|precisely)\b`)
	wantSaid     = pattern.Must(`\b(?:want|wants|need|needs)\s+(\d+)(\s*(?:$|[,.;?!]|(?:at|of|in|out|from|successes|drops|procs|wins|heads)\b))`)
	recordSaid   = pattern.Must(`\b(\d+)(?:\s+for\s+|/)(\d+)\b(\s*(?:%|percent|pct|/)|\s+(?:at|with)\b)?`)
	leastInSaid  = pattern.Must(`\bat least\s+(\d+|one)\s+(?:[a-z]+\s+)?(?:in|of|out of|outta)\s+(\d+)\b`)
	showsSaid    = pattern.Must(`(\d*d\d+(?:\s*[+-]\s*\d+)?)\s+(?:is|are|comes? (?:to|up)|being|gives?|rolls?|to be|sums? to|totals?|shows?)\s+(?:an?\s+|exactly\s+)?(\d+)\b(\s*(?:\+|or\b))?`)
	missesSaid   = pattern.Must(`\b(?:fail|fails|failing|miss|misses|missing)\s+(?:all\s+)?(\d+)\b(?:\s+times)?|\b(\d+) (?:fails|failures|misses) in a row\b`)
	allMissSaid  = pattern.Must(`\ball(?: (?:of them|of those|\d+))?\s+(?:fail|miss|whiff)\b|\b(?:fail|miss|whiff)(?:s|es|ing)?\s+(?:them\s+)?all\s*(?:$|[?!.,;])`)
	bothMissSaid = pattern.Must(`\bboth(?: of them)?\s+(?:fail|miss|whiff)\b(\s*\d+(?:\.\d+)?\s*(?:%|percent|/))?`)
	failsOnce    = pattern.Must(`\bat least (?:(?:once|one|1)(?: of (?:them|those|these|the))?(?: \d+)? (?:fails|misses)|once (?:it |they )?(?:fail|miss|failing|missing)|(?:[2-9]|\d\d) (?:fail|miss)|fail(?:s|ing)? (?:once|twice|\d+ times))\b`)
	ofMine       = pattern.Must(`\bof (?:my|the|your|our|his|her|these|those) (\d+)\b`)
	eitherOf     = pattern.Must(`\b(?:either|any)(?: one)? of (?:them |these |those )?(\d+)\b`)
	ofThem       = pattern.Must(`\b(\d+) of (?:them|those|these)\b`)
	noneFailSaid = pattern.Must(`\b(?:none|no one|not one|nothing|no|zero|never|without (?:an?|any)(?: single)?)\s+(?:of (?:\d+|[a-z]+)(?: (?:\d+|[a-z]+)){0,3}?\s+)?(?:(?:may|must|can|should|will|to|single|ever)\s+)*(?:fail(?:s|ure|ures|ing|ed)?|fizzl\w+|miss(?:es)?|botch\w*|misfires?)\b`)
	fineSaid     = pattern.Must(`\b(?:its|it's|it is|it stays|im|i'm|i am|we're|they're|they are|all|stays?|still|be|am i|be all|everything|everything's|everything is|everything stays|everything goes|everything went|everything will be|all goes|all went|it goes)\s+(?:all\s+)?(?:fine|ok|okay|safe|good|well|right|smoothly|unharmed|intact|alright|unscathed)\b`)
	fineIs       = pattern.Must(`(?:%|percent|pct|/\d+|in \d+)\s+(?:(?:chance|odds)\s+)?(?:(?:to|of|be|being|i|it|that|its|im)\s+)*(?:fine|ok|okay|safe|good|unharmed)\b`)
	aimSaid      = pattern.Must(`\b(?:till|until|til|for|be at|im at|i'm at|am at|get to|reach)\s+(?:(?:a|an|at|im|i'm|i am|its|it's|about)\s+)*(\d+|one|a)(?: (?:in|out of) |/)(\d+)(?:\s+(?:chance|odds|likely|sure))?\s*(?:$|[?!.,;])`)
	decimalSaid  = pattern.Must(`(?:^|\s)(?:p\s*=\s*)?(0?\.\d+)\s+(?:per|each|a|an|chance|odds|probability|for each|every)\b|(?:^|\s)p\s*=\s*(0?\.\d+)|\b(?:chance|prob|probability|p)\s+(?:of\s+|is\s+)?(0?\.\d+)`)
	failedOnce   = pattern.Must(`\bat least (?:one|1|\d+|a) (?:fail|miss|failure|failures|misses|fails)\b`)
	untilSaid    = pattern.Must(`\b(?:until|till|til) (?:i (?:get|have|see|hit) )?(\d+) (?:successes|hits|drops|wins|procs|kills|of them|of those)\b`)
	severalSaid  = pattern.Must(`\b(?:between )?(\d+)\s*(?:-|or|to|and)\s*(\d+)\s+(?:successes|success|hits|wins|heads|times|drops|procs)\b`)
	firstSaid    = pattern.Must(`\bfirst (?:success|hit|win|drop|one|time|proc)\b|\bon the (?:first|second|third|fourth|fifth|\d+(?:st|nd|rd|th)) (?:try|attempt|roll)\b`)
	fractions    = pattern.Must(`\b(\d+/\d+)'?s\b`)
	setAgainst   = pattern.Must(`\b(?:vs|versus|or|compared to|compare)\b`)
	notGotSaid   = pattern.Must(`\b(?:failing|fail) (?:an?|the|my|every) |\b(?:not|never|without)\s+(?:getting|get|hitting|seeing|rolling|landing|finding)\s+(?:an?\s|any\s|the\s|one\s|it\s)?|\bmissing\s+(?:an?|the)\s`)
	noneOrOne    = pattern.Must(`\b(?:none|zero|0)\s+or\s+(?:one|1)\b`)
	inARow       = pattern.Must(`\s+(?:in a row|straight)\b`)
	hitsIs       = pattern.Must(`(?:%|percent|pct|/\d+|in \d+)\s+(?:(?:chance|odds)\s+)?(?:(?:to|of)\s+)?(?:hit|succe|work)`)
	strengthSaid = pattern.Must(`\b(?:st|str|strength)[ :=]*18/[\d*]+|\b18/[\d*]+\s*(?:st|str|strength)\b`)
	deadlySaid   = pattern.Must(`\b(?:die|dies|dying|death|deadly|kill|kills|killed|instadeath|instakills?|explode|explodes)\b`)
	survivesSaid = pattern.Must(`(?:\b(the|my|his|her|our|at|these|those)\s+)?\b(surviv(?:e|es|ed|ing|al)|to live|(?:odds|chance|chances|that) i live|lasts?|lasting|outlast|(?:live|make it|making it|get|getting|come) through|(?:stay|staying|still|still be) alive)\b(?:\s+(?:all|the|another|for|through|these|those|of))*(?:\s+(\d+)\b(\s*(?:%|percent|pct|/))?)?`)
	survivalIs   = pattern.Must(`(?:%|percent|pct|/\d+|in \d+)\s+(?:(?:chance|odds)\s+)?(?:(?:to|of|i|it|that|for|they|he|she|each)\s+)*(?:surviv|live|stay alive|make it)`)
)

// plainCounts spells how many successes a sentence without dice speaks of: "more than
// twice" is "at least 3", "fewer than 3 times" "at most 2".
func plainCounts(line string) string {
	line = timesSaid.ReplaceAllStringFunc(line, func(said string) string {
		m := timesSaid.FindStringSubmatch(said)
		return m[1] + " " + digitsOf(m[2]+m[3])
	})
	line = thanSaid.ReplaceAllStringFunc(line, func(said string) string {
		m := thanSaid.FindStringSubmatch(said)
		n, err := strconv.Atoi(digitsOf(m[3]))
		more := m[2] == "more"
		switch {
		case err != nil || m[4] != "": // "more than 5%"
			return said
		case m[1] != "" && more:
			return "at most " + strconv.Itoa(n)
		case m[1] != "":
			return "at least " + strconv.Itoa(n)
		case more:
			return "at least " + strconv.Itoa(n+1)
		case n == 0:
			return said
		}
		return "at most " + strconv.Itoa(n-1)
	})
	line = orLessSaid.ReplaceAllString(exactSaid.ReplaceAllString(line, "exactly $1"), "at most $1")
	return wantSaid.ReplaceAllString(line, "at least $1$2")
}

// ordinals are the places of tries in words, from the second on.
var ordinals = strings.Fields("second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")

var everyNthSaid = pattern.Must(`\b(?:every|each)\s+(other|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|twentieth|fiftieth|hundredth|thousandth|\d+(?:st|nd|rd|th))\b`)

// everyWords are the phrases that everyNth reads, of the numbers that players say.
func everyWords() string {
	out := []string{"every other try", "every other time", "every other one", "every other kill", "every twentieth", "every fiftieth", "every hundredth", "every thousandth"}
	for _, n := range append(strings.Fields("3rd 4th 5th 6th 7th 8th 9th 10th 12th 15th 20th 25th 30th 40th 50th 100th 200th 500th 1000th"), ordinals...) {
		out = append(out, "every "+n, "each "+n)
	}
	return strings.Join(out, "|")
}

// everyNth brings "every sixth one drops it" to "1 in 6", where no other chance is stated
// for it to be set beside.
func everyNth(line string) string {
	m := everyNthSaid.FindStringSubmatchIndex(line)
	if m == nil || oneInSaid.MatchString(line) || ratioSaid.MatchString(line) {
		return line
	}
	n := line[m[2]:m[3]]
	switch n {
	case "other":
		n = "2"
	case "twentieth":
		n = "20"
	case "fiftieth":
		n = "50"
	case "hundredth":
		n = "100"
	case "thousandth":
		n = "1000"
	default:
		if i := slices.Index(ordinals, n); i >= 0 {
			n = strconv.Itoa(i + 2)
		} else {
			n = n[:len(n)-2]
		}
	}
	return line[:m[0]] + "1 in " + n + line[m[1]:]
}

// turned brings what a sentence hopes not to happen to "none", where the chance that it
// states is not that to fail: "3 tries at 1/4, all miss", "not getting a 1/6 in 10".
func turned(line string) string {
	line = noneOrOne.ReplaceAllString(line, "at most 1")
	if failsSaid.MatchString(line) {
		return line
	}
	line = bothMissSaid.ReplaceAllStringFunc(line, func(said string) string {
		if m := bothMissSaid.FindStringSubmatch(said); m[1] != "" { // "both fail 30%", each
			return said
		}
		return "neither"
	})
	none := notGotSaid.ReplaceAllString(allMissSaid.ReplaceAllString(line, "none"), "none ")
	if none == line {
		return line
	}
	return inARow.ReplaceAllString(none, "")
}

// record finds how often something came of how many tries, beside the chance that it
// had: "0 for 30 at 10%", "3/10 at 20%". rest is the line without it.
func record(line string) (count, tries, rest string) {
	loc := recordSaid.FindStringSubmatchIndex(line)
	if loc == nil {
		return "", "", line
	}
	k, n, behind := line[loc[2]:loc[3]], line[loc[4]:loc[5]], ""
	if loc[6] >= 0 {
		behind = strings.TrimSpace(line[loc[6]:loc[7]])
	}
	without := line[:loc[0]] + " " + line[loc[5]:]
	at := behind == "at" || behind == "with"
	switch {
	case behind != "" && !at, !percentSaid.MatchString(without) && !ratioSaid.MatchString(without) && !oneInSaid.MatchString(without):
		return "", "", line
	case k == "0":
		return "none", n, without
	case strings.Contains(line[loc[3]:loc[4]], "for"), at && k != "1":
		return "exactly " + k, n, without
	}
	return "", "", line
}

// survivable reports whether a chance must be that to survive: it is likelier than not,
// and nothing says that somebody dies by it.
func survivable(chance, line string) bool {
	p, err := strconv.ParseFloat(strings.TrimSuffix(chance, "%"), 64)
	return err == nil && p > 50 && strings.HasSuffix(chance, "%") && !deadlySaid.MatchString(line)
}

// missed is how often a sentence that states the chance to hit asks about missing: "65%
// to hit, odds of missing 4 in a row". It is empty where the chance may be that to miss.
func missed(line string) string {
	if m := missesSaid.FindStringSubmatch(line); m != nil && hitsIs.MatchString(line) {
		return m[1] + m[2]
	}
	return ""
}

// oneOfMany reports whether a sentence states a chance of one in so many, and does not
// set it against another.
func oneOfMany(line string) bool {
	if strings.Contains(line, " vs ") || strings.Contains(line, " or ") {
		return false
	}
	if m := ratioSaid.FindStringSubmatch(line); m != nil && m[1] == "1" {
		return true
	}
	m := oneInOf(line)
	return m != nil && digitsOf(line[m[2]:m[3]]) == "1"
}

// survived reports whether a sentence hopes that what has a chance never happens: "1/30
// to die, odds i last 45 hits". tries is how often, where that stands there; sure that the
// chance is the one to survive.
func survived(line string) (hoped, sure bool, tries string) {
	m := survivesSaid.FindStringSubmatch(line)
	if m == nil || m[1] != "" && strings.HasPrefix(m[2], "last") {
		return false, false, ""
	}
	if m[4] == "" {
		tries = m[3]
	}
	return true, survivalIs.MatchString(line), tries
}

// otherwise is the chance that something does not happen, in a percentage or a fraction
// as the chance that it does: "3/4" of "1/4".
func otherwise(chance string) string {
	if p, ok := strings.CutSuffix(chance, "%"); ok {
		if n, err := strconv.ParseFloat(p, 64); err == nil && n < 100 {
			return strconv.FormatFloat(100-n, 'f', -1, 64) + "%"
		}
	}
	num, den, _ := strings.Cut(chance, "/")
	k, err := strconv.Atoi(num)
	if n, bad := strconv.Atoi(den); err == nil && bad == nil && k < n {
		return strconv.Itoa(n-k) + "/" + den
	}
	return chance
}

// otherChance is a chance that a sentence states beside the one that was read; empty:
// there is none.
func otherChance(line string) string {
	if m := oneInOf(line); m != nil && digitsOf(line[m[2]:m[3]]) == "1" {
		return "1/" + digitsOf(line[m[4]:m[5]])
	}
	if m := percentSaid.FindStringSubmatch(line); m != nil {
		return m[1] + "%"
	}
	if m := ratioSaid.FindStringSubmatch(line); m != nil && m[2] == "/" {
		return m[1] + "/" + m[3]
	}
	return ""
}

// aimed takes out the chance that tries are to make, where it is said of so many, beside
// the one of each try: "how many 2% shots till 3 in 4". aim is empty where there is none.
func aimed(line string) (aim, rest string) {
	for _, m := range aimSaid.FindAllStringSubmatchIndex(line, -1) {
		without := line[:m[0]] + " " + line[m[5]:]
		if !triesAsked.MatchString(line) || !percentSaid.MatchString(without) && !ratioSaid.MatchString(without) && !oneInSaid.MatchString(without) {
			continue
		}
		k, err := strconv.Atoi(digitsOf(line[m[2]:m[3]]))
		n, bad := strconv.Atoi(line[m[4]:m[5]])
		switch {
		case err != nil || bad != nil || k >= n:
		case 10000*k%n == 0:
			return strconv.FormatFloat(100*float64(k)/float64(n), 'f', -1, 64) + "%", without
		default:
			return strconv.Itoa(k) + "/" + strconv.Itoa(n), without
		}
	}
	return "", line
}

// triesAsked asks how many tries something takes.
var triesAsked = pattern.Must(`\bhow (?:many|long|often)\b|\btries\b`)

// allWork brings "none may fail" to "all work", with the chance to work where that to fail
// is stated. ok is false where nothing says so.
func allWork(line string) (out string, ok bool) {
	if !noneFailSaid.MatchString(line) {
		return line, false
	}
	return noneFailSaid.ReplaceAllString(line, " all work"), true
}

// asPercent writes a chance that is said as a decimal as a percentage: "0.1 per turn".
func asPercent(said string) string {
	m := decimalSaid.FindStringSubmatch(said)
	text := m[1] + m[2] + m[3]
	p, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return said
	}
	return strings.Replace(said, text, strconv.FormatFloat(100*p, 'f', -1, 64)+"%", 1)
}

var figuresSaid = pattern.Must(`\d+(?:[./]\d+)?%?`)

// beyondUs is what a sentence asks that is not worked out, as the reader of questions
// refuses it: "2-4 successes in 10", "first success on the third". Empty: nothing is.
func beyondUs(line string) string {
	figures := strings.Join(figuresSaid.FindAllString(line, -1), " ")
	if m := severalSaid.FindStringSubmatch(line); m != nil {
		return m[1] + "-" + m[2] + " successes " + figures
	}
	if firstSaid.MatchString(line) {
		return "first success " + figures
	}
	return ""
}
