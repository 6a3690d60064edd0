// Package casting is the room of the spellcasting commands: how often a spell
// fails, what a cast costs, what reading a spellbook does, what a ray or bolt
// hits, and which spells come within reach.
package casting
