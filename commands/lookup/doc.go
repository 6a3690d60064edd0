// Package lookup is the room of the commands that look something up: monsters,
// objects, what cures, resists or gives something, pages of the wiki and the
// des-file format.
package lookup
