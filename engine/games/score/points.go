package score

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"delphi/engine/games/query"
)

// Points holds those of a tournament, in hundredths. As JSON they are a number: 12.5.
type Points int64

// Whole returns a whole number of points.
func Whole(n int64) Points { return Points(100 * n) }

// pointsOf returns points as the rules state them, or a share rounded to hundredths.
func pointsOf(x *big.Rat) Points {
	h := new(big.Rat).Mul(x, big.NewRat(100, 1))
	return Points(new(big.Int).Quo(h.Num(), h.Denom()).Int64())
}

// String returns the points as they would appear in a sentence: "1,234" or "12.5".
func (p Points) String() string { return p.text(query.Commas) }

// Plain returns the points as tables for programs have them: "1234.5".
func (p Points) Plain() string {
	return p.text(func(n int64) string { return strconv.FormatInt(n, 10) })
}

func (p Points) text(digits func(int64) string) string {
	sign := ""
	if p < 0 {
		sign, p = "-", -p
	}
	part := ""
	if p%100 != 0 {
		part = strings.TrimRight(fmt.Sprintf(".%02d", int64(p)%100), "0")
	}
	return sign + digits(int64(p)/100) + part
}

// Words returns the points with their name: "1 point", "12.5 points".
func (p Points) Words() string {
	if p == 100 {
		return "1 point"
	}
	return p.String() + " points"
}

func (p Points) rat() *big.Rat { return big.NewRat(int64(p), 100) }

// Float returns the points as a number.
func (p Points) Float() float64 { return float64(p) / 100 }

// MarshalJSON writes the points as a number.
func (p Points) MarshalJSON() ([]byte, error) { return json.Marshal(p.Float()) }

// UnmarshalJSON reads a number of points.
func (p *Points) UnmarshalJSON(text []byte) error {
	var x float64
	err := json.Unmarshal(text, &x)
	*p = Points(math.Round(100 * x))
	return err
}
