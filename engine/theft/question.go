package theft

import (
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Question is a thief that hits a hero who carries Items, in inventory order,
// in the open: what lies in a container is safe and not listed.
type Question struct {
	Rules  *rules.Theft
	Wizard bool // the thief is the Wizard of Yendor; else a quest nemesis
	Items  []Item
	Hits   int // 0: one
}

// Item is one thing; two imitations are two Items.
type Item struct {
	Name string
	Kind rules.LootKind // rules.Safe: never taken
}

// Limits of a question.
const (
	MaxItems = 52 // letters of the inventory
	MaxHits  = 100_000
)

// impossible returns the error of what nobody can carry or work out.
func impossible(format string, args ...any) error {
	return problem.Newf(format, args...).Try("theft 10 hits amulet 2 fakes")
}

// unique holds the kinds of which there is one in the game.
var unique = []struct {
	kind rules.LootKind
	name string
}{{rules.Amulet, "Amulet of Yendor"}, {rules.Bell, "Bell of Opening"}, {rules.Book, "Book of the Dead"}, {rules.Candelabrum, "Candelabrum of Invocation"}, {rules.OwnArtifact, "quest artifact of your own role"}}

// Check refuses what cannot be carried and what would take too long. Its errors
// are a *problem.Problem.
func (q *Question) Check() error {
	if q.Hits < 0 || q.Hits > MaxHits {
		return impossible("You can ask about 1 to %d hits, not %d.", MaxHits, q.Hits)
	}
	if len(q.Items) > MaxItems {
		return impossible("Nobody can carry %d things: an inventory has %d letters.", len(q.Items), MaxItems)
	}
	of := map[rules.LootKind]int{}
	for _, item := range q.Items {
		of[item.Kind]++
	}
	for _, u := range unique {
		if of[u.kind] > 1 {
			return impossible("There is only one %s.", u.name)
		}
	}
	return nil
}
