package commands

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"delphi/commands/wording"
)

// Spoilers is how much of an answer about the game is told.
type Spoilers string

const (
	FullSpoilers   Spoilers = "full"   // all of it
	NumberSpoilers Spoilers = "number" // the sentence with the figure, without what leads to it and what helps
	HintSpoilers   Spoilers = "hint"   // in words, whether it looks good, without figures
)

// SpoilerLevels holds the Spoilers, from the least to the most.
var SpoilerLevels = []string{string(HintSpoilers), string(NumberSpoilers), string(FullSpoilers)}

// Less returns the one of two levels that tells less; an empty one is FullSpoilers.
func (s Spoilers) Less(other Spoilers) Spoilers {
	for _, level := range []Spoilers{HintSpoilers, NumberSpoilers} {
		if s == level || other == level {
			return level
		}
	}
	return FullSpoilers
}

var (
	share    = regexp.MustCompile(`([\d.]+)%`)
	chanceOf = regexp.MustCompile(`(?i)\ban? [\d.]+% chance|\ba chance of over [\d.]+%`)
	figure   = regexp.MustCompile(`,?\s*(?:with |failing |over )?[\d.]+%(?: of the time)?`)
	fraction = regexp.MustCompile(`\bchance \([^()]*\)`)
	sentence = regexp.MustCompile(`[.:;] [A-Z]`)
)

// Brief returns what a reply says at a level of Spoilers below FullSpoilers.
func (r *Reply) Brief(level Spoilers) string {
	first := r.Summary
	if at := sentence.FindStringIndex(first); at != nil {
		first = first[:at[0]]
	}
	first = strings.TrimRight(first, " .:;")
	if level == NumberSpoilers {
		if r.Headline != "" && !strings.Contains(strings.ToLower(first), strings.ToLower(r.Headline)) {
			first += ": " + r.Headline
		}
		return wording.Capital(first) + "."
	}
	clause, _, _ := strings.Cut(fraction.ReplaceAllString(first, "chance"), " (")
	if never, _, ok := strings.Cut(clause, "; instead "); ok {
		return wording.Capital(never) + "."
	}
	if at := chanceOf.FindStringIndex(clause); at != nil {
		worded := clause[:at[0]] + chanceWords(clause[at[0]:at[1]]) + withoutFigures(clause[at[1]:])
		if !strings.Contains(worded, "%") {
			return wording.Capital(worded) + "."
		}
	}
	if r.Title == "" && r.inWords() == untold { // what it is about may be all there is to tell
		return wording.Capital(untold) + "."
	}
	about, _, _ := strings.Cut(cmp.Or(r.Title, clause), ":")
	about, _, _ = strings.Cut(about, " (")
	about, _, _ = strings.Cut(chanceOf.ReplaceAllStringFunc(about, chanceWords), ";")
	if about = strings.TrimSpace(figure.ReplaceAllString(about, "")); about == "" {
		return wording.Capital(r.inWords()) + "."
	}
	if strings.EqualFold(r.inWords(), about[:min(len(about), len(r.inWords()))]) { // "No chance of protection"
		return wording.Capital(about) + "."
	}
	return wording.Capital(about) + ": " + r.inWords() + "."
}

// withoutFigures cuts what follows a chance before the first part with a figure.
func withoutFigures(rest string) string {
	rest, _, _ = strings.Cut(rest, ";")
	parts := strings.Split(rest, ", ")
	for i := range parts {
		if i > 0 && strings.ContainsAny(parts[i], "0123456789") {
			return strings.Join(parts[:i], ", ")
		}
	}
	return rest
}

// untold says that an answer is nothing but facts.
const untold = "I don't give the facts away here"

// NoChance is the headline of an answer to what never happens.
const NoChance = "no chance"

// inWords says without a figure what an answer comes to.
func (r *Reply) inWords() string {
	switch {
	case r.Tone == Good:
		return "that looks good"
	case r.Tone == Fair:
		return "that is a risk"
	case r.Tone == Bad:
		return "that looks bad"
	case r.Headline == NoChance:
		return NoChance
	case share.MatchString(r.Headline):
		return chanceWords(r.Headline)
	}
	return untold
}

// chanceWords says in words how good a chance is that stands in a text as a percentage.
func chanceWords(text string) string {
	p, _ := strconv.ParseFloat(share.FindStringSubmatch(text)[1], 64)
	switch {
	case p == 0:
		return NoChance
	case p < 2:
		return "a slim chance"
	case p < 20:
		return "a small chance"
	case p < 45:
		return "a fair chance"
	case p <= 55:
		return "an even chance"
	case p < 80:
		return "a good chance"
	case p < 98:
		return "a very good chance"
	}
	return "an excellent chance"
}
