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
)

// figures adds to what a line may change of the last question: any figure may stand in the place
// of one that the question said, whatever the words around it, and the nearer it is to that one the
// likelier. "miscounted, theres only 8" behind 11 rings at XL 3 says how many there are.
func (s *sketch) figures(c *chart) {
	if !s.same {
		return
	}
	was := s.figuresSaid(c)
	for i := range c.Tokens {
		s.enchanted(c, i)
		n, ok := c.figureAt(i)
		if !ok {
			continue
		}
		for _, w := range was {
			if n == w.n || n < w.least || n > w.most {
				continue
			}
			feat, near := c.figureFeat(w.n, n)
			if !near {
				continue
			}
			e := &match.Edge{Sym: w.sym, Prod: -1, From: i, To: i + 1, Feat: -1, Text: phrases.Earlier + strconv.Itoa(w.n) + "=" + strconv.Itoa(n)}
			s.at[i] = append(slices.Clip(s.at[i]), top{edge: e, take: w.take, mask: 1 << w.bit, bare: feat})
		}
	}
}

// enchanted adds that the one weapon of the question before has another enchantment, if
// a token begins one by itself: "should've said, it's +2".
func (s *sketch) enchanted(c *chart, i int) {
	t := &c.Tokens[i]
	if t.Word != "+" && t.Word != "-" || t.Glued || i+1 >= len(c.Tokens) || c.Tokens[i+1].Kind != lex.Number || !c.Tokens[i+1].Glued {
		return
	}
	if i+2 < len(c.Tokens) && len(c.Names[i+2]) > 0 {
		return
	}
	base := s.past.For(c.g, s.kind)
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

// figureSaid is a figure that the last question said, and what may stand in its place.
type figureSaid struct {
	n, least, most int
	take           int
	sym            int32
	bit            uint
}

// figuresSaid lists the slots of the last question that said one figure.
func (s *sketch) figuresSaid(c *chart) (out []figureSaid) {
	base := s.past.For(c.g, s.kind)
	for i, t := range s.kind.Takes {
		slot := s.kind.Slots[t.Slot]
		if slot == nil || slot.Param == nil || slices.ContainsFunc(out, func(f figureSaid) bool { return f.bit == slot.Bit }) {
			continue
		}
		values := base[t.Slot]
		if len(values) != 1 || len(values[0]) != 1 {
			continue
		}
		numbers := said.Numbers(values[0][0])
		if len(numbers) != 1 {
			continue
		}
		n, err := strconv.Atoi(numbers[0])
		if err != nil {
			continue
		}
		f := figureSaid{n: n, take: i, bit: slot.Bit}
		switch p := slot.Param; {
		case p.Kind == commands.KindNumber:
			f.least, f.most = p.Min, p.Max
		case p.Pile && values[0][0][0] >= '1' && values[0][0][0] <= '9':
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

// figureAt returns the figure that a token is by itself.
func (c *chart) figureAt(i int) (n int, ok bool) {
	t := &c.Tokens[i]
	if t.Kind != lex.Number || t.Ordinal || t.Said && t.Num == 1 || !c.ClassOf[i].Figure() {
		return 0, false
	}
	if i > 0 && c.Tokens[i-1].Kind == lex.Mark && t.Glued {
		return 0, false
	}
	if i+1 < len(c.Tokens) && countsBehind[c.Tokens[i+1].Word] {
		return 0, false
	}
	return int(t.Num), true
}

// countsBehind holds words behind a figure that say what it counts: "16 of em", "3 more".
var countsBehind = map[string]bool{"of": true, "more": true, "times": true, "x": true, "or": true, "out": true, "in": true}

// figureFeat returns the feature of a figure in the place of another; near is false where they are
// too different.
func (c *chart) figureFeat(was, n int) (feat int32, near bool) {
	far := math.Abs(math.Log(float64(abs(n)+1) / float64(abs(was)+1)))
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
