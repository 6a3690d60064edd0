package random

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/making"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// The parameters of make.
var (
	class = commands.NewChoice(commands.Param{
		Name: "class", Summary: "A class of objects: potion, gem, ...", Choices: []string{"weapon", "armor", "food", "tool", "gem", "potion", "scroll", "spellbook", "wand", "ring", "amulet", "coin", "ball", "chain", "venom"},
		Also: map[string]string{
			"weapons": "weapon", "armour": "armor", "armors": "armor", "foods": "food", "comestible": "food", "comestibles": "food", "tools": "tool", "gems": "gem", "potions": "potion", "scrolls": "scroll", "spellbooks": "spellbook", "books": "spellbook", "wands": "wand", "rings": "ring", "amulets": "amulet", "coins": "coin", "venoms": "venom",
		},
	})
	fresh = commands.NewName[*rules.Object](commands.Param{
		Name: "object", Noun: "an object", Summary: "One object: its share, and how it is blessed, enchanted and charged",
		Vocabulary: func(s *rules.Set) []commands.Term {
			var out []commands.Term
			also := shorthand.Of(s)
			for _, o := range s.Objects() {
				if o.Class != "illobj" && o.Class != "class" && o.Name != "" && o.Name[0] != '(' {
					out = append(out, commands.Term{Name: o.Name, Aliases: slices.Concat(o.Aliases, also.Also(shorthand.Object, o.Name)), Value: o})
				}
			}
			return out
		},
	})
	ledger = commands.NewNumber(commands.Param{Name: "ledger", Summary: "The level's number in a saved game, on which gems depend; in the Dungeons, the depth", Words: []string{"dlvl", "depth"}, Min: 1, Max: 100})
	where  = commands.NewChoice(commands.Param{
		Name: "where", Summary: "Where it is made: in a box, on the Rogue level, in Gehennom", Choices: []string{"ordinary", "box", "rogue", "hell"},
		Also: map[string]string{"boxes": "box", "chest": "box", "gehennom": "hell", "rogue level": "rogue"},
	})
)

// spinach asks which tins hold it.
var spinach = commands.NewFlag(commands.Param{Name: "spinach", Summary: "How often a random tin is one of spinach", Words: []string{"tin of spinach", "tins of spinach", "spinach tin"}})

func makeCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "make",
		Fillers: "most common commonest rarest being be random object objects item items class classes of made make makes how what which often new generated is are chance",
		Aliases: []string{"mkobj", "randomobject"},
		Summary: "Show which random objects the game makes, and in what state",
		Params:  commands.Takes(commands.RuleSet, class, fresh, spinach, ledger, where, tries.Number, tries.Sure),

		Examples: []string{
			"make potion", "make gem ledger 12", "make long sword", "make", "make v3.4.3 hell", "make magic marker 500 items", "make wand 10 items", "make tin of spinach",
		},
	}, commands.By(tellMake))
}

// Made is what the game makes at random.
type Made struct {
	Class   string         `json:"class,omitempty"`
	Objects []making.Drawn `json:"objects"` // or classes, where no class was asked
	// BUC and States are the chances for any new object of the class; nil if no class
	// was asked about, or they are not known.
	BUC    map[string]float64 `json:"buc,omitempty"`
	States []making.State     `json:"states,omitempty"`
	Wear   *making.Wear       `json:"wear,omitempty"` // nil if no class was asked
	// Among is the chance that a random object is of the class; nil if no class was
	// asked.
	Among *odds.Fraction `json:"among,omitempty"`
	tries.Answer
}

// MadeObject is how one object is made.
type MadeObject struct {
	Name  string        `json:"name"`
	Class string        `json:"class"`
	Share odds.Fraction `json:"share"` // in its class
	All   odds.Fraction `json:"all"`   // among all random objects
	// BUC holds the chances of each state; nil if they are not known.
	BUC    map[string]float64 `json:"buc,omitempty"`
	States []making.State     `json:"states,omitempty"`
	Wear   making.Wear        `json:"wear"`
	tries.Answer
}

