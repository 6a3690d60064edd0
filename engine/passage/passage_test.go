package passage

import (
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for question, want := range map[string]struct{ words, phrases []string }{
		"How do I cure lycanthropy?":             {[]string{"cure", "lycanthropy"}, nil},
		"what is it":                             {[]string{"what", "is", "it"}, nil},
		`who says "You hear a Strange wind"?`:    {[]string{"says", "hear", "strange", "wind"}, []string{"you hear a strange wind"}},
		"cures cure curing":                      {[]string{"cures"}, nil},
		`an "open quote`:                         {[]string{"open", "quote"}, nil},
		"Élan   vital!":                          {[]string{"elan", "vital"}, nil},
		"?!":                                     {nil, nil},
		"":                                       {nil, nil},
		strings.Repeat("a1 b2 c3 d4 e5 f6 ", 30): {[]string{"a1", "b2", "c3", "d4", "e5", "f6"}, nil},
	} {
		q := Read(question)
		if !reflect.DeepEqual(q.Words, want.words) || !reflect.DeepEqual(q.Phrases, want.phrases) {
			t.Errorf("%q: words %q, phrases %q", question, q.Words, q.Phrases)
		}
	}
}

func TestStem(t *testing.T) {
	for _, same := range []string{"cure cures cured curing", "poison poisonous poisons", "dig digging digs", "knife knives", "mouse mice", "pray prays praying prayed", "gray grey"} {
		list := strings.Fields(same)
		for _, w := range list[1:] {
			if Stem(w) != Stem(list[0]) {
				t.Errorf("%s is %q, %s is %q", w, Stem(w), list[0], Stem(list[0]))
			}
		}
	}
	if Stem("Ωμέγα") != Stem("ωμέγα") {
		t.Error(Stem("Ωμέγα"))
	}
}

func TestMissing(t *testing.T) {
	q := Read("how do i cure frobnication with a unicorn's horn")
	if got := strings.Join(q.Missing("Healing: apply unicorn horns."), " "); got != "frobnication" {
		t.Error(got)
	}
}

// A title that is all of the question scores best, then one that is all in it.
func TestTitle(t *testing.T) {
	q := Read("how do i cure lycanthropy")
	q.Weigh(1000, func(word string) int { return map[string]int{"cure": 300, "lycanthropy": 10}[word] })
	order := []string{"Curing lycanthropy", "Lycanthropy", "Lycanthropy in other games", "Lycanthrope (race)", "Cure", "Cure blindness", "Potion of sickness"}
	last := 2.0
	for _, title := range order {
		score := q.Title(title)
		if score >= last {
			t.Errorf("%s scores %v, and the one before it %v", title, score, last)
		}
		last = score
	}
	if q.Title("Curing lycanthropy") != 1 || last != 0 {
		t.Errorf("the same words score %v, others %v", q.Title("Curing lycanthropy"), last)
	}
	if !q.Within("The cures of lycanthropes") || q.Within("Lycanthropy") {
		t.Error("Within")
	}
	if (&Query{}).Title("x") != 0 || Read("x").Title("") != 0 {
		t.Error("nothing asked or named scores")
	}
}

func TestBest(t *testing.T) {
	sections := []Section{
		{"", "It is an affliction. It may be cured."},
		{"Effects", "You turn into an animal and drop things."},
		{"Curing lycanthropy", "Holy water, prayer or wolfsbane."},
		{"Variants", "A race. There is a strange \"gurgling\" sound."},
	}
	for question, want := range map[string]int{
		"how do i cure lycanthropy":           2,
		"lycanthropy":                         0,
		"lycanthropy holy water":              2,
		"does lycanthropy make me drop stuff": 1,
		"effects of lycanthropy":              1,
		`"strange gurgling sound"`:            3,
	} {
		if got, score := Read(question).Best("Lycanthropy", sections); got != want {
			t.Errorf("%s: section %d (%v), want %d", question, got, score, want)
		}
	}
	if q := Read(`"strange gurgling"`); !q.Quotes("A STRANGE, ''gurgling'' [[sound]]") || q.Quotes("gurgling strange") {
		t.Error("Quotes")
	}
}

func FuzzQuery(f *testing.F) {
	f.Add("how do i \"cure\" lycanthropy", "Lycanthropy (x)", "Curing", "text of it")
	f.Fuzz(func(t *testing.T, question, title, heading, text string) {
		q := Read(question)
		q.Weigh(10, func(w string) int { return len(w) })
		if s := q.Title(title); !(s >= 0 && s <= 1.0001) {
			t.Errorf("%q in %q scores %v", question, title, s)
		}
		if i, s := q.Best(title, []Section{{"", text}, {heading, text}}); i < 0 || i > 1 || s != s {
			t.Errorf("section %d, %v", i, s)
		}
		q.Within(heading)
		q.Quotes(text)
	})
}

func BenchmarkBest(b *testing.B) {
	text := strings.Repeat("Lamps are tools that cannot light themselves, and one in six of them burns. ", 100)
	q := Read("how do i light a lamp that burns")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		q.Best("Lamp", []Section{{"", text}})
	}
}
