package craft

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/lock"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of locks, traps and searching.
var (
	lockTool = commands.NewChoice(commands.Param{
		Name: "tool", Summary: "skeleton key, lock pick or credit card", Choices: []string{"skeleton key", "lock pick", "credit card"},
		Also: map[string]string{"key": "skeleton key", "lockpick": "lock pick", "card": "credit card", "osaku": "lock pick"},
	})
	lockOf = commands.NewChoice(commands.Param{
		Name: "lock", Summary: "door or chest", Choices: []string{"door", "chest"},
		Also: map[string]string{"box": "chest", "large box": "chest", "doors": "door"},
	})
	cursedBox = commands.NewFlag(commands.Param{Name: "cursedbox", Summary: "The box is cursed", Words: []string{"cursed", "cursed box", "cursed chest", "box cursed", "chest cursed"}})

	trap = commands.NewChoice(commands.Param{
		Name: "trap", Summary: "bear trap, land mine, web, box, door or another", Choices: slices.Concat([]string{"bear trap", "land mine", "web", "squeaky board", "dart trap", "arrow trap", "box", "door"}, lasting),
		Also: map[string]string{"trapdoor": "trap door", "trap doors": "trap door", "holes": "hole", "pits": "pit", "spiked pits": "spiked pit", "teleporter": "teleportation trap", "teleport trap": "teleportation trap", "teleporter trap": "teleportation trap", "level teleport": "level teleporter", "level teleporter trap": "level teleporter", "anti magic field": "anti-magic field", "anti-magic trap": "anti-magic field", "anti magic trap": "anti-magic field", "antimagic field": "anti-magic field", "poly trap": "polymorph trap", "polytrap": "polymorph trap", "boulder trap": "rolling boulder trap", "rock trap": "falling rock trap", "gas trap": "sleeping gas trap", "portal": "magic portal",
			"statue": "statue trap", "rolling boulder": "rolling boulder trap",
			"chest": "box", "large box": "box", "trapped box": "box", "trapped chest": "box", "box trap": "box", "chest trap": "box", "trapped door": "door", "door trap": "door", "beartrap": "bear trap", "landmine": "land mine", "cobweb": "web", "spider web": "web"},
	})
	ownTrap  = commands.NewFlag(commands.Param{Name: "own", Summary: "You made the trap", Words: []string{"made by you", "made by me", "my own", "own trap", "mine"}})
	artifact = commands.NewFlag(commands.Param{Name: "artifact", Summary: "Carrying your quest artifact", Words: []string{"quest artifact", "quest artifact carried", "carrying quest artifact"}})
	fumbling = commands.NewFlag(commands.Param{Name: "fumbling", Summary: "While fumbling", Words: []string{"fumble"}})
	blade    = commands.NewFlag(commands.Param{Name: "blade", Summary: "Wielding a blade, for webs", Words: []string{"wielding a blade", "with a blade"}})
	sting    = commands.NewFlag(commands.Param{Name: "sting", Summary: "Wielding Sting or an artifact of fire, for webs", Words: []string{"fire brand", "firebrand"}})

	hidden = commands.NewChoice(commands.Param{
		Name: "hidden", Summary: "secret door, secret corridor or trap", Choices: []string{"secret door", "secret corridor", "trap"},
		Also: map[string]string{"door": "secret door", "corridor": "secret corridor", "passage": "secret corridor", "traps": "trap", "hidden trap": "trap"},
	})
	lenses = commands.NewFlag(commands.Param{Name: "lenses", Summary: "Wearing lenses"})
	seeker = commands.NewNumber(commands.Param{Name: "bonus", Summary: "Enchantment of an artifact in hand that searches (Excalibur)", Words: []string{"excalibur", "artifact"}, Min: 0, Max: 99})
)

// lasting holds the traps that #untrap leaves as they are.
var lasting = []string{
	"trap door", "hole", "pit", "spiked pit", "rolling boulder trap", "falling rock trap", "sleeping gas trap", "rust trap", "fire trap", "teleportation trap", "level teleporter",
	"magic portal", "statue trap", "magic trap", "anti-magic field", "polymorph trap", "vibrating square",
}

