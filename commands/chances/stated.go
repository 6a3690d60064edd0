package chances

import (
	"strings"

	"delphi/engine/odds"
	"delphi/engine/pattern"
)

// stated is what a sentence without dice says of a chance: the chance itself, how often
// something is to come of it and in how many tries, and how sure that is to be.
type stated struct {
	typed string // the sentence
	line  string // what of it is not read yet

	chance, other string   // other: one that is set against it
	sure          []string // chances to be reached
	least, tries  string
	count         string // instead of least: "none", "at most 2", "exactly 3"

	work     bool   // all must succeed
	every    bool   // likewise, said of the tries
	hoped    bool   // it must never happen
	survival bool   // the chance is the one that it does not
	outlived string // how many tries that is hoped of
}

// read reads the sentence. The chance is empty where none is stated.
func (s *stated) read() {
	s.wanted()
	s.reached()
	s.counted()
	s.states()
	if s.chance == "" {
		return
	}
	s.turn()
	if s.other != "" && !setAgainst.MatchString(s.typed) {
		return
	}
	s.totals()
	s.tried()
	s.hopes()
}

// take cuts what was read out of the sentence.
func (s *stated) take(loc []int) { s.line = s.line[:loc[0]] + " " + s.line[loc[1]:] }

// group is what a group of a match stands for.
func (s *stated) group(loc []int, k int) string { return s.line[loc[2*k]:loc[2*k+1]] }

// percents brings the ways of stating a chance into a percentage or a fraction.
func percents(line string) string {
	line = strings.ReplaceAll(line, "50/50", "50%")
	line = strings.ReplaceAll(line, "50-50", "50%")
	line = strings.ReplaceAll(line, "half a percent", "0.5%")
	line = halfTime.ReplaceAllString(line, "50%")
	line = eitherOf.ReplaceAllString(ofMine.ReplaceAllString(line, "of $1"), "at least 1 in $1")
	if !percentSaid.MatchString(line) && !ratioSaid.MatchString(line) {
		line = coinSaid.ReplaceAllString(line, "flips 50%")
	}
	return line
}

// wanted brings counts and hopes into the words that the rest reads, and notes those that
// are said apart from the chance.
func (s *stated) wanted() {
	line := straightSaid.ReplaceAllString(s.line, "$1 in a row")
	line = everyNth(forEvent.ReplaceAllString(line, "$1 $2"))
	line = untilSaid.ReplaceAllString(line, "at least $1 ")
	line = fractions.ReplaceAllString(line, "$1") // "how many 1/13s"
	line = decimalSaid.ReplaceAllStringFunc(line, asPercent)
	aim, line := aimed(line)
	if aim != "" {
		s.sure = append(s.sure, aim)
	}
	line, s.work = allWork(line)
	s.count, s.tries, line = record(plainCounts(turned(onePercent.ReplaceAllString(line, "1 $1"))))
	if s.count == "" {
		s.count, s.tries, line = composeCount(line)
	}
	s.line = orMoreSaid.ReplaceAllString(line, "at least $1")
	s.hoped, s.survival, s.outlived = survived(s.line)
}

