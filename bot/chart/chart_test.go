package chart

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
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

func ptr(f float64) *float64 { return &f }

// dice are the chances of the sums of two dice.
func dice() *commands.Chart {
	c := &commands.Chart{Kind: commands.BarChart, Title: "2d6", X: "sum", Y: "chance %", YMax: 100.0 / 6, Mark: ptr(9)}
	var s commands.Series
	for n := 2; n <= 12; n++ {
		s.Points = append(s.Points, commands.Point{X: float64(n), Y: (6 - math.Abs(float64(n-7))) / 36 * 100})
	}
	c.Series = []commands.Series{s}
	return c
}

// becomes are things with names, more than fit.
func becomes() *commands.Chart {
	c := &commands.Chart{Kind: commands.BarChart, Title: "An elven cloak becomes (NetHack 3.4.3)", X: "item", Y: "chance %", Mark: ptr(4)}
	var s commands.Series
	for i, name := range []string{"small shield", "leather armor", "cloak of magic resistance", "helm of brilliance", "orcish helm", "elven leather helm", "dwarvish iron helm (hard hat)", "fedora", "cornuthaum", "dunce cap", "dented pot", "helmet", "T-shirt", "Hawaiian shirt"} {
		c.Labels = append(c.Labels, name)
		s.Points = append(s.Points, commands.Point{X: float64(i + 1), Y: 14.2 / float64(i+2)})
	}
	c.Series = []commands.Series{s}
	return c
}

// failing is a failure that falls in steps and is flat at both ends.
func failing() *commands.Chart {
	c := &commands.Chart{Kind: commands.Steps, Title: "Force bolt: Wizard, Int 16, Basic, plate mail (5.0.0)", X: "XL", Y: "fail %", YMax: 100, Mark: ptr(8)}
	var s commands.Series
	for xl := 1.0; xl <= 30; xl++ {
		s.Points = append(s.Points, commands.Point{X: xl, Y: math.Min(61, math.Max(0, 100-7*xl))})
	}
	c.Series = []commands.Series{s}
	return c
}