func tellMake(c *commands.Call, _ *rules.Making) (*commands.Story, error) {
	if spinach.In(c) {
		return tellSpinach(c)
	}
	s := &commands.Story{Steps: makeSteps(c)}
	place := cmp.Or(where.In(c), "ordinary")
	level, said := ledger.In(c)
	if o, ok := fresh.In(c); ok {
		sayObject(c, s, o, place, level)
		return s, nil
	}
	out := Made{Class: class.In(c)}
	what, rule := "classes", "random object of a class"
	if out.Class != "" {
		out.Objects, what = making.Objects(c.Rules, out.Class, level), plurals(out.Class)
		if out.Class == "gem" {
			rule = "gem probabilities"
			if !said {
				c.Note(commands.Assumed, "a level on which every gem occurs, as in the Mines, the Quest and Sokoban")
			}
		}
	} else {
		out.Objects = making.Classes(c.Rules.Making(), place)
	}
	slices.SortStableFunc(out.Objects, func(a, b making.Drawn) int { return cmp.Compare(b.P, a.P) })
	r := &s.Reply
	r.Table = &commands.Table{Columns: []string{"object", "share"}}
	var parts []string
	for _, d := range out.Objects {
		parts = append(parts, fmt.Sprintf("%s %s", strings.TrimPrefix(d.Name, out.Class+" of "), wording.Share(d.P)))
		r.Table.Rows = append(r.Table.Rows, []string{d.Name, wording.Share(d.P)})
	}
	_, counted := tries.Number.In(c)
	_, sure := tries.Sure.In(c)
	budget := 190
	if counted || sure { // what is asked needs the room
		budget = 60
	}
	list, told := wording.List(parts, ", ", budget)
	r.Summary, r.Table.Told = fmt.Sprintf("Random %s: %s.", what, list), told
	if out.Class != "" {
		out.States = making.NewOf(c.Rules, out.Class, level)
		out.BUC = blessings(out.States)
		wear := making.WearsOf(c.Rules, out.Class, level)
		out.Wear = &wear
	}
	if out.BUC != nil {
		r.Summary += " " + blessed(out.BUC) + "."
	}
	if len(out.Objects) > 0 {
		r.Headline = wording.Share(out.Objects[0].P)
	}
	if err := makeOfClass(c, s, &out, place); err != nil {
		return nil, err
	}
	r.Data = out
	r.Cite(c.Rules, rule)
	return s, nil
}

// makeOfClass adds how often a random object is of the class asked about.
func makeOfClass(c *commands.Call, s *commands.Story, out *Made, place string) error {
	_, counted := tries.Number.In(c)
	_, sure := tries.Sure.In(c)
	if !counted && !sure {
		return nil
	}
	if out.Class == "" {
		return &commands.Problem{Text: "At least one of what?", Hints: []string{"make wand 10 items", "make magic marker 500 items"}}
	}
	among := odds.Never
	for _, k := range making.Classes(c.Rules.Making(), place) {
		if k.Name == out.Class {
			among = k.Fraction
		}
	}
	out.Among = &among
	s.Steps.Work("random object of a class", "of all", wording.Share(among.P), "%s", among)
	var again string
	trial := tries.Alike(among.P, among.String(), "random object")
	trial.What = "at least one"
	out.Answer, again = trial.Of(c, s.Steps)
	s.Reply.Summary += fmt.Sprintf(" %s of all random objects are %s.%s", wording.Share(among.P), plurals(out.Class), again)
	return nil
}

// objectMade returns how one object is made.
func objectMade(c *commands.Call, o *rules.Object, place string, level int) MadeObject {
	out := MadeObject{Name: o.Name, Class: o.Class, Share: odds.Never, All: making.Share(c.Rules, place, o, level)}
	for _, d := range making.Objects(c.Rules, o.Class, level) {
		if d.Name == o.Name {
			out.Share = d.Fraction
		}
	}
	out.States, out.Wear = making.New(c.Rules.Making(), o), making.Wears(c.Rules, o)
	out.BUC = blessings(out.States)
	return out
}

// blessings returns how often new objects are blessed, uncursed and cursed; nil if
// their states are not known.
func blessings(states []making.State) map[string]float64 {
	if states == nil {
		return nil
	}
	out := map[string]float64{}
	for _, s := range states {
		out[s.BUC.String()] += s.P
	}
	for state, p := range out {
		if p > 1-1e-12 { // a sum of shares
			out[state] = 1
		}
	}
	return out
}

// blessed phrases blessings as a sentence without its full stop.
func blessed(buc map[string]float64) string {
	return fmt.Sprintf("New ones are blessed %s, uncursed %s, cursed %s of the time", wording.Share(buc["blessed"]), wording.Share(buc["uncursed"]), wording.Share(buc["cursed"]))
}

func sayObject(c *commands.Call, s *commands.Story, o *rules.Object, place string, level int) {
	out := objectMade(c, o, place, level)
	r := &s.Reply
	r.Headline = wording.Share(out.Share.P)
	r.Summary = fmt.Sprintf("%s: %s of random %s, %s of all random objects.", wording.Capital(o.Name), wording.Share(out.Share.P), plurals(o.Class), wording.Share(out.All.P))
	if out.BUC != nil {
		r.Summary += " " + blessed(out.BUC)
		if text := enchanted(out.States); text != "" && !strings.HasSuffix(o.Name, "candle") {
			r.Summary += "; " + text
		}
		if text := wears(out.Wear); text != "" {
			r.Summary += "; " + text
			r.Cite(c.Rules, "erosion of new objects")
		}
		r.Summary += "."
	}
	if t, _ := rules.Of[rules.Tins](c.Rules); o.Name == "tin" && t != nil && t.Spinach > 0 {
		r.Summary += fmt.Sprintf(" It is of spinach 1 time in %d, and else of a random monster.", t.Spinach)
		r.Cite(c.Rules, rules.CiteRandomTin)
	}
	var again string
	trial := tries.Alike(out.All.P, out.All.String(), "random object")
	trial.What = "at least one"
	out.Answer, again = trial.Of(c, s.Steps)
	r.Summary += again
	r.Data = out
	r.Cite(c.Rules, "random object of a class")
}

