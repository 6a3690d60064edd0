package grammar

import (
	"strings"
)

// numberWords holds the keywords before numbers that players write, with the
// parameter each means. A command that lacks the parameter says that the word
// was not used.
var numberWords = map[string]string{
	"xl": "xl", "level": "xl", "lvl": "xl", "lv": "xl", "lev": "xl", "xlvl": "xl", "xp": "xl", "exp": "xl",
	"int": "int", "in": "int", "intelligence": "int",
	"wis": "wis", "wi": "wis", "wisdom": "wis",
	"dex": "dex", "dx": "dex", "dexterity": "dex",
	"con": "con", "co": "con", "constitution": "con",
	"cha": "cha", "ch": "cha", "charisma": "cha",
	"str": "str", "st": "str", "strength": "str",
	"luck": "luck", "pw": "pw", "power": "pw", "hp": "hp", "ac": "ac", "mr": "mr",
	"dlvl": "dlvl", "dl": "dlvl", "d": "dlvl", "t": "turn", "turn": "turn", "turns": "turn", "$": "gold",
	"hd": "hd", "s": "score", "tutorial": "tutorial",
}

// statusOnly are keywords that only a status line has, glued to their figure:
// "in 5" is no Intelligence.
var statusOnly = words("in wi co ch t s $ hd tutorial")

// statusWords mark a pasted status line where they stand before a colon.
var statusWords = map[string]bool{
	"st": true, "dx": true, "co": true, "in": true, "wi": true, "ch": true,
	"dlvl": true, "$": true, "hp": true, "pw": true, "ac": true, "xp": true, "exp": true, "t": true, "hd": true, "s": true,
	"tutorial": true,
}

// statusConditions holds the words that stand in a status line besides figures.
var statusConditions = map[string]bool{
	"lawful": true, "neutral": true, "chaotic": true, "unaligned": true,
	"satiated": true, "hungry": true, "weak": true, "fainting": true, "fainted": true, "starved": true,
	"burdened": true, "stressed": true, "strained": true, "overtaxed": true, "overloaded": true,
	"conf": true, "stun": true, "blind": true, "deaf": true, "hallu": true, "slime": true, "stone": true, "strngl": true,
	"foodpois": true, "termill": true, "ill": true, "lev": true, "fly": true, "ride": true, "slippery": true,
	"home": true, "fort": true, "ludios": true, "end": true, "game": true, "astral": true, "plane": true,
}

// number returns the parameter that a keyword before a number means: one of the
// command's own, or one that players write and the command may lack.
func (cmd *command) number(word string) (param string, ok bool) {
	param, ok = cmd.keywords[word]
	return param, ok
}

// isNumberWord reports whether a word may stand right before a number.
func (cmd *command) isNumberWord(s string) bool {
	_, ok := cmd.number(strings.ToLower(s))
	return ok
}

// number reads the whole number at the start of s: a sign, digits, commas between
// groups. rest is what follows: "/1234", "(30)", "%". ok is false if no number stands
// there; a number of more than nine digits is read as the largest of nine.
func number(s string) (n int, rest string, ok bool) {
	i, negative := 0, false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative = s[0] == '-'
		i++
	}
	first := i
	for ; i < len(s); i++ {
		if s[i] == ',' && i > first {
			continue
		}
		if s[i] < '0' || s[i] > '9' {
			break
		}
		if n < 1e9 {
			n = n*10 + int(s[i]-'0')
		}
		ok = true
	}
	n = min(n, 999_999_999)
	if negative {
		n = -n
	}
	return n, s[i:], ok
}

// keyNumber reads "xl12", "xl:12", "xl=12", "luck+10" and a keyword alone.
// rest is as for number; hasNumber is false for a keyword alone.
func (cmd *command) keyNumber(text string) (param string, n int, rest string, hasNumber, ok bool) {
	i := figureIn(text)
	key := text
	if i >= 0 {
		key = text[:i]
	}
	param, ok = cmd.number(key)
	if !ok || i < 0 {
		return param, 0, "", false, ok
	}
	tail, colon := text[i:], false
	if tail[0] == ':' || tail[0] == '=' {
		tail, colon = tail[1:], true
	}
	n, rest, hasNumber = number(tail)
	if !hasNumber && !colon || !figureTail(rest) && !rangeTail(rest) {
		return "", 0, "", false, false
	}
	return param, n, rest, hasNumber, true
}

// figureIn returns where a figure begins in a word, with what may stand before it; -1
// where none does.
func figureIn(text string) int {
	for i := range len(text) {
		switch c := text[i]; {
		case '0' <= c && c <= '9', c == ':', c == '=', c == '+', c == '-':
			return i
		}
	}
	return -1
}

// rangeTail reports whether s is the rest of a range: "-12".
func rangeTail(s string) bool {
	return len(s) > 1 && s[0] == '-' && strings.Trim(s[1:], "0123456789") == ""
}

// figureTail reports whether s can follow a figure: nothing, "(30)", "/1234"
// or "/**" (strength 18/**).
func figureTail(s string) bool {
	if s == "" || s == "%" {
		return true
	}
	return (s[0] == '/' || s[0] == '(') && strings.Trim(s, "/()*0123456789") == ""
}
