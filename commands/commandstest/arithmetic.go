package commandstest

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is a number that was rounded to be shown: it lies between low and high.
type span struct{ low, high float64 }

func exactly(x float64) span { return span{x, x} }

// meets reports whether the two may be the same number.
func (s span) meets(t span) bool {
	const slack = 1e-9
	wide := slack * max(1, math.Abs(s.low), math.Abs(s.high))
	return s.low <= t.high+wide && t.low <= s.high+wide
}

// of returns the span of the values of f at the corners of the spans.
func of(f func(x, y float64) float64, s, t span) span {
	a, b, c, d := f(s.low, t.low), f(s.low, t.high), f(s.high, t.low), f(s.high, t.high)
	return span{min(a, b, c, d), max(a, b, c, d)}
}

var (
	shownValue = regexp.MustCompile(`^([-+]?[0-9][0-9.]*%?)( [A-Za-z].*)?$`)
	rareValue  = regexp.MustCompile(`^1 in ([0-9.]+) (million|billion|trillion)$`)
)

// Value reads a figure as shown in a step or a headline: "11", "35 Pw", "82.5%", "3/4
// (75%)", "over 99.9%", "1 in 180 million". ok is false if it is not a figure.
func readValue(text string) (s span, ok bool) {
	text, _, _ = strings.Cut(text, " (")
	if m := rareValue.FindStringSubmatch(text); m != nil {
		n, _ := strconv.ParseFloat(m[1], 64)
		n *= map[string]float64{"million": 1e6, "billion": 1e9, "trillion": 1e12}[m[2]]
		return span{0.94 / n, 1.06 / n}, true // two digits
	}
	if text == "over 99.9%" {
		return span{0.9995, 1}, true
	}
	if text == "1 in 1000 trillion" {
		return span{0, 1e-15}, true
	}
	if m := shownValue.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	s, err := compute(text)
	if x := s.low; err == nil && x == s.high && x >= 1 && x == math.Trunc(x) {
		unit := math.Pow(10, min(0, math.Floor(math.Log10(x))-2)) // it may be an average, of which three digits are shown
		s = span{x - unit*0.501, x + unit*0.501}
	}
	return s, err == nil
}

// compute returns the value of a formula in the notation of steps.Derivation.Work. A
// rounded number is treated as the whole range that it can stand for.
func compute(formula string) (out span, err error) {
	p := &formulaReader{text: formula, vars: map[string]float64{}}
	defer func() {
		if r := recover(); r != nil {
			bad, ok := r.(badFormula)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s, at %q of %q", bad, p.text[p.at:], formula)
		}
	}()
	out = p.sum()
	p.blanks()
	if p.at < len(p.text) {
		panic(badFormula("this is left over"))
	}
	return out, nil
}

type badFormula string

type formulaReader struct {
	text string
	at   int
	vars map[string]float64
}

func (p *formulaReader) blanks() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// take reports whether a sign comes next, and if so skips it.
func (p *formulaReader) take(sign string) bool {
	p.blanks()
	if !strings.HasPrefix(p.text[p.at:], sign) {
		return false
	}
	p.at += len(sign)
	return true
}

func (p *formulaReader) must(sign string) {
	if !p.take(sign) {
		panic(badFormula("expected " + sign))
	}
}

func (p *formulaReader) sum() span {
	out := p.product()
	for {
		switch {
		case p.take("+"):
			t := p.product()
			out = span{out.low + t.low, out.high + t.high}
		case p.take("-"):
			t := p.product()
			out = span{out.low - t.high, out.high - t.low}
		default:
			return out
		}
	}
}

func (p *formulaReader) product() span {
	out := p.power()
	for {
		switch {
		case p.take("*"):
			out = of(func(x, y float64) float64 { return x * y }, out, p.power())
		case p.take("/"):
			t := p.power()
			if t.low <= 0 && t.high >= 0 {
				panic(badFormula("division by nothing"))
			}
			out = of(func(x, y float64) float64 { return x / y }, out, t)
		default:
			return out
		}
	}
}

