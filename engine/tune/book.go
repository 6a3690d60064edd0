package tune

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"delphi/engine/seq"
)

// bookText is the book, a line for each place: what was heard after each try so
// far, as gears and tumblers in two digits, and the next try. The tries so far
// are those of the lines above.
//
//go:embed book.txt
var bookText string

// opening holds the next try by what was heard after those before.
type opening map[string]Tune

var book = sync.OnceValue(func() opening {
	b := opening{}
	for line := range strings.Lines(bookText) {
		fields := strings.Fields(line)
		try, err := Parse(fields[len(fields)-1])
		if err != nil {
			panic(err) // the file is ours
		}
		b[strings.Join(fields[:len(fields)-1], " ")] = try
	}
	return b
})

// place returns the key of what was heard.
func place(tried []Tried) string {
	return strings.Join(seq.Map(tried, func(t Tried) string { return strconv.Itoa(t.Gears) + strconv.Itoa(t.Tumblers) }), " ")
}

// next returns the try that the book has after others, each of which must be its own.
func (b opening) next(tried []Tried) (Tune, bool) {
	for i := range tried {
		if own, ok := b[place(tried[:i])]; !ok || own != tried[i].Tune {
			return 0, false
		}
	}
	try, ok := b[place(tried)]
	return try, ok
}

// String returns what was heard in words: "2 gears and 1 tumbler".
func (h Heard) String() string {
	gears, tumblers := counted(h.Gears, "gear"), counted(h.Tumblers, "tumbler")
	switch {
	case h.Opens():
		return "the drawbridge"
	case h.Gears == 0 && h.Tumblers == 0:
		return "nothing"
	case h.Tumblers == 0:
		return gears
	case h.Gears == 0:
		return tumblers
	}
	return gears + " and " + tumblers
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
