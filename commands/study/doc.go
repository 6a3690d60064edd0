// Package study is the room of the commands about learning: what reading a
// spellbook does, how long a spell is remembered and how often its book can be
// read, and how much practice advances a skill.
package study
