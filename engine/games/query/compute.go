package query

import (
	"math"
	"strconv"
	"time"
)

// calculate returns x op y; what is divided by 0 is 0.
func calculate(op byte, x, y float64) float64 {
	switch op {
	case '+':
		return x + y
	case '-':
		return x - y
	case '*':
		return x * y
	case '^':
		if z := math.Pow(x, y); !math.IsNaN(z) && !math.IsInf(z, 0) {
			return z
		}
		return 0
	case '%':
		if y == 0 {
			return 0
		}
		return math.Mod(x, y)
	}
	if y == 0 {
		return 0
	}
	return x / y
}

// calculated is calculate of whole numbers, for what is whole then.
func calculated(op byte, x, y int64) int64 {
	switch op {
	case '+':
		return x + y
	case '-':
		return x - y
	case '%':
		if y == 0 {
			return 0
		}
		return x % y
	}
	return x * y
}

// whole applies a function that makes whole numbers.
func (v *Value) whole(x float64) int64 {
	switch v.fn {
	case "trunc":
		return floorDiv(int64(math.Floor(x)), v.step) * v.step
	case "log":
		return decade(int64(x))
	case "abs":
		x = math.Abs(x)
	}
	return int64(x)
}

// function views a function of arithmetic.
func (v *Value) function(t *Table, zone *time.Location) *view {
	of := v.a.bind(t, zone).float()
	w := &view{kind: Number, low: math.MinInt64, high: math.MaxInt64}
	if v.Fraction() {
		w.floats = func(b int, dst []float64) []float64 {
			dst = of(b, dst)
			for i, x := range dst {
				dst[i] = math.Abs(x)
			}
			return dst
		}
		return w
	}
	var floats [blockSize]float64
	w.keys = func(b int, dst []int64) []int64 {
		from := of(b, floats[:])
		dst = dst[:len(from)]
		for i, x := range from {
			dst[i] = v.whole(x)
		}
		return dst
	}
	return w
}

// clockTitles say what parts of times are, of which "%s" is the time.
var clockTitles = map[string]string{
	"dow": "weekday of the ", "dayofmonth": "day of the month of the ", "weekofyear": "week of the year of the ", "monthofyear": "month of the year of the ",
}

func (v *Value) String() string {
	switch v.op {
	case 'n':
		return strconv.FormatInt(v.n, 10)
	case 'd':
		return "the first day"
	case 'f':
		switch v.fn {
		case "int":
			return v.a.String() + ", rounded down"
		case "trunc":
			return v.a.String() + " in steps of " + Commas(v.step)
		}
		return v.fn + " of " + v.a.String()
	case 0:
		title := v.field.Title
		switch v.fn {
		case "":
			return title
		case "trunc":
			return title + " in steps of " + Commas(v.step)
		case "log":
			return title + " by powers of ten"
		}
		if said := clockTitles[v.fn]; said != "" {
			return said + title
		}
		return v.fn + " of the " + title
	case '/':
		if v.a.op == 'n' && v.b.op == 'n' {
			return strconv.FormatFloat(float64(v.a.n)/float64(v.b.n), 'f', -1, 64)
		}
	case '^':
		return v.a.within() + " ** " + v.b.within()
	}
	a, b := v.a.String(), v.b.within()
	if v.op == '*' || v.op == '/' || v.op == '%' {
		a = v.a.within()
	}
	return a + " " + string(v.op) + " " + b
}

// within returns the value in words as a part of others, in parentheses where it needs
// some.
func (v *Value) within() string {
	if v.op == '+' || v.op == '-' || v.op == '*' || v.op == '/' && v.a.op != 'n' || v.op == '%' {
		return "(" + v.String() + ")"
	}
	return v.String()
}
