// Package explore is the room of the commands about what happens to a hero between
// fights: experience, moves against a monster's, digging, nurses and foocubi, what
// is carried, hunger, lights, the quest and Sokoban, trolls that rise again, unicorns and riding,
// traps that hold one, lycanthropy, where pets step and what an ice box keeps.
//
// The mathematics is in engine/life. It is a little above 3,500 lines: many short commands, of
// which none needs another.
package explore
