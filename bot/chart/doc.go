// Package chart draws a commands.Chart as a picture. [PNG] is for chats: a card
// of its own colour, with letters large enough for a telephone, that reads
// alike on a dark and on a light page. [SVG] is the same card for the web. Bars
// of text, for networks without pictures, are commands.Chart's own Bars.
package chart
