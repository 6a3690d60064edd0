package query

import (
	"math"
	"strconv"
	"time"

	"delphi/engine/games/columns"
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

// Calculated is calculate of whole numbers, for what is whole then.
func Calculated(op byte, x, y int64) int64 {
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
	switch v.Func {
	case "trunc":
		return floorDiv(int64(math.Floor(x)), v.Step) * v.Step
	case "log":
		return decade(int64(x))
	case "abs":
		x = math.Abs(x)
	}
	return int64(x)
}

// function views a function of arithmetic.
func (v *Value) function(t *columns.Table, zone *time.Location) *view {
	of := v.A.bind(t, zone).float()
	w := &view{kind: columns.Number, low: math.MinInt64, high: math.MaxInt64}
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
	var floats [columns.BlockSize]float64
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
	switch v.Op {
	case 'n':
		return strconv.FormatInt(v.N, 10)
	case 'd':
		return "the first day"
	case 'f':
		switch v.Func {
		case "int":
			return v.A.String() + ", rounded down"
		case "trunc":
			return v.A.String() + " in steps of " + Commas(v.Step)
		}
		return v.Func + " of " + v.A.String()
	case 0:
		title := v.Field.Title
		switch v.Func {
		case "":
			return title
		case "trunc":
			return title + " in steps of " + Commas(v.Step)
		case "log":
			return title + " by powers of ten"
		}
		if said := clockTitles[v.Func]; said != "" {
			return said + title
		}
		return v.Func + " of the " + title
	case '/':
		if v.A.Op == 'n' && v.B.Op == 'n' {
			return strconv.FormatFloat(float64(v.A.N)/float64(v.B.N), 'f', -1, 64)
		}
	case '^':
		return v.A.within() + " ** " + v.B.within()
	}
	a, b := v.A.String(), v.B.within()
	if v.Op == '*' || v.Op == '/' || v.Op == '%' {
		a = v.A.within()
	}
	return a + " " + string(v.Op) + " " + b
}

// within returns the value in words as a part of others, in parentheses where it needs
// some.
func (v *Value) within() string {
	if v.Op == '+' || v.Op == '-' || v.Op == '*' || v.Op == '/' && v.A.Op != 'n' || v.Op == '%' {
		return "(" + v.String() + ")"
	}
	return v.String()
}
