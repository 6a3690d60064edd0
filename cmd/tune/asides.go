package main

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"delphi/commands/wording"
	"delphi/engine/rules"
)

// asides are sentences that have nothing to do with any question, one a line.
//
//go:embed asides.txt
var asides string

// asidePatterns are such sentences, one a line, in which {a|b} stands for one of them and
// <thing> for the name of one.
//
//go:embed asidepatterns.txt
var asidePatterns string

// patternTimes is how often a pattern is filled.
const patternTimes = 12

// toldBeside lists the asides of some folds of so many.
func toldBeside(folds int, which func(fold int) bool) []string {
	var out []string
	for i, a := range lines(asides) {
		if which(i % folds) {
			out = append(out, a)
		}
	}
	dice := rand.New(rand.NewPCG(1, 2))
	for i, p := range lines(asidePatterns) {
		if which(i % folds) {
			for range patternTimes {
				out = append(out, filled(dice, p))
			}
		}
	}
	dice.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func all(int) bool { return true }

func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

var (
	choice = regexp.MustCompile(`\{[^{}]*\}`)
	name   = regexp.MustCompile(`<[a-z ]+>`)
)

func anyOf[T any](dice *rand.Rand, list []T) T { return list[dice.IntN(len(list))] }

// filled fills a pattern.
func filled(dice *rand.Rand, pattern string) string {
	text := choice.ReplaceAllStringFunc(pattern, func(c string) string {
		return anyOf(dice, strings.Split(strings.Trim(c, "{}"), "|"))
	})
	set := rules.Get(rules.Default)
	return name.ReplaceAllStringFunc(text, func(n string) string {
		what, an := strings.CutPrefix(strings.Trim(n, "<>"), "a ")
		switch what {
		case "thing", "things":
			o := anyOf(dice, set.Objects())
			for o.Prob == 0 {
				o = anyOf(dice, set.Objects())
			}
			if what == "things" {
				return wording.Plural(o.Name)
			}
			what = o.Name
		case "monster", "monsters":
			what = anyOf(dice, monsters) + strings.TrimPrefix(what, "monster")
		case "role":
			what = anyOf(dice, roles)
		case "place":
			return anyOf(dice, places)
		case "n":
			return fmt.Sprint(2 + dice.IntN(18))
		case "turn":
			return fmt.Sprint(1000 + dice.IntN(29000))
		case "zm":
			return fmt.Sprint(50*(1+dice.IntN(12))) + anyOf(dice, []string{"", " zm", " gold"})
		case "percent":
			return fmt.Sprint(1+dice.IntN(98)) + "%"
		}
		switch {
		case !an:
			return what
		case strings.ContainsRune("aeiouAEIOU", rune(what[0])):
			return "an " + what
		}
		return "a " + what
	})
}

var (
	monsters = strings.Split("soldier ant,cockatrice,gnome lord,dwarf,leocrotta,mind flayer,troll,nymph,leprechaun,floating eye,jackal,werewolf,giant beetle,cobra,energy vortex,vampire,lich,minotaur,black dragon,purple worm,cave spider,ettin,owlbear,unicorn,chickatrice,water moccasin,grid bug,zruty", ",")
	roles    = strings.Split("wizard,samurai,valkyrie,priest,archeologist,tourist,monk,rogue,ranger,healer,knight,caveman,barbarian", ",")
	places   = strings.Split("the Mines,Sokoban,Minetown,Fort Ludios,the Quest,the Valley,the Castle,Medusa's island,the Big Room,the Oracle,a vault,Mines' End,Vlad's Tower,Gehennom", ",")
)