func standings() *commands.Chart {
	c := &commands.Chart{Kind: commands.Steps, Title: "Autumn Dash 2026", X: "hours", Y: "points"}
	for i, name := range []string{"elenmirie", "stenno", "Luxidream", "rebatela", "k2"} {
		s := commands.Series{Name: name}
		for h := 0.0; h <= 72; h++ {
			s.Points = append(s.Points, commands.Point{X: h, Y: math.Floor(h/float64(3+i)) * float64(10+3*i)})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// TestPNG draws each kind. CHART_DIR is where they are written for whoever
// wants to look at them.
func TestPNG(t *testing.T) {
	low := curve()
	for i := range low.Series[0].Points {
		low.Series[0].Points[i].Y /= 12
	}
	for name, c := range map[string]*commands.Chart{
		"curve": curve(), "several": several(), "low": low, "dice": dice(), "becomes": becomes(), "failing": failing(), "standings": standings(),
	} {
		t.Run(name, func(t *testing.T) {
			b, err := PNG(c)
			if err != nil {
				t.Fatal(err)
			}
			if dir := os.Getenv("CHART_DIR"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, name+".png"), b, 0o600); err != nil {
					t.Error(err)
				}
			}
			img := decode(t, b)
			if got := img.Bounds().Size(); got != (image.Point{Width, Height}) {
				t.Errorf("size %v", got)
			}
			if len(b) > 100<<10 {
				t.Errorf("%d KB are many for a telephone", len(b)>>10)
			}
			if o, ok := img.(interface{ Opaque() bool }); !ok || !o.Opaque() {
				t.Error("the page shows through: it would not read on both dark and light")
			}
			for i := range c.Series {
				if n := count(img, palette[i]); n < 300 {
					t.Errorf("series %d shows in %d pixels only", i, n)
				}
			}
			if n := count(img, ink); n < 1000 {
				t.Errorf("letters take %d pixels only", n)
			}
			if n := count(img, marked); (n > 200) != (c.Mark != nil) {
				t.Errorf("the mark takes %d pixels", n)
			}
			for side, edge := range map[string]image.Rectangle{
				"left": image.Rect(0, 0, margin/2, Height), "right": image.Rect(Width-margin/2, 0, Width, Height),
				"top": image.Rect(0, 0, Width, margin/2), "bottom": image.Rect(0, Height-margin/2, Width, Height),
			} {
				if n := count(img.(*image.RGBA).SubImage(edge), paper); n < edge.Dx()*edge.Dy() {
					t.Errorf("something is cut off at the %s", side)
				}
			}
		})
	}
}

// TestNoEmptyHalf: what is shown of the axes is what the figures take.
func TestNoEmptyHalf(t *testing.T) {
	for name, c := range map[string]struct {
		points []commands.Point
		most   float64
		want   span
	}{
		"up to its limit":   {[]commands.Point{{X: 0, Y: 0}, {X: 1, Y: 100}}, 100, span{0, 100}},
		"near its limit":    {[]commands.Point{{X: 0, Y: 0}, {X: 1, Y: 81}}, 100, span{0, 100}},
		"far below":         {[]commands.Point{{X: 0, Y: 0}, {X: 1, Y: 8}}, 100, span{0, 8}},
		"rounded up":        {[]commands.Point{{X: 0, Y: 1}, {X: 1, Y: 8.3}}, 100, span{0, 10}},
		"no limit":          {[]commands.Point{{X: 0, Y: 0}, {X: 1, Y: 470}}, 0, span{0, 500}},
		"above its limit":   {[]commands.Point{{X: 0, Y: 0}, {X: 1, Y: 12}}, 10, span{0, 15}},
		"below zero":        {[]commands.Point{{X: 0, Y: -3}, {X: 1, Y: 7}}, 0, span{-3, 8}},
		"nothing but zeros": {[]commands.Point{{X: 0, Y: 0}}, 100, span{0, 100}},
	} {
		got := heights(c.points, c.most)
		if got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	all, part := lively([][]commands.Point{failing().Series[0].Points}, nil)
	if want := (span{1, 30}); all != want {
		t.Errorf("all: %v", all)
	}
	if want := (span{3, 17}); part != want {
		t.Errorf("flat ends: %v, want %v", part, want)
	}
	if got, want := cutOff(all, part), " (flat from 1 to 3 and from 17 to 30)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, got := lively([][]commands.Point{failing().Series[0].Points}, ptr(25)); got.low > 3 || got.high < 25 {
		t.Errorf("the mark at 25 is not in %v", got)
	}
	cut := within([]commands.Point{{X: 0, Y: 1}, {X: 10, Y: 1}, {X: 20, Y: 5}, {X: 50, Y: 5}}, span{8, 23})
	if want := []commands.Point{{X: 8, Y: 1}, {X: 10, Y: 1}, {X: 20, Y: 5}, {X: 23, Y: 5}}; !slices.Equal(cut, want) {
		t.Errorf("%v, want %v", cut, want)
	}
}

// TestTrim: bars too low to be seen leave the ends, and the axis says what they
// held.
func TestTrim(t *testing.T) {
	bars := func(ys ...float64) *card {
		c := &commands.Chart{Kind: commands.BarChart, X: "items", Y: "chance %", Series: []commands.Series{{}}}
		for i, y := range ys {
			c.Series[0].Points = append(c.Series[0].Points, commands.Point{X: float64(i), Y: y})
		}
		return &card{chart: c, series: [][]commands.Point{c.Series[0].Points}, all: c.Series[0].Points}
	}
	for name, tt := range map[string]struct {
		ys    []float64
		label string
		left  int
	}{
		"empty half":   {[]float64{0, 0, 0.01, 0.02, 20, 60, 19.97}, "items (below 4: 0.03%)", 3},
		"both ends":    {[]float64{0, 0.1, 50, 40, 0.125, 0.125}, "items (below 2: 0.1%, above 3: 0.25%)", 2},
		"hardly any":   {[]float64{0, 10, 20, 30, 20, 10}, "items", 6},
		"nothing low":  {[]float64{10, 20}, "items", 2},
		"all are zero": {[]float64{0, 0}, "items", 2},
	} {
		c := bars(tt.ys...)
		if got := c.trim(); got != tt.label || len(c.series[0]) != tt.left {
			t.Errorf("%s: %q with %d bars, want %q with %d", name, got, len(c.series[0]), tt.label, tt.left)
		}
	}
}

// TestMarkHidesNothing: the label of a mark stands where no line runs, wherever
// on the line the mark is.
func TestMarkHidesNothing(t *testing.T) {
	for name, c := range map[string]*commands.Chart{"curve": curve(), "steps": failing()} {
		points := c.Series[0].Points
		for _, at := range points {
			canvas := newCanvas(paper)
			card := &card{surface: canvas, letters: &canvas.letters, chart: c, top: margin, bottom: Height - margin}
			for _, s := range c.Series {
				card.series = append(card.series, s.Points)
				card.all = append(card.all, s.Points...)
			}
			_, x := lively(card.series, &at.X)
			p := card.axes(x, heights(card.all, c.YMax), c.X, true)
			if at.X < p.x.low || at.X > p.x.high {
				continue
			}
			if b, free := p.place(p.at(at), 240); !free || p.hidden(b) || b.from < p.left || b.to > p.right {
				t.Errorf("%s, mark at %v: %v, free: %v", name, at.X, b, free)
			}
			canvases.Put(canvas)
		}
	}
}

// TestValue: what a mark says is what the series is there.
func TestValue(t *testing.T) {
	c := &card{chart: &commands.Chart{}, series: [][]commands.Point{{{X: 1, Y: 10}, {X: 3, Y: 20}}}}
	for _, tt := range []struct {
		kind commands.ChartKind
		x, y float64
		ok   bool
	}{
		{commands.Curve, 2, 15, true}, {commands.Steps, 2, 10, true}, {commands.Curve, 3, 20, true},
		{commands.Curve, 0, 0, false}, {commands.Curve, 4, 0, false},
	} {
		c.chart.Kind = tt.kind
		if y, ok := (&plot{card: c}).value(tt.x); y != tt.y || ok != tt.ok {
			t.Errorf("at %v: %v %v, want %v %v", tt.x, y, ok, tt.y, tt.ok)
		}
	}
}

func TestDashed(t *testing.T) {
	got := dashed([]point{{0, 0}, {10, 0}, {10, 10}}, []float64{4, 2})
	total := 0.0
	for _, run := range got {
		for i := 1; i < len(run); i++ {
			total += math.Hypot(run[i].x-run[i-1].x, run[i].y-run[i-1].y)
		}
	}
	if total != 14 || len(got) != 4 { // 0-4, 6-10, 12-16, 18-20
		t.Errorf("%v of 20 in %v", total, got)
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
	for i, l := range palette {
		if c := contrast(l, paper); c < 4.5 {
			t.Errorf("line %d has contrast %.1f, want 4.5", i, c)
		}
	}
}

func TestOddCharts(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	many := make([]commands.Point, 20_000)
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
		for _, kind := range []commands.ChartKind{commands.Curve, commands.Steps, commands.BarChart} {
			c.Kind = kind
			for _, c.Mark = range []*float64{ptr(3), ptr(nan)} {
				b, err := PNG(c)
				if err != nil {
					t.Fatalf("%s, kind %d: %v", name, kind, err)
				}
				decode(t, b)
			}
		}
	}
	for name, c := range map[string]*commands.Chart{"no series": {}, "no points": {Series: pts()}, "no finite point": {Series: pts(commands.Point{X: nan})}} {
		if _, err := PNG(c); !errors.Is(err, ErrEmpty) {
			t.Errorf("%s: %v, want ErrEmpty", name, err)
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
		for _, k := range ticks(span{tt.min, tt.max}, tt.most) {
			got = append(got, k.label)
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
	for name, c := range map[string]*commands.Chart{"curves": several(), "steps": failing(), "columns": dice(), "rows": becomes()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := PNG(c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzPNG: no figures and no names are too odd to be drawn.
func FuzzPNG(f *testing.F) {
	f.Add(byte(0), "title", "x", 1.0, 2.0, 3.0, 4.0, 10.0, 2.0)
	f.Add(byte(2), "\u202e☃", "", -1.0, math.Inf(1), 3.0, 1e300, -1.0, math.NaN())
	f.Fuzz(func(t *testing.T, kind byte, title, label string, x, y, x2, y2, most, mark float64) {
		c := &commands.Chart{Kind: commands.ChartKind(kind % 3), Title: title, X: label, Y: label, YMax: most, Mark: &mark, Series: []commands.Series{{Name: label, Points: []commands.Point{{X: x, Y: y}, {X: x2, Y: y2}}}}}
		if kind%2 == 0 {
			c.Labels = []string{title, label}
		}
		if _, err := PNG(c); err != nil && !errors.Is(err, ErrEmpty) {
			t.Error(err)
		}
	})
}