func lockCommands() []*commands.Command {
	return []*commands.Command{
		commands.Told(&commands.Command{
			Name:    "pick",
			Fillers: "a open opening lock unlocking picking locked", Aliases: []string{"unlock", "lockpick"},
			Summary: "Show how often a key, lock pick or credit card opens a lock, per turn",
			Params:  commands.Takes(commands.RuleSet, lockTool, lockOf, hero.Role, hero.Dex, buc, cursedBox, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"pick lock pick Rogue dex 14 door", "pick skeleton key chest dex 12 10 turns", "pick credit card door dex 18 for 90%"},
		}, commands.By(tellPick)),
		commands.Told(&commands.Command{
			Name:    "untrap",
			Fillers: "a trap untrapping disarming from as", Aliases: []string{"disarm"}, Recall: hero.Wearing(fumbling, "gauntlets of fumbling", "fumble boots"),
			Summary: "Show how often #untrap takes a trap apart",
			Params:  commands.Takes(commands.RuleSet, trap, hero.Role, hero.XL, hero.Dex, hero.Luck, dlvl, ownTrap, artifact, conf, blind, stunned, fumbling, blade, sting, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"untrap bear trap Rogue xl5", "untrap web 10 tries", "untrap land mine stunned", "untrap v3.4.3 web own confused", "untrap box Rogue xl10 dex 16 depth 8"},
		}, commands.By(tellUntrap)),
		commands.Told(&commands.Command{
			Name:    "search",
			Fillers: "find finding a hidden next", Aliases: []string{"searching"}, Recall: recallSeeker,
			Summary: "Show how often searching finds a hidden door, corridor or trap next to you, per turn",
			Params:  commands.Takes(commands.RuleSet, hidden, hero.Luck, lenses, seeker, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"search luck 0 lenses secret door", "search trap luck 5", "search 15 turns", "search for 95% secret corridor"},
		}, commands.By(tellSearch)),
	}
}

// recallSeeker searches with what a character wields, if that is an artifact that searches.
func recallSeeker(c, character *commands.Call) []string {
	v := c.Value(seeker.Param)
	held, _ := hero.Wields(character)
	if held == nil || held.Name != "Excalibur" || v.Said || held.Enchant <= 0 {
		return nil
	}
	v.Said, v.Num, v.To, v.Quiet = true, held.Enchant, held.Enchant, true
	return []string{held.Describe()}
}

// once returns the ends of a try that succeeds with a chance, or fails.
func once(p odds.Fraction, good, bad string) []dice.Case[string] {
	return dice.Cases(func(d *dice.Dice) string {
		if p.Num == p.Den || p.Num > 0 && d.Weighted(p.Den-p.Num, p.Num) == 1 {
			return good
		}
		return bad
	})
}

func tellPick(c *commands.Call, r *rules.Locks) (*commands.Story, error) {
	q := &lock.Lock{Rules: r, Box: lockOf.In(c) == "chest", Cursed: cursedBox.In(c), Rogue: roleIs(c, "Rogue"), Dex: hero.Dex.Else(c, 12, "Dex 12")}
	name := lockTool.In(c)
	if name == "" {
		name = "lock pick"
		c.Note(commands.Assumed, "a lock pick")
	}
	for _, t := range r.Tools {
		if t.Name == name {
			q.Tool = t
		}
	}
	kind, what := q.Tool.Door, "a door"
	if q.Box {
		kind, what = q.Tool.Box, "a chest"
	} else if lockOf.In(c) == "" {
		c.Note(commands.Assumed, "a door")
	}
	rogue := 0
	if q.Rogue {
		rogue = kind.Rogue
	}
	e := &ends.Ends{Subject: fmt.Sprintf("Opening %s with a %s (Dex %d)", what, name, q.Dex), Cases: once(lock.Pick(q), "opens", "stays locked"), Wanted: "to succeed", Once: "turn", Is: has("opens"), Rule: rules.CiteLocks}
	e.How = fmt.Sprintf("min(100, %s + %d)/100", steps.Sum(kind.Base, kind.PerDex*q.Dex), rogue)
	if q.Box && q.Cursed {
		e.How = fmt.Sprintf("min(100, ⌊(%s + %d)/%d⌋)/100", steps.Sum(kind.Base, kind.PerDex*q.Dex), rogue, r.BoxCursed)
	}
	if buc.In(c) != "" {
		c.Note(commands.Remarked, "a "+buc.In(c)+" tool opens as often as any")
	}
	if q.Cursed && !q.Box {
		c.Note(commands.Remarked, "only a cursed box matters")
	}
	return e.Tell(c), nil
}

