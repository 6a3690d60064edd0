// Package casting is the room of the spellcasting commands: how often a spell
// fails, what a cast costs, how fast power comes back, what a ray or bolt hits,
// and which spells come within reach.
package casting
