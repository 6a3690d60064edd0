package lex

import "strconv"

// joined makes one number of the words that say one: "two hundred and sixty-seven", "twelve
// hundred", "two dozen", "17 thousand".
func joined(tokens []Token) []Token {
	out := tokens[:0]
	for i := 0; i < len(tokens); {
		n, end := numeral(tokens[i:])
		if end < 2 {
			out = append(out, tokens[i])
			i++
			continue
		}
		t, last := tokens[i], tokens[i+end-1]
		t.Num, t.End, t.Ordinal, t.Said = n, last.End, last.Ordinal, true
		t.Word = strconv.Itoa(n)
		t.Text, t.Stem = t.Word, t.Word
		out = append(out, t)
		i += end
	}
	return out
}

// numeral reads the number that some tokens begin with. It returns how many of them say
// it: 0 if none does.
func numeral(tokens []Token) (num, length int) {
	thousands, n := 0, 0 // n is what is said since the thousands
	for i := 0; i < len(tokens); i++ {
		t := &tokens[i]
		if i > 0 && (t.Word == "-" && t.Glued || t.Word == "and" && n+thousands > 0 && n%100 == 0) && i+1 < len(tokens) {
			i++
			if t = &tokens[i]; tokens[i-1].Word == "-" && !t.Glued {
				break
			}
		}
		if t.Kind != Number || i > 0 && !t.Said || t.Sentence != tokens[0].Sentence {
			break
		}
		switch m := t.Num; {
		case i == 0:
			n = m
		case m == 1000 && !t.Ordinal && 0 < n && n < 1000 && thousands == 0:
			thousands, n = n*1000, 0
		case m == 100 && 0 < n && n < 100, m == 12 && isDozen(t) && n < 100:
			n *= m
		case !tokens[0].Said: // "17 two"
			return thousands + n, length
		case m < 100 && m > 0 && n%100 == 0 && n+thousands > 0, m < 10 && m > 0 && n%100 >= 20 && n%10 == 0:
			n += m
		default:
			return thousands + n, length
		}
		if length = i + 1; t.Ordinal {
			break
		}
	}
	return thousands + n, length
}

func isDozen(t *Token) bool { return t.Stem == "dozen" }
