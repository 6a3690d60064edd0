package read

import "strconv"

// joined makes one number of the words that say one: "two hundred and sixty-seven", "twelve
// hundred", "two dozen", "17 thousand".
func joined(tokens []token) []token {
	out := tokens[:0]
	for i := 0; i < len(tokens); {
		n, end := numeral(tokens[i:])
		if end < 2 {
			out = append(out, tokens[i])
			i++
			continue
		}
		t, last := tokens[i], tokens[i+end-1]
		t.num, t.end, t.ordinal, t.said = n, last.end, last.ordinal, true
		t.word = strconv.Itoa(n)
		t.text, t.stem = t.word, t.word
		out = append(out, t)
		i += end
	}
	return out
}

// numeral reads the number that some tokens begin with. It returns how many of them say
// it: 0 if none does.
func numeral(tokens []token) (num, length int) {
	thousands, n := 0, 0 // n is what is said since the thousands
	for i := 0; i < len(tokens); i++ {
		t := &tokens[i]
		if i > 0 && (t.word == "-" && t.glued || t.word == "and" && n+thousands > 0 && n%100 == 0) && i+1 < len(tokens) {
			i++
			if t = &tokens[i]; tokens[i-1].word == "-" && !t.glued {
				break
			}
		}
		if t.kind != numberToken || i > 0 && !t.said || t.sentence != tokens[0].sentence {
			break
		}
		switch m := t.num; {
		case i == 0:
			n = m
		case m == 1000 && !t.ordinal && 0 < n && n < 1000 && thousands == 0:
			thousands, n = n*1000, 0
		case m == 100 && 0 < n && n < 100, m == 12 && isDozen(t) && n < 100:
			n *= m
		case !tokens[0].said: // "17 two"
			return thousands + n, length
		case m < 100 && m > 0 && n%100 == 0 && n+thousands > 0, m < 10 && m > 0 && n%100 >= 20 && n%10 == 0:
			n += m
		default:
			return thousands + n, length
		}
		if length = i + 1; t.ordinal {
			break
		}
	}
	return thousands + n, length
}

func isDozen(t *token) bool { return t.stem == "dozen" }
