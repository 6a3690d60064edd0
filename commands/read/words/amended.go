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
		if to > 0 && named(in, i, to) {
			become(&in[i-1-marksBefore(in, i)], &in[to+1])
			in = slices.Delete(in, i-marksBefore(in, i), to+2)
			continue
		}
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

// named says whether a figure stands before a correction and another behind it, both with the
// same word before them: "st 18/50, no wait, st 18/80". The correction is from token at to token
// to.
func named(in []lex.Token, at, to int) bool {
	was := at - 1 - marksBefore(in, at)
	return was >= 1 && to+1 < len(in) && figure(in[was]) && figure(in[to+1]) && in[was].Kind == in[to+1].Kind &&
		in[to].Kind == lex.Word && in[was-1].Kind == lex.Word && in[was-1].Word == in[to].Word
}

// figure says whether a token is a number or a fraction that counts.
func figure(t lex.Token) bool {
	return t.Kind == lex.Number && !t.Ordinal || t.Kind == lex.Fraction
}

// marksBefore counts the commas and the like before a token.
func marksBefore(in []lex.Token, at int) int {
	n := 0
	for at-1-n >= 0 && in[at-1-n].Kind == lex.Mark && in[at-1-n].Word != "?" {
		n++
	}
	return n
}

// become makes a figure another one, where it stands.
func become(t, other *lex.Token) {
	t.Num, t.Den, t.Text, t.Word, t.Stem, t.Said = other.Num, other.Den, other.Text, other.Word, other.Stem, other.Said
}

// corrects returns the token behind a correction that begins at a token, or 0.
func (v *Vocabulary) corrects(in []lex.Token, at int) int {
	if i := behindAny(in, at, v.g.Corrects); i > 0 {
		return behindMarks(in, i)
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
