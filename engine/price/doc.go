// Package price identifies objects by what shops ask and offer for them. From
// the prices that were seen it works out the possible base costs, and from those
// the possible kinds of object with their chances.
//
// It covers one unidentified object at a time, without enchantment, in the shop
// of a shopkeeper who is not angry and has enough money.
package price
