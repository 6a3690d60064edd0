package words

import (
	"slices"

	"delphi/commands/read/lex"
)

// reachesBack is how many tokens before a correction a figure stands at most that it corrects.
const reachesBack = 7

// amended returns tokens in which figures are what they were corrected to, and what they have
// become since.
func (v *Vocabulary) amended(in []lex.Token) []lex.Token {
	return v.renewed(v.corrected(in))
}

// corrected puts right what a line itself corrects: "30 turns ago" of "20 turns ago, wait no, 30",
// and "7 horns" of "6, no wait, 7 horns".
func (v *Vocabulary) corrected(in []lex.Token) []lex.Token {
	for i := 1; i < len(in); i++ {
		to := v.corrects(in, i)
		if to == 0 || to >= len(in) || in[to].Kind != lex.Number || in[to].Ordinal {
			continue
		}
		was := i - 1
		for was >= 0 && i-was <= reachesBack && in[was].Word != "?" && (in[was].Kind != lex.Number || in[was].Ordinal) {
			was--
		}
		if was < 0 || i-was > reachesBack || in[was].Kind != lex.Number {
			continue
		}
		end := ofThem(in, to+1)
		switch {
		case end == len(in) || in[end].Kind == lex.Mark:
			become(&in[was], &in[to])
			in = slices.Delete(in, i, end)
		case in[was+1].Kind == lex.Mark || was+1 == i:
			in = slices.Delete(in, was, to)
		default:
			continue
		}
		i = was
	}
	return in
}

// become makes a figure another one, where it stands.
func become(t, other *lex.Token) {
	t.Num, t.Text, t.Word, t.Stem, t.Said = other.Num, other.Text, other.Word, other.Stem, other.Said
}

// corrects returns the token behind a correction that begins at a token, or 0.
func (v *Vocabulary) corrects(in []lex.Token, at int) int {
	if i := behindAny(in, at, v.g.Corrects); i > 0 {
		return behindMarks(in, i)
	}
	if in[at-1].Kind == lex.Mark { // "turn 900, no, 1200"
		if i := behindAny(in, at, v.g.Amid); i > 0 && behindMarks(in, i) > i {
			return behindMarks(in, i)
		}
	}
	return 0
}

// behindAny returns the token behind the first of the phrases that stands at a token, or 0.
func behindAny(in []lex.Token, at int, phrases [][]string) int {
	for _, words := range phrases {
		i := at
		for _, w := range words {
			if i > at {
				i = behindMarks(in, i)
			}
			if i == len(in) || in[i].Word != w {
				i = 0
				break
			}
			i++
		}
		if i > 0 {
			return i
		}
	}
	return 0
}

// behindMarks returns the token behind the commas and the like at a token.
func behindMarks(in []lex.Token, at int) int {
	for at < len(in) && in[at].Kind == lex.Mark && in[at].Word != "?" {
		at++
	}
	return at
}

// ofThem returns the token behind "of them" at a token, or that token.
func ofThem(in []lex.Token, at int) int {
	if at+1 < len(in) && in[at].Word == "of" && (in[at+1].Word == "them" || in[at+1].Word == "those" || in[at+1].Word == "em") {
		return at + 2
	}
	return at
}
