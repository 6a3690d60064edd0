// Package piles is the room of the commands about polymorphing things: what a polypile
// yields (poly), how much fodder something wanted takes (polyfor, rezap), and what one thing
// becomes (polyfrom). The mathematics is in engine/polypile and engine/polymorph.
package piles
