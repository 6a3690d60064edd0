package chart

import (
	"bytes"
	"image/png"
	"testing"

	"delphi/engine/rules"
)

// TestGlyph: a glyph is a picture of its size in which its colour is to be seen,
// and every colour of the tables is known.
func TestGlyph(t *testing.T) {
	for _, x := range []struct{ sign, colour string }{{"c", "yellow"}, {"@", "white"}, {"_", "gray"}, {"\"", "no such colour"}, {";", "blue"}} {
		b, err := Glyph(x.sign, x.colour)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil || img.Bounds().Dx() != GlyphSize || img.Bounds().Dy() != GlyphSize {
			t.Fatalf("%v: %v", x, err)
		}
		want, ok := glyphColours[x.colour]
		if !ok {
			want = glyphColours["gray"]
		}
		inked := 0
		for i := range GlyphSize * GlyphSize {
			if r, g, b, _ := img.At(i%GlyphSize, i/GlyphSize).RGBA(); uint8(r>>8) == want.R && uint8(g>>8) == want.G && uint8(b>>8) == want.B {
				inked++
			}
		}
		if inked < 20 {
			t.Errorf("%v: %d pixels are inked", x, inked)
		}
	}
	for _, v := range rules.Names() {
		b := rules.BestiaryOf(v)
		if b == nil {
			continue
		}
		for _, m := range b.Monsters {
			if _, ok := glyphColours[m.Color]; !ok {
				t.Fatalf("%s: %s has the colour %q", v, m.Name, m.Color)
			}
		}
	}
}