// madeSpinach is the machine-readable answer of `make` about tins of spinach.
type madeSpinach struct {
	Share odds.Fraction `json:"share"` // of random tins
	tries.Answer
}

// tellSpinach answers how often a random tin is one of spinach.
func tellSpinach(c *commands.Call) (*commands.Story, error) {
	fresh.In(c) // a tin, said or not
	t, err := rules.Of[rules.Tins](c.Rules)
	if err != nil || t.Spinach == 0 {
		return nil, &commands.Problem{Text: "I don't know what random tins hold in " + c.Rules.Title + ".", Hints: []string{"make v" + rules.Default + " tin of spinach"}}
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	out := madeSpinach{Share: odds.Of(1, int64(t.Spinach))}
	s.Steps.Work(rules.CiteRandomTin, "spinach", wording.Fraction(out.Share), "%s", out.Share)
	var again string
	out.Answer, again = tries.Of(c, s.Steps, out.Share.P, out.Share.String(), "tin")
	s.Reply.Headline = wording.Share(out.Share.P)
	s.Reply.Summary = fmt.Sprintf("A random tin is of spinach %s of the time (%s), and else of a random monster.%s", s.Reply.Headline, out.Share, again)
	s.Reply.Data = out
	s.Reply.Cite(c.Rules, rules.CiteRandomTin)
	return s, nil
}

// wears says what else a new object may be, or "" if nothing.
func wears(w making.Wear) string {
	var parts []string
	for _, x := range []struct {
		p    float64
		what string
	}{{w.Poisoned, "poisoned"}, {w.Eroded, "eroded"}, {w.Erodeproof, "erodeproof"}, {w.Greased, "greased"}} {
		if x.p > 0 {
			parts = append(parts, x.what+" "+wording.Share(x.p))
		}
	}
	return strings.Join(parts, ", ")
}

// plurals returns a class in the plural.
func plurals(class string) string {
	switch class {
	case "armor", "food":
		return class
	}
	return wording.Plural(class)
}

// enchanted says how new objects are enchanted or charged; empty if they never
// are.
func enchanted(states []making.State) string {
	sums := map[int]float64{}
	for _, s := range states {
		sums[s.Enchant] += s.P
	}
	if len(sums) < 2 && sums[0] > 0 {
		return ""
	}
	var keys []int
	for k := range sums {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	low, high := keys[0], keys[len(keys)-1]
	if low >= 0 && sums[0] == 0 {
		if low == high {
			return wording.Count(low, "charge")
		}
		return fmt.Sprintf("%d to %d charges", low, high)
	}
	above := 0.0
	for k, p := range sums {
		if k > 0 {
			above += p
		}
	}
	return fmt.Sprintf("+0 %s, above it %s, enchanted %+d to %+d", wording.Share(sums[0]), wording.Share(above), low, high)
}

// makeSteps returns the steps to the share of the object asked about, else of the
// likeliest.
func makeSteps(c *commands.Call) *steps.Derivation {
	d := steps.New(c.Rules)
	const rule = "random object of a class"
	level, _ := ledger.In(c)
	place := cmp.Or(where.In(c), "ordinary")
	o, ok := fresh.In(c)
	if !ok {
		list := making.Classes(c.Rules.Making(), place)
		if name := class.In(c); name != "" {
			list = making.Objects(c.Rules, name, level)
		}
		if len(list) == 0 {
			return d
		}
		best := slices.MaxFunc(list, func(a, b making.Drawn) int { return cmp.Compare(a.P, b.P) })
		d.Work(rule, best.Name, wording.Share(best.P), "%s", best.Fraction).Of("the likeliest")
		return d
	}
	out := objectMade(c, o, place, level)
	d.Work(rule, "in its class", wording.Share(out.Share.P), "%s", out.Share).Of("its weight among those of its class")
	for _, k := range making.Classes(c.Rules.Making(), place) {
		if k.Name == o.Class {
			d.Given(rule, "the class", k.Fraction.String())
			d.Work(rule, "of all", wording.Share(out.All.P), "%s*%s", out.Share, k.Fraction)
		}
	}
	return d
}