// reached takes out the chances that tries are to make: "for 90% and 99%", "95% sure".
func (s *stated) reached() {
	for m := forSaid.FindStringSubmatchIndex(s.line); m != nil; m = forSaid.FindStringSubmatchIndex(s.line) {
		s.sure = append(s.sure, s.group(m, 1)+"%")
		s.take(m[:2])
		for at := m[0] + 1; ; {
			next := nextSaid.FindStringSubmatchIndex(s.line[at:])
			if next == nil {
				break
			}
			s.sure = append(s.sure, s.line[at+next[2]:at+next[3]]+"%")
			s.take([]int{at + next[0], at + next[1]})
		}
	}
	if m := seeSaid.FindStringSubmatchIndex(s.line); m != nil && (ratioSaid.MatchString(s.line) || oneInSaid.MatchString(s.line)) { // "95% to see at least one 1/100 event"
		s.sure = append(s.sure, s.group(m, 1)+"%")
		s.take(m[:2])
		s.line = leastOne.ReplaceAllString(s.line, " ")
	}
	besides := len(percentSaid.FindAllString(s.line, 2)) > 1 || oneInSaid.MatchString(s.line) || ratioSaid.MatchString(s.line)
	if m := certainSaid.FindStringSubmatchIndex(s.line); m != nil && len(s.sure) == 0 && besides { // "1/250 per kill, 95% confidence"
		s.sure = append(s.sure, s.group(m, 1)+"%")
		s.take(m[:2])
	}
	leastIn := s.count == "" && leastInSaid.MatchString(s.line)                                                          // of which the percentage is the chance
	if m := percentSaid.FindStringSubmatchIndex(s.line); m != nil && len(s.sure) == 0 && !leastIn && oneOfMany(s.line) { // "when is a 1/200 drop 90% likely"
		s.sure = append(s.sure, s.group(m, 1)+"%")
		s.take(m[:2])
	}
}

// counted takes out how often something is to come of how many tries, where both are said
// in one.
func (s *stated) counted() {
	for _, how := range []struct {
		said *pattern.Pattern
		when bool // besides that no tries were read
		of   int  // the group of the tries; 0: as many as are to succeed
	}{
		{leastInSaid, s.count == "" && percentSaid.MatchString(s.line), 2}, // "at least 1 in 20 at 5%"
		{timesIn, true, 2}, // "twice in 100"
		{rowSaid, true, 0}, // "4 in a row"
	} {
		m := how.said.FindStringSubmatchIndex(s.line)
		if m == nil || !how.when || s.tries != "" {
			continue
		}
		if s.least = digitsOf(s.group(m, 1)); how.of > 0 {
			s.tries = s.group(m, how.of)
		} else {
			s.tries = s.least
		}
		s.take(m[:2])
	}
	if m := oneInOf(s.line); m != nil && percentSaid.MatchString(s.line) && s.tries == "" && s.least == "" && digitsOf(s.group(m, 1)) != "1" { // "4 in 5 at 85%"
		s.least, s.tries = digitsOf(s.group(m, 1)), digitsOf(s.group(m, 2))
		s.take(m[:2])
	}
}

// states takes out the chance, and notes another that is set against it.
func (s *stated) states() {
	if m := oneInOf(s.line); m != nil {
		s.chance = digitsOf(s.group(m, 1)) + "/" + digitsOf(s.group(m, 2))
		s.take(m[:2])
	} else if m := percentSaid.FindStringSubmatchIndex(s.line); m != nil {
		s.chance = s.group(m, 1) + "%"
		s.take(m[:2])
	} else if m := ratioSaid.FindStringSubmatchIndex(s.line); m != nil {
		s.chance = s.group(m, 1) + "/" + s.group(m, 3)
		s.take(m[:2])
	} else if sidesSaid.MatchString(s.typed) { // "4 or more heads in 5 flips"
		s.chance = "50%"
	}
	if s.other = otherChance(s.line); len(s.sure) > 0 {
		s.other = ""
	}
}

// turn makes the chance that something does not happen of the one that is stated, where
// the sentence asks for that: "3 of 5 working at 35% fail".
func (s *stated) turn() {
	fails := failsSaid.FindStringSubmatch(s.typed)
	if fails != nil && fails[1]+fails[2]+"%" == s.chance && (s.work || worksSaid.MatchString(s.typed)) {
		s.chance = otherwise(s.chance)
	}
	if fails == nil && (failsOnce.MatchString(s.typed) || failedOnce.MatchString(s.typed) && hitsIs.MatchString(s.typed)) { // "3 tries at 1/4, at least one fails"
		s.chance = otherwise(s.chance)
	}
}

