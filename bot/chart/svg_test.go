package chart

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"delphi/commands"
)

// A drawing is well-formed, holds nothing but what draws, and says in words what
// it shows, whatever the names hold.
func TestSVG(t *testing.T) {
	mark := 2.0
	points := []commands.Point{{X: 1, Y: 0.5}, {X: 2, Y: 0.25}, {X: 3, Y: 1}}
	for _, c := range []*commands.Chart{
		{Kind: commands.Curve, Title: `a <b> & "c"`, X: "XL", Y: "fails", YMax: 1, Mark: &mark, Series: []commands.Series{{Name: "one", Points: points}, {Name: "<two>", Points: points}}},
		{Kind: commands.Steps, Title: "steps", X: "n", Series: []commands.Series{{Points: points}}},
		{Kind: commands.BarChart, Title: "bars", Labels: []string{"<script>", "newt\x1b[0m", "jackal"}, Series: []commands.Series{{Points: points}}},
		{Kind: commands.BarChart, Title: "columns", X: "items", Series: []commands.Series{{Points: points}}},
	} {
		drawn, err := SVG(c)
		if err != nil {
			t.Fatalf("%s: %v", c.Title, err)
		}
		d := xml.NewDecoder(strings.NewReader(string(drawn)))
		var said strings.Builder
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v in %s", c.Title, err, drawn)
			}
			switch e := token.(type) {
			case xml.CharData:
				said.Write(e)
			case xml.StartElement:
				if !strings.Contains(" svg title desc rect path text ", " "+e.Name.Local+" ") {
					t.Errorf("%s: an element %s", c.Title, e.Name.Local)
				}
				for _, a := range e.Attr {
					if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "NaN") {
						t.Errorf("%s: %s has %s=%q", c.Title, e.Name.Local, a.Name.Local, a.Value)
					}
				}
			}
		}
		for _, want := range []string{c.Title, "0.25"} {
			if !strings.Contains(said.String(), want) {
				t.Errorf("%s: %q is not said in %q", c.Title, want, said.String())
			}
		}
		if strings.Contains(said.String(), "\x1b") {
			t.Errorf("%s: a control character was passed through", c.Title)
		}
	}
	if _, err := SVG(&commands.Chart{Title: "nothing"}); err != ErrEmpty {
		t.Errorf("without points: %v, want ErrEmpty", err)
	}
}

func BenchmarkSVG(b *testing.B) {
	c := &commands.Chart{Kind: commands.Curve, Title: "fail by XL", X: "XL", Y: "fails", YMax: 1}
	for _, name := range []string{"one", "two"} {
		s := commands.Series{Name: name}
		for x := range 30 {
			s.Points = append(s.Points, commands.Point{X: float64(x), Y: float64(x) / 30})
		}
		c.Series = append(c.Series, s)
	}
	for b.Loop() {
		if _, err := SVG(c); err != nil {
			b.Fatal(err)
		}
	}
}
