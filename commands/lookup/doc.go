// Package lookup is the room of the commands that look something up in the game's tables:
// monsters, objects, and what cures, resists, stops or gives something.
package lookup
