package chances

import (
	"delphi/commands"
	"delphi/engine/bones"
	"delphi/engine/rules"
	"delphi/engine/theft"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{bonesCommand(), theftCommand(), oddsCommand()}
}

// meetWords holds what players call meeting bones.
var meetWords = []string{
	"bones waiting", "many levels have bones", "which levels have bones", "what levels have bones", "level had one", "see one", "meeting bones", "meet bones", "run into bones", "running into bones", "ran into bones", "find bones", "finding bones", "found bones",
	"bump into bones", "bumping into bones", "stumble on bones", "stumble into bones", "stumbling on bones",
	"encounter bones", "encountering bones", "come across bones", "coming across bones", "hit bones", "hitting bones", "see bones", "seeing bones",
}

// waitingWords holds ways to say that bones are already on a level.
var waitingWords = []string{
	"file waits", "bones waiting", "already bones", "already a bones", "already a bones file", "bones already", "bones file already", "bonesfile already", "existing bones", "existing bones file", "existing file", "already has bones", "already has a bones file",
	"already have bones", "already had bones", "already holds bones", "already exists", "already exist", "already there", "already one", "already a file", "old bones", "somebodys bones", "someones bones",
}

// The parameters of bones.
var (
	meet    = commands.NewFlag(commands.Param{Name: "meet", Summary: "Odds of meeting bones on the way down: meet dlvl 4-12 full", Words: meetWords})
	level   = commands.NewName[*rules.Level](commands.Param{Name: "level", Noun: "a level", Summary: "A special level: minetown, medusa, quest home", Vocabulary: levelTerms})
	dungeon = commands.NewName[*rules.Dungeon](commands.Param{Name: "dungeon", Noun: "a dungeon", Summary: "A dungeon: mines, quest, gehennom", Vocabulary: dungeonTerms})
	number  = commands.NewNumber(commands.Param{Name: "number", Bare: true, Range: true, Words: []string{"level", "lvl"}, Summary: "The level's number in its dungeon; alone, its depth", Min: -5, Max: bones.MaxDepth})
	depth   = commands.NewNumber(commands.Param{Name: "dlvl", Range: true, Summary: "Depth; for meet a range, such as 4-12", Words: []string{"depth"}, Min: -5, Max: bones.MaxDepth})
	death   = commands.NewName[*rules.Death](commands.Param{Name: "death", Many: true, Noun: "a death", Summary: "What killed you: killed by a vampire, stoned, slimed", Vocabulary: deathTerms})
	items   = commands.NewNumber(commands.Param{Name: "items", Summary: "Number of things in the main inventory", Words: []string{"things"}, After: []string{"items", "things"}, Min: 1, Max: bones.MaxItems})
	cursed  = commands.NewFlag(commands.Param{Name: "cursed", Summary: "How many of the things in bones are cursed, on whatever level", Words: []string{"curses"}})
	portal  = commands.NewFlag(commands.Param{Name: "portal", Summary: "With a magic portal", Words: []string{"magic portal", "with portal", "with magic portal"}})
	branch  = commands.NewFlag(commands.Param{
		Name: "branch", Summary: "Another dungeon branches off here",
		Words: []string{"with branch", "branch level", "with branch staircase", "with quest portal", "with the quest portal", "with ludios portal", "quest portal there", "quest portal too", "has quest portal", "has the quest portal"},
	})
	waiting = commands.NewFlag(commands.Param{Name: "waiting", Summary: "A file for this level is already waiting", Words: waitingWords})
	full    = commands.NewFlag(commands.Param{Name: "full", Summary: "meet: a file waits on every level", Words: []string{"full server", "every level had one", "if every level had one", "every level has one", "every level has bones", "every level had bones"}})
	half    = commands.NewFlag(commands.Param{Name: "half", Summary: "meet: a file waits on each level with a chance of 1/2", Words: []string{"half full", "half full server"}})
)

// The parameters of theft.
var (
	thief     = commands.NewName[rules.Thief](commands.Param{Name: "thief", Noun: "a thief", Summary: "The wizard (of Yendor) or a nemesis", Vocabulary: thiefTerms})
	pilferer  = commands.NewName[*rules.Monster](commands.Param{Name: "other", Noun: "a thief", Summary: "Another monster, whose thefts I know no odds for", Vocabulary: pilferers})
	carrying  = commands.NewName[*rules.Loot](commands.Param{Name: "carrying", Many: true, Pile: true, Noun: "a thing that is stolen", Summary: "In inventory order: amulet, 2 fakes, quest artifact", Vocabulary: lootTerms})
	hits      = commands.NewNumber(commands.Param{Name: "hits", Summary: "Number of hits", After: []string{"hits", "hit", "touches", "tries", "times"}, Words: []string{"over"}, OutOf: true, Min: 1, Max: theft.MaxHits})
	contained = commands.NewFlag(commands.Param{Name: "contained", Summary: "All of it in a container", Words: inContainers()})
	wanted    = commands.NewNumber(commands.Param{Name: "wanted", Summary: "At least this many thefts", Words: []string{"least"}, Min: 1, Max: 50})
	sure      = commands.NewNumber(commands.Param{Name: "sure", Summary: "Count the hits for a given chance of losing something: for 95%", Words: []string{"for"}, Min: 1, Max: 99})
)

var chart = commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the curve"})

var question = commands.NewText(commands.Param{Name: "question", Summary: "1/12 20 tries; 3% at least 2 in 50; 1% for 95%; 3d6+2 >= 14"})

// inContainers returns ways to say that something is in a container: "in my bag of
// holding", "from a sack".
func inContainers() []string {
	out := []string{"bagged", "in containers", "stashed", "in ice box", "in an ice box"}
	for _, whose := range []string{"", "a ", "my ", "the "} {
		for _, what := range []string{"bag", "sack", "box", "chest", "container", "boh", "bag of holding", "large box"} {
			out = append(out, "in "+whose+what)
		}
		for _, what := range []string{"bag", "sack", "boh", "bag of holding"} {
			out = append(out, "inside "+whose+what, "from "+whose+what, "out of "+whose+what)
		}
	}
	return out
}
