package chances

import (
	"regexp"
	"strconv"
	"strings"

	"delphi/commands"
)

var (
	rollSaid    = regexp.MustCompile(`(?i)(\d*d\d+(?:\s*[+-]\s*\d+)?)\s*(>=|<=|>|<|=)?\s*(-?\d+)?`)
	oneInSaid   = regexp.MustCompile(`(?i)\b(one|an?|\d+)[ -]in[ -](an?|ten|twenty|fifty|hundred|thousand|\d+)\b`)
	ratioSaid   = regexp.MustCompile(`\b(\d+)\s*([:/])\s*(\d+)\b`)
	percentSaid = regexp.MustCompile(`(\d+(?:\.\d+)?)\s*(?:%|percent\b|pct\b)`)
	triesSaid   = regexp.MustCompile(`(?i)\b(\d+)\s+(?:[a-z]+\s+)?(tries|try|trials|times|attempts|rolls|dips|prayers|hits|casts|kills|goes|zaps|games|turns|shots|pulls)\b|\bx\s?(\d+)\b`)
	inTriesSaid = regexp.MustCompile(`(?i)\b(?:in|over|of|after|from)\s+(\d+)\b`)
	leastSaid   = regexp.MustCompile(`(?i)\bat least\s+(\d+|one|two|three)\b`)
	outOfSaid   = regexp.MustCompile(`(?i)\b(\d+)\s+(?:of|out of|outta|in)\s+(\d+)\b`)
	forSaid     = regexp.MustCompile(`(?i)\b(?:for|need|want|sure|be|to get)\s+(?:a\s+)?(\d+(?:\.\d+)?)\s*(?:%|percent)`)
	allSaid     = regexp.MustCompile(`(?i)\ball\s+(\d+|two|three|four|five|six|seven|eight|nine|ten)\b`)
)

var numberWords = map[string]string{
	"one": "1", "a": "1", "an": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"twenty": "20", "fifty": "50", "hundred": "100", "thousand": "1000",
}

func digitsOf(word string) string {
	if n, ok := numberWords[strings.ToLower(word)]; ok {
		return n
	}
	return word
}

// composeOdds finds the chance or the dice that a sentence states, and how
// often it is tried.
func composeOdds(h *commands.Heard) []string {
	line := strings.ToLower(h.Line)
	line = strings.NewReplacer("bigger than", ">", "more than", ">", "greater than", ">", "less than", "<", "at most", "<=").Replace(line)
	if m := rollSaid.FindStringSubmatch(strings.NewReplacer("at least", ">=", " or more", "+", "50/50", "").Replace(line)); m != nil {
		out := strings.ReplaceAll(m[1], " ", "")
		if m[2] != "" && m[3] != "" {
			out += " " + m[2] + " " + m[3]
		} else if m[2] == "" && m[3] != "" {
			out += " >= " + m[3]
		}
		return []string{out}
	}
	line = strings.ReplaceAll(line, "50/50", "50%")
	line = strings.ReplaceAll(line, "50-50", "50%")
	chance := ""
	take := func(loc []int) { line = line[:loc[0]] + " " + line[loc[1]:] }
	var sure []string
	for m := forSaid.FindStringSubmatchIndex(line); m != nil; m = forSaid.FindStringSubmatchIndex(line) {
		sure = append(sure, line[m[2]:m[3]]+"%")
		rest := line[m[1]:]
		line = line[:m[0]] + " " + rest
		for {
			next := regexp.MustCompile(`^\s*(?:,|and|or|&)\s*(\d+(?:\.\d+)?)\s*(?:%|percent)`).FindStringSubmatchIndex(line[m[0]+1:])
			if next == nil {
				break
			}
			sure = append(sure, line[m[0]+1+next[2]:m[0]+1+next[3]]+"%")
			line = line[:m[0]+1+next[0]] + " " + line[m[0]+1+next[1]:]
		}
	}
	if m := oneInSaid.FindStringSubmatchIndex(line); m != nil {
		chance = digitsOf(line[m[2]:m[3]]) + "/" + digitsOf(line[m[4]:m[5]])
		take(m[:2])
	} else if m := percentSaid.FindStringSubmatchIndex(line); m != nil {
		chance = line[m[2]:m[3]] + "%"
		take(m[:2])
	} else if m := ratioSaid.FindStringSubmatchIndex(line); m != nil {
		chance = line[m[2]:m[3]] + "/" + line[m[6]:m[7]]
		take(m[:2])
	}
	if chance == "" {
		return nil
	}
	out := chance
	least, tries := "", ""
	if m := allSaid.FindStringSubmatchIndex(line); m != nil {
		least = digitsOf(line[m[2]:m[3]])
		tries = least
		take(m[:2])
	}
	if m := leastSaid.FindStringSubmatchIndex(line); m != nil && least == "" {
		least = digitsOf(line[m[2]:m[3]])
		if rest := line[m[1]:]; tries == "" {
			if k := regexp.MustCompile(`^\s+(?:in|of|out of|outta)\s+(\d+)`).FindStringSubmatchIndex(rest); k != nil {
				tries = rest[k[2]:k[3]]
			}
		}
		take(m[:2])
	} else if m := outOfSaid.FindStringSubmatchIndex(line); m != nil && least == "" {
		least, tries = line[m[2]:m[3]], line[m[4]:m[5]]
	}
	if m := triesSaid.FindStringSubmatch(line); m != nil && tries == "" {
		tries = m[1] + m[3]
	}
	if m := inTriesSaid.FindStringSubmatch(line); m != nil && tries == "" && least != "" {
		tries = m[1]
	}
	switch {
	case least != "" && tries != "":
		out += " at least " + least + " in " + tries
	case tries != "":
		out += " " + tries + " tries"
	}
	for _, s := range sure {
		if _, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64); err == nil {
			out += " for " + s
		}
	}
	return []string{out}
}
