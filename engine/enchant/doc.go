// Package enchant answers what scrolls of enchant armor, enchant weapon and
// charging do: every result and its exact chance.
//
//   - enchant.go: Armor and Weapon.
//   - charge.go: Charge, for wands, rings and tools.
//   - curse.go: what confusion makes of a scroll of remove curse.
//   - row.go: Row, for several scrolls in a row.
//
// The numbers come from a rules.Enchanting and a rules.Charging.
package enchant
