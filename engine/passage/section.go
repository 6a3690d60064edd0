package passage

import (
	"slices"
	"strings"
)

// Section is a piece of a page: its heading, and its text, as markup or plain.
// The beginning of a page has no heading.
type Section struct {
	Heading string
	Text    string
}

// maxScanned bounds how much of a section's text is read.
const maxScanned = 24 << 10

// Named returns how much a page's title and a heading of it are together what the
// question is about, as Title has it.
func (q *Query) Named(title, heading string) float64 {
	return q.Stems(append(TitleStems(title), TitleStems(heading)...))
}

// Best returns the section of a page that says most of what a question asks, and how
// much, from 0 to about 2. The page's title counts as said in each section; of
// sections that say the same the first wins.
func (q *Query) Best(title string, sections []Section) (best int, score float64) {
	if len(q.stems) == 0 {
		return 0, 0
	}
	var ofTitle [maxWords]float64
	mark := func(to *[maxWords]float64, text string) {
		each(text, func(w string) {
			if i, how := q.word(w); i >= 0 {
				to[i] = max(to[i], how)
			}
		})
	}
	mark(&ofTitle, title)
	score = -1
	for k, s := range sections {
		var head [maxWords]float64
		mark(&head, s.Heading)
		in := q.count(s.Text)
		said, headed, left := 0.0, 0.0, 0.0
		for i, w := range q.weight {
			// A word that is said twice is said; more of it adds little.
			text := in[i] / (in[i] + 0.5)
			said += w * max(ofTitle[i], head[i], text)
			headed += w * max(0, head[i]-ofTitle[i])
			left += w * (1 - ofTitle[i])
			if ofTitle[i] > 0 && head[i] == 0 {
				said += w * 0.05 * text
			}
		}
		now := said / q.total
		if headed > 0 { // of what the title leaves to be said
			now += 0.4 * headed / left
		}
		if s.Heading != "" {
			if own := TitleStems(s.Heading); len(own) > 0 { // a heading of nothing else
				if hit, all := q.shared(own); headed > 0 {
					now += 0.2 * hit / all
				}
				now += 0.3 * q.wants(s.Heading)
			}
		} else {
			now += 0.1
		}
		if len(q.Phrases) > 0 {
			now += q.phrases(s.Text)
		}
		if now > score+1e-9 {
			best, score = k, now
		}
	}
	return best, score
}

// wants returns 1 if a heading says what the question asks for, "Obtaining" for "where
// do I get", or nearly in its words, "What to wish for".
func (q *Query) wants(heading string) (n float64) {
	words, same := 0, 0
	each(heading, func(w string) {
		if slices.Contains(q.heads, Stem(w)) {
			n = 1
		}
		words++
		if q.said[w] {
			same++
		}
	})
	if words > 1 && 4*same >= 3*words {
		n = 1
	}
	return n
}

// count says how often each word of the question is in a text.
func (q *Query) count(text string) (in [maxWords]float64) {
	if len(text) > maxScanned {
		text = text[:maxScanned]
	}
	start := -1
	take := func(word string) {
		if len(word) > 40 || !q.starts[word[0]|0x20] && word[0] < 0x80 && word[0] > '9' {
			return
		}
		word = strings.ToLower(word)
		if i, how := q.word(word); i >= 0 {
			in[i] += how
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80 {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			take(text[start:i])
			start = -1
		}
	}
	if start >= 0 {
		take(text[start:])
	}
	return in
}

// Missing lists the words of the question that a text does not have, nor any
// that means the same.
func (q *Query) Missing(text string) (out []string) {
	var in [maxWords]bool
	each(text, func(w string) {
		if i, _ := q.word(w); i >= 0 {
			in[i] = true
		}
	})
	for i, w := range q.Words {
		if !in[i] {
			out = append(out, w)
		}
	}
	return out
}

// Quotes reports whether a text holds every phrase of the question.
func (q *Query) Quotes(text string) bool { return q.phrases(text) == float64(len(q.Phrases)) }

// phrases counts the phrases of the question that a text holds.
func (q *Query) phrases(text string) (n float64) {
	plain := " " + Plain(text) + " "
	for _, p := range q.Phrases {
		if strings.Contains(plain, " "+p+" ") {
			n++
		}
	}
	return n
}
