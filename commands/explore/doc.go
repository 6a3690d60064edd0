// Package explore is the room of the commands about what happens to a hero between
// fights: experience, moves against a monster's, digging, nurses and foocubi, what
// is carried, hunger, lights, the quest and Sokoban, trolls that rise again, unicorns and riding.
//
// The mathematics is in engine/life.
package explore
