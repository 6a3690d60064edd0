// Package chart draws a commands.Chart as a picture for chats: a card with a
// background of its own, so that it reads alike on dark and light pages, with
// letters large enough for a telephone and with colours, dashes and names that
// all kinds of eyes tell apart. [PNG] draws it as an image and [SVG] as an element
// of a page; [Face] is the picture of an answer that has no chart.
//
//   - chart.go: the card, its title and its legend.
//   - range.go: which part of the axes is shown, and their ticks.
//   - lines.go, bars.go: one kind of chart each.
//   - canvas.go: rectangles, lines and letters on an image, by golang.org/x/image;
//     svg.go: the same in SVG.
//   - face.go: an answer in large letters. glyph.go: a monster as the game shows it.
//
// Bars of text, for networks without pictures, are commands.Chart's own Bars.
package chart
