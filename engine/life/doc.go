// Package life answers what happens to a hero between fights: experience for a
// kill, moves against a monster's, digging.
//
//   - experience.go: Kill, what a monster is worth, and Gain, what it does to a level.
//   - pace.go: Moves, how often heroes and monsters move.
//   - burden.go: what things weigh and when that is too much.
//   - tin.go: how long a tin takes; strength.go: what Strength spinach gives; burn.go: how long a light burns; visit.go: how a foocubus's visit goes.
//   - dig.go: Dig, how many turns of digging it takes.
//   - hunger.go: how long nutrition lasts.
//   - rise.go: Rises, how corpses rise by themselves.
//   - were.go: Turned, when lycanthropy turns a hero.
//   - steed.go: Saddling and Mounting. exercise.go: Trained, what exercise comes to.
//
// The numbers come from a rules.Set.
package life
