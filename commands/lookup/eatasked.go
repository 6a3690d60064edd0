package lookup

import (
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// This file says which sentences ask about eating, and what they ask.

// eatCues say which sentences are about eating.
var eatCues = []commands.Cue{
	{Names: commands.Takes(monsterName), Words: "eat|eating|eaten|corpse|corpses|meat|edible|cannibal|cannibalism|safe to eat", Weight: 24},
	{Names: commands.Takes(monsterName), Words: "res chance|resistance chance|chance of resistance|odds of resistance|chance of poison res|teleport control|telepathy|intrinsic|intrinsics|resistance from|res from|give resistance|gives resistance|give me resistance|conveys|convey|give|gives", Shape: commands.AskShape, Weight: 14},
	{Names: commands.Takes(monsterName), Words: "telepathy|telepathic|get poison res|get poison resistance|get sleep res|get sleep resistance|get fire res|get cold res|get shock res|get from|gain from|gain", Shape: commands.AskShape, Weight: 14},
	{Names: commands.Takes(monsterName), Words: "res chance|resistance chance|intrinsic|intrinsics|conveys|convey", Weight: 14},
	{Names: commands.Takes(monsterName), Words: "tin|tinned|tins", Weight: 23},
	{Names: commands.Takes(monsterName), Words: "tin of|tins of", Weight: 20},
	{Names: commands.Takes(monsterName), Words: "ate|ate a|ate an|ate some", Shape: commands.AskShape, Weight: 14},
	{Names: commands.Takes(monsterName), Words: "turns old|turn old|t old|old|ancient|stale", Shape: commands.NumberShape, Weight: 20},
	{Names: commands.Takes(monsterName), Words: gainChances(), Weight: 26},
	{Words: "t|older|than|kill|kills|die|dies|deadly|lived|survive|survived|got|stun|stuns|stunned|sleep|res|elf|elves|effect|effects|invis|invisible|invisibility|see invis|tc|tele|teleport|teleportitis|res|resistance|poison|telepathy|intrinsics|poisonous|cure|cures|delayed|stoning|fresh|safe|str|strength"},
}

// gains are what corpses give, as players cut it short.
const gains = "tc tp tele teleportis teleportitis teleport telep telepathy disint poison res poisonres pois fire cold sleep shock int str strength invis invisibility intrinsic resistance control"

// gainChances are the phrases by which a line asks how likely a corpse gives something:
// "tengu tc%".
func gainChances() string {
	var out []string
	for g := range strings.FieldsSeq(gains) {
		out = append(out, g+" chance", g+" chances", g+" odds", g+" percent")
	}
	for g := range strings.FieldsSeq("str strength int intelligence tc telepathy teleportitis res resistance") {
		out = append(out, g+" from")
	}
	return strings.Join(out, "|")
}

// turnsOld is the age of a corpse as players glue it: "60t".
var turnsOld = regexp.MustCompile(`^\d+[tT]$`)

// eaterOf is the race and role that a line says somebody is: "orc cav". Empty: none.
func eaterOf(line string) string {
	words := strings.Fields(names.Fold(line))
	for i := 1; i < len(words); i++ {
		race, role := words[i-1], strings.Trim(words[i], ",.;:!?")
		if eaterRaces[race] != "" && roleNamed(rules.Get(rules.Default), role) != nil {
			return race + " " + role
		}
	}
	return ""
}

// eatenBefore drops the monsters of a line that somebody has eaten already, where it asks
// about another: "i ate a bat, is a giant bat the same?" A pet that eats is none either.
func eatenBefore(h *commands.Heard, named []string) []string {
	if len(named) < 2 {
		return named
	}
	words := " " + strings.Join(h.Words, " ") + " "
	left := slices.DeleteFunc(slices.Clone(named), func(name string) bool {
		folded := names.Fold(name)
		eats := func(how string) bool { return strings.Contains(words, "my "+folded+how) }
		return eats(" ate ") || eats(" eats ") || eats(" eat ") || eats(" just ate ") || !strings.Contains(words, " my ") && slices.ContainsFunc([]string{" ate a ", " ate an ", " ate the ", " ate "}, func(ate string) bool { return strings.Contains(words, ate+folded+" ") })
	})
	if len(left) == 0 {
		return named
	}
	return left
}

// raceAndRole is who asks whether to eat: "a dwarf valk eat".
var raceAndRole = regexp.MustCompile(`\b(\pL+) (\pL+),? (?:eats?|eating|can eat|should eat)\b`)

// eats are words before who eats.
var eats = map[string]bool{"as": true, "for": true, "my": true, "im": true, "i'm": true, "am": true}

// composeEat asks about each monster that a sentence names, and who eats it.
func composeEat(h *commands.Heard) []string {
	var tail []string
	if m := raceAndRole.FindStringSubmatch(names.Fold(h.Line)); m != nil && eaterRaces[m[1]] != "" && roleNamed(rules.Get(rules.Default), m[2]) != nil { // "can a dwarf valk eat"
		tail = append(tail, "as "+m[1]+" "+m[2])
	}
	if who := eaterOf(h.Line); who != "" && len(tail) == 0 { // "orc cav here"
		tail = append(tail, "as "+who)
	}
	for i, w := range h.Words {
		next := ""
		if i+1 < len(h.Words) {
			next = h.Words[i+1]
		}
		if (next == "a" || next == "an") && i+2 < len(h.Words) {
			next = h.Words[i+2]
		}
		role := func(w string) bool { return roleNamed(rules.Get(rules.Default), w) != nil }
		switch b, _, looks, _ := rules.LookupBestiary(w); {
		case looks && b != nil:
			tail = append(tail, "v"+b.Name)
		case w == "blessed" || w == "cursed" || w == "uncursed":
			tail = append(tail, w)
		case w == "tin" || w == "tins" || w == "tinned":
			tail = append(tail, "tin")
		case w == "old" || w == "ancient" || w == "stale":
			tail = append(tail, "old")
		case eats[w] && len(tail) == 0 && (eaterRaces[next] != "" || role(next)):
			tail = append(tail, "as "+next)

		case (w == "age" || w == "aged") && strings.Trim(next, "0123456789") == "" && next != "":
			tail = append(tail, "age "+next)
		case strings.HasPrefix(next, "turn") && strings.Trim(w, "0123456789") == "":
			tail = append(tail, "age "+w)
		case w == "than" && i > 0 && h.Words[i-1] == "older" && strings.Trim(next, "0123456789") == "" && next != "":
			tail = append(tail, "age "+next)
		case (next == "t" || next == "T") && strings.Trim(w, "0123456789") == "":
			tail = append(tail, "age "+w)
		case turnsOld.MatchString(w):
			tail = append(tail, "age "+strings.TrimRight(w, "tT"))
		}
	}
	if len(tail) > 0 && slices.ContainsFunc(tail, func(t string) bool { return strings.HasPrefix(t, "age ") }) { // "60 turns old"
		tail = slices.DeleteFunc(tail, func(t string) bool { return t == "old" })
	}
	named := slices.Clone(h.Names[monsterName.Param])
	// The monster of a role may have another name than the role: its first letters are the same.
	named = slices.DeleteFunc(named, func(name string) bool {
		return slices.ContainsFunc(tail, func(t string) bool {
			who, role := commands.CutWord(strings.TrimPrefix(t, "as "))
			if len(named) > 1 && len(role) > 2 && strings.HasPrefix(names.Fold(name), role[:3]) {
				return true
			}
			return len(named) > 1 && !strings.HasPrefix(names.Fold(name), who+" ") && len(t) >= len("as ")+3 && strings.HasPrefix(names.Fold(name), t[len("as "):len("as ")+3])
		})
	})
	var out []string
	for _, name := range eatenBefore(h, named) {
		out = append(out, strings.Join(append([]string{name}, tail...), " "))
	}
	return out
}
