// Package lookup is the room of the commands that look something up: monsters,
// objects, prices, pages of the wiki and the des-file format.
package lookup
