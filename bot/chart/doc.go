// Package chart draws a commands.Chart as a picture for chats: a card with a
// background of its own, so that it reads alike on dark and light pages, with
// letters large enough for a telephone and with colours, dashes and names that
// all kinds of eyes tell apart. [PNG] is all of it.
//
//   - chart.go: the card, its title and its legend.
//   - range.go: which part of the axes is shown, and their ticks.
//   - lines.go, bars.go: one kind of chart each.
//   - canvas.go: rectangles, lines and letters on an image, by golang.org/x/image.
//
// Bars of text, for networks without pictures, are commands.Chart's own Bars.
package chart
