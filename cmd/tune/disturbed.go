package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"delphi/commands/read"
	"delphi/engine/seq"
)

// disturbance changes how a line is written and not what it asks. It returns the line as it
// was where there is nothing to change.
type disturbance struct {
	name   string
	change func(dice *rand.Rand, line string) string
}

// What people add to figures and questions, or type instead of a word.
var (
	hedges  = strings.Split("maybe N|perhaps N|around N|roughly N|say N|probably N|~N|approx N|something like N|I think N|N or so|N i think|N maybe|still N|a mere N", "|")
	openers = strings.Split("ok so |hey, |hmm |quick one: |so i was wondering, |help! |does anyone know |can someone tell me |new here, |alright so |um, |noob question: |sorry if this is dumb but |real quick, ", "|")
	closers = strings.Split(" please?| tho| or what| right now| anyone?| any idea?| ...| lol| do you reckon| thanks in advance| :(| cheers| in your opinion|, just curious| before i do something stupid", "|")
	others  = map[string][]string{
		"get": {"obtain", "acquire"}, "chance": {"likelihood", "probability"}, "kill": {"slay", "murder"}, "often": {"frequently"}, "fail": {"fizzle"}, "need": {"require"},
		"happens": {"occurs"}, "better": {"superior"}, "much": {"considerably"}, "make": {"create"}, "died": {"perished"}, "killed": {"slain"}, "found": {"discovered"},
		"want": {"desire"}, "monster": {"creature"}, "stop": {"prevent"}, "corpse": {"carcass"}, "prayed": {"worshipped"}, "strong": {"mighty"}, "sell": {"flog"},
		"survive": {"endure"}, "keep": {"retain"}, "buy": {"purchase"}, "eat": {"consume"}, "help": {"assist"}, "safe": {"alright"}, "wear": {"don"},
	}
)

var (
	plainNumber = regexp.MustCompile(`(?:^| )\d+(?:[ ,?.]|$)`)
	longWord    = regexp.MustCompile(`[a-z]{5,}`)
	anyWord     = regexp.MustCompile(`[a-z]+`)
	askingWord  = regexp.MustCompile(`\b(?:so|how|what|is|much|chance|odds|safe|please|can)\b`)
)

// inOne changes one of the places that match.
func inOne(dice *rand.Rand, line string, where *regexp.Regexp, change func(text string) string) string {
	places := where.FindAllStringIndex(line, -1)
	if len(places) == 0 {
		return line
	}
	at := anyOf(dice, places)
	return line[:at[0]] + change(line[at[0]:at[1]]) + line[at[1]:]
}

var disturbances = []disturbance{
	{"hedged", func(dice *rand.Rand, line string) string {
		return inOne(dice, line, plainNumber, func(text string) string {
			n := strings.Trim(text, " ,?.")
			return strings.Replace(text, n, strings.Replace(anyOf(dice, hedges), "N", n, 1), 1)
		})
	}},
	{"opened", func(dice *rand.Rand, line string) string { return anyOf(dice, openers) + line }},
	{"closed", func(dice *rand.Rand, line string) string { return line + anyOf(dice, closers) }},
	{"mistyped", func(dice *rand.Rand, line string) string {
		return inOne(dice, line, longWord, func(w string) string {
			i := 1 + dice.IntN(len(w)-2)
			switch dice.IntN(3) {
			case 0:
				return w[:i] + w[i+1:i+2] + w[i:i+1] + w[i+2:]
			case 1:
				return w[:i] + w[i+1:]
			}
			return w[:i+1] + w[i:]
		})
	}},
	{"stretched", func(dice *rand.Rand, line string) string {
		return inOne(dice, line, askingWord, func(w string) string { return w + w[len(w)-1:] + w[len(w)-1:] })
	}},
	{"dotted", func(_ *rand.Rand, line string) string { return strings.ReplaceAll(line, ", ", "... ") }},
	{"otherwise", func(dice *rand.Rand, line string) string {
		at := seq.Filter(anyWord.FindAllStringIndex(line, -1), func(p []int) bool { return others[line[p[0]:p[1]]] != nil })
		if len(at) == 0 {
			return line
		}
		p := anyOf(dice, at)
		return line[:p[0]] + anyOf(dice, others[line[p[0]:p[1]]]) + line[p[1]:]
	}},
}

// disturbed reports how many of the rows that are read right still are where their lines are
// disturbed: how much hangs on the wording of a line, and not on what it asks.
func (t *tuner) disturbed(rows []*row) {
	right := make([]bool, len(rows))
	t.each(rows, func(i int, list []read.Reading) { is, _ := t.judged(rows[i], list); right[i] = is == "right" })
	for _, d := range disturbances {
		dice := rand.New(rand.NewPCG(3, 4))
		var changed []*row
		for i, r := range rows {
			if line := d.change(dice, r.line); right[i] && line != r.line {
				other := *r
				other.line = line
				changed = append(changed, &other)
			}
		}
		is := make([]string, len(changed))
		t.each(changed, func(i int, list []read.Reading) { is[i], _ = t.judged(changed[i], list) })
		share := func(what string) float64 {
			n := 0
			for _, s := range is {
				if s == what {
					n++
				}
			}
			return 100 * float64(n) / float64(max(1, len(is)))
		}
		fmt.Printf("%-10s %5d lines: right %.1f%%, useful %.1f%%, wrong %.1f%%, failed %.1f%%\n", d.name, len(changed), share("right"), share("useful"), share("wrong"), share("failed"))
		if *brief {
			continue
		}
		for i, r := range changed {
			if is[i] != "right" {
				fmt.Printf("%-7s %s: %s\n", is[i], r.id, r.line)
			}
		}
	}
}

// judged says how a row's line was read: right, useful, wrong, or failed, and which of its
// readings is right; -1: none.
func (t *tuner) judged(r *row, list []read.Reading) (is string, at int) {
	at = slices.IndexFunc(list, func(rd read.Reading) bool { return t.right(r, &rd) })
	sure := len(list) > 0 && list[0].P >= *strict && (len(list[0].Heavy) <= *heavy)
	lacks := len(list) > 0 && len(list[0].Lacks()) > 0
	talk := len(list) == 0 || list[0].Command == nil
	switch {
	case at == 0 && sure, r.talk && talk, r.ask && (!sure || lacks) && !talk, r.open && (talk || !sure):
		return "right", at
	case at >= 0 && at < offered && !sure:
		return "useful", at
	case talk || !sure:
		return "failed", at
	}
	return "wrong", at
}