func tellUntrap(c *commands.Call, r *rules.Locks) (*commands.Story, error) {
	name := trap.In(c)
	if name == "" {
		name = "bear trap"
		c.Note(commands.Assumed, "a bear trap")
	}
	idleLuck(c) // which only decides whether a failure sets the trap off
	switch {
	case name == "box" || name == "door":
		return tellDisarm(c, r, name)
	case slices.Contains(lasting, name):
		return tellLasting(c, name), nil
	}
	_, quick := hero.Dex.In(c)
	if _, deep := dlvl.In(c); quick || deep {
		c.Note(commands.Remarked, "Dex and depth matter only to the traps of boxes and doors")
	}
	q := &lock.Trap{
		Rules: r, Web: name == "web", Bear: name == "bear trap", Own: ownTrap.In(c), Rogue: roleIs(c, "Rogue"), Ranger: roleIs(c, "Ranger"), Artifact: artifact.In(c),
		Confused: conf.In(c), Blind: blind.In(c), Stunned: stunned.In(c), Fumbling: fumbling.In(c), Blade: blade.In(c), Sting: sting.In(c), XL: 1,
	}
	if q.Rogue {
		q.XL = hero.XL.Else(c, 1, "XL 1")
	} else if q.Artifact {
		c.Note(commands.Remarked, "the quest artifact helps Rogues only")
	}
	if _, ok := hero.Role.In(c); !ok {
		c.Note(commands.Assumed, "neither Rogue nor Ranger")
	}
	e := &ends.Ends{Subject: wording.Capital("untrapping " + wording.Article(name)), Cases: once(lock.Untrap(q), "success", "failure"), Wanted: "to succeed", Once: "try", Is: has("success"), Rule: rules.CiteUntrap}
	e.How, e.Count = untrapHow(q)
	return e.Tell(c), nil
}

// tellLasting tells that a trap cannot be disarmed, whoever tries and however often.
func tellLasting(c *commands.Call, name string) *commands.Story {
	what := wording.Article(name)
	e := &ends.Ends{Subject: wording.Capital("untrapping " + what), Cases: once(odds.Of(0, 1), "success", "failure"), Wanted: "to succeed", Is: has("success"), Rule: rules.CiteDisarm, How: "0"}
	s := e.Tell(c)
	s.Reply.Summary = wording.Capital(what) + " cannot be disarmed, whoever tries: only bear traps, webs, land mines, squeaky boards, dart and arrow traps can, and the traps of boxes and doors."
	if strings.HasSuffix(name, "pit") {
		s.Reply.Summary += " A monster in it can be helped out."
	}
	return s
}