// leastOf is how many tries there are behind how many are to succeed.
var leastOf = pattern.Must(`^\s+(?:in|of|out of|outta)\s+(\d+)`)

// totals takes out how many are to succeed: "all 4", "at least 2", "3 of 5".
func (s *stated) totals() {
	s.every = everySaid.MatchString(s.line) && !fineSaid.MatchString(s.line)
	if m := allSaid.FindStringSubmatchIndex(s.line); m != nil {
		s.least = digitsOf(s.group(m, 1))
		s.tries = s.least
		s.take(m[:2])
	}
	if m := leastSaid.FindStringSubmatchIndex(s.line); m != nil && s.least == "" {
		s.least = digitsOf(s.group(m, 1))
		if k := leastOf.FindStringSubmatch(s.line[m[1]:]); k != nil && s.tries == "" {
			s.tries = k[1]
		}
		s.take(m[:2])
	} else if m := outOfSaid.FindStringSubmatchIndex(s.line); m != nil && s.least == "" {
		s.least, s.tries = s.group(m, 1), s.group(m, 2)
	}
	if n := missed(s.typed); n != "" && s.count == "" && (s.tries == "" || s.tries == n) {
		s.count, s.least, s.tries = "none", "", n
	}
	if fineSaid.MatchString(s.line) {
		s.hoped, s.survival = true, s.survival || fineIs.MatchString(s.line)
	}
}

// tried finds how many tries there are, unless that is known.
func (s *stated) tried() {
	if s.tries == "" && s.hoped {
		s.tries = s.outlived
	}
	for _, how := range []struct {
		said *pattern.Pattern
		when bool
	}{
		{triesSaid, true},
		{inTriesSaid, s.least != "" || noneSaid.MatchString(s.line)},
		{inAlone, len(s.sure) == 0},    // "1/13 in 20"
		{thingsSaid, len(s.sure) == 0}, // "1/3 5 sinks"
		{ofThem, s.count == ""},
	} {
		if s.tries != "" {
			return
		}
		if m := how.said.FindStringSubmatch(s.line); m != nil && how.when {
			s.tries = m[1]
			if how.said == triesSaid {
				s.tries = m[1] + m[3] + m[4]
			}
		}
	}
}

// hopes works out how many are to succeed of what is hoped: both, all, none.
func (s *stated) hopes() {
	if (s.tries == "" || s.tries == "2") && s.least == "" && s.count == "" && bothSaid.MatchString(s.line) {
		if s.tries = "2"; !noneSaid.MatchString(s.line) {
			s.least = s.tries
		}
	}
	if s.every && s.tries != "" && s.least == "" && s.count == "" {
		s.least = s.tries
	}
	if s.hoped && s.tries != "" && s.least == "" && s.count == "" {
		if s.count = "none"; s.survival || survivable(s.chance, s.typed) {
			s.count, s.least = "", s.tries
		}
	}
	if s.hoped && s.least != "" && s.count == "" && deadlySaid.MatchString(s.typed) { // "2 of 3 survive at 10% to die"
		if s.least != s.tries || !survivable(s.chance, s.typed) {
			s.chance = otherwise(s.chance)
		}
	}
	if s.count == "" && s.tries != "" && noneSaid.MatchString(s.line) {
		s.count = "none"
	}
}

// how is what is asked of the chance, as the reader of questions has it.
func (s *stated) how() (out string) {
	switch {
	case s.count != "" && s.tries == "":
		out = " " + s.count // which asks for the number of tries
	case s.count != "":
		out = " " + s.count + " in " + s.tries
	case s.least != "" && s.tries != "":
		out = " at least " + s.least + " in " + s.tries
	case s.tries != "":
		out = " " + s.tries + " tries"
	case s.least != "" && s.least != "1":
		out = " at least " + s.least
	}
	for _, sure := range s.sure {
		if _, err := odds.ParseChance(sure); err == nil {
			out += " for " + sure
		}
	}
	return out
}
