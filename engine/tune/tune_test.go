package tune

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"delphi/engine/truthtest"
)

var update = flag.Bool("update", false, "work out the book anew, which takes a minute")

func parse(t testing.TB, text string) Tune {
	t.Helper()
	tune, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return tune
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		right, try      string
		gears, tumblers int
	}{
		{"ABCDE", "ABCDE", 5, 0}, {"ABCDE", "EDCBA", 1, 4}, {"ABCDE", "FFGGF", 0, 0}, {"AABBC", "AAABB", 3, 1},
		{"AABBC", "BBAAC", 1, 4}, {"ABCDE", "AAAAA", 1, 0}, {"AAAAB", "BAAAA", 3, 2}, {"GGGGA", "AAAAG", 0, 2},
	} {
		if got := parse(t, c.right).Answers(parse(t, c.try)); got != (Heard{c.gears, c.tumblers}) {
			t.Errorf("%s for %s: %v", c.try, c.right, got)
		}
	}
}

// The game counts gears and tumblers in one pass over the notes, marking those of
// the tune that are used up (do_play_instrument).
func TestAnswersAsTheGameCounts(t *testing.T) {
	for i := 0; i < 200_000; i++ {
		right, try := Tune(i*7919%Count), Tune(i*104729%Count)
		a, b := right.String(), try.String()
		var used [Length]bool
		var want Heard
		for x := range b {
			if b[x] == a[x] {
				want.Gears++
				used[x] = true
				continue
			}
			for y := range a {
				if !used[y] && b[x] == a[y] && b[y] != a[y] {
					want.Tumblers++
					used[y] = true
					break
				}
			}
		}
		if got := right.Answers(try); got != want {
			t.Fatalf("%s for %s: %v, want %v", b, a, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{"aabbc": "AABBC", "GGGGG": "GGGGG", "HAHAH": "BABAB"} {
		if got := parse(t, text).String(); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	for _, text := range []string{"", "ABCD", "ABCDEF", "ABCDI", "12345", "ééA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}

// Whoever plays what Next says opens the bridge within six tries, whatever the
// tune is.
func TestSixTriesAtMost(t *testing.T) {
	if *update {
		writeBook(t)
	}
	played := [Most + 1]int{}
	var play func(tried []Tried, left []Tune)
	play = func(tried []Tried, left []Tune) {
		a, err := Next(tried)
		if err != nil {
			t.Fatal(tried, err)
		}
		if a.Left != len(left) || a.AtMost == 0 || a.AtMost > Most-len(tried) {
			t.Fatalf("%v: %d left of %d, at most %d more", tried, a.Left, len(left), a.AtMost)
		}
		parts := map[Heard][]Tune{}
		for _, x := range left {
			h := x.Answers(a.Try)
			parts[h] = append(parts[h], x)
		}
		for h, part := range parts {
			switch {
			case h.Opens():
				played[len(tried)+1]++
			case len(tried)+1 == Most:
				t.Fatalf("%v: %s is not right, which makes %d tries", tried, a.Try, Most+1)
			case len(tried) == 1 && !truthtest.Today(4):
				played[0] += len(part)
			default:
				play(append(slices.Clip(tried), Tried{a.Try, h}), part)
			}
		}
	}
	play(nil, all())
	total := 0
	for _, n := range played {
		total += n
	}
	if total != Count {
		t.Errorf("%d tunes were found", total)
	}
	t.Logf("tunes by tries: %v", played)
}

func TestNext(t *testing.T) {
	tried := []Tried{{parse(t, "ABCDE"), Heard{2, 1}}, {parse(t, "ABFGC"), Heard{1, 1}}}
	a, err := Next(tried)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, x := range all() {
		if x.Answers(tried[0].Tune) == tried[0].Heard && x.Answers(tried[1].Tune) == tried[1].Heard {
			n++
		}
	}
	sum := 0
	for _, p := range a.Parts {
		sum += p.Tunes
	}
	if a.Left != n || sum != n || a.AtMost != 0 || len(a.Some) == 0 {
		t.Errorf("%+v, want %d left", a, n)
	}
	if _, err := Next(append(tried, Tried{parse(t, "ABCDE"), Heard{0, 0}})); err == nil {
		t.Error("a contradiction is taken")
	}
	for _, h := range []Heard{{4, 1}, {3, 3}, {-1, 0}, {6, 0}} {
		if _, err := Next([]Tried{{0, h}}); err == nil {
			t.Errorf("%v is taken", h)
		}
	}
	one, err := Next([]Tried{{parse(t, "ABCDE"), Heard{5, 0}}})
	if err != nil || !one.Known || one.Try.String() != "ABCDE" {
		t.Errorf("%+v, %v", one, err)
	}
}

// writeBook works out the tries of the book: for each place the first of the best
// tries after which the tunes left can be told apart in the tries that remain.
func writeBook(t *testing.T) {
	t.Helper()
	var lines []string
	var walk func(heard string, p *plan)
	walk = func(heard string, p *plan) {
		if len(p.next) < 2 { // Next finds it
			return
		}
		lines = append(lines, strings.TrimSpace(heard+" "+p.try.String()))
		for i := range answers {
			if next := p.next[i]; next != nil {
				walk(strings.TrimSpace(fmt.Sprintf("%s %d%d", heard, heardAt(i).Gears, heardAt(i).Tumblers)), next)
			}
		}
	}
	p := planned(all(), []Tune{parse(t, "AABBC")}, Most)
	if p == nil {
		t.Fatal("no plan")
	}
	walk("", p)
	if err := os.WriteFile("book.txt", []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	bookText = strings.Join(lines, "\n")
	t.Logf("%d lines", len(lines))
}

// plan is a try and what follows it, by the index of what is heard.
type plan struct {
	try  Tune
	next map[int]*plan
}

// planned finds a plan that opens the bridge within so many tries for each tune
// that is left; nil: none was found. first are the tries to begin with; nil: the
// best.
func planned(left, first []Tune, tries int) *plan {
	switch {
	case len(left) == 1:
		return &plan{try: left[0]}
	case tries <= 1:
		return nil
	case first == nil:
		first = ranked(left)
	}
	for _, try := range first {
		parts := [answers][]Tune{}
		for _, x := range left {
			i := x.Answers(try).index()
			parts[i] = append(parts[i], x)
		}
		p := &plan{try, map[int]*plan{}}
		for i, part := range parts {
			if len(part) == 0 || heardAt(i).Opens() {
				continue
			}
			if tries == 2 && len(part) > 1 {
				p = nil
			} else if p.next[i] = planned(part, nil, tries-1); p.next[i] == nil {
				p = nil
			}
			if p == nil {
				break
			}
		}
		if p != nil {
			return p
		}
	}
	return nil
}

// ranked returns the tries that leave the fewest on average, the best first.
func ranked(left []Tune) []Tune {
	t := table()
	inside := map[Tune]bool{}
	for _, x := range left {
		inside[x] = true
	}
	score := make([]int, Count)
	list := all()
	for _, try := range list {
		var parts [answers]int
		for _, x := range left {
			parts[t.answer(x, try)]++
		}
		for _, n := range parts {
			score[try] += 2 * n * n
		}
		if inside[try] {
			score[try]--
		}
	}
	slices.SortStableFunc(list, func(a, b Tune) int { return score[a] - score[b] })
	return list[:300]
}

func BenchmarkNext(b *testing.B) {
	for _, c := range []struct {
		name  string
		tried []Tried
	}{
		{"first", nil},
		{"booked", []Tried{{parse(b, "AABBC"), Heard{1, 1}}}},
		{"own", []Tried{{parse(b, "AAAAA"), Heard{0, 0}}}},
		{"own second", []Tried{{parse(b, "ABCDE"), Heard{1, 2}}, {parse(b, "BAFGA"), Heard{1, 1}}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Next(c.tried); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"AABBC 2 gears 1 tumbler":                          "AABBC 2 gears 1 tumbler",
		"aabbc 1 tumbler 2 gears, DDEEF nothing":           "AABBC 2 gears 1 tumbler, DDEEF nothing",
		"AABBC You hear 2 tumblers click and 1 gear turn.": "AABBC 1 gear 2 tumblers",
		"aabbc no gears 3 tumblers ddeef opened":           "AABBC 3 tumblers, DDEEF opens",
		"":                                                 "",
	} {
		tried, err := Read(text)
		if err != nil || Line(tried) != want {
			t.Errorf("%q: %q, %v", text, Line(tried), err)
		}
	}
	for _, text := range []string{"AABBC", "AABBC 2 1", "2 gears", "AABBC 2 gears 1", "AABBC DDEEF 1 gear", "AABBC 4 gears 1 tumbler", "AABBC 9 gears", "AABBC 2 cogs"} {
		if tried, err := Read(text); err == nil {
			t.Errorf("%q is %q", text, Line(tried))
		}
	}
	a := Tried{parse(t, "AABBC"), Heard{1, 0}}
	b := Tried{parse(t, "AABBC"), Heard{2, 0}}
	if got := Add([]Tried{a}, b); len(got) != 1 || got[0] != b {
		t.Errorf("said again, it is %v", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"AABBC 2 gears 1 tumbler", "aabbc nothing, ddeef 1 gear", "You hear 1 gear turn.", "AABBC 2 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tried, err := Read(text)
		if err != nil {
			return
		}
		again, err := Read(Line(tried))
		if err != nil || !slices.Equal(again, tried) {
			t.Errorf("%q is %q, and again %q: %v", text, Line(tried), Line(again), err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"AABBC", "hahah", "", "ABCDEF", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tune, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(tune.String())
		if err != nil || again != tune || !strings.EqualFold(strings.NewReplacer("H", "B", "h", "b").Replace(text), tune.String()) {
			t.Errorf("%q is %s, and again %s: %v", text, tune, again, err)
		}
	})
}