// tellDisarm tells about the trap on a box or a door, which allows only one try.
func tellDisarm(c *commands.Call, r *rules.Locks, what string) (*commands.Story, error) {
	n, _ := tries.Number.In(c)
	if _, sure := tries.Sure.In(c); n > 1 || sure {
		return nil, &commands.Problem{Text: "You get one try: a failure sets the trap off.", Hints: []string{"untrap " + what + " xl10 dex 16 depth 8"}}
	}
	if blind.In(c) || stunned.In(c) || blade.In(c) || sting.In(c) || ownTrap.In(c) || artifact.In(c) {
		c.Note(commands.Remarked, "only confusion and fumbling matter here")
	}
	q := &lock.Armed{Rules: r, Box: what == "box", Rogue: roleIs(c, "Rogue"), Confused: conf.In(c), Fumbling: fumbling.In(c)}
	q.XL, q.Depth = hero.XL.Else(c, 1, "XL 1"), dlvl.Else(c, 5, "depth 5")
	state, skill := fmt.Sprintf("XL %d, depth %d", q.XL, q.Depth), steps.Sum(r.DoorBase, q.XL)
	switch {
	case q.Box:
		q.Dex = hero.Dex.Else(c, 12, "Dex 12")
		state, skill = fmt.Sprintf("XL %d, Dex %d, depth %d", q.XL, q.Dex, q.Depth), steps.Sum(q.Dex, q.XL)
		if q.Rogue {
			skill = fmt.Sprintf("%d*(%s)", r.BoxRogue, skill)
		}
	case q.Rogue:
		skill = fmt.Sprintf("%d + %d*%d", r.DoorBase, r.DoorRogue, q.XL)
	}
	if _, ok := hero.Role.In(c); !ok {
		c.Note(commands.Assumed, "not a Rogue")
	}
	e := &ends.Ends{Subject: fmt.Sprintf("Disarming the trap of a %s (%s)", what, state), Cases: once(lock.Disarm(q), "it comes off", "it goes off"), Wanted: "to succeed", Is: has("it comes off"), Rule: rules.CiteDisarm}
	e.How = fmt.Sprintf("min(%d, %s)/%d", q.Die(), skill, q.Die())
	if q.Skill() == 0 {
		e.How = "0"
	}
	s := e.Tell(c)
	s.Reply.Summary += fmt.Sprintf(" To find it: %s a look.", wording.Fraction(lock.Find(q)))
	s.Reply.Data = disarmAnswer{s.Reply.Data.(ends.Answer), lock.Find(q).P}
	return s, nil
}

// disarmAnswer is the machine-readable answer of untrap for the trap on a box or a
// door.
type disarmAnswer struct {
	ends.Answer
	Find float64 `json:"find"` // that one look finds it
}

// untrapHow returns the chance to untrap as a formula, and what the formula is about.
func untrapHow(q *lock.Trap) (how, of string) {
	sides, r := q.Sides(), q.Rules
	less := func(by int) int { return max(1, sides-by) }
	switch {
	case lock.Untrap(q).P == 1:
		return "1", "it cannot fail"
	case q.Rogue:
		also := 0
		of = fmt.Sprintf("a Rogue of XL %d takes 1 off a die of %d sides %d times in %d", q.XL, sides, q.XL, r.UntrapRogueDie)
		if q.Artifact {
			also, of = 1, of+", and the quest artifact 1 more"
		}
		return fmt.Sprintf("%d/%d * 1/%d + %d/%d * 1/%d", q.XL, r.UntrapRogueDie, less(1+also), r.UntrapRogueDie-q.XL, r.UntrapRogueDie, less(also)), of
	case q.Ranger:
		return fmt.Sprintf("1/%d", less(1)), "a Ranger takes 1 off the die"
	}
	return fmt.Sprintf("1/%d", sides), ""
}

func tellSearch(c *commands.Call, r *rules.Locks) (*commands.Story, error) {
	what := hidden.In(c)
	if what == "" {
		what = "secret door"
		c.Note(commands.Assumed, "a secret door")
	}
	q := &lock.Hidden{Rules: r, Luck: c.Rules.Luck(), At: luckOf(c), Trap: what == "trap", Lens: lenses.In(c)}
	q.Bonus = seeker.Else(c, q.Bonus, "")
	e := &ends.Ends{Subject: fmt.Sprintf("Searching next to a %s (Luck %d)", what, q.At), Cases: once(lock.Search(q), "found", "not found"), Wanted: "to find it", Once: "turn", Is: func(what string) bool { return what == "found" }, Rule: rules.CiteSearching, Also: []string{rules.CiteRnl}}
	e.How, e.Count = steps.RnlAtMost(q.Luck, q.Die(), q.At, 0), fmt.Sprintf("rnl(%d) shows 0 with Luck %d", q.Die(), q.At)
	return e.Tell(c), nil
}