func (p *formulaReader) power() span {
	if p.take("-") {
		t := p.power()
		return span{-t.high, -t.low}
	}
	base := p.primary()
	if p.take("^") {
		return of(math.Pow, base, p.power())
	}
	return base
}

// digits holds the characters of a number.
const digits = "0123456789."

func (p *formulaReader) primary() span {
	p.blanks()
	switch {
	case p.take("("):
		out := p.sum()
		p.must(")")
		return out
	case p.take("⌊"):
		out := p.sum()
		p.must("⌋")
		const slack = 1e-9
		return span{math.Trunc(out.low - slack*math.Copysign(1, -out.low)), math.Trunc(out.high + slack)}
	case p.take("⌈"):
		out := p.sum()
		p.must("⌉")
		const slack = 1e-9
		return span{math.Ceil(out.low - slack), math.Ceil(out.high - slack)}
	case p.at < len(p.text) && strings.IndexByte(digits, p.text[p.at]) >= 0:
		return p.number()
	}
	from := p.at
	for p.at < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		if !unicode.IsLetter(r) {
			break
		}
		p.at += n
	}
	name := p.text[from:p.at]
	if x, ok := p.vars[name]; ok {
		return exactly(x)
	}
	return p.function(name)
}

// number reads a number. A decimal or a percentage has three significant digits, or as
// many as are shown.
func (p *formulaReader) number() span {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(digits, p.text[p.at]) >= 0 {
		if strings.HasPrefix(p.text[p.at:], "..") {
			break
		}
		p.at++
	}
	text := p.text[from:p.at]
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(badFormula("not a number: " + text))
	}
	percent := strings.HasPrefix(p.text[p.at:], "%")
	out := exactly(x)
	if (percent || strings.Contains(text, ".")) && x != 0 && !(percent && x == 100) {
		shown := 0
		if _, behind, ok := strings.Cut(text, "."); ok {
			shown = len(behind)
		}
		unit := math.Pow(10, max(math.Floor(math.Log10(x))-2, -float64(max(shown, 2))))
		if shown > 0 {
			unit = math.Pow(10, min(float64(-shown), math.Floor(math.Log10(x))-2))
			if len(strings.TrimLeft(strings.Replace(text, ".", "", 1), "0")) < 3 { // zeros at its end are not shown
				unit = math.Pow(10, math.Floor(math.Log10(x))-2)
			}
		}
		out = span{x - unit*0.501, x + unit*0.501}
	}
	if percent {
		p.at++
		out = span{out.low / 100, out.high / 100}
	}
	return out
}

func (p *formulaReader) function(name string) span {
	if name == "sum" {
		return p.series()
	}
	var args []span
	p.must("(")
	for {
		args = append(args, p.sum())
		if !p.take(",") {
			break
		}
	}
	p.must(")")
	switch {
	case name == "sqrt" && len(args) == 1:
		return span{math.Sqrt(args[0].low), math.Sqrt(args[0].high)}
	case name == "ln" && len(args) == 1:
		return span{math.Log(args[0].low), math.Log(args[0].high)}
	case name == "C" && len(args) == 2:
		n, k := args[0].low, args[1].low
		out := 1.0
		for i := 1.0; i <= k; i++ {
			out = out * (n - k + i) / i
		}
		return exactly(out)
	case name == "min" || name == "max":
		out := args[0]
		for _, a := range args[1:] {
			if name == "min" {
				out = span{min(out.low, a.low), min(out.high, a.high)}
			} else {
				out = span{max(out.low, a.low), max(out.high, a.high)}
			}
		}
		return out
	}
	panic(badFormula("no function " + name))
}

// series reads sum(i = 1..n, x).
func (p *formulaReader) series() span {
	p.must("(")
	p.blanks()
	name := p.text[p.at : p.at+1]
	p.at++
	p.must("=")
	from := p.sum()
	p.must("..")
	to := p.sum()
	p.must(",")
	body, out := p.at, span{}
	for i := from.low; i <= to.low; i++ {
		p.at, p.vars[name] = body, i
		t := p.sum()
		out = span{out.low + t.low, out.high + t.high}
	}
	delete(p.vars, name)
	p.must(")")
	return out
}
