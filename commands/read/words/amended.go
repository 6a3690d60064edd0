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
// "7 horns" of "6, no wait, 7 horns", and "luck -5" of "luck 5, sorry, luck -5". What stands behind
// the figure may be said again: "3 zaps, no wait, 4 zaps".
func (v *Vocabulary) corrected(in []lex.Token) []lex.Token {
	for i := 1; i < len(in); i++ {
		to := v.corrects(in, i)
		if to == 0 || to >= len(in) {
			continue
		}
		if was, now := renamed(in, i, to); was >= 0 {
			n := len(in)
			in, was = become(in, was, now)
			in = slices.Delete(in, i+len(in)-n, now+1+len(in)-n)
			i = was
			continue
		}
		if in[to].Kind != lex.Number || in[to].Ordinal {
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
		again := repeats(in, was+1, i, to+1)
		if again > 0 {
			end = again
		}
		switch {
		case again > 0 || end == len(in) || in[end].Kind == lex.Mark:
			n := len(in)
			in, was = become(in, was, to)
			in = slices.Delete(in, i+len(in)-n, end+len(in)-n)
		case in[was+1].Kind == lex.Mark || was+1 == i:
			in = slices.Delete(in, first(in, was), first(in, to))
			was = max(was-1, 0)
		default:
			continue
		}
		i = was
	}
	return in
}

// renamed returns the figure that a correction at a token puts right by its name, as in "luck 5,
// sorry, luck -5", and the figure that takes its place; was is -1 where it does not.
func renamed(in []lex.Token, at, to int) (was, now int) {
	now = to + 1
	if now+1 < len(in) && signOf(in, now+1) == now {
		now++
	}
	if in[to].Kind != lex.Word || now >= len(in) || !figure(in[now]) {
		return -1, now
	}
	for was = at - 1; was > 0 && in[was].Word != "?"; was-- {
		if (bareFigure(in, was) || in[was].Kind == lex.Fraction) && in[was].Kind == in[now].Kind && first(in, was) > 0 && in[first(in, was)-1].Word == in[to].Word {
			return was, now
		}
	}
	return -1, now
}

// figure reports whether a token is a number or a fraction that counts.
func figure(t lex.Token) bool {
	return t.Kind == lex.Number && !t.Ordinal || t.Kind == lex.Fraction
}

// become makes a figure another one that stands behind it, where it stands, and returns where
// that is: a sign comes with it.
func become(in []lex.Token, was, now int) (out []lex.Token, at int) {
	then, sign, other := signOf(in, was), signOf(in, now), in[now]
	switch {
	case sign >= 0 && then >= 0:
		in[then].Text, in[then].Word, in[then].Stem = in[sign].Text, in[sign].Word, in[sign].Stem
	case sign >= 0:
		mark := in[was]
		mark.Kind, mark.Text, mark.Word, mark.Stem, mark.Num, mark.Said, mark.End, mark.Glued = lex.Mark, in[sign].Text, in[sign].Word, in[sign].Stem, 0, false, mark.At, false
		in, was = slices.Insert(in, was, mark), was+1
		in[was].Glued = true
	case then >= 0:
		in, was = slices.Delete(in, then, was), then
		in[was].Glued = false
	}
	t := &in[was]
	t.Num, t.Den, t.Text, t.Word, t.Stem, t.Said = other.Num, other.Den, other.Text, other.Word, other.Stem, other.Said
	return in, was
}

// first returns the token of a figure's sign, or else that of the figure.
func first(in []lex.Token, i int) int {
	if sign := signOf(in, i); sign >= 0 {
		return sign
	}
	return i
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

// repeats returns the token behind the words at a token if they are those between two others,
// but for marks at the end of these; or 0.
func repeats(in []lex.Token, from, to, at int) int {
	for to > from && in[to-1].Kind == lex.Mark {
		to--
	}
	n := to - from
	if n == 0 || at+n > len(in) {
		return 0
	}
	for i := range n {
		if in[from+i].Kind != lex.Word || in[from+i].Word != in[at+i].Word {
			return 0
		}
	}
	return at + n
}

// ofThem returns the token behind "of them" at a token, or that token.
func ofThem(in []lex.Token, at int) int {
	if at+1 < len(in) && in[at].Word == "of" && (in[at+1].Word == "them" || in[at+1].Word == "those" || in[at+1].Word == "em") {
		return at + 2
	}
	return at
}
