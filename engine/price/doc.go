// Package price identifies objects by what shops ask and offer for them: from
// the prices seen to the base costs they may come from, and from these to the
// kinds of object, each with its share.
//
// It covers unidentified objects without enchantment, one at a time, from a
// shopkeeper who is not angry and has the money.
package price
