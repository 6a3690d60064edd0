// Package craft is the room of the commands about what a hero does to things and
// with them: fountains, thrones, sinks and lamps, wishes, scrolls that enchant
// and charge, markers, potions, bags, horns, locks and traps, the
// castle's tune.
//
// Commands that belong together share a file; craft.go has the list of all, and the parameters
// that several take. What may come of a try is told by package ends. The mathematics is in
// engine/fixture, enchant, craft, lock, tune and wish.
//
// It is a little above 3,500 lines: so many things can be done to a thing, each a short command, and
// parting them would part the parameters that they share.
package craft
