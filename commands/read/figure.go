package read

import (
	"math"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/read/lex"
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/engine/names"
)

// figures adds to what a line may change of the last question: any figure may stand in the place
// of one that the question said, whatever the words around it. It is likeliest that of the slot that
// was changed last, and then the one that it is nearest to: "miscounted, theres only 8" behind 11
// rings at XL 3 says how many there are.
func (s *sketch) figures(c *chart) {
	if !s.same {
		return
	}
	base := s.past.For(c.g, s.kind)
	was := s.figuresSaid(c, base)
	for i := range c.Tokens {
		s.weighFigures(c, i, was)
		s.enchanted(c, i, base)
		f, ok := c.figureAt(i)
		if !ok {
			continue
		}
		for _, w := range was {
			feat, fits := c.figureFeat(&w, f)
			if !fits {
				continue
			}
			e := &match.Edge{Sym: w.sym, Prod: -1, From: i, To: f.to, Feat: -1, Text: phrases.Earlier + strconv.Itoa(w.n) + "=" + strconv.Itoa(f.n)}
			s.at[i] = append(slices.Clip(s.at[i]), top{edge: e, take: w.take, mask: 1 << w.bit, bare: feat})
		}
	}
}

// weighFigures has phrases that take a figure by itself for a slot, as "12 then" for an XL, cost more
// where it is not what the figure most likely says.
func (s *sketch) weighFigures(c *chart, i int, was []figureSaid) {
	if !slices.ContainsFunc(s.at[i], func(t top) bool { return c.bareFigure(t.edge) }) {
		return
	}
	s.at[i] = slices.Clone(s.at[i]) // the sketch of a question by itself has them, too
	for n := range s.at[i] {
		t := &s.at[i][n]
		if !c.bareFigure(t.edge) {
			continue
		}
		slot := s.kind.Takes[t.take].Slot
		for _, x := range c.values(nil, s.kind, &s.kind.Takes[t.take], t.edge) {
			numbers := said.Numbers(x.Text)
			if len(numbers) != 1 || x.Slot != slot || s.kind.Slots[slot] == nil {
				continue
			}
			f := figure{signed: numbers[0][0] == '-', turn: c.turnBefore(t.edge)}
			f.n, _ = strconv.Atoi(numbers[0])
			best, own := float32(math.Inf(1)), float32(math.Inf(1))
			for _, w := range was {
				feat, fits := c.figureFeat(&w, f)
				if !fits {
					continue
				}
				best = min(best, c.w.Of(feat))
				if s.kind.Slots[slot].Bit == w.bit {
					own, t.bare = c.w.Of(feat), feat
				}
			}
			if own > best || math.IsInf(float64(own), 1) && s.base&(1<<s.kind.Slots[slot].Bit) != 0 {
				t.bare = c.w.figureNew
			}
		}
	}
}

// turnBefore reports whether a phrase says that its figure is a turn.
func (c *chart) turnBefore(e *match.Edge) bool {
	return slices.ContainsFunc(c.Tokens[e.From:e.To], func(t lex.Token) bool { return t.Word == "turn" })
}

// bareFigure reports whether a phrase is a figure by itself with the words around it.
func (c *chart) bareFigure(e *match.Edge) bool {
	if e.Prod < 0 || len(e.Children) != 1 {
		return false
	}
	of := e.Children[0].Edge
	return of.Prod >= 0 && figurePhrases[c.g.Name(of.Sym)]
}

// figurePhrases are the phrases that are a figure by itself.
var figurePhrases = names.Set("fofig foint")

// enchanted adds that the one weapon of the question before has another enchantment, if
// a token begins one by itself: "should've said, it's +2".
func (s *sketch) enchanted(c *chart, i int, base said.Slots) {
	t := &c.Tokens[i]
	if t.Word != "+" && t.Word != "-" || t.Glued || i+1 >= len(c.Tokens) || c.Tokens[i+1].Kind != lex.Number || !c.Tokens[i+1].Glued {
		return
	}
	if i+2 < len(c.Tokens) && len(c.Names[i+2]) > 0 {
		return
	}
	for n, take := range s.kind.Takes {
		slot := s.kind.Slots[take.Slot]
		if slot == nil || slot.Param == nil || !slot.Param.Skilled || len(base[take.Slot]) != 1 || len(base[take.Slot][0]) != 1 {
			continue
		}
		e := &match.Edge{Prod: -1, From: i, To: i + 2, Feat: -1, Text: t.Word + c.Tokens[i+1].Word}
		e.Sym, _ = c.g.SymbolOf(s.kind.Name + "." + take.Slot)
		s.at[i] = append(slices.Clip(s.at[i]), top{edge: e, take: n, mask: 1 << slot.Bit, bare: c.w.figures[0]})
		return
	}
}

