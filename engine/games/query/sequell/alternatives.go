package sequell

import "strings"

// operators of comparisons, longest first.
var operators = []string{"!~~", "!==", "!=", "!~", "~~", "=~", "==", "<=", ">=", "=", "<", ">"}

// Split splits a comparison at its operator; ok is false if a word has none.
func Split(word string) (left, op, right string, ok bool) {
	for i := range len(word) {
		for _, o := range operators {
			if strings.HasPrefix(word[i:], o) && i > 0 {
				return word[:i], o, word[i+len(o):], true
			}
		}
	}
	return word, "", "", false
}

// Alternatives reads the | and & of one word, which stands in no parentheses:
//
//	Val|Wiz          one of the two
//	role=Val|Wiz     one of the values; role!=Val|Wiz: none of them
//	killer|while=x   one of the fields; killer&while!=: all of them
//
// It returns the word as tokens, with parentheses where it needs some; ok is false if
// it has no alternatives.
func Alternatives(word string) (tokens []string, ok bool) {
	if strings.Contains(word, "~") || strings.HasPrefix(word, "${") {
		return nil, false
	}
	left, op, right, compared := Split(word)
	if !compared {
		if !strings.Contains(word, "|") {
			return nil, false
		}
		return either(strings.Split(word, "|")), true
	}
	before := ""
	if rest, negated := strings.CutPrefix(left, "!"); negated {
		left, before = rest, "!"
	}
	fields, all := strings.Split(left, "|"), false
	if len(fields) == 1 && strings.Contains(left, "&") {
		fields, all = strings.Split(left, "&"), true
	}
	values := strings.Split(right, "|")
	if op != "=" && op != "!=" {
		values = []string{right}
	}
	if len(fields)*len(values) == 1 {
		return nil, false
	}
	var terms []string
	for _, f := range fields {
		for _, v := range values {
			terms = append(terms, f+op+v)
		}
	}
	if before != "" {
		tokens = append(tokens, before)
	}
	if all || len(fields) == 1 && op == "!=" {
		tokens = append(tokens, "(")
		return append(append(tokens, terms...), ")"), true
	}
	return append(tokens, either(terms)...), true
}

func either(terms []string) []string {
	out := []string{"("}
	for i, t := range terms {
		if i > 0 {
			out = append(out, "|")
		}
		out = append(out, t)
	}
	return append(out, ")")
}
