package sequell

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTake(t *testing.T) {
	for line, want := range map[string]string{
		`* win fmt:"$name" s=role -log`:        "* win  s=role",
		`* $ turns/points > 3 $ s=role`:        "* ${turns/points > 3} s=role",
		`* $hp$>3`:                             "* ${hp}>3",
		`* ${hp} > 3`:                          "* ${hp} > 3",
		`* start>$now()`:                       "* start>${now()}",
		`* killer='steam dragon' bob's`:        `* killer="steam dragon" bob's`,
		`* win # the last`:                     "* win",
		`* -count:5 win -2`:                    "* -count:5 win -2",
		`* title:'a "b"' join:" | " stub:"no"`: "*",
		`* death="a # b"`:                      `* death="a # b"`,
	} {
		if got, _, err := Take(line); err != nil || got != want {
			t.Errorf("%s leaves %q, %v; want %q", line, got, err, want)
		}
	}
	_, o, err := Take(`* win -random -graph fmt:"${n_x}$." title:'T' stub:"S" join:"; " -log pfmt:"$child"`)
	if err != nil || !o.Random || !o.Graph || !o.Log || o.Fmt == nil || o.Outer == nil || o.Title != "T" || o.Stub != "S" || o.Join != "; " || !o.Shown() {
		t.Errorf("%+v, %v", o, err)
	}
	for _, line := range []string{"* -tv", "* -ttyrec", `* fmt:"x`, `* fmt:"${a b}"`, `* fmt:"$(and x)"`, "* -graph:pie"} {
		if _, _, err := Take(line); err == nil {
			t.Errorf("%s is read", line)
		}
	}
}

func TestTemplate(t *testing.T) {
	known := map[string]string{"n_x": "3x", "name": "ann", ".": "Val"}
	value := func(name string) (string, bool) { s, ok := known[name]; return s, ok }
	for text, want := range map[string]string{"$name won ${n_x}": "ann won 3x", "${.}: $": "Val: $", "plain": "plain"} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Fill(value); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	p, _ := Parse("$god")
	if _, err := p.Fill(value); err == nil {
		t.Error("an unknown name is filled in")
	}
}

func TestGlob(t *testing.T) {
	for pattern, of := range map[string][2]string{
		"soldier":  {"a soldier ant", "a sold ier"},
		"sol*":     {"soldier", "a soldier"},
		"*hob???*": {"a hobgoblin x", "hobbit"},
		"Ms. ?*":   {"Ms. X", "Msx X"},
	} {
		re, err := Glob("death", pattern)
		if err != nil {
			t.Fatal(err)
		}
		if r := regexp.MustCompile(re); !r.MatchString(of[0]) || r.MatchString(of[1]) && pattern != "*hob???*" {
			t.Errorf("%s is %s", pattern, re)
		}
	}
	if _, err := Glob("death", "(a|b)"); err == nil {
		t.Error("a regular expression passes for a glob")
	}
}

func TestFill(t *testing.T) {
	for _, c := range [][3]string{
		{"* win s=role", "val 3", "* win s=role val 3"},
		{"* s=char / won @$1 ?: N=0", "ann", "* s=char / won @ann ?: N=0"},
		{"* $2 s=char @${1:-.} $* x", "", "* s=char @. x"},
		{"* $2 s=char @${1:-.} $* x", "ann dwa turns<9 y", "* dwa s=char @ann turns<9 y x"},
		{"* ${*:-win}", "", "* win"},
		{"* ${points/turns}>3 $1", "val", "* ${points/turns}>3 val"},
	} {
		if got := Fill(c[0], strings.Fields(c[1])); got != c[2] {
			t.Errorf("%s with %q is %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestAlternatives(t *testing.T) {
	for word, want := range map[string]string{
		"val|wiz": "( val | wiz )", "role=val|wiz": "( role=val | role=wiz )", "role!=val|wiz": "( role!=val role!=wiz )",
		"killer|while=x": "( killer=x | while=x )", "killer&while!=": "( killer!= while!= )", "!killer|while=x": "! ( killer=x | while=x )",
		"role=val": "", "death~~a|b": "", "win": "", "turns>=3": "",
	} {
		tokens, ok := Alternatives(word)
		if got := strings.Join(tokens, " "); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
	if l, op, r, ok := Split("a!==b"); !ok || !reflect.DeepEqual([]string{l, op, r}, []string{"a", "!==", "b"}) {
		t.Error(l, op, r, ok)
	}
}

func FuzzTake(f *testing.F) {
	for _, seed := range []string{`* win fmt:"$name" -log`, "* $ a > b $ s=x", "* ${a", `x='`, "$", "* # x", `title:"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		rest, _, err := Take(line)
		if err == nil && len(rest) > 3*len(line)+3 {
			t.Errorf("%q grows to %q", line, rest)
		}
		Alternatives(line)
		Fill(line, []string{"a"})
		if re, err := Glob("x", line); err == nil && utf8.ValidString(line) {
			if _, err := regexp.Compile(re); err != nil {
				t.Error(err)
			}
		}
	})
}
