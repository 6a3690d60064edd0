package rules

import "delphi/engine/seq"

// The rules of data/all/cites for the quest and for Sokoban's prize.
const (
	CiteQuestEntry  = "quest entry"
	CiteQuestLevel  = "quest level"
	CiteQuestStairs = "quest stairs"
	CiteHelm        = "helm of opposite alignment"
	CitePrize       = "Sokoban prize"
)

// Quest says whom a quest leader lets in. The tag cite names the rule of data/all/cites
// in which a number stands.
type Quest struct {
	// Level and Record are the least experience level and alignment record.
	Level  int `cite:"quest level"`
	Record int `cite:"quest entry"`
	// Tries is how often a hero is sent away for his alignment before it is for
	// good; 0: any number of times.
	Tries int `cite:"quest refusal"`
	// WipesRecord: to put on or take off a helm of opposite alignment sets the
	// record to 0.
	WipesRecord bool `cite:"helm of opposite alignment"`
	// KilledLeader: the stairs are open to whoever killed the leader.
	KilledLeader bool `cite:"quest stairs"`
}

var _ = register(topic[Quest]{name: "Quest", what: "rules of the quest", own: true, changes: map[string]func(*Quest){
	"3.4.3":    func(q *Quest) { q.Level, q.Record, q.Tries = 14, 20, 7 },
	"3.6.7":    func(q *Quest) { q.WipesRecord = true },
	"5.0.0":    func(q *Quest) { q.Tries, q.KilledLeader = 0, true },
	"slashem":  func(q *Quest) { q.Level = 10 },
	"xnethack": func(q *Quest) { q.Level = 10 },
	"evilhack": func(q *Quest) { q.Level = 10 },
}})

// Sokoban is what lies at the end of Sokoban.
type Sokoban struct {
	// Maps holds the last level's maps, each equally likely: what lies in each of the
	// closets of one, by weight.
	Maps [][]Closet `cite:"Sokoban prize"`
}

// Closet is what one closet holds: one of several things, by weight.
type Closet []Weighted

var _ = register(topic[Sokoban]{name: "Sokoban", what: "prizes of Sokoban", own: true, changes: map[string]func(*Sokoban){
	"3.4.3":    func(s *Sokoban) { s.Maps = prizes(100, 0) },
	"3.6.7":    func(s *Sokoban) { s.Maps = prizes(50, 50) },
	"5.0.0":    func(s *Sokoban) { s.Maps = prizes(75, 25) },
	"slashem":  func(s *Sokoban) { s.Maps = prizes(100, 0, 100, 0) },
	"xnethack": func(*Sokoban) {},
	"evilhack": func(s *Sokoban) {
		closets := []Closet{
			{{"bag of holding", 50}, {"magic marker", 50}},
			{{"amulet of reflection", 50}, {"amulet of magic resistance", 50}},
			{{"helm of speed", 50}, {"gauntlets of protection", 50}},
		}
		s.Maps = [][]Closet{closets, closets, closets, closets, closets, closets}
	},
}})

// prizes returns maps with one closet, each with the given percentage of bags of
// holding; the rest are amulets of reflection.
func prizes(bags ...int) [][]Closet {
	return seq.Map(bags, func(n int) []Closet { return []Closet{{{"bag of holding", n}, {"amulet of reflection", 100 - n}}} })
}
