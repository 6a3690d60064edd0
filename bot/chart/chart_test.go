package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"sync"
	"testing"

	"delphi/commands"
)

// curve falls from 100 to 0 over 30 levels, as failures do.
func curve() *commands.Chart {
	c := &commands.Chart{Title: "force bolt by XL", X: "XL", Y: "fail %", YMax: 100}
	var s commands.Series
	for xl := 1; xl <= 30; xl++ {
		s.Points = append(s.Points, commands.Point{X: float64(xl), Y: math.Max(0, 100-5*float64(xl))})
	}
	c.Series = []commands.Series{s}
	return c
}

func several() *commands.Chart {
	c := curve()
	c.Series = nil
	for i, name := range []string{"plain", "robe", "small shield", "plate mail"} {
		s := commands.Series{Name: name}
		for xl := 1; xl <= 30; xl++ {
			s.Points = append(s.Points, commands.Point{X: float64(xl), Y: math.Min(100, math.Max(0, float64(40+20*i)-4*float64(xl)))})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func decode(t *testing.T, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// count says how many pixels are near a colour.
func count(img image.Image, c color.RGBA) int {
	n := 0
	near := func(a uint32, b uint8) bool { d := int(a>>8) - int(b); return -12 < d && d < 12 }
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			if near(r, c.R) && near(g, c.G) && near(b, c.B) {
				n++
			}
		}
	}
	return n
}

func TestPNG(t *testing.T) {
	for name, c := range map[string]*commands.Chart{"one": curve(), "several": several()} {
		t.Run(name, func(t *testing.T) {
			b, err := PNG(c)
			if err != nil {
				t.Fatal(err)
			}
			if dir := os.Getenv("CHART_DIR"); dir != "" { // to look at them
				os.WriteFile(dir+"/"+name+".png", b, 0o600)
			}
			img := decode(t, b)
			if got := img.Bounds().Size(); got != (image.Point{Width, Height}) {
				t.Errorf("size %v", got)
			}
			if len(b) > 200<<10 {
				t.Errorf("%d KB are many for a telephone", len(b)>>10)
			}
			if o, ok := img.(interface{ Opaque() bool }); !ok || !o.Opaque() {
				t.Error("the page shows through: it would not read on both dark and light")
			}
			for i := range c.Series {
				if n := count(img, lines[i]); n < 300 {
					t.Errorf("series %d shows in %d pixels only", i, n)
				}
			}
			if n := count(img, ink); n < 1000 {
				t.Errorf("letters take %d pixels only", n)
			}
		})
	}
}

// contrast is the ratio that the web's accessibility guidelines define.
func contrast(a, b color.RGBA) float64 {
	l := func(c color.RGBA) float64 {
		f := func(v uint8) float64 {
			x := float64(v) / 255
			if x <= 0.03928 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*f(c.R) + 0.7152*f(c.G) + 0.0722*f(c.B) + 0.05
	}
	return math.Max(l(a), l(b)) / math.Min(l(a), l(b))
}

func TestContrast(t *testing.T) {
	if c := contrast(ink, paper); c < 7 {
		t.Errorf("letters have contrast %.1f, want 7", c)
	}
	for i, l := range lines {
		if c := contrast(l, paper); c < 4.5 {
			t.Errorf("line %d has contrast %.1f, want 4.5", i, c)
		}
	}
}

func TestSVG(t *testing.T) {
	c := curve()
	c.Title = "<b> & \x22quotes\x22"
	b, err := SVG(c)
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b))
	words := ""
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		if text, ok := tok.(xml.CharData); ok {
			words += string(text)
		}
	}
	for _, w := range []string{c.Title, "XL", "fail %", "100"} {
		if !bytes.Contains([]byte(words), []byte(w)) {
			t.Errorf("no %q in it", w)
		}
	}
}

func TestOddCharts(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	many := make([]commands.Point, 200_000)
	for i := range many {
		many[i] = commands.Point{X: float64(i), Y: float64(i % 100)}
	}
	pts := func(p ...commands.Point) []commands.Series { return []commands.Series{{Points: p}} }
	for name, c := range map[string]*commands.Chart{
		"one point":       {Series: pts(commands.Point{X: 3, Y: 5})},
		"all zero":        {Series: pts(commands.Point{}, commands.Point{X: 1})},
		"not finite":      {YMax: nan, Series: pts(commands.Point{X: 1, Y: 2}, commands.Point{X: inf, Y: 1}, commands.Point{X: 2, Y: nan}, commands.Point{X: 3, Y: 4})},
		"above the top":   {YMax: 10, Series: pts(commands.Point{X: 1, Y: 500}, commands.Point{X: 2, Y: 5})},
		"tiny range":      {Series: pts(commands.Point{X: 1, Y: 1e-9}, commands.Point{X: 1 + 1e-9, Y: 2e-9})},
		"huge range":      {Series: pts(commands.Point{X: -1e12, Y: 1}, commands.Point{X: 1e12, Y: 1e15})},
		"very many":       {Series: []commands.Series{{Points: many}}},
		"one line empty":  {YMax: 1, Series: []commands.Series{{Name: "none"}, {Name: "some", Points: []commands.Point{{X: 1, Y: 1}, {X: 2, Y: 0}}}}},
		"foreign letters": {Title: "速い ☃ \u202e", Series: pts(commands.Point{X: 1, Y: 1})},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := PNG(c)
			if err != nil {
				t.Fatal(err)
			}
			decode(t, b)
		})
	}
	for name, c := range map[string]*commands.Chart{"no series": {}, "no points": {Series: pts()}, "no finite point": {Series: pts(commands.Point{X: nan})}} {
		if _, err := PNG(c); !errors.Is(err, ErrEmpty) {
			t.Errorf("%s: %v, want ErrEmpty", name, err)
		}
		if _, err := SVG(c); !errors.Is(err, ErrEmpty) {
			t.Errorf("%s as SVG: %v, want ErrEmpty", name, err)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, tt := range []struct {
		min, max float64
		most     int
		want     []string
	}{
		{1, 30, 8, []string{"5", "10", "15", "20", "25", "30"}},
		{0, 100, 6, []string{"0", "20", "40", "60", "80", "100"}},
		{0, 1, 6, []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
		{3, 25, 8, []string{"5", "10", "15", "20", "25"}},
	} {
		var got []string
		for _, k := range (round{tt.most}).Ticks(tt.min, tt.max) {
			got = append(got, k.Label)
		}
		if len(got) != len(tt.want) {
			t.Errorf("%v to %v: %v, want %v", tt.min, tt.max, got, tt.want)
			continue
		}
		for i := range got {
			if got[i] != tt.want[i] {
				t.Errorf("%v to %v: %v, want %v", tt.min, tt.max, got, tt.want)
				break
			}
		}
	}
}

func TestMany(t *testing.T) {
	want, err := PNG(several())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 2 {
				if got, err := PNG(several()); err != nil || !bytes.Equal(got, want) {
					t.Errorf("drawn beside others, it differs (%v)", err)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkPNG(b *testing.B) {
	c := several()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := PNG(c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	c := several()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := SVG(c); err != nil {
			b.Fatal(err)
		}
	}
}
