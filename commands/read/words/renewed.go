package words

import (
	"slices"

	"delphi/commands/read/lex"
)

const (
	toldWithin = 3   // words that tell of then or now and a figure are at most so many tokens apart
	retold     = 60  // so many tokens lie at most between a figure and what it has become
	counter    = 300 // a figure that has grown to as much is likely a turn, and both are meant
)

// renewed returns tokens in which a figure of then is what it has become since, where a line tells
// both: "34 pw" of "had 80 pw this morning, 34 left now". A figure of now that has a noun of its
// own, as in "12 charges now", stays where it is.
func (v *Vocabulary) renewed(in []lex.Token) []lex.Token {
	for i := 1; i < len(in); i++ {
		from, to := v.ofNow(in, i)
		if to == 0 {
			continue
		}
		was := v.ofThen(in, from, in[i].Num)
		if was < 0 {
			continue
		}
		if signOf(in, i) >= 0 && signOf(in, was) < 0 {
			continue
		}
		n := len(in)
		in, was = become(in, was, i)
		in = slices.Delete(in, from+len(in)-n, to+len(in)-n)
		i = was
	}
	return in
}

// ofNow returns the tokens with which a line tells that something has become the figure at i, as
// in "so its 34" and "34 left now"; to is 0 if it does not.
func (v *Vocabulary) ofNow(in []lex.Token, i int) (from, to int) {
	if !bareFigure(in, i) {
		return 0, 0
	}
	from = i
	if sign := signOf(in, i); sign >= 0 {
		from = sign
	}
	to = behindAny(in, i+1, v.g.OfNow)
	for n := 1; n <= min(toldWithin, from); n++ {
		if behindAny(in, from-n, v.g.Become) == from && (to > 0 || ends(in, i+1)) {
			return from - n, max(to, i+1)
		}
	}
	if to == 0 || from > 0 && in[from-1].Kind != lex.Mark && !v.joining(&in[from-1]) {
		return 0, 0
	}
	return from, to
}

// ofThen returns the last figure before a token of which a line tells that it was so then, and
// that may have become now; -1: none.
func (v *Vocabulary) ofThen(in []lex.Token, before, now int) int {
	for i := before - 1; i > max(0, before-retold) && in[i].Word != "?"; i-- {
		if !bareFigure(in, i) || now >= counter && now > in[i].Num {
			continue
		}
		for at := i - 1; at >= max(0, i-toldWithin); at-- {
			if to := behindAny(in, at, v.g.OfThen); to > 0 && to <= i {
				return i
			}
			if in[at].Kind == lex.Number || in[at].Kind == lex.Mark && at != signOf(in, i) {
				break
			}
		}
	}
	return -1
}

// bareFigure reports whether a whole figure stands at a token: no ordinal, and no part of "3(40)"
// and the like.
func bareFigure(in []lex.Token, i int) bool {
	return in[i].Kind == lex.Number && !in[i].Ordinal &&
		(!in[i].Glued || signOf(in, i) >= 0) && (i+1 == len(in) || !in[i+1].Glued || ends(in, i+1))
}

// signOf returns the token of a figure's sign, or -1.
func signOf(in []lex.Token, i int) int {
	if i > 0 && in[i].Glued && !in[i-1].Glued && (in[i-1].Word == "+" || in[i-1].Word == "-") {
		return i - 1
	}
	return -1
}

// ends reports whether a sentence or a clause ends before a token.
func ends(in []lex.Token, i int) bool {
	return i == len(in) || in[i].Word == "," || in[i].Word == "." || in[i].Word == ";" || in[i].Word == "!" || in[i].Word == "?"
}

// joining reports whether a word says nothing of a figure behind it.
func (v *Vocabulary) joining(t *lex.Token) bool {
	l, ok := v.g.Literal(t.Stem)
	return ok && (v.g.Class(l) == "noise" || v.g.Class(l) == "chat")
}
