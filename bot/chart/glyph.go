package chart

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// GlyphSize is the width and the height of a glyph's picture, in pixels.
const GlyphSize = 128

// glyphColours are the colours of the game's terminal, as its tables call them, to
// be seen on black.
var glyphColours = map[string]color.RGBA{
	"black": {0x58, 0x6a, 0xd8, 0xff}, "red": {0xd0, 0x3c, 0x3c, 0xff}, "green": {0x2f, 0xa3, 0x4b, 0xff}, "brown": {0xb0, 0x7a, 0x2a, 0xff},
	"blue": {0x4a, 0x6c, 0xf0, 0xff}, "magenta": {0xc0, 0x50, 0xc0, 0xff}, "cyan": {0x2f, 0xb0, 0xb0, 0xff}, "gray": {0xc0, 0xc0, 0xc0, 0xff},
	"orange": {0xff, 0x96, 0x3c, 0xff}, "brightgreen": {0x5c, 0xe8, 0x6c, 0xff}, "yellow": {0xff, 0xe0, 0x5a, 0xff}, "brightblue": {0x7a, 0xa0, 0xff, 0xff},
	"brightmagenta": {0xff, 0x86, 0xff, 0xff}, "brightcyan": {0x6c, 0xf0, 0xf0, 0xff}, "white": {0xff, 0xff, 0xff, 0xff},
	"nocolor": {0xa0, 0xa0, 0xa0, 0xff},
}

var glyphFont = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(gomonobold.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
})

// Glyph draws what stands for a monster or an object on the game's map, as a PNG of
// GlyphSize by GlyphSize pixels. A colour that is not known is gray. It is safe for
// many goroutines.
func Glyph(sign, colour string) ([]byte, error) {
	ink, ok := glyphColours[colour]
	if !ok {
		ink = glyphColours["gray"]
	}
	face, err := opentype.NewFace(glyphFont(), &opentype.FaceOptions{Size: GlyphSize * 3 / 4, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	defer face.Close()
	img := image.NewRGBA(image.Rect(0, 0, GlyphSize, GlyphSize))
	draw.Draw(img, img.Rect, image.NewUniform(color.RGBA{0x14, 0x14, 0x18, 0xff}), image.Point{}, draw.Src)
	bounds, _ := font.BoundString(face, sign)
	middle := func(lo, hi fixed.Int26_6) fixed.Int26_6 { return fixed.I(GlyphSize)/2 - (lo+hi)/2 }
	d := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face, Dot: fixed.Point26_6{
		X: middle(bounds.Min.X, bounds.Max.X), Y: middle(bounds.Min.Y, bounds.Max.Y),
	}}
	d.DrawString(sign)
	var out bytes.Buffer
	err = png.Encode(&out, img)
	return out.Bytes(), err
}