// figure is a figure by itself in a line; it ends before token to.
type figure struct {
	n, to  int
	signed bool
	turn   bool // the word before it says that it is a turn
}

// figureSaid is a figure that the last question said, and what may stand in its place.
type figureSaid struct {
	n, least, most int
	take           int
	sym            int32
	bit            uint
	last           bool // it was changed last
	turns          bool // it counts turns, or is one
}

// figuresSaid lists the slots of the last question, which said base, that said one figure.
func (s *sketch) figuresSaid(c *chart, base said.Slots) (out []figureSaid) {
	for i, t := range s.kind.Takes {
		slot := s.kind.Slots[t.Slot]
		if slot == nil || slot.Param == nil || slices.ContainsFunc(out, func(f figureSaid) bool { return f.bit == slot.Bit }) {
			continue
		}
		n, ok := said.Figure(base[t.Slot])
		if !ok {
			continue
		}
		f := figureSaid{n: n, take: i, bit: slot.Bit, turns: turning[t.Slot]}
		f.last = s.past.Before != nil && !slices.EqualFunc(s.past.Before[t.Slot], s.past.Slots[t.Slot], slices.Equal)
		switch p := slot.Param; {
		case p.Kind == commands.KindNumber:
			f.least, f.most = p.Min, p.Max
		case p.Pile && base[t.Slot][0][0][0] >= '1' && base[t.Slot][0][0][0] <= '9':
			f.least, f.most = 1, mostHeaped
		default:
			continue
		}
		f.sym, _ = c.g.SymbolOf(s.kind.Name + "." + t.Slot)
		out = append(out, f)
	}
	return out
}

// mostHeaped is the largest figure that is read as how many things are in a pile.
const mostHeaped = 1000

// turning holds the slots for turns.
var turning = map[string]bool{"turn": true, "turns": true, "prayed": true, "since": true, "ago": true, "timeout": true, "age": true, "after": true}

// figureAt returns the figure that a token begins by itself.
func (c *chart) figureAt(i int) (f figure, ok bool) {
	at := i
	if t := &c.Tokens[i]; t.Word == "-" && !t.Glued && i+1 < len(c.Tokens) && c.Tokens[i+1].Glued {
		at, f.signed = i+1, true
	}
	t := &c.Tokens[at]
	switch {
	case t.Kind != lex.Number, t.Ordinal, t.Said && t.Num == 1, at == i && !c.ClassOf[i].Figure(),
		at > 0 && at == i && c.Tokens[i-1].Kind == lex.Mark && t.Glued,
		at+1 < len(c.Tokens) && countsBehind[c.Tokens[at+1].Word],
		c.elsewhere(at):
		return f, false
	}
	f.n, f.to = int(t.Num), at+1
	if f.signed {
		f.n = -f.n
	}
	f.turn = i > 0 && (c.Tokens[i-1].Word == "turn" || c.Tokens[i-1].Word == "t")
	return f, true
}

// countsBehind holds words behind a figure that say what it counts, or that it is none of the game's:
// "16 of em", "3 more", "20 bucks".
var countsBehind = names.Set("of more times x or out in bucks dollars euros quid cents years yrs yo minutes mins hours hrs days weeks months am pm people guys players kids beers coffees")

// elsewhere reports whether the clause of a figure tells of somebody outside the game: "my cat is 3".
func (c *chart) elsewhere(at int) bool {
	for i := at - 1; i >= 0 && i >= at-3 && c.Tokens[i].Clause == c.Tokens[at].Clause; i-- {
		if outside[c.Tokens[i].Word] {
			return true
		}
	}
	return false
}

var outside = names.Set("he's she's hes shes cat dog kid son daughter wife husband friend brother sister boss phone")

// figureFeat returns the feature of a figure in the place of another; fits is false where it cannot
// stand there, or is too different.
func (c *chart) figureFeat(w *figureSaid, f figure) (feat int32, fits bool) {
	if f.n == w.n || f.n < w.least || f.n > w.most || f.turn && !w.turns || f.signed && w.least >= 0 {
		return 0, false
	}
	far := math.Abs(math.Log(float64(abs(f.n)+1) / float64(abs(w.n)+1)))
	if w.last && far <= figureBounds[1] {
		return c.w.figureLast, true
	}
	for bin, bound := range figureBounds {
		if far <= bound {
			return c.w.figures[bin], true
		}
	}
	return 0, false
}

// figureBounds are the logarithms of the factors between figures that their features part.
var figureBounds = []float64{0.5, 1.1, 2}

func abs(n int) int { return max(n, -n) }
