package wording

// Rusty holds the degrees of erosion in the game's words, by their numbers; 0 is none.
var Rusty = []string{"", "rusty", "very rusty", "thoroughly rusty"}

// Eroded lists the words for what is eroded. Each is as bad as the others.
var Eroded = []string{"rusty", "burnt", "corroded", "rotted"}
